/** What a wallet address looks like: only the kinds whose checksum is known can be checked for typing mistakes. */

const looksSegwit = /^(bc|tb|bcrt)1[a-z0-9]{6,87}$/i
/** As long as such addresses are, give or take a character; a number alone is a bank account's. */
const looksBase58 = /^(?!\d+$)(?:[13mn2][a-zA-Z0-9]{24,35}|T[a-zA-Z0-9]{32,34})$/

/** Of TRON in a demonstration: no address of Bitcoin's test network begins so. */
const looksSampleTron = /^27[a-zA-Z0-9]{31,34}$/

/**
 * The one spelling of an address, in which it is kept: bech32 means the same in capitals, as QR codes have it, and not in
 * letters of both cases. Its checksum is looked at elsewhere.
 */
export const canonicalAddress = (address: string): string =>
  addressKind(address)?.coding === 'bech32' && address === address.toUpperCase()
    ? address.toLowerCase()
    : address

/**
 * How addresses are compared, those of earlier times too: of bech32 and 0x addresses capitals mean nothing, and of the others two
 * that differ in capitals alone are never both right. In SQL it is `lower(…)`.
 */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

export type AddressKind = { network: 'Bitcoin' | 'TRON'; coding: 'bech32' | 'base58check' }

/** The kind that an address seems to be of, mistyped or not; null for kinds that can't be checked. */
export function addressKind(address: string): AddressKind | null {
  // One of TRON in 1700 begins with TB1 or Tb1; bech32 never has letters of both cases.
  const hasBothCases = /^T.*[a-z]/.test(address) && looksBase58.test(address)
  if (looksSegwit.test(address) && !hasBothCases) return { network: 'Bitcoin', coding: 'bech32' }
  if (looksBase58.test(address)) {
    const isTron = address.startsWith('T') || looksSampleTron.test(address)
    return { network: isTron ? 'TRON' : 'Bitcoin', coding: 'base58check' }
  }
  return null
}

/** Links of wallets, as QR codes have them (BIP 21): the address, and what is wished of the payment. */
const link = /^(?:bitcoin|tron):(?:\/\/)?([^?#]*)(?:[?#].*)?$/is
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Sentences end with what no address ends with, and quotes stand around one. */
const aroundIt = /^[\p{P}\p{S}\s]{1,20}|[\p{P}\p{S}\s]{1,20}$/gu

const plainLetters = (typed: string) => typed.normalize('NFKC').replaceAll(invisible, '').trim()

/**
 * An address as it is kept, from what was typed or pasted: without the link around it, blanks within, what nobody sees and
 * what ends a sentence. Only where an address is left whose checksum can be checked; all else stays as it is.
 */
export function cleanAddress(typed: string): string {
  const plain = plainLetters(typed)
  const bare = (link.exec(plain)?.[1] ?? plain).replaceAll(/\s/g, '').replaceAll(aroundIt, '')
  return addressKind(bare) === null ? typed : canonicalAddress(bare)
}

/** Longer than words are, and as long as addresses are, give or take some. */
const looksLikeAddress = /^[\p{L}\p{N}\p{M}]{20,}$/u

/**
 * Why something that isn't an address alone can't be taken for one of another kind, whose checksum nobody knows; null where
 * it can.
 */
export function decorationFault(cleaned: string): string | null {
  if (addressKind(cleaned) !== null) return null
  const plain = plainLetters(cleaned)
  if (
    /[^\p{L}\p{N}]/u.test(plain) &&
    plain.split(/[^A-Za-z0-9]+/).some((piece) => addressKind(piece))
  )
    return 'There is more here than an address. Please enter the address alone.'
  const pieces = plain.split(/[^\p{L}\p{N}\p{M}]+/u)
  return pieces.some(
    (piece) => looksLikeAddress.test(piece) && /\P{ASCII}/u.test(piece) && /[a-z0-9]/i.test(piece),
  )
    ? 'A letter of this address is none that addresses have, though it may look like one. Please copy it anew.'
    : null
}
