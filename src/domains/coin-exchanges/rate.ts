/** How far what coins were exchanged for is from what they were worth. Pure. */
import { formatUsd, type Cents } from '../../lib/money.ts'
import { coinOfEntry, type CoinEntryKind } from '../../lib/coin-entry.ts'
import { centsOfOne, rateBy, scales, type Rate } from '../../lib/exchange-rate.ts'

/** At which rate an entry exchanged. */
export const rateOf = (kind: CoinEntryKind, amount: Cents, quantity: bigint): Rate =>
  rateBy(amount, quantity, coinOfEntry(kind))

type Exchanged = {
  kind: CoinEntryKind
  amount: Cents
  quantity: bigint | null
  rate: Rate | null
}

const scaleOf = ({ kind }: Pick<Exchanged, 'kind'>) => scales[coinOfEntry(kind)]

/** By how many tenths of a percent it was above the last rate, or below; null where there is nothing to compare. */
export function tenthsOff({ kind, amount, quantity, rate }: Exchanged): bigint | null {
  if (quantity === null || rate === null) return null
  const worth = quantity * rate
  return ((amount * scaleOf({ kind }) - worth) * 1000n) / worth
}

/** `-125n` to `"-12.5"`. */
export function percentText(tenths: bigint): string {
  const size = tenths < 0n ? -tenths : tenths
  return `${tenths < 0n ? '-' : ''}${size / 10n}.${size % 10n}`
}

/** More than this is to be explained, in tenths of a percent. */
const maxTenthsOff = 100n

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Whether it has to be said why: it is more than a tenth off, or nobody knows how far. */
export function isFarOff(exchanged: Exchanged): boolean {
  const { amount, quantity, rate } = exchanged
  if (quantity === null) return false
  if (rate === null) return true
  const worth = quantity * rate
  return sizeOf(amount * scaleOf(exchanged) - worth) * 1000n > worth * maxTenthsOff
}

/** What whoever records or approves it is told of its rate, or null where no coins were exchanged. */
export function rateWords(exchanged: Exchanged): string | null {
  const { kind, amount, quantity, rate } = exchanged
  if (quantity === null) return null
  const one = coinOfEntry(kind) === 'BTC' ? 'bitcoin' : 'USDT'
  const by = `A ${one} is ${formatUsd(centsOfOne(rateOf(kind, amount, quantity)))} by this entry`
  if (rate === null) return `${by}. There is no rate to compare that with.`
  const tenths = tenthsOff(exchanged)!
  const words =
    tenths === 0n
      ? 'as the last rate is'
      : `${percentText(sizeOf(tenths))}% ${tenths > 0n ? 'above' : 'below'} the last rate of ${formatUsd(centsOfOne(rate))}`
  return isFarOff(exchanged)
    ? `Look twice: ${by[0]!.toLowerCase()}${by.slice(1)}, ${words}.`
    : `${by}, ${words}.`
}
