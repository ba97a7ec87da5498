/** The MACs of what people sign in with: a row that somebody else wrote, or moved to another person, proves nothing. */
import type { ClientBase } from 'pg'
import { emailMac } from '../../desk/journal-mac.ts'
import { beginMacsNow } from '../../desk/mac-times.ts'
import { atomically } from '../../platform/database.ts'
import { isMacOf, keyNumber, macOf, macsOf, type Mac, type MacKeys } from '../../platform/mac.ts'
import { renewRoles } from '../people/role-macs.ts'

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

/** Of a recovery code by its digest; it stands in place of that. */
type RecoveryRow = { person: string; digest: string }
const recoveryValues = ({ person, digest }: RecoveryRow) => [person, digest]
export const recoveryMac = (keys: MacKeys, row: RecoveryRow): Mac =>
  macOf(keys, 'recovery-code', recoveryValues(row))
/** Every one that holds, by earlier keys too. */
export const recoveryMacs = (keys: MacKeys, row: RecoveryRow): Mac[] =>
  macsOf(keys, 'recovery-code', recoveryValues(row))

/** Where what people sign in with, and who works here, has its MAC. */
const macsIn = [
  ['auth.passwords', 'mac'],
  ['auth.passkeys', 'mac'],
  ['owners', 'role_mac'],
  ['auth.recovery_codes', 'hash'],
  ['auth.persons', 'email_mac'],
  ['auth.earlier_emails', 'email_mac'],
] as const

/** The numbers of keys that rows name and this server doesn't have. */
async function unknownKeys(client: ClientBase, { all }: MacKeys): Promise<string[]> {
  const numbers = macsIn.map(
    ([table, column]) =>
      `select ${keyNumber(column)} as number from ${table} where ${column} is not null`,
  )
  const { rows } = await client.query<{ number: string }>(
    `select number from (${numbers.join(' union ')}) named where number <> all ($1)`,
    [all.map(({ number }) => number)],
  )
  return rows.map(({ number }) => number)
}

/**
 * The numbers of the keys that a database names where it names none of this server's: nobody could sign in. Of others,
 * nothing: a few rows of another key stop no start, and the first row tells as a rule.
 */
export async function strangeKeys(client: ClientBase, keys: MacKeys): Promise<string[]> {
  const named = macsIn.map(
    ([table, column]) => `exists (select from ${table} where ${keyNumber(column)} = any ($1))`,
  )
  const { rows } = await client.query<{ known: boolean }>(`select ${named.join(' or ')} as known`, [
    keys.all.map(({ number }) => number),
  ])
  return rows[0]!.known ? [] : unknownKeys(client, keys)
}

/** What is renewed: all of it whose MAC is by one of these keys, which are lost. */
type Lost = readonly string[]

async function renewPasswords(client: ClientBase, keys: MacKeys, lost: Lost): Promise<void> {
  const { rows } = await client.query<PasswordRow>(
    `select person_id as person, hash from auth.passwords where ${keyNumber('mac')} = any ($1)`,
    [lost],
  )
  await client.query(
    `update auth.passwords password set mac = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[]) as given(person, mac) where password.person_id = given.person`,
    [rows.map(({ person }) => person), rows.map((row) => passwordMac(keys, row))],
  )
}

async function renewPasskeys(client: ClientBase, keys: MacKeys, lost: Lost): Promise<void> {
  const { rows } = await client.query<PasskeyRow>(
    `select id, person_id as person, public_key as "publicKey" from auth.passkeys where ${keyNumber('mac')} = any ($1)`,
    [lost],
  )
  await client.query(
    `update auth.passkeys passkey set mac = decode(given.mac, 'hex') from unnest($1::text[], $2::text[]) as given(id, mac) where passkey.id = given.id`,
    [rows.map(({ id }) => id), rows.map((row) => passkeyMac(keys, row))],
  )
}

/** Where an address stands with its MAC; by whose it is. */
const addressTables = { 'auth.persons': 'id', 'auth.earlier_emails': 'person_id' } as const

async function renewEmails(client: ClientBase, keys: MacKeys, lost: Lost): Promise<void> {
  for (const [table, person] of Object.entries(addressTables)) {
    const { rows } = await client.query<{ person: string; email: string }>(
      `select ${person} as person, email from ${table} where ${keyNumber('email_mac')} = any ($1)`,
      [lost],
    )
    await client.query(
      `update ${table} address set email_mac = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[], $3::text[]) as given(person, email, mac)
        where address.${person} = given.person and address.email = given.email`,
      [
        rows.map(({ person: whose }) => whose),
        rows.map(({ email }) => email),
        rows.map((row) => emailMac(keys, row.person, row.email)),
      ],
    )
  }
}

/**
 * After the loss of a secret: what people sign in with is believed as it stands, recovery codes apart, of which nobody can
 * say any more whose they are; and commands recorded before now are no longer checked by their MAC.
 */
export async function renewMacs(client: ClientBase, keys: MacKeys): Promise<void> {
  const lost = await unknownKeys(client, keys)
  await atomically(client, async () => {
    await beginMacsNow(client, keys)
    await client.query(`delete from auth.recovery_codes where ${keyNumber('hash')} = any ($1)`, [
      lost,
    ])
    await renewPasswords(client, keys, lost)
    await renewPasskeys(client, keys, lost)
    await renewRoles(client, keys, lost)
    await renewEmails(client, keys, lost)
  })
}
