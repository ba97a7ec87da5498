import type { ClientBase, QueryResultRow } from 'pg'

/** So many rows are fetched at once: few enough to hold, enough to be worth the way. */
const page = 1000

/** Hands over each row of a query in its order, however many there are. Within a transaction, which keeps the cursor. */
export async function walk<T extends QueryResultRow>(
  db: ClientBase,
  sql: string,
  each: (row: T) => void,
): Promise<void> {
  await db.query(`declare walked no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await db.query<T>(`fetch ${page} from walked`)
    for (const row of rows) each(row)
    if (rows.length < page) break
  }
  await db.query('close walked')
}
