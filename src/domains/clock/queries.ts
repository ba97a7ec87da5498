import type { Database } from '../../platform/database.ts'

/** How far business time is ahead of the world's, in milliseconds. */
export async function readAhead(db: Database): Promise<number> {
  const { rows } = await db.query<{ ahead: number }>({
    name: 'clock.ahead',
    text: 'select (extract(epoch from advance) * 1000)::float8 as ahead from business_clock',
  })
  return Math.round(rows[0]!.ahead)
}
