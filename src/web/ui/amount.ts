/** Money on its way between the wire (dollars), the books' unit (cents) and what a person types (text). */
import {
  centsOf,
  decimalFromCents,
  formatUsd,
  largestAmount,
  usd,
  type Cents,
} from '../../lib/money.ts'
import { readTypedAmount } from '../../lib/typed-amount.ts'

export { centsOf, usd }

/** What a person typed to cents, by its decimal text and never through a float; null when it is no amount. */
export function writtenCents(text: string): Cents | null {
  const read = readTypedAmount(text)
  return 'cents' in read ? read.cents : null
}

/** The same where only what one request may book is an amount. */
export function centsFromText(text: string): Cents | null {
  const cents = writtenCents(text)
  return cents !== null && cents <= largestAmount ? cents : null
}

/** Why a text can't be sent as an amount, as a sentence for its field; null where it can. Zero is none, unless it is asked for. */
export function amountFault(text: string, { zero = false } = {}): string | null {
  const read = readTypedAmount(text)
  if ('fault' in read) return read.fault
  const isSendable = read.cents <= largestAmount && (zero || read.cents > 0n)
  return isSendable ? null : 'Please enter a valid amount'
}

/** `-123456n` to `−1,234.56`: as amounts stand in explanations, under one another, without the sign of the currency. */
export function plainAmount(cents: Cents): string {
  return formatUsd(cents).replace('$', '').replace('-', '\u2212')
}

export function textOfDollars(dollars: number): string {
  return decimalFromCents(centsOf(dollars))
}
