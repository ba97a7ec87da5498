import type { Database } from '../../platform/database.ts'

/** Whether the firm was opened. Once it is, it stays so. */
export async function isFirmOpen(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>({
    name: 'openings.open',
    text: `select exists (select from openings where status = 'done') as open`,
  })
  return rows[0]!.open
}
