/**
 * What opens a wallet, pasted where something else was asked for. It is told by its form alone, mistyped or not: half a private
 * key is a secret too, and none may be kept, logged or shown again.
 * Sources: BIP 32 and SLIP 132 (extended keys), BIP 38, BIP 39 and SLIP 39 (words), BIP 93 (codex32), Bitcoin's wallet import
 * format, Stellar's and Solana's formats of keys.
 */

/** Mended by making another wallet; what is wanted of that one follows. */
const privateKey = (next: string) =>
  `This is a private key. It must never reach a server: take it for lost, make a new wallet, and ${next}.`

/** Where the public keys of a wallet were asked for. */
export const privateKeyForPublic = privateKey('export its public keys')
const privateKeyForAddress = privateKey('enter an address of it')
const privateKeyForText = privateKey('write this without it')
const seedWords =
  'These look like the words of a wallet. They must never reach a server: if they are, take them for lost and make a new wallet.'
const hexKey =
  'This is a private key, or the number of a transaction, but no address. A private key must never reach a server: if it is one, take it for lost, make a new wallet, and enter an address of it.'
const publicKey =
  'This is the public key of a whole wallet, not an address: whoever has it sees all that the wallet receives. Please enter one of its addresses.'

const base58 = '[1-9A-HJ-NP-Za-km-z]'
/** None of these forms is that of an address, of a hash as people write it, or of a word. */
const privateKeys = new RegExp(
  `^(?:[59]${base58}{50}|[KLc]${base58}{51}|[a-zA-Z]prv${base58}{20,}|6P${base58}{56}|S[A-Z2-7]{55}|${base58}{86,88}|(?:ms1|MS1)[a-zA-Z0-9]{45,})$`,
)
const extendedPublicKey = new RegExp(`^[a-zA-Z]pub${base58}{50,}$`)
const hex64 = /^(?:0x)?[\da-f]{64}$/i

/** Wallets have twelve words at least; one may be hidden, or have been left out. */
const fewestWords = 11
/**
 * Words of the lists have three to eight letters, Chinese ones a character each. An address isn't made of words: between its
 * letters stand digits.
 */
const word =
  /\p{Script=Han}|(?<![\p{L}\p{M}\p{N}])(?:\p{Script=Latin}{3,8}|(?:(?!\p{Script=Latin})[\p{L}\p{M}]){2,})(?![\p{L}\p{M}\p{N}])/gu
/** Beyond blanks, numbers and what lists are written with, nothing stands between them. */
const notBetween = /[^\p{L}\p{M}\p{N}\s,;.:()|\p{Dash}]+/u

const piecesOf = (text: string) => text.normalize('NFKC').split(/[^A-Za-z0-9]+/)

/** Whether a private key stands anywhere in it. */
export const holdsPrivateKey = (text: string): boolean =>
  piecesOf(text).some((piece) => privateKeys.test(piece))

const areSeedWords = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(notBetween)
    .some((part) => (part.match(word) ?? []).length >= fewestWords)

/** What is wrong with it where an address was asked for, in a sentence, or null. */
export function secretForAddress(text: string): string | null {
  const together = text.normalize('NFKC').replaceAll(/\s/g, '')
  const pieces = [...piecesOf(text), together]
  if (pieces.some((piece) => privateKeys.test(piece))) return privateKeyForAddress
  if (pieces.some((piece) => hex64.test(piece))) return hexKey
  if (pieces.some((piece) => extendedPublicKey.test(piece))) return publicKey
  return areSeedWords(text) ? seedWords : null
}

/** The same for the short name that somebody gives a wallet. */
export function secretForName(text: string): string | null {
  if (holdsPrivateKey(text)) return privateKeyForText
  return areSeedWords(text) ? seedWords : null
}

/** The same for all other texts, where many words are none of a wallet's. */
export const secretForText = (text: string): string | null =>
  holdsPrivateKey(text) ? privateKeyForText : null
