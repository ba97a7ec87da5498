/** Values that must be read again, but not by a thief who has only the database: AES-256-GCM by a key made of the server's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'glasshouse sealed values', 32))
}

/** Nonce, sealed value and tag. `owner` is whose it is: a value that was moved to another owner doesn't open. */
export function seal(secret: string, owner: string, value: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
}

/** Null when it was sealed with another secret or for another owner, or was changed since. */
export function unseal(secret: string, owner: string, sealed: Buffer): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(nonceBytes, -tagBytes)),
      decipher.final(),
    ])
  } catch {
    return null
  }
}
