/** Since when commands carry MACs that count. Only the database's owner can say so. */
import type { ClientBase } from 'pg'

/** Whether nobody before has given what people sign in with its MACs; now this transaction has. */
export async function isFirstToFill(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'update desk.macs set filled_at = clock_timestamp() where filled_at is null',
  )
  return rowCount === 1
}

/** Commands recorded before now, whose key is lost, are no longer checked by their MAC. */
export async function beginMacsNow(client: ClientBase): Promise<void> {
  await client.query('update desk.macs set since = clock_timestamp()')
}
