/**
 * Money is a whole number of cents in a bigint. It is never a float: dollars on the wire are read
 * from their decimal text and written back to it.
 */
export type Cents = bigint

const decimalText = /^(0|[1-9]\d*)(?:\.(\d{1,2}))?$/

/** The largest amount taken in one request: 100 billion dollars. What is booked adds up to more. */
export const largestAmount: Cents = 10_000_000_000_000n

/** From 2^46 dollars on, neighbouring JSON numbers lie more than a cent apart. */
const beyondExact: Cents = 2n ** 46n * 100n

/** Dollars as a JSON number to cents, or null when it isn't plain dollars with at most two decimals, held exactly. */
export function centsFromDollars(dollars: number): Cents | null {
  const text = String(Object.is(dollars, -0) ? 0 : dollars)
  const negative = text.startsWith('-')
  const cents = centsFromText(negative ? text.slice(1) : text)
  return negative && cents !== null ? -cents : cents
}

/** `"1234.5"` to `123450n`, or null when it isn't plain dollars with at most two decimals, or is beyond what a JSON number holds. */
export function centsFromText(dollars: string): Cents | null {
  const match = decimalText.exec(dollars)
  if (!match) return null
  const cents = BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
  return cents >= beyondExact ? null : cents
}

/** `123456n` to `"1234.56"`: the decimal text of an amount, for files and for the wire. */
export function decimalFromCents(cents: Cents): string {
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** Cents to the dollars of a JSON number, through decimal text. */
export function dollarsFromCents(cents: Cents): number {
  return Number(decimalFromCents(cents))
}

/** `123456n` to `"$1,234.56"` as en-US writes it. */
export function formatUsd(cents: Cents): string {
  const [whole, fraction] = decimalFromCents(cents < 0n ? -cents : cents).split('.')
  return `${cents < 0n ? '-' : ''}$${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** Dollars of a reply to cents. The contract holds them to two decimals; anything else is a fault of ours. */
export function centsOf(dollars: number): Cents {
  const cents = centsFromDollars(dollars)
  if (cents === null) throw new RangeError(`${dollars} is not an amount of money`)
  return cents
}

/** Dollars of a reply as en-US writes them. */
export const usd = (dollars: number): string => formatUsd(centsOf(dollars))

/** The smallest of these. */
export const leastOf = (first: Cents, ...others: readonly Cents[]): Cents =>
  others.reduce((least, one) => (one < least ? one : least), first)

/** The largest amount that a limit takes: one of whole dollars takes the cents above it too, so up to $999 is up to $999.99. */
export function largestUpTo(limit: Cents): Cents {
  return limit % 100n === 0n ? limit + 99n : limit
}

/** A whole percentage of an amount, rounded half to even to the cent. */
export function percentOf(amount: Cents, percent: bigint): Cents {
  return divideHalfEven(amount * percent, 100n)
}

/** Quotient of two non-negative numbers, a tie going to the even neighbour. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n)
    throw new RangeError('divideHalfEven takes no negative numbers')
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  if (twice < denominator) return quotient
  if (twice > denominator) return quotient + 1n
  return quotient + (quotient % 2n)
}

/** The largest amount whose percentage, rounded as `percentOf` rounds, is at most `limit`. */
export function largestWithPercentAtMost(limit: Cents, percent: bigint): Cents {
  if (limit < 0n) return 0n
  // percentOf grows by at most one cent a step, so the answer lies within a few cents of the bound.
  let amount = (limit * 100n + 99n) / percent + 1n
  while (amount > 0n && percentOf(amount, percent) > limit) amount -= 1n
  return amount
}
