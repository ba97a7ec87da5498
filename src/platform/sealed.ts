/** Values that must be read again, but not by a thief who has only the database: AES-256-GCM by a key made of the server's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'glasshouse sealed values', 32))
}

/** Nonce, sealed value and tag. `about` is whose or what it is: a value that was moved elsewhere doesn't open. The key has 32 bytes. */
export function sealWith(key: Buffer, about: string, value: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
}

/** Null when it was sealed with another key or about something else, or was changed since. */
export function unsealWith(key: Buffer, about: string, sealed: Buffer): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(nonceBytes, -tagBytes)),
      decipher.final(),
    ])
  } catch {
    return null
  }
}

/** By the server's secret. `owner` is whose it is. */
export const seal = (secret: string, owner: string, value: Buffer): Buffer =>
  sealWith(keyOf(secret), owner, value)

/** Null when it was sealed with another secret or for another owner, or was changed since. */
export const unseal = (secret: string, owner: string, sealed: Buffer): Buffer | null =>
  unsealWith(keyOf(secret), owner, sealed)
