/**
 * Signatures as minisign writes them, so that its own tool checks and makes them: Ed25519 (RFC 8032) over the BLAKE2b-512 of a
 * file, and once more over that signature with the comment beside it. Source: minisign's documentation, "Signature format".
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

// One signature is checked at a time. By default a table for thousands is made first, which takes a phone most of the whole check.
ed25519.Point.BASE.precompute(1)

const algorithm = utf8ToBytes('Ed')
/** Of a signature over the file's BLAKE2b; older versions of minisign signed the file itself, which isn't taken here. */
const prehashed = utf8ToBytes('ED')
const idBytes = 8
const keyBytes = 32
const signatureBytes = 64

export type PublicKey = { id: Uint8Array; key: Uint8Array }
export type SigningKey = { id: Uint8Array; secret: Uint8Array }

const areSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, n) => byte === other[n])

function decoded(text: string, length: number): Uint8Array | null {
  try {
    const bytes = base64.decode(text)
    return bytes.length === length ? bytes : null
  } catch {
    return null
  }
}

/** As minisign prints it behind `-P`: one line of base64. Null where it is none. */
export function readPublicKey(text: string): PublicKey | null {
  const bytes = decoded(text, algorithm.length + idBytes + keyBytes)
  if (bytes === null || !areSame(bytes.slice(0, 2), algorithm)) return null
  return { id: bytes.slice(2, 2 + idBytes), key: bytes.slice(2 + idBytes) }
}

export const publicKeyText = ({ id, secret }: SigningKey): string =>
  base64.encode(concatBytes(algorithm, id, ed25519.getPublicKey(secret)))

const untrusted = 'untrusted comment: '
const trusted = 'trusted comment: '

/** What minisign writes into the file beside the one that is signed. */
export function signatureText({ id, secret }: SigningKey, file: string, comment: string): string {
  const signature = ed25519.sign(blake2b(utf8ToBytes(file)), secret)
  const whole = ed25519.sign(concatBytes(signature, utf8ToBytes(comment)), secret)
  return [
    `${untrusted}signature of a Glasshouse manifest`,
    base64.encode(concatBytes(prehashed, id, signature)),
    `${trusted}${comment}`,
    base64.encode(whole),
    '',
  ].join('\n')
}

function verifies(signature: Uint8Array, content: Uint8Array, key: Uint8Array): boolean {
  try {
    // As RFC 8032 has it, and minisign's library: no other encoding of the same point counts.
    return ed25519.verify(signature, content, key, { zip215: false })
  } catch {
    return false
  }
}

/** Whether it is this key's, over exactly this file and this comment. */
export function isSignedBy({ id, key }: PublicKey, file: string, text: string): boolean {
  const [first, second, third, fourth, ...rest] = text.replaceAll('\r\n', '\n').split('\n')
  if (!first?.startsWith(untrusted) || !third?.startsWith(trusted) || rest.join('') !== '')
    return false
  const head = prehashed.length + idBytes
  const signed = decoded(second!, head + signatureBytes)
  const whole = decoded(fourth ?? '', signatureBytes)
  if (signed === null || whole === null) return false
  const signature = signed.slice(head)
  return (
    areSame(signed.slice(0, head), concatBytes(prehashed, id)) &&
    verifies(signature, blake2b(utf8ToBytes(file)), key) &&
    verifies(whole, concatBytes(signature, utf8ToBytes(third.slice(trusted.length))), key)
  )
}
