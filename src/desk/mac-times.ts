/** Since when commands carry MACs. The time carries one itself: who moved it would take the MACs off what came before. */
import type { ClientBase } from 'pg'
import { isMacOf, macOf, type Mac, type MacKeys } from '../platform/mac.ts'

/** In seconds, as the database writes them; `-Infinity` in a house whose commands all carry one. */
export type Since = { since: string; sinceMac: Mac | null }

/** SQL of it. */
export const sinceColumns = `(select extract(epoch from since)::text from desk.macs) as since, (select encode(mac, 'hex') from desk.macs) as "sinceMac"`

export const isSince = (keys: MacKeys, { since, sinceMac }: Since): boolean =>
  isMacOf(keys, sinceMac, 'since', [since])

async function signSince(client: ClientBase, keys: MacKeys): Promise<void> {
  const { rows } = await client.query<Since>(`select ${sinceColumns}`)
  await client.query(`update desk.macs set mac = decode($1, 'hex')`, [
    macOf(keys, 'since', [rows[0]!.since]),
  ])
}

/** Whether nobody before has given what people sign in with its MACs; now this transaction has. */
export async function isFirstToFill(client: ClientBase, keys: MacKeys): Promise<boolean> {
  const { rowCount } = await client.query(
    `update desk.macs set filled_at = clock_timestamp(), since = case when exists (select from desk.commands where mac is null) then since else '-infinity' end
      where filled_at is null`,
  )
  if (rowCount === 0) return false
  await signSince(client, keys)
  return true
}

/** Whether nobody before has given the addresses of people their MACs, which are younger; now this transaction has. */
export async function isFirstToFillEmails(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'update desk.macs set emails_filled_at = clock_timestamp() where emails_filled_at is null',
  )
  return rowCount === 1
}

/** Whether nobody before has given the rows that decide their states, which are younger still; now this transaction has. */
export async function isFirstToFillStates(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'update desk.macs set states_filled_at = clock_timestamp() where states_filled_at is null',
  )
  return rowCount === 1
}

/**
 * Whether what people sign in with has its MACs: not before the first `npm run migrate`. The application's role may ask, and
 * can't bring it about.
 */
export async function areMacsFilled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('desk.macs') is not null as there`,
  )
  if (!rows[0]!.there) return false
  const { rowCount } = await client.query(
    `select from desk.macs where filled_at is not null and to_jsonb(macs) ->> 'emails_filled_at' is not null and to_jsonb(macs) ->> 'states_filled_at' is not null`,
  )
  return rowCount === 1
}

/** Whether the house was brought up with one of these keys. */
export async function isOurs(client: ClientBase, keys: MacKeys): Promise<boolean> {
  const { rows } = await client.query<Since>(`select ${sinceColumns}`)
  return isSince(keys, rows[0]!)
}

/** Commands recorded before now, whose key is lost, are no longer checked by their MAC. */
export async function beginMacsNow(client: ClientBase, keys: MacKeys): Promise<void> {
  await client.query('update desk.macs set since = clock_timestamp()')
  await signSince(client, keys)
}
