/**
 * Message authentication codes of rows: whoever has only the database's rights can make none. HMAC-SHA-256 cut to 128
 * bits (RFC 2104, section 5), by a key derived from the server's secret (HKDF, RFC 5869), under the number of that key.
 */
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What a code is made for; it holds for nothing else. */
export type MacLabel =
  | 'command'
  | 'since'
  | 'role'
  | 'password'
  | 'passkey'
  | 'recovery-code'
  | 'session'
  | 'email'
  | 'replay'
  | 'staff-invitation'
  | 'used-staff-invitation'
  | 'row'
  | 'row-words'
  | 'document-number'
  | 'check'

/** In hexadecimal digits: the number of the key, and the code. */
export type Mac = string

const numberDigits = 4
const codeDigits = 32

type Key = { number: string; bytes: Buffer }
/** New codes are made by the newest; those by an earlier one hold too. */
export type MacKeys = { newest: Key; all: readonly Key[] }

/** The number is of the key itself, so that nobody has to hand any out. */
function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'glasshouse row codes', 32))
  return { number: hash('sha256', bytes, 'hex').slice(0, numberDigits), bytes }
}

export function macKeysOf(secret: string, earlier: readonly string[] = []): MacKeys {
  const newest = keyOf(secret)
  return { newest, all: [newest, ...earlier.map(keyOf)] }
}

/** Lists of texts, numbers and nulls, as in the chain: where one value ends and the next begins is never in doubt. */
const codeOf = (key: Key, label: MacLabel, values: readonly unknown[]) =>
  createHmac('sha256', key.bytes)
    .update(JSON.stringify([label, ...values]))
    .digest('hex')
    .slice(0, codeDigits)

const madeBy = (key: Key, label: MacLabel, values: readonly unknown[]): Mac =>
  `${key.number}${codeOf(key, label, values)}`

export function macOf({ newest }: MacKeys, label: MacLabel, values: readonly unknown[]): Mac {
  return madeBy(newest, label, values)
}

/** Every code that holds for these values: by the newest key first. */
export function macsOf({ all }: MacKeys, label: MacLabel, values: readonly unknown[]): Mac[] {
  return all.map((key) => madeBy(key, label, values))
}

/** SQL of the number of the key by which the MAC in this column was made. */
export const keyNumber = (column: string): string =>
  `substr(encode(${column}, 'hex'), 1, ${numberDigits})`

/** Whether a MAC says that it is by one of these keys. */
export const isKeyKnown = ({ all }: MacKeys, mac: Mac): boolean =>
  all.some(({ number }) => mac.startsWith(number))

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** `mac` is null where a row has none, and then holds for nothing. */
export function isMacOf(
  { all }: MacKeys,
  mac: Mac | null,
  label: MacLabel,
  values: readonly unknown[],
): boolean {
  return all.some(
    (key) => mac?.startsWith(key.number) === true && isEqual(mac, madeBy(key, label, values)),
  )
}
