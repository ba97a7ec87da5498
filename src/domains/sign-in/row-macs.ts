/** The MACs of what people sign in with: a row that somebody else wrote, or moved to another person, proves nothing. */
import type { ClientBase } from 'pg'
import { emailMac } from '../../desk/journal-mac.ts'
import { beginMacsNow, isFirstToFill, isFirstToFillEmails } from '../../desk/mac-times.ts'
import { atomically } from '../../platform/database.ts'
import { isMacOf, keyNumber, macOf, macsOf, type Mac, type MacKeys } from '../../platform/mac.ts'
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

/** Of a recovery code by its digest; it stands in place of that. */
type RecoveryRow = { person: string; digest: string }
const recoveryValues = ({ person, digest }: RecoveryRow) => [person, digest]
export const recoveryMac = (keys: MacKeys, row: RecoveryRow): Mac =>
  macOf(keys, 'recovery-code', recoveryValues(row))
/** Every one that holds, by earlier keys too. */
export const recoveryMacs = (keys: MacKeys, row: RecoveryRow): Mac[] =>
  macsOf(keys, 'recovery-code', recoveryValues(row))

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

/** Where an address stands with its MAC; by whose it is. */
const addressTables = { 'auth.persons': 'id', 'auth.earlier_emails': 'person_id' } as const

async function fillEmails(client: ClientBase, keys: MacKeys): Promise<void> {
  for (const [table, person] of Object.entries(addressTables)) {
    const { rows } = await client.query<{ person: string; email: string }>(
      `select ${person} as person, email from ${table} where email_mac is null`,
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

/** Recovery codes were kept as the digest that their MAC is over now. */
async function replaceRecoveryCodes(client: ClientBase, keys: MacKeys): Promise<void> {
  const { rows } = await client.query<RecoveryRow>(
    `select person_id as person, encode(hash, 'hex') as digest from auth.recovery_codes`,
  )
  await client.query(
    `update auth.recovery_codes code set hash = decode(given.mac, 'hex') from unnest($1::uuid[], $2::text[], $3::text[]) as given(person, digest, mac)
      where code.person_id = given.person and code.hash = decode(given.digest, 'hex')`,
    [
      rows.map(({ person }) => person),
      rows.map(({ digest }) => digest),
      rows.map((row) => recoveryMac(keys, row)),
    ],
  )
}

/**
 * Gives what a database from before had to sign in with its MACs, as it stands: once, in the transaction that says so. As
 * the owner of the database; the application's role can't say that it wasn't done.
 */
export async function fillMacs(client: ClientBase, keys: MacKeys): Promise<void> {
  await atomically(client, async () => {
    if (await isFirstToFillEmails(client)) await fillEmails(client, keys)
    if (!(await isFirstToFill(client, keys))) return
    await fillPasswords(client, keys)
    await fillPasskeys(client, keys)
    await fillRoles(client, keys)
    await replaceRecoveryCodes(client, keys)
  })
}

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

/**
 * After the loss of a secret: what people sign in with is believed as it stands, recovery codes apart, of which nobody can
 * say any more whose they are; and commands recorded before now are no longer checked by their MAC.
 */
export async function renewMacs(client: ClientBase, keys: MacKeys): Promise<void> {
  const numbers = await unknownKeys(client, keys)
  const isUnknown = (column: string) => `${keyNumber(column)} = any ($1)`
  await atomically(client, async () => {
    await beginMacsNow(client, keys)
    await client.query(`update auth.passwords set mac = null where ${isUnknown('mac')}`, [numbers])
    await dropRoleMacs(client, numbers)
    await client.query(`update auth.passkeys set mac = null where ${isUnknown('mac')}`, [numbers])
    await client.query(`delete from auth.recovery_codes where ${isUnknown('hash')}`, [numbers])
    for (const table of Object.keys(addressTables))
      await client.query(`update ${table} set email_mac = null where ${isUnknown('email_mac')}`, [
        numbers,
      ])
    await fillPasswords(client, keys)
    await fillPasskeys(client, keys)
    await fillRoles(client, keys)
    await fillEmails(client, keys)
  })
}
