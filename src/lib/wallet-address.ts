/** What a wallet address looks like: only the kinds whose checksum is known can be checked for typing mistakes. */
import { bankAccountIn } from './bank-account-in.ts'
import { looksLikeBankAccount, plainBankAccount } from './bank-account.ts'
import { blocksOf, mixIn, mixOfNoWords, plainLetters, withoutUuids } from './letter-blocks.ts'

export const looksSegwit = /^(bc|tb|bcrt)1[a-z0-9]{6,87}$/i
/** As long as such addresses are, give or take a character; a number alone is a bank account's. */
export const looksBase58 = /^(?!\d+$)(?:[13mn2][a-zA-Z0-9]{24,35}|T[a-zA-Z0-9]{32,34})$/

/** Of TRON in a demonstration: no address of Bitcoin's test network begins so. */
export const looksSampleTron = /^27[a-zA-Z0-9]{31,34}$/

/**
 * The one spelling of an address, in which it is kept: bech32 means the same in capitals, as QR codes have it, and not in
 * letters of both cases. Its checksum is looked at elsewhere.
 */
export const canonicalAddress = (address: string): string =>
  addressKind(address)?.coding === 'bech32' && address === address.toUpperCase()
    ? address.toLowerCase()
    : address

/**
 * How addresses are compared: of bech32 and 0x addresses capitals mean nothing, and of the others two that differ in capitals
 * alone are never both right. In SQL it is `lower(…)`.
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
/** Of other chains what is wished may be needed, such as a memo, so that their links must hold the address alone. */
const scheme = /^[a-z][a-z\d+.-]{0,20}:(?:\/\/)?/i
/** Sentences end with what no address ends with, and quotes stand around one. */
const aroundIt = /^[\p{P}\p{S}\s]{1,20}|[\p{P}\p{S}\s]{1,20}$/gu
/** The same where addresses may end with a dash or a low line. */
const aroundOther = /^[^\p{L}\p{M}\p{N}_-]{1,20}|[^\p{L}\p{M}\p{N}_-]{1,20}$/gu
const sentenceEnd = /[.,;:!?\s]{1,20}$/

/** Base64, of which TON's addresses are made. */
const onTon = /^[EUk0]Q[\w+/-]{46}$/
/** In one piece, but for the prefix of some chains. */
const solid = /^(?:[a-z0-9]+|[a-z]{2,8}_[a-z0-9]{20,})$/i
/** The shortest that are: names of people's own have fewer letters and digits, or words. */
const shortest = 20

/** Whether letters and digits are mixed as in an address, whatever stands between them. A number that a program gave out is none. */
function isMixed(plain: string): boolean {
  const blocks = blocksOf(withoutUuids(plain))
  return blocks.join('').length >= shortest && mixIn(blocks) >= mixOfNoWords
}

/** Whether it is as an address of any chain may be: one of a kind that is known, or letters and digits mixed as in no word. */
export const looksLikeAnyAddress = (word: string): boolean =>
  word.length >= 26 &&
  (looksSegwit.test(word) || looksBase58.test(word) || solid.test(word) || onTon.test(word)) &&
  isMixed(word)

const hexOfEthereum = /^(?:0x)?([\da-f]{40})$/i
const hexOfTron = /^(?:0x)?(41[\da-f]{40})$/i

/** Without the link around it, and what ends a sentence. */
const bareOther = (plain: string): string => plain.replaceAll(aroundOther, '').replace(scheme, '')

/** Hexadecimal digits are the same however they are cut; their capitals are kept, which some wallets have as a checksum. */
function hexAddress(plain: string): string | null {
  const bare = bareOther(plain)
  const digits = hexOfEthereum.exec(blocksOf(bare).join(''))?.[1]
  return digits === undefined ? (hexOfTron.exec(bare)?.[1]?.toLowerCase() ?? null) : `0x${digits}`
}

/** Of what has two: base64 with the signs that links can't have, and Nano's older prefix. */
const oneSpelling = (address: string): string =>
  onTon.test(address)
    ? address.replaceAll('+', '-').replaceAll('/', '_')
    : address.replace(/^xrb_/i, 'nano_')

