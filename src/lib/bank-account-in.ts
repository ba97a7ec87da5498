/** Accounts at banks that stand in other words, told however they are cut or decorated. */
import {
  ibanLengths,
  isRoutingNumber,
  looksLikeBankAccount,
  looksLikeIban,
  plainBankAccount,
} from './bank-account.ts'
import { blocksOf, plainLetters, withoutUuids } from './letter-blocks.ts'

/** What stands in one but for the country and the check digits: half of it is digits. */
const isMostlyDigits = (rest: string) => rest.replaceAll(/\D/g, '').length * 2 >= rest.length
/** Within longer words the letters of an address may be an IBAN's by chance; in most of those the letters stand together. */
const hasOneWord = (rest: string) => /^\d*[A-Z]*\d*$/.test(rest)

function ibanIn(blocks: readonly string[]): string | null {
  const solid = blocks.join('').toUpperCase()
  const edges = new Set([0])
  let at = 0
  for (const block of blocks) edges.add((at += block.length))
  for (const { index } of solid.matchAll(/[A-Z]{2}(?=\d{2})/g)) {
    const end = index + (ibanLengths.get(solid.slice(index, index + 2)) ?? 0)
    const iban = solid.slice(index, end)
    const rest = iban.slice(4)
    const isWhole = edges.has(index) && edges.has(end)
    if (looksLikeIban(iban) && isMostlyDigits(rest) && (isWhole || hasOneWord(rest))) return iban
  }
  return null
}

/** Words and long numbers that were written as one: no address is made of such. */
const wordsAndNumbers = /^(?:[A-Z]{2,}(?![A-Z])|\d{4,}(?!\d))+$/i

/** The numbers that stand there by themselves, and null for what stands between them. */
const numbersOf = (blocks: readonly string[]): (string | null)[] =>
  blocks
    .flatMap((block) => (wordsAndNumbers.test(block) ? (block.match(/\D+|\d+/g) ?? []) : [block]))
    .map((block) => (/^\d+$/.test(block) ? block : null))

/** A routing number may be cut into several, and so may the account's, which stands before or behind. */
function americanIn(blocks: readonly string[]): string | null {
  const numbers = numbersOf(blocks)
  const digitsOf = (from: number, to?: number) => numbers.slice(from, to).join('')
  for (const [from, first] of numbers.entries()) {
    let routing = first ?? ''
    let to = from + 1
    while (routing.length < 9 && typeof numbers[to] === 'string') routing += numbers[to++]
    if (!isRoutingNumber(routing)) continue
    const account = [digitsOf(to), digitsOf(0, from)].find((digits) => digits.length >= 4)
    if (account !== undefined) return `${routing}/${account.slice(0, 17)}`
  }
  const [all = ''] = numbers.filter((one) => one !== null)
  const [routing, account] = [all.slice(0, 9), all.slice(9)]
  const isAlone =
    blocks.length === 1 || numbers.every((one, at) => one ?? /^\D+$/.test(blocks[at]!))
  return isAlone && isRoutingNumber(routing) && /^\d{4,17}$/.test(account)
    ? `${routing}/${account}`
    : null
}

/** The account, as it is kept, that is left of a text when all around and within it is taken away; null where there is none. */
export function bankAccountIn(text: string): string | null {
  const plain = plainLetters(text)
  const whole = plainBankAccount(plain)
  if (looksLikeBankAccount(whole)) return whole
  const blocks = blocksOf(withoutUuids(plain))
  return ibanIn(blocks) ?? americanIn(blocks)
}
