/**
 * Arrays as parameters of a statement, in the forms that cost least. node-postgres would look at every
 * element by itself and quote what needs it, and the server would take the quotes off again; and the text of a
 * uuid or an instant costs the server four times as much as its bytes.
 */
import type { Instant } from '../lib/instant.ts'

/** What would need quotes: anything but the letters of small numbers and of words of our own. */
const notPlain = /[^\w-]/

function plainElement(value: string | number | boolean | null): string | number | boolean {
  if (value === null) return 'NULL'
  if (value === '') return '""'
  if (typeof value === 'string' && notPlain.test(value))
    throw new RangeError(`An element needs quotes: ${value}`)
  return value
}

/** The text of an array of small numbers, of truths, or of words of our own. Throws at anything that would need quotes. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map(plainElement).join(',')}}`
}

/*
 * The binary form of the protocol (PostgreSQL, array_recv): dimensions, whether any element may be null, the type
 * of the elements, how many, and the lower bound; then each element's length, -1 for a null, and its bytes.
 */
const oids = { bytea: 17, bigint: 20, text: 25, timestamptz: 1184, uuid: 2950, jsonb: 3802 }
const headerBytes = 20

function writeHeader(bytes: Buffer, oid: number, elements: number): void {
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(1, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(elements, 12)
  bytes.writeInt32BE(1, 16)
}

/** Elements that all have the same length. */
function fixedArray<T>(
  values: readonly (T | null)[],
  oid: number,
  length: number,
  write: (view: DataView, at: number, value: T) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + values.length * (4 + length))
  writeHeader(bytes, oid, values.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = headerBytes
  // By places, here and below: an iterator allocates at each step, and this runs for every value of every batch.
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    view.setInt32(at, value === null ? -1 : length)
    at += 4
    if (value === null) continue
    write(view, at, value)
    at += length
  }
  return bytes.subarray(0, at)
}

const hyphen = '-'.charCodeAt(0)
/** The value of a hexadecimal digit by its character's code. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

function writeUuid(view: DataView, at: number, uuid: string): void {
  let written = 0
  for (let i = 0; i < uuid.length; i += 2) {
    if (uuid.charCodeAt(i) === hyphen) i += 1
    const byte = ((digits[uuid.charCodeAt(i)] ?? -1) << 4) | (digits[uuid.charCodeAt(i + 1)] ?? -1)
    if (byte < 0) break
    view.setUint8(at + written, byte)
    written += 1
  }
  if (written !== 16) throw new RangeError(`Not a UUID: ${uuid}`)
}

/** A `uuid[]`. */
export const uuidArray = (values: readonly (string | null)[]): Buffer =>
  fixedArray(values, oids.uuid, 16, writeUuid)

/** A `bigint[]`. */
export const bigintArray = (values: readonly (bigint | number | null)[]): Buffer =>
  fixedArray(values, oids.bigint, 8, (view, at, value) => view.setBigInt64(at, BigInt(value)))

/** PostgreSQL counts microseconds since 2000. */
const epoch = Date.UTC(2000, 0, 1)

/** A `timestamptz[]`. */
export const instantArray = (values: readonly (Instant | null)[]): Buffer =>
  fixedArray(values, oids.timestamptz, 8, (view, at, value) =>
    view.setBigInt64(at, BigInt(value - epoch) * 1000n),
  )

/** A `bytea[]` of bytes in hexadecimal digits. */
export function byteaArray(values: readonly (string | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(
    values.reduce((sum, value) => sum + 4 + (value === null ? 0 : value.length / 2), headerBytes),
  )
  writeHeader(bytes, oids.bytea, values.length)
  let at = headerBytes
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    at = bytes.writeInt32BE(value === null ? -1 : value.length / 2, at)
    if (value === null) continue
    const written = bytes.write(value, at, 'hex')
    if (written * 2 !== value.length) throw new RangeError(`Not hexadecimal digits: ${value}`)
    at += written
  }
  return bytes
}

const jsonbVersion = 1

function binaryTexts(
  values: readonly (string | null)[],
  oid: number,
  prefix: readonly number[],
): Buffer {
  const lengths = values.map((value) =>
    value === null ? -1 : Buffer.byteLength(value) + prefix.length,
  )
  const bytes = Buffer.allocUnsafe(
    lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), headerBytes),
  )
  writeHeader(bytes, oid, values.length)
  let at = headerBytes
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!
    at = bytes.writeInt32BE(lengths[i]!, at)
    if (value === null) continue
    for (const byte of prefix) at = bytes.writeUInt8(byte, at)
    at += bytes.write(value, at)
  }
  return bytes
}

/** A `text[]` of whatever people write. */
export const textArray = (values: readonly (string | null)[]): Buffer =>
  binaryTexts(values, oids.text, [])

/** A `jsonb[]` of texts in JSON. */
export const jsonArray = (values: readonly (string | null)[]): Buffer =>
  binaryTexts(values, oids.jsonb, [jsonbVersion])
