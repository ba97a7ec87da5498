/** What coins that arrived still wait for. Pure: whoever shows it and whoever credits by it decide alike. */
import { blocksFor, blocksOfNewCoins, maxBlocks, type DepthStep } from '../../lib/confirmations.ts'
import { centsOf, type Coin, type Rate } from '../../lib/exchange-rate.ts'
import type { Cents } from '../../lib/money.ts'
import type { Arrival } from './table.ts'

/** What holds for every coin. */
export type CoinTerms = {
  /** Satoshi, or millionths of a USDT. */
  minimum: bigint
  positionLimit: Cents | null
  /** Where a transaction is looked at, with `{txid}` in its place. */
  explorer: string | null
}

export type Terms = CoinTerms & { confirmations: readonly DepthStep[] }

/** How far it has come, and what holds it up. */
export type Waits =
  /** Seen, and in no block yet. */
  | { state: 'seen' }
  /** It was replaced, or nodes have forgotten it. */
  | { state: 'gone' }
  | { state: 'confirming'; confirmations: number; needed: number }
  /** Deep enough, and held up: by too small an amount, for want of a rate, until the firm has sold coins, or until a check of whom it came from is over. */
  | { state: 'held-up'; by: 'minimum' | 'rate' | 'position' | 'check' }
  | { state: 'due'; amount: Cents }

export type Moment = {
  /** Height of the last block that was read. */
  reached: number
  rate: Rate | null
  /** Satoshi, or millionths of a USDT, that the firm has received and not exchanged. */
  held: bigint
}

const depthOf = ({ height }: Arrival, reached: number) => reached - height! + 1

type Sums = ReadonlyMap<string, bigint>

function sumsBy(arrivals: readonly Arrival[], keyOf: (one: Arrival) => string): Sums {
  const sums = new Map<string, bigint>()
  for (const one of arrivals) {
    const key = keyOf(one)
    sums.set(key, (sums.get(key) ?? 0n) + one.quantity)
  }
  return sums
}

const ownerOf = ({ owner }: Arrival) => owner
const isInBlock = ({ height }: Arrival) => height !== null

/**
 * All of a coin that is open, of which each sum is made once: whoever asks what each of many waits for would else add all of them up
 * for each.
 */
export type Open = {
  /** In a block and not credited. */
  waiting: Sums
  /** All that is above a height. */
  above(height: number): { ofOwner: Sums; together: Sums }
}

/** `arrivals`: all of its coin that isn't credited, of one owner at least. */
export function summed(arrivals: readonly Arrival[]): Open {
  const made = new Map<number, ReturnType<Open['above']>>()
  return {
    waiting: sumsBy(
      arrivals.filter((one) => isInBlock(one) && one.deposit === null),
      ownerOf,
    ),
    above(from) {
      const known = made.get(from)
      if (known) return known
      const lately = arrivals.filter(({ height }) => height !== null && height > from)
      const sums = {
        ofOwner: sumsBy(lately, ownerOf),
        together: sumsBy(lately, ({ txid }) => txid),
      }
      made.set(from, sums)
      return sums
    },
  }
}

/**
 * What is at stake with this one: all that came for its owner lately, or all that came by its transaction, whichever is more. So it
 * makes no difference whether an amount comes at once or in parts, for one person or for several.
 */
function atStake(one: Arrival, { ofOwner, together }: ReturnType<Open['above']>): bigint {
  const [theirs, all] = [ofOwner.get(one.owner) ?? 0n, together.get(one.txid) ?? 0n]
  return theirs > all ? theirs : all
}

/** Without a rate nobody knows what it is worth: as deep as anything must be. */
function neededFor(
  one: Arrival,
  lately: ReturnType<Open['above']>,
  { confirmations }: Terms,
  rate: Rate | null,
): number {
  const needed =
    rate === null
      ? maxBlocks(confirmations)
      : blocksFor(centsOf(atStake(one, lately), rate), confirmations)
  return one.isMinedCoin && needed < blocksOfNewCoins ? blocksOfNewCoins : needed
}

/** A small amount is credited together with whatever else has come for its owner, once all of it is enough: one larger payment brings it along. */
const isTooLittle = (one: Arrival, { waiting }: Open, { minimum }: CoinTerms): boolean =>
  one.quantity < minimum && (waiting.get(one.owner) ?? 0n) < minimum

/** What holds up what is deep enough, or what it comes to. */
export function waitsOfDeep(
  one: Arrival,
  open: Open,
  terms: CoinTerms,
  { rate, held }: Moment,
  coin: Coin,
): Waits {
  if (isTooLittle(one, open, terms)) return { state: 'held-up', by: 'minimum' }
  if (rate === null) return { state: 'held-up', by: 'rate' }
  const amount = centsOf(one.quantity, rate, coin)
  if (amount === 0n) return { state: 'held-up', by: 'minimum' }
  const { positionLimit } = terms
  return positionLimit !== null && centsOf(held + one.quantity, rate, coin) > positionLimit
    ? { state: 'held-up', by: 'position' }
    : { state: 'due', amount }
}

/** Of bitcoin. `open`: of what `readOpen` answers. */
export function waitsOf(one: Arrival, open: Open, terms: Terms, moment: Moment): Waits {
  const { reached, rate } = moment
  if (one.height === null) return { state: one.isWaiting ? 'seen' : 'gone' }
  const from = reached - maxBlocks(terms.confirmations)
  const confirmations = depthOf(one, reached)
  const needed = neededFor(one, open.above(from), terms, rate)
  if (confirmations < needed) return { state: 'confirming', confirmations, needed }
  return waitsOfDeep(one, open, terms, moment, 'BTC')
}
