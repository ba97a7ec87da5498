/** Coins that the firm sold or bought, and capital that covers what they lost, as two administrators book it. */
import type { CoinEntryKind, CoinEntryStatus } from '../../contract/coin-exchange.ts'
import { cents, instant, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type CoinEntry = {
  id: string
  /** The firm. */
  owner: OwnerId
  kind: CoinEntryKind
  /** Satoshi that left the wallet, with the network's fee, or came to it; null: no coins move. */
  quantity: bigint | null
  amount: Cents
  /** By which transaction they left or came. */
  txid: string | null
  /** Of the bank or the exchange. */
  reference: string
  /** As it was settled last when this was recorded; null: there was none. */
  rate: Rate | null
  reason: string | null
  status: CoinEntryStatus
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const coinEntries = new Table<CoinEntry>({
  name: 'coin_entries',
  as: 'coin_entry',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    kind: word('kind'),
    quantity: cents('quantity'),
    amount: cents('amount'),
    txid: word('txid'),
    reference: text('reference'),
    rate: cents('rate'),
    reason: text('reason'),
    status: word('status', { changes: true }),
    refusalReason: text('refusal_reason', { later: true }),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by', { named: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
  },
})
export type CoinEntryRow = WithNames<CoinEntry, 'proposedBy' | 'decidedBy'>

const holds = ({ status }: CoinEntry) => status !== 'rejected' && status !== 'withdrawn'

const sameReference = coinEntries.source<string>({
  name: 'same-reference',
  form: 'text',
  text: `select ${coinEntries.columns} from ${coinEntries.from}
    where upper(regexp_replace(coin_entry.reference, '[^A-Za-z0-9]', '', 'g')) = any ($1) and coin_entry.status not in ('rejected', 'withdrawn')`,
})

/** Needs what of coins has this reference, however it is spelled. */
export const coinsWithReference = (reference: string) =>
  reading(sameReference, referenceKey(reference))

/** Whether it was booked with coins, or is proposed; what was refused has given it up. */
export function isReferenceOfCoins(world: World, reference: string): boolean {
  const key = referenceKey(reference)
  return world
    .rows(coinEntries)
    .some((entry) => holds(entry) && referenceKey(entry.reference) === key)
}

const sameTransaction = coinEntries.source<string>({
  name: 'same-transaction',
  form: 'word',
  text: `select ${coinEntries.columns} from ${coinEntries.from} where coin_entry.txid = any ($1) and coin_entry.status not in ('rejected', 'withdrawn')`,
})

/** Needs what has this transaction. */
export const withTransaction = (txid: string) => reading(sameTransaction, txid)

export const isTransactionTaken = (world: World, txid: string): boolean =>
  world.rows(coinEntries).some((entry) => holds(entry) && entry.txid === txid)
