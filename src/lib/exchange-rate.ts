/**
 * What a coin is worth in dollars, and what sources must say of it before anything is booked by it. Amounts are rounded down
 * both ways: a credit is never more than the coins were worth, and a payout never more than the dollars buy.
 */
import type { Instant } from './instant.ts'
import { dollarsFromCents, formatUsd, type Cents } from './money.ts'

/** Millionths of a dollar for one coin. */
export type Rate = bigint

export type Coin = 'BTC' | 'USDT'

/** Units of one coin, satoshi or millionths of a USDT, times millionths of one cent. */
export const scales: Record<Coin, bigint> = {
  BTC: 100_000_000n * 10_000n,
  USDT: 1_000_000n * 10_000n,
}

/** Below a billion dollars a coin: more is no rate, and amounts at it would fit in no column. */
const rateText = /^(-?)(0|[1-9]\d{0,8})(?:\.(\d{1,60}))?$/

/**
 * `"64000.25"` to `64_000_250_000n`; null where it isn't a plain decimal number below a billion: no exponent, no blanks, no commas,
 * no plus. Zero and negative ones are read, and are for `settleRate` to leave out. Decimals after the sixth are cut: many sources
 * write what a float makes of their rate, and a millionth of a dollar less for a coin is less than a cent for 10,000 coins.
 */
export function rateFromText(text: string): Rate | null {
  const match = rateText.exec(text)
  if (!match) return null
  const [, sign, whole, decimals = ''] = match
  const size = BigInt(whole! + decimals.slice(0, 6).padEnd(6, '0'))
  return sign ? -size : size
}

function checkAmount(amount: bigint, rate: Rate): void {
  if (amount < 0n || rate <= 0n)
    throw new RangeError('Amounts are changed at a rate above zero, and none is negative')
}

/** What one coin is at a rate, rounded down to the cent. */
export const centsOfOne = (rate: Rate): Cents => rate / 10_000n

/** The same for the wire, in dollars. */
export const dollarsOfOne = (rate: Rate): number => dollarsFromCents(centsOfOne(rate))

/** At which rate so many cents are so many units of a coin, rounded down to the millionth of a dollar. */
export const rateBy = (cents: Cents, units: bigint, coin: Coin): Rate =>
  (cents * scales[coin]) / units

/** In words, after a price. */
export const oneCoin: Record<Coin, string> = { BTC: 'a bitcoin', USDT: 'a USDT' }

/** What coins are worth, rounded down to the cent. Throws a RangeError for a negative amount or a rate that isn't above zero. */
export function centsOf(units: bigint, rate: Rate, coin: Coin = 'BTC'): Cents {
  checkAmount(units, rate)
  return (units * rate) / scales[coin]
}

/** What coins cost whoever has to make them good, rounded up to the cent. Throws as `centsOf` does. */
export function costOf(satoshi: bigint, rate: Rate): Cents {
  checkAmount(satoshi, rate)
  return (satoshi * rate + scales.BTC - 1n) / scales.BTC
}

/** The satoshi, or millionths of a USDT, that dollars buy, rounded down: worth at most `cents`. Throws as `centsOf` does. */
export function unitsFor(cents: Cents, rate: Rate, coin: Coin = 'BTC'): bigint {
  checkAmount(cents, rate)
  return (cents * scales[coin]) / rate
}

/** `source`: its name; answers of one name are of one source. `at`: when the rate was so, by the clock of `now`. */
export type RateAnswer = { source: string; rate: Rate; at: Instant }

/** Coins that were booked at a rate. `quantity` in the units of the coin; `sources`: who said so; `at`: when the rate was read. */
export type CoinsAtRate = {
  /** Of the command that credited them, or the request that they paid. */
  id: string
  coin: Coin
  quantity: bigint
  rate: Rate
  sources: string
  at: Instant
}

export type SettledRate = {
  rate: Rate
  /** The names of those that it was settled by, in order of their rates. */
  sources: string[]
}

export type UnsettledRate = {
  reason: 'too-few' | 'apart'
  /** For the treasury. */
  says: string
}

const minSources = 2
const maxAgeMs = 60_000

function whyLeftOut({ rate, at }: RateAnswer, now: Instant): string | null {
  if (rate <= 0n) return 'its rate isn’t above zero'
  const age = now - at
  if (age >= -maxAgeMs && age <= maxAgeMs) return null
  return age < 0 ? 'its time is more than 60 s ahead' : 'its rate is older than 60 s'
}

/** The newest answer of each source that counts, in order of their rates. */
function counting(answers: readonly RateAnswer[], now: Instant): RateAnswer[] {
  const newestLast = answers
    .filter((answer) => whyLeftOut(answer, now) === null)
    .toSorted((one, other) => one.at - other.at)
  return [...new Map(newestLast.map((answer) => [answer.source, answer])).values()].toSorted(
    (one, other) => (one.rate < other.rate ? -1 : one.rate > other.rate ? 1 : 0),
  )
}

function tooFew(
  answers: readonly RateAnswer[],
  found: readonly RateAnswer[],
  now: Instant,
): UnsettledRate {
  const leftOut = answers.flatMap((answer) => {
    const why = whyLeftOut(answer, now)
    return why === null || found.some(({ source }) => source === answer.source)
      ? []
      : [` ${answer.source} doesn’t count: ${why}.`]
  })
  const count = found.length === 0 ? 'none has' : 'only one has'
  const says = `At least two sources must have a rate of the last 60 s, and ${count}.`
  return { reason: 'too-few', says: says + leftOut.join('') }
}

const inDollars = ({ source, rate }: RateAnswer) => `${formatUsd(centsOfOne(rate))} by ${source}`

/**
 * The rate to book by, or why there is none. At least two sources must have a rate above zero that is at most 60 s old; one that is
 * further ahead of `now` than that isn't believed either. The largest may be at most 1% above the smallest, exactly: nobody is
 * outvoted. The rate is the median; of an even number of sources the mean of the two in the middle, rounded down to the millionth.
 */
export function settleRate(
  answers: readonly RateAnswer[],
  now: Instant,
): SettledRate | UnsettledRate {
  const found = counting(answers, now)
  if (found.length < minSources) return tooFew(answers, found, now)
  const [smallest, largest] = [found[0]!, found.at(-1)!]
  if (largest.rate * 100n > smallest.rate * 101n) {
    const says = `The sources are more than 1% apart: a coin is ${inDollars(smallest)}, and ${inDollars(largest)}.`
    return { reason: 'apart', says }
  }
  // Of an odd number both are the one in the middle.
  const [below, above] = [found[(found.length - 1) >> 1]!, found[found.length >> 1]!]
  return { rate: (below.rate + above.rate) / 2n, sources: found.map(({ source }) => source) }
}
