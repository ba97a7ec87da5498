/** The MACs of what people sign in with: a row that somebody else wrote, or moved to another person, proves nothing. */
import type { ClientBase } from 'pg'
import { beginMacsNow, isFirstToFill } from '../../desk/mac-times.ts'
import { isKeyKnown, isMacOf, macOf, type Mac, type MacKeys } from '../../platform/mac.ts'
import { dropRoleMacs, fillRoles } from '../people/role-macs.ts'

type PasswordRow = { person: string; hash: string }
export const passwordMac = (keys: MacKeys, { person, hash }: PasswordRow): Mac =>
  macOf(keys, 'password', [person, hash])
export const isPasswordRow = (
  keys: MacKeys,
  { person, hash, mac }: PasswordRow & { mac: Mac | null },
): boolean => isMacOf(keys, mac, 'password', [person, hash])

type PasskeyRow = { id: string; person: string; publicKey: Uint8Array }
const passkeyValues = ({ id, person, publicKey }: PasskeyRow) => [
  id,
  person,
  Buffer.from(publicKey).toString('hex'),
]
export const passkeyMac = (keys: MacKeys, row: PasskeyRow): Mac =>
  macOf(keys, 'passkey', passkeyValues(row))
export const isPasskeyRow = (keys: MacKeys, row: PasskeyRow & { mac: Mac | null }): boolean =>
  isMacOf(keys, row.mac, 'passkey', passkeyValues(row))

async function fillPasswords(client: ClientBase, keys: MacKeys): Promise<void> {
  const { rows } = await client.query<PasswordRow>(
    'select person_id as person, hash from auth.passwords where mac is null',
  )
  await client.query(
    `update auth.passwords password set mac = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[]) as given(person, mac) where password.person_id = given.person`,
    [rows.map(({ person }) => person), rows.map((row) => passwordMac(keys, row))],
  )
}

async function fillPasskeys(client: ClientBase, keys: MacKeys): Promise<void> {
  const { rows } = await client.query<PasskeyRow>(
    'select id, person_id as person, public_key as "publicKey" from auth.passkeys where mac is null',
  )
  await client.query(
    `update auth.passkeys passkey set mac = decode(given.mac, 'hex') from unnest($1::text[], $2::text[]) as given(id, mac) where passkey.id = given.id`,
    [rows.map(({ id }) => id), rows.map((row) => passkeyMac(keys, row))],
  )
}

/** Recovery codes were kept as the digest that their MAC is over now. */
async function replaceRecoveryCodes(client: ClientBase, keys: MacKeys): Promise<void> {
  const { rows } = await client.query<{ person: string; hash: Buffer }>(
    'select person_id as person, hash from auth.recovery_codes',
  )
  await client.query(
    `update auth.recovery_codes code set hash = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[], $3::text[]) as given(person, hash, mac)
      where code.person_id = given.person and code.hash = decode(given.hash, 'hex')`,
    [
      rows.map(({ person }) => person),
      rows.map(({ hash }) => hash.toString('hex')),
      rows.map(({ person, hash }) => recoveryMac(keys, person, hash.toString('hex'))),
    ],
  )
}

const recoveryMac = (keys: MacKeys, person: string, digest: string): Mac =>
  macOf(keys, 'recovery-code', [person, digest])

async function atOnce(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Gives what a database from before had to sign in with its MACs, as it stands: once, in the transaction that says so. As
 * the owner of the database; the application's role can't say that it wasn't done.
 */
export async function fillMacs(client: ClientBase, keys: MacKeys): Promise<void> {
  await atOnce(client, async () => {
    if (!(await isFirstToFill(client, keys))) return
    await fillPasswords(client, keys)
    await fillPasskeys(client, keys)
    await fillRoles(client, keys)
    await replaceRecoveryCodes(client, keys)
  })
}

const numbersText = `select substr(encode(mac, 'hex'), 1, 4) as number from auth.passwords where mac is not null
  union select substr(encode(mac, 'hex'), 1, 4) from auth.passkeys where mac is not null
  union select substr(encode(role_mac, 'hex'), 1, 4) from owners where role_mac is not null
  union select substr(encode(hash, 'hex'), 1, 4) from auth.recovery_codes`

/** The numbers of keys that rows name: those of this server, and the others. */
export async function namedKeys(
  client: ClientBase,
  keys: MacKeys,
): Promise<{ known: string[]; unknown: string[] }> {
  const { rows } = await client.query<{ number: string }>(numbersText)
  const { known = [], unknown = [] } = Object.groupBy(
    rows.map(({ number }) => number),
    (number) => (isKeyKnown(keys, number) ? 'known' : 'unknown'),
  )
  return { known, unknown }
}

/**
 * After the loss of a secret: what people sign in with is believed as it stands, recovery codes apart, of which nobody can
 * say any more whose they are; and commands recorded before now are no longer checked by their MAC.
 */
export async function renewMacs(client: ClientBase, keys: MacKeys): Promise<void> {
  const { unknown: numbers } = await namedKeys(client, keys)
  const isUnknown = (column: string) => `substr(encode(${column}, 'hex'), 1, 4) = any ($1)`
  await atOnce(client, async () => {
    await beginMacsNow(client, keys)
    await client.query(`update auth.passwords set mac = null where ${isUnknown('mac')}`, [numbers])
    await dropRoleMacs(client, numbers)
    await client.query(`update auth.passkeys set mac = null where ${isUnknown('mac')}`, [numbers])
    await client.query(`delete from auth.recovery_codes where ${isUnknown('hash')}`, [numbers])
    await fillPasswords(client, keys)
    await fillPasskeys(client, keys)
    await fillRoles(client, keys)
  })
}