/** Of the kinds whose checksum nobody knows, or the words that somebody has for a place. */
function cleanOther(plain: string): string {
  const bare = bareOther(plain)
  if ((solid.test(bare) || onTon.test(bare)) && isMixed(bare)) return oneSpelling(bare)
  return plain.replace(sentenceEnd, '') || plain
}

/** Far more than any address has; what would become longer by being cleaned isn't one. */
const longest = 200

/**
 * An address as it is kept, from what was typed or pasted: without the link around it, what nobody sees and what ends a
 * sentence, and without blanks where its form is known. An account at a bank becomes what it is, and is refused as a wallet.
 */
export function cleanAddress(typed: string): string {
  const plain = plainLetters(typed).trim()
  const bare = (link.exec(plain)?.[1] ?? plain).replaceAll(/\s/g, '').replaceAll(aroundIt, '')
  if (addressKind(bare) !== null) return canonicalAddress(bare)
  const hex = hexAddress(plain)
  if (hex !== null) return hex
  const account = bankAccountIn(plain)
  if (account !== null) return plainBankAccount(typed) === account ? typed : account
  const cleaned = cleanOther(plain)
  return cleaned.length > longest ? typed : cleaned
}

/** Longer than words are, and as long as addresses are, give or take some. */
const looksLikeAddress = /^[\p{L}\p{N}\p{M}]{20,}$/u
/** Whose letters look like those that addresses have, and stand beside them in no word. */
const lookAlike = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** A letter that no address has, in what else is one. */
const hasStrangeLetter = (block: string): boolean =>
  /[a-z0-9]/i.test(block) &&
  /\P{ASCII}/u.test(block) &&
  (looksLikeAddress.test(block) || (lookAlike.test(block) && /[a-z]/i.test(block)))

/** An address of a known kind beside other words, or one of any kind in pieces. */
const isDecorated = (plain: string): boolean =>
  !onTon.test(plain) &&
  ((/[^\p{L}\p{N}]/u.test(plain) &&
    withoutUuids(plain)
      .split(/[^A-Za-z0-9]+/)
      .some((piece) => addressKind(piece))) ||
    (!solid.test(plain) && isMixed(plain)))

/** The contract of USDT, and the address of twenty zeros, as TRON’s main network, a demonstration’s and nodes write them. */
const nobodys: ReadonlySet<string> = new Set([
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '27eDfqA41mYyW9NxN9zCp8jBsbovcENGQMP',
  '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  '27P5WYNh6bs9BrMJrv8Hzb4YshiDvkmsVmc',
  `41${'0'.repeat(40)}`,
])

/** Why a cleaned address is refused where it is entered, though it is one: what is sent there is lost. Null for all others. */
export const lostThere = (cleaned: string): string | null =>
  nobodys.has(cleaned)
    ? 'Nobody has the key of this address: it is no wallet, and what is sent there is lost. Please enter the address of your own wallet.'
    : null

/**
 * Why something that isn't an address alone can't be taken for one of another kind, whose checksum nobody knows; null where
 * it can.
 */
export function decorationFault(cleaned: string): string | null {
  if (addressKind(cleaned) !== null) return null
  const plain = plainLetters(cleaned).trim()
  if (bankAccountIn(plain) !== null) return null
  if (blocksOf(plain).some(hasStrangeLetter))
    return 'A letter of this address is none that addresses have, though it may look like one. Please copy it anew.'
  return isDecorated(plain)
    ? 'There is more here than an address. Please enter the address alone, in one piece.'
    : null
}

/** Why a cleaned address is none where it is an account at a bank: called a wallet, it would go to a holder whom nobody has named. */
export const accountAsWallet = (cleaned: string): string | null =>
  looksLikeBankAccount(plainBankAccount(cleaned))
    ? 'This is an account at a bank, not a wallet. Please choose a bank account, and say who holds it.'
    : null
