import { createHash, randomUUIDv7 } from 'node:crypto'

/** A new id that sorts by the time it was made, so that indexes grow at their end. RFC 9562, version 7. */
export const newId = (): string => randomUUIDv7()

/** Ids that are made from this moment on, by this machine's clock, are greater. */
export function firstIdAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const namespace = Buffer.from('9d4b3c1e6f0a4d52b7c85a1e2f3d4c60', 'hex')

/** The id of a thing that may be made only once, from its name. RFC 9562, version 5. */
export function idFromName(name: string): string {
  const hash = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
