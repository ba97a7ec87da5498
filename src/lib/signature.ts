/**
 * Whether a signature of a coin verifies. Hex is in small letters; a signature ends with the byte of its sighash, if it has one.
 * Sources: BIP 66 (DER), 340 (Schnorr), 341 (taproot: which sighash a signature is of).
 */
import { schnorr } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { hex } from '@scure/base'
import { SigHash } from '@scure/btc-signer'

/** A number of DER at a place, without the zero that keeps it positive; null where it isn't spelled as BIP 66 wants it. */
function derNumber(der: Uint8Array, at: number): { digits: Uint8Array; end: number } | null {
  const end = at + 2 + (der[at + 1] ?? 0)
  const [first, second = 0] = der.subarray(at + 2, end)
  if (der[at] !== 2 || end > der.length || first === undefined || first >= 0x80) return null
  const hasZero = first === 0
  if (hasZero && second < 0x80) return null
  const digits = der.subarray(hasZero ? at + 3 : at + 2, end)
  return digits.length > 32 ? null : { digits, end }
}

/** The two numbers of a signature, of 32 bytes each. */
function compact(der: Uint8Array): Uint8Array | null {
  const r = derNumber(der, 2)
  const s = r && derNumber(der, r.end)
  if (!s || s.end !== der.length || der[0] !== 0x30 || der[1] !== der.length - 2) return null
  const numbers = new Uint8Array(64)
  numbers.set(r.digits, 32 - r.digits.length)
  numbers.set(s.digits, 64 - s.digits.length)
  return numbers
}

/** Refuses the larger of the two numbers that would do, as nodes do: the library's check. */
export function verifies(publicKey: string, digest: Uint8Array, signature: Uint8Array): boolean {
  const numbers = compact(signature.subarray(0, -1))
  return numbers !== null && new HDKey({ publicKey: hex.decode(publicKey) }).verify(digest, numbers)
}

/** Of taproot: the default is said by no byte, and by none alone. Undefined where it is no signature. */
export function taprootType(signature: Uint8Array): number | undefined {
  if (signature.length === 64) return SigHash.DEFAULT
  return signature.length === 65 && signature[64] !== SigHash.DEFAULT ? signature[64] : undefined
}

/** `outputKey`: as the script has it, in hex: what is signed with is the key of the wallet, tweaked. */
export const verifiesTaproot = (
  outputKey: string,
  digest: Uint8Array,
  signature: Uint8Array,
): boolean => schnorr.verify(signature.subarray(0, 64), digest, hex.decode(outputKey))
