/** Work of which one process at a time does a round, and any number may try. */
import type { Pool, PoolClient } from 'pg'

/**
 * Null where another process is at it. The lock belongs to the connection that the work writes by: whoever loses it can’t write any
 * more. `isHarmless`: whether the connection is as good as before after such an error; after none, where it isn’t said.
 */
export async function runAlone<T>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<T>,
  isHarmless: (error: unknown) => boolean = () => false,
): Promise<T | null> {
  const client = await pool.connect()
  let isWell = false
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [lock],
    )
    const done = rows[0]!.free
      ? await work(client).finally(() => client.query('select pg_advisory_unlock($1)', [lock]))
      : null
    isWell = true
    return done
  } catch (error) {
    isWell = isHarmless(error)
    throw error
  } finally {
    // A connection that failed may be lost, and its lock with it.
    client.release(!isWell)
  }
}
