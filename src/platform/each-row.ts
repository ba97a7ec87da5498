import type { ClientBase, QueryResultRow } from 'pg'

/** Rows per fetch: few enough to hold in memory, many enough to be worth the round trip. */
const page = 1000

/** Hands over each row of a query in its order, however many there are. Within a transaction, which keeps the cursor. */
export async function forEachRow<T extends QueryResultRow>(
  db: ClientBase,
  sql: string,
  each: (row: T) => void,
): Promise<void> {
  await db.query(`declare rows_left no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await db.query<T>(`fetch ${page} from rows_left`)
    for (const row of rows) each(row)
    if (rows.length < page) break
  }
  await db.query('close rows_left')
}
