/** Bank accounts as people type them: an IBAN (ISO 13616), or an account and a routing number of the United States. */

/** As it is kept and compared: without spaces and dashes, in capitals. */
export const plainIban = (typed: string): string =>
  typed.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()

/** As it is read: in blocks of four. */
export const spacedIban = (iban: string): string => plainIban(iban).replaceAll(/.{4}(?=.)/g, '$& ')

const form = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/

/** ISO 7064, MOD 97-10: letters count as 10 to 35, the country and check digits stand last. */
function remainder(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n
}

/** Whether it is an IBAN without a typing mistake: any digit or letter taken for another one shows, as do two swapped neighbours, and nearly every other mistake. */
export function isIban(typed: string): boolean {
  const iban = plainIban(typed)
  return form.test(iban) && remainder(iban) === 1n
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

/** What is wrong with a bank account, kept as above, in a sentence, or null. */
export function bankAccountFault(account: string): string | null {
  if (!account.includes('/'))
    return isIban(account)
      ? null
      : 'This is not an IBAN: its check digits are wrong. Please check it for a typing mistake.'
  const [routing = '', number = '', ...more] = account.split('/')
  if (!isRoutingNumber(routing))
    return 'This is not a routing number: its check digit is wrong. Please check it for a typing mistake.'
  return more.length === 0 && /^\d{4,17}$/.test(number)
    ? null
    : 'An account number has 4 to 17 digits. Please check it for a typing mistake.'
}
