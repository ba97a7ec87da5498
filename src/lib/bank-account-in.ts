/** Accounts at banks that stand in other words, told however they are cut or decorated. */
import { bankAccountFault, isIban, isRoutingNumber, plainBankAccount } from './bank-account.ts'
import { blocksOf, plainLetters, withoutUuids } from './letter-blocks.ts'

/** How long the IBANs of a country are (registry of ISO 13616). */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 ' +
    'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

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
    const end = index + (lengths.get(solid.slice(index, index + 2)) ?? 0)
    const iban = solid.slice(index, end)
    const rest = iban.slice(4)
    const isWhole = edges.has(index) && edges.has(end)
    if (isIban(iban) && isMostlyDigits(rest) && (isWhole || hasOneWord(rest))) return iban
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
  if (bankAccountFault(whole) === null) return whole
  const blocks = blocksOf(withoutUuids(plain))
  return ibanIn(blocks) ?? americanIn(blocks)
}
