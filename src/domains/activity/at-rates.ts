/** Which movements of a statement were coins, how many, and at which rate: their dollars alone wouldn't tell. */
import { formatCoins } from '../../lib/coin-amount.ts'
import { centsOfOne, oneCoin, type CoinsAtRate } from '../../lib/exchange-rate.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { formatUsd } from '../../lib/money.ts'
import { askBoth, type Database } from '../../platform/database.ts'
import { readCreditedAtRates } from '../coin-deposits/at-rates.ts'
import { readPaidAtRates } from '../payout-rails/pages/at-rates.ts'
import { batchCarrier } from '../payouts/batches/table.ts'
import { listCarrier } from '../payouts/lists/table.ts'

const minuteOf = (at: Instant): string => isoFromInstant(at).slice(0, 16).replace('T', ' ')

/** `0.01 BTC at $64,000.00 a bitcoin, rate of 2026-01-05 15:04 UTC (sample rate)` */
function inWords({ coin, quantity, rate, sources, at }: CoinsAtRate): string {
  const dollars = formatUsd(centsOfOne(rate))
  return `${formatCoins(quantity, coin)} at ${dollars} ${oneCoin[coin]}, rate of ${minuteOf(at)} UTC (${sources})`
}

/** By whichever rail coins leave. */
async function readPaid(db: Database, requested: readonly string[], end: Instant) {
  const both = await askBoth(
    db,
    () => readPaidAtRates(db, batchCarrier, requested, end),
    () => readPaidAtRates(db, listCarrier, requested, end),
  )
  return both.flat()
}

type Moved = { id: string; kind: string }

/** By command, in words. Of a request: what it was paid in before the statement ends. */
export async function readRatesOf(
  db: Database,
  moved: readonly Moved[],
  end: Instant,
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: string) => moved.filter((each) => each.kind === kind).map(({ id }) => id)
  const [credited, requested] = [idsOf('coin-deposit'), idsOf('withdrawal-requested')]
  const found = credited.length === 0 ? [] : await readCreditedAtRates(db, credited)
  const paid = requested.length === 0 ? [] : await readPaid(db, requested, end)
  return new Map([
    ...found.map((coins) => [coins.id, inWords(coins)] as const),
    ...paid.map((coins) => [coins.id, `Paid as ${inWords(coins)}`] as const),
  ])
}
