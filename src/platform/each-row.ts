import type { ClientBase, QueryResultRow } from 'pg'

/** Rows per fetch: few enough to hold in memory, many enough to be worth the round trip. */
const page = 1000

/**
 * Hands over each row of a query in its order, however many there are. Within a transaction, which keeps the cursor. While
 * a page is worked on, the database makes the next one.
 */
export async function forEachRow<T extends QueryResultRow>(
  db: ClientBase,
  sql: string,
  each: (row: T) => void,
): Promise<void> {
  await db.query(`declare rows_left no scroll cursor for ${sql}`)
  const fetch = async (): Promise<T[]> => (await db.query<T>(`fetch ${page} from rows_left`)).rows
  let next: Promise<T[]> | null = fetch()
  while (next) {
    const rows: T[] = await next
    next = rows.length < page ? null : fetch()
    // Where `each` throws, nobody waits for it any more.
    next?.catch(() => {})
    for (const row of rows) each(row)
  }
  await db.query('close rows_left')
}
