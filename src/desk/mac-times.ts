/** Since when every command's MAC is of a known key. The time carries one itself: who moved it would take the MACs off what came before. */
import type { ClientBase } from 'pg'
import { isMacOf, macOf, type Mac, type MacKeys } from '../platform/mac.ts'

/** In seconds, as the database writes them; `-Infinity` in a house that never lost its secret. */
export type Since = { since: string; sinceMac: Mac | null }

/** SQL of it. */
export const sinceColumns = `(select extract(epoch from since)::text from desk.macs) as since, (select encode(mac, 'hex') from desk.macs) as "sinceMac"`

const sinceMac = (keys: MacKeys, since: string): Mac => macOf(keys, 'since', [since])

export const isSince = (keys: MacKeys, time: Since): boolean =>
  isMacOf(keys, time.sinceMac, 'since', [time.since])

async function readSince(client: ClientBase): Promise<Since> {
  const { rows } = await client.query<Since>(`select ${sinceColumns}`)
  return rows[0]!
}

/** Once, as the owner of the database, by the first start with a secret: of all commands, since nobody has lost one yet. */
export async function beginMacs(client: ClientBase, keys: MacKeys): Promise<void> {
  await client.query(
    `update desk.macs set since = '-infinity', mac = decode($1, 'hex') where mac is null`,
    [sinceMac(keys, '-Infinity')],
  )
}

/** Whether that was done. The application's role may ask, and can't bring it about. */
export async function areMacsBegun(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('desk.macs') is not null as there`,
  )
  if (!rows[0]!.there) return false
  return (await readSince(client)).sinceMac !== null
}

/** Whether it was done with one of these keys. */
export const isOurs = async (client: ClientBase, keys: MacKeys): Promise<boolean> =>
  isSince(keys, await readSince(client))

/** Commands recorded before now, whose key is lost, are no longer checked by their MAC. */
export async function beginMacsNow(client: ClientBase, keys: MacKeys): Promise<void> {
  await client.query('update desk.macs set since = clock_timestamp()')
  const { since } = await readSince(client)
  await client.query(`update desk.macs set mac = decode($1, 'hex')`, [sinceMac(keys, since)])
}
