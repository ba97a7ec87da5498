/** Coins that arrived, as the wire has them. Pure. */
import type { CoinDeposit, CoinsForMe } from '../../contract/coin-deposit.ts'
import { bitcoinFromSatoshi } from '../../lib/bitcoin-amount.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { dollarsOfOne, type Coin } from '../../lib/exchange-rate.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Watch } from '../wallets/table.ts'
import type { Arrival } from './table.ts'
import type { CoinTerms, Moment, Terms, Waits } from './waits.ts'

export const presentTerms = ({ minimum, confirmations }: Terms) => ({
  minimum: bitcoinFromSatoshi(minimum),
  steps: confirmations.map(({ below, blocks }) => ({
    below: below === null ? null : dollarsFromCents(below),
    blocks,
  })),
})

export function presentRate(
  watch: Watch | null,
): Omit<NonNullable<CoinsForMe['rate']>, 'ageMs'> | null {
  const { rate, rateAt, rateSources } = watch ?? {}
  return rate && rateAt && rateSources
    ? { dollars: dollarsOfOne(rate), at: isoFromInstant(rateAt), sources: rateSources }
    : null
}

/** With its age, for whoever decides by it. */
export function presentRateOfNow(watch: Watch | null, now: Instant): CoinsForMe['rate'] {
  const rate = presentRate(watch)
  return rate && { ...rate, ageMs: Math.max(0, now - watch!.rateAt!) }
}

/** What is credited stays so for its owner, whatever its block does: until it is taken away. */
function stateOf(one: Arrival, waits: Waits): CoinDeposit['state'] {
  if (one.status === 'booked') return 'credited'
  if (one.status === 'suspense') return 'aside'
  // It is credited with the next look.
  return waits.state === 'due' ? 'confirming' : waits.state
}

function depthOf(one: Arrival, waits: Waits, { reached }: Moment) {
  const confirmations = one.height === null ? 0 : reached - one.height + 1
  return { confirmations, needed: waits.state === 'confirming' ? waits.needed : confirmations }
}

export function presentArrival(
  coin: Coin,
  one: Arrival,
  waits: Waits,
  { explorer }: CoinTerms,
  moment: Moment,
): CoinDeposit {
  const isCredited = one.amount !== null && one.restored !== null
  return {
    txid: one.txid,
    output: one.output,
    coins: coinsFromUnits(one.quantity, coin),
    state: stateOf(one, waits),
    ...depthOf(one, waits, moment),
    heldUpBy: waits.state === 'held-up' && !isCredited ? waits.by : null,
    amount: isCredited ? dollarsFromCents(one.amount! - one.restored!) : null,
    rate: one.rate === null ? null : dollarsOfOne(one.rate),
    at: isoFromInstant(one.seenAt),
    explorer: explorer?.replace('{txid}', one.txid) ?? null,
  }
}
