/**
 * Recovery codes: for who has lost the other factors. Eighty bits each, so that what is kept of one can't be guessed from;
 * and that is a MAC, so that nobody can write down one of their own.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { MacKeys } from '../../platform/mac.ts'
import { recoveryMac, recoveryMacs } from './row-macs.ts'

const howMany = 10

// Crockford's base 32: no letter that looks like a digit.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen letters and digits; 256 is a multiple of 32, so each is as likely. */
function newCode(): string {
  return Array.from(randomBytes(16), (byte) => letters[byte % letters.length]!).join('')
}

/** As people read and type it: in fours. */
const inFours = (code: string) => code.match(/.{4}/g)!.join('-')

/** With the person in it, so that equal codes of two people don't look equal. */
const rowOf = (person: string, code: string) => ({
  person,
  digest: createHash('sha256').update(`${person}:${code}`).digest('hex'),
})

/** Replaces all codes, and answers the new ones: they are shown once and can't be read again. */
export async function renewRecoveryCodes(
  client: PoolClient,
  keys: MacKeys,
  person: string,
): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await client.query('delete from auth.recovery_codes where person_id = $1', [person])
  await client.query(
    `insert into auth.recovery_codes (person_id, hash) select $1, decode(unnest($2::text[]), 'hex')`,
    [person, codes.map((code) => recoveryMac(keys, rowOf(person, code)))],
  )
  return codes.map(inFours)
}

/** Whether this is an unused code of theirs; it is used then. */
export async function takeRecoveryCode(
  pool: Pool,
  keys: MacKeys,
  person: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update auth.recovery_codes set used_at = clock_timestamp() where person_id = $1 and encode(hash, 'hex') = any ($2) and used_at is null`,
    [person, recoveryMacs(keys, rowOf(person, code))],
  )
  return rowCount === 1
}
