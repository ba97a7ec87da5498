import type { Pool, PoolClient } from 'pg'

/** Runs `read` in one snapshot of the whole database, which can change nothing. Needs read rights only. */
export async function inSnapshot<T>(
  pool: Pool,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** Of a transaction: reads everything there is, with room to sort in, however long it takes. */
export const patiently =
  // All of a cursor is read: the plan that is through soonest, not the one that begins soonest.
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local cursor_tuple_fraction = 1; set local work_mem = '64MB'"

/** The same for reading everything there is. */
export function readWhole<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  return inSnapshot(pool, async (client) => {
    await client.query(patiently)
    return read(client)
  })
}
