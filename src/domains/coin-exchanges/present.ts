/** Exchanged coins, covered positions and what is between books and chain, as the wire has them. Pure. */
import type { CoinEntry as WireEntry } from '../../contract/coin-exchange.ts'
import { itemWords } from '../../contract/coin-items.ts'
import { party } from '../../desk/spoken.ts'
import { bitcoinFromSatoshi, formatBitcoin } from '../../lib/bitcoin-amount.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { percentText, rateOf, tenthsOff } from './rate.ts'
import { stopsPayouts, type Item } from './reconcile-rules.ts'
import type { CoinEntryRow } from '../receipts/coin-entries.ts'

/** Rates are in millionths of a dollar. */
const dollarsOfRate = (rate: bigint) => dollarsFromCents(rate / 10_000n)

export function presentEntry(row: CoinEntryRow): WireEntry {
  const tenths = tenthsOff(row)
  return {
    id: row.id,
    kind: row.kind,
    quantity: row.quantity === null ? null : bitcoinFromSatoshi(row.quantity),
    amount: dollarsFromCents(row.amount),
    txid: row.txid,
    reference: row.reference,
    rate: row.quantity === null ? null : dollarsOfRate(rateOf(row.amount, row.quantity)),
    lastRate: row.rate === null ? null : dollarsOfRate(row.rate),
    offBy: tenths === null ? null : percentText(tenths),
    reason: row.reason,
    status: row.status,
    refusalReason: row.refusalReason,
    proposedAt: isoFromInstant(row.proposedAt),
    proposedBy: party(row.proposedBy, row.proposedByName),
    decidedAt: row.decidedAt === null ? null : isoFromInstant(row.decidedAt),
    decidedBy: row.decidedBy === null ? null : party(row.decidedBy, row.decidedByName),
  }
}

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
