/** Exchanged coins, covered positions and what is between books and chain, as the wire has them. Pure. */
import { dollarsOfOne } from '../../lib/exchange-rate.ts'
import type { CoinEntry as WireEntry } from '../../contract/coin-exchange.ts'
import { itemWords } from '../../contract/coin-items.ts'
import { party } from '../../desk/spoken.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { coinOfEntry } from '../../lib/coin-entry.ts'
import { bitcoinFromSatoshi, formatBitcoin } from '../../lib/bitcoin-amount.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { percentText, rateOf, tenthsOff } from './rate.ts'
import { stopsPayouts, type Item } from './reconcile-rules.ts'
import type { CoinEntryRow } from '../receipts/coin-entries.ts'

type Exchanged = Pick<CoinEntryRow, 'kind' | 'quantity' | 'amount' | 'txid' | 'reference' | 'rate'>

/** What is booked, or agreed to, with how far it is from the last rate. */
export function presentExchanged({ kind, quantity, amount, txid, reference, rate }: Exchanged) {
  const tenths = tenthsOff({ kind, quantity, amount, rate })
  return {
    kind,
    quantity: quantity === null ? null : coinsFromUnits(quantity, coinOfEntry(kind)),
    amount: dollarsFromCents(amount),
    txid,
    reference,
    rate: quantity === null ? null : dollarsOfOne(rateOf(kind, amount, quantity)),
    lastRate: rate === null ? null : dollarsOfOne(rate),
    offBy: tenths === null ? null : percentText(tenths),
  }
}

export const presentEntry = (row: CoinEntryRow): WireEntry => ({
  id: row.id,
  ...presentExchanged(row),
  reason: row.reason,
  firstAt: isoFromInstant(row.firstAt),
  firstBy: party(row.firstBy, row.firstByName),
  bookedAt: isoFromInstant(row.bookedAt),
  bookedBy: party(row.bookedBy, row.bookedByName),
})

const sizeOf = (quantity: bigint) => (quantity < 0n ? -quantity : quantity)

type Reconciled = { items: readonly Item[]; difference: bigint }

/** So many are told one by one. */
const maxTold = 5

/** Why no payouts leave, in sentences; null: they may. */
export function whyStopped(
  { items, difference }: Reconciled,
  format: (quantity: bigint) => string = formatBitcoin,
): string | null {
  const alarms = items.filter(stopsPayouts)
  const told = alarms
    .slice(0, maxTold)
    .map(({ kind, quantity, txid }) => itemWords(kind, format(sizeOf(quantity)), txid))
  const rest =
    alarms.length > maxTold ? [`There are ${alarms.length - maxTold} more like these.`] : []
  const unexplained =
    difference === 0n
      ? []
      : [
          `The ${difference > 0n ? 'chain has' : 'books have'} ${format(sizeOf(difference))} more than the ${difference > 0n ? 'books' : 'chain'}, and nothing explains it.`,
        ]
  const all = [...told, ...rest, ...unexplained]
  return all.length === 0 ? null : all.join(' ')
}

export const presentItem = ({ kind, quantity, count, txid }: Item) => ({
  kind,
  coins: bitcoinFromSatoshi(quantity),
  count,
  txid,
  stopsPayouts: stopsPayouts({ kind }),
})
