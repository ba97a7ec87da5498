/** The MACs of who works here, when the secret that they were made with is lost. */
import type { ClientBase } from 'pg'
import { roleMac } from '../../desk/journal-mac.ts'
import { keyNumber, type MacKeys } from '../../platform/mac.ts'

/** `lost` are the numbers of the keys that nobody has any more. */
export async function renewRoles(
  client: ClientBase,
  keys: MacKeys,
  lost: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ id: string; role: string }>(
    `select id, role from owners where ${keyNumber('role_mac')} = any ($1)`,
    [lost],
  )
  await client.query(
    `update owners owner set role_mac = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[]) as given(id, mac) where owner.id = given.id`,
    [rows.map(({ id }) => id), rows.map(({ id, role }) => roleMac(keys, id, role))],
  )
}
