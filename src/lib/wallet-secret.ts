/**
 * What opens a wallet, pasted where something else was asked for. It is told by its form alone, mistyped or not: half a private
 * key is a secret too, and none may be kept, logged or shown again.
 * Sources: BIP 32 and SLIP 132 (extended keys), BIP 38, BIP 39 and SLIP 39 (words), BIP 93 (codex32), Bitcoin's wallet import
 * format, Stellar's and Solana's formats of keys.
 */
import {
  blocksOf,
  mixIn,
  mixOfNoWords,
  mixUpTo,
  plainLetters,
  withoutUuids,
} from './letter-blocks.ts'

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
const hexDigits = /^(?:0x)?(?:[\da-f]{64}|[\da-f]{128})$/i
/** How long the forms are that end somewhere; of the others a beginning tells enough. */
const keyLengths = [51, 52, 56, 58, 86, 87, 88]
const hexLengths = [64, 66, 128, 130]
const openEnded = new RegExp(`^(?:[a-zA-Z]prv${base58}{20}|(?:ms1|MS1)[a-zA-Z0-9]{45})`)
/** The numbers of a key's 32 bytes, as programs write them. */
const fewestBytes = 32

/** Wallets have twelve words at least; one may be hidden, or have been left out. */
const fewestWords = 11
/**
 * Words of the lists have three to eight letters, Chinese ones a character each. An address isn't made of words: between its
 * letters stand digits.
 */
const word =
  /\p{Script=Han}|(?<![\p{L}\p{M}\p{N}])(?:\p{Script=Latin}{3,8}|(?:(?!\p{Script=Latin})[\p{L}\p{M}]){2,})(?![\p{L}\p{M}\p{N}])/gu
/** Markup is made of words too: what begins with a tag that has more than a name is looked at by itself. */
const markup = /<(?=\w{1,20}[\s/][^<>]{0,200}>)/
/** Words that were written as one, told apart by capitals or by numbers: of numbered ones so many as no address has. */
const capitals =
  /(?<![\p{L}\p{M}\p{N}])\p{L}\p{Ll}{2,7}(?:\p{Lu}\p{Ll}{2,7})+(?![\p{L}\p{M}\p{N}])/gu
const numbered =
  /(?<![\p{L}\p{M}\p{N}_])\d{0,2}(?:\p{L}{3,8}\d{1,2}){10,24}(?:\p{L}{3,8})?(?![\p{L}\p{M}\p{N}_])/gu

const asciiBlocks = (plain: string) => plain.match(/[A-Za-z0-9]+/g) ?? []

/** Whether blocks that follow one another are such a key, cut by whatever signs. Words that make up one by chance are less mixed. */
function isCut(
  blocks: readonly string[],
  { form, lengths, isOpen }: { form: RegExp; lengths: readonly number[]; isOpen?: boolean },
): boolean {
  if (blocks.length < 2) return false
  const [joined, mix] = [blocks.join(''), mixUpTo(blocks)]
  const ends = new Uint8Array(joined.length + 1)
  let at = 0
  for (const block of blocks) ends[(at += block.length)] = 1
  const isKey = (from: number, to: number) =>
    to <= joined.length &&
    (isOpen || ends[to] === 1) &&
    mix[to]! - mix[from]! >= mixOfNoWords &&
    form.test(joined.slice(from, to))
  at = 0
  return blocks.some((block) => {
    const from = at
    at += block.length
    return lengths.some((length) => isKey(from, from + length))
  })
}

const isPrivateKey = (blocks: readonly string[]): boolean =>
  blocks.some((block) => privateKeys.test(block)) ||
  isCut(blocks, { form: privateKeys, lengths: keyLengths }) ||
  isCut(blocks, { form: openEnded, lengths: [24, 48], isOpen: true })

/** Whether a private key stands anywhere in it. */
export const holdsPrivateKey = (text: string): boolean =>
  isPrivateKey(asciiBlocks(plainLetters(text)))

const isHexKey = (blocks: readonly string[]): boolean =>
  blocks.some((block) => hexDigits.test(block)) ||
  isCut(blocks, { form: hexDigits, lengths: hexLengths })

/** Each byte by itself: `[18,52,…]`, or `0x12, 0x34, …`. */
function areBytes(blocks: readonly string[]): boolean {
  let run = 0
  return blocks.some((block) => {
    const isByte = /^(?:\d{1,3}|0x[\da-f]{1,2})$/i.test(block) && Number(block) < 256
    run = isByte ? run + 1 : 0
    return run >= fewestBytes
  })
}

/** 32 or 64 bytes in base64. Without its signs it may be an address. */
const isBase64Key = (plain: string): boolean =>
  (withoutUuids(plain).match(/[A-Za-z0-9+/_-]+={0,2}/g) ?? []).some(
    (piece) =>
      (/^[\w+/-]{43}(?:=|(?<=[+/_-].{0,42}))$/.test(piece) || /^[\w+/-]{86}==$/.test(piece)) &&
      mixIn(blocksOf(piece)) >= mixOfNoWords,
  )

const partsOf = (text: string): string[] =>
  plainLetters(text)
    .replaceAll(capitals, (words) => words.replaceAll(/(?=\p{Lu})/gu, ' '))
    .replaceAll(numbered, (words) => words.replaceAll(/\d/g, ' '))
    .split(markup)

const areSeedWords = (text: string): boolean =>
  partsOf(text).some((part) => (part.match(word) ?? []).length >= fewestWords)

/** What is wrong with it where an address was asked for, in a sentence, or null. */
export function secretForAddress(text: string): string | null {
  const plain = plainLetters(text)
  const blocks = asciiBlocks(plain)
  const together = plain.replaceAll(/\s/g, '')
  if (isPrivateKey(blocks) || privateKeys.test(together)) return privateKeyForAddress
  if (areBytes(blocks)) return privateKeyForAddress
  if (isHexKey(blocks) || hexDigits.test(together) || isBase64Key(plain)) return hexKey
  if ([...blocks, together].some((piece) => extendedPublicKey.test(piece))) return publicKey
  return areSeedWords(text) ? seedWords : null
}

/** The same for the short name that somebody gives a wallet. */
export function secretForName(text: string): string | null {
  const plain = plainLetters(text)
  const blocks = asciiBlocks(plain)
  if (isPrivateKey(blocks) || areBytes(blocks) || isHexKey(blocks) || isBase64Key(plain))
    return privateKeyForText
  return areSeedWords(text) ? seedWords : null
}

/** The same for what one part of is in the name, and the rest in the address: each by itself is looked at elsewhere. */
export function secretInBoth(name: string, address: string): string | null {
  const [before, behind] = [name, address].map((text) =>
    asciiBlocks(withoutUuids(plainLetters(text))),
  )
  const areMixed = [before!, behind!].every((blocks) => mixIn(blocks) >= mixOfNoWords / 2)
  const orders = [
    [...before!, ...behind!],
    [...behind!, ...before!],
  ]
  if (areMixed && orders.some((blocks) => isPrivateKey(blocks) || isHexKey(blocks)))
    return privateKeyForAddress
  return areSeedWords(`${name}\n${address}`) ? seedWords : null
}

/** The same for all other texts, where many words are none of a wallet's. */
export const secretForText = (text: string): string | null =>
  holdsPrivateKey(text) ? privateKeyForText : null
