/** The MACs of who works here, for roles that a database from before has, or whose secret was lost. */
import type { ClientBase } from 'pg'
import { roleMac } from '../../desk/journal-mac.ts'
import { keyNumber, type MacKeys } from '../../platform/mac.ts'

export async function fillRoles(client: ClientBase, keys: MacKeys): Promise<void> {
  const { rows } = await client.query<{ id: string; role: string }>(
    `select id, role from owners where role in ('admin', 'auditor') and role_mac is null`,
  )
  await client.query(
    `update owners owner set role_mac = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[]) as given(id, mac) where owner.id = given.id`,
    [rows.map(({ id }) => id), rows.map(({ id, role }) => roleMac(keys, id, role))],
  )
}

/** `numbers` are those of keys that are lost. */
export async function dropRoleMacs(client: ClientBase, numbers: readonly string[]): Promise<void> {
  await client.query(
    `update owners set role_mac = null where ${keyNumber('role_mac')} = any ($1)`,
    [numbers],
  )
}
