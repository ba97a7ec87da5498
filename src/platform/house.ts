/** Which database this is. What is restored or copied from it is the same house, another one never is. */
import type { Database } from './database.ts'

/** When it was created, to the microsecond. */
export async function readHouse(db: Database): Promise<string> {
  const { rows } = await db.query<{ created: string }>({
    name: 'house.created',
    text: 'select extract(epoch from created_at)::text as created from public.house',
  })
  return rows[0]!.created
}
