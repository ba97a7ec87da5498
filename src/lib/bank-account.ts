/** Bank accounts as people type them: an IBAN (ISO 13616), or an account and a routing number of the United States. */
import { isCountry } from './countries.ts'

/** As it is kept and compared: without spaces and dashes, in capitals. */
export const plainIban = (typed: string): string =>
  typed.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()

/** As it is read: in blocks of four. */
export const spacedIban = (iban: string): string => plainIban(iban).replaceAll(/.{4}(?=.)/g, '$& ')

/** How long the IBANs of a country are (SWIFT's IBAN Registry, which ISO 13616 names). Banks of some others have IBANs that it doesn't know of. */
export const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 ' +
    'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

const form = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/

/** ISO 7064, MOD 97-10: letters count as 10 to 35, the country and check digits stand last. */
function remainder(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n
}

/** Whether a bank may have meant it as an IBAN, whatever its country: any digit or letter taken for another one shows, as do two swapped neighbours, and nearly every other mistake. */
export function looksLikeIban(typed: string): boolean {
  const iban = plainIban(typed)
  return form.test(iban) && remainder(iban) === 1n
}

/** What is wrong with an IBAN that somebody wants to be paid at, in a sentence, or null. */
export function ibanFault(typed: string): string | null {
  const iban = plainIban(typed)
  const [country, check] = [iban.slice(0, 2), iban.slice(2, 4)]
  const length = ibanLengths.get(country)
  if (!/^[A-Z]{2}\d{2}[A-Z\d]*$/.test(iban)) return 'This is not an IBAN, which begins like DE89'
  if (!isCountry(country)) return `Please check the IBAN: no country has the letters ${country}`
  if (length === undefined ? !form.test(iban) : iban.length !== length)
    return `Please check the IBAN: one of ${country} has ${length ?? '15 to 34'} letters and digits, and this has ${iban.length}`
  // They come of 98 less a remainder of 97: others with the same remainder pass the sum, and no bank gives them out.
  if (check < '02' || check > '98' || remainder(iban) !== 1n)
    return 'This is not an IBAN: its check digits are wrong. Please check it for a typing mistake.'
  return null
}

const weights = [3, 7, 1]

/** Whether nine digits are a routing number without a typing mistake (ABA: the digits, times 3, 7 and 1 in turn, add up to tens). */
export function isRoutingNumber(typed: string): boolean {
  const digits = typed.replaceAll(/[\s\p{Dash}]/gu, '')
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * weights[at % 3]!, 0)
  return sum % 10 === 0
}

/** As it is kept and compared: an IBAN, or `routing/account`. */
export const plainBankAccount = (typed: string): string => plainIban(typed)

/** As it is read: an IBAN in blocks of four. */
export const spacedBankAccount = (account: string): string =>
  account.includes('/') ? account : spacedIban(account)

function americanFault(account: string): string | null {
  const [routing = '', number = '', ...more] = account.split('/')
  if (!isRoutingNumber(routing))
    return 'This is not a routing number: its check digit is wrong. Please check it for a typing mistake.'
  return more.length === 0 && /^\d{4,17}$/.test(number)
    ? null
    : 'An account number has 4 to 17 digits. Please check it for a typing mistake.'
}

/** What is wrong with a bank account, kept as above, in a sentence, or null. */
export const bankAccountFault = (account: string): string | null =>
  account.includes('/') ? americanFault(account) : ibanFault(account)

/** Whether what stands somewhere may be meant as a bank account, kept as above. */
export const looksLikeBankAccount = (account: string): boolean =>
  account.includes('/') ? americanFault(account) === null : looksLikeIban(account)
