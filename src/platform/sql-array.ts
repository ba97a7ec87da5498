/**
 * Arrays as parameters of a statement, in the forms that cost least. node-postgres would look at every
 * element by itself and quote what needs it, and the server would take the quotes off again.
 */

/** What would need quotes: anything but the letters of ids, numbers, instants and words of our own. */
const notPlain = /[^\w:.+-]/

function plainElement(value: string | number | bigint | boolean | null): string | number | bigint | boolean {
  if (value === null) return 'NULL'
  if (value === '') return '""'
  if (typeof value === 'string' && notPlain.test(value)) throw new RangeError(`An element needs quotes: ${value}`)
  return value
}

/** The text of a `uuid[]`, `bigint[]`, `timestamptz[]` or of words of our own. Throws at anything that would need quotes. */
export function plainArray(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map(plainElement).join(',')}}`
}

const headerBytes = 20
const textOid = 25
const jsonbOid = 3802
const jsonbVersion = 1

/**
 * An array in the binary form of the protocol (PostgreSQL, array_recv): dimensions, whether any element is
 * null, the type of the elements, length and lower bound; then each element's length and bytes.
 */
function binaryArray(values: readonly (string | null)[], oid: number, prefix: readonly number[]): Buffer {
  const lengths = values.map((value) => (value === null ? -1 : Buffer.byteLength(value) + prefix.length))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), headerBytes))
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(lengths.includes(-1) ? 1 : 0, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = headerBytes
  for (const [i, value] of values.entries()) {
    at = bytes.writeInt32BE(lengths[i]!, at)
    if (value === null) continue
    for (const byte of prefix) at = bytes.writeUInt8(byte, at)
    at += bytes.write(value, at)
  }
  return bytes
}

/** A `text[]` of whatever people write. */
export const textArray = (values: readonly (string | null)[]): Buffer => binaryArray(values, textOid, [])

/** A `jsonb[]` of texts in JSON. */
export const jsonArray = (values: readonly (string | null)[]): Buffer => binaryArray(values, jsonbOid, [jsonbVersion])
