/** Coins that the firm sold or bought, and capital that covers what they lost, as two administrators booked it. */
import { cents, instant, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { CoinEntryKind } from '../../lib/coin-entry.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type CoinEntry = {
  /** The id of the command that booked it. */
  id: string
  /** The firm. */
  owner: OwnerId
  kind: CoinEntryKind
  /** Satoshi that left the wallet, with the network's fee, or came to it; null: no coins move. */
  quantity: bigint | null
  amount: Cents
  /** The transaction they left or came by. */
  txid: string | null
  /** Of the bank or the exchange. */
  reference: string
  /** What every spelling of it has in common: nothing else is booked under it. */
  referenceKey: string
  /** As it was settled last when this was recorded; null: there was none. */
  rate: Rate | null
  reason: string | null
  /** Who agreed to it first of the two. */
  firstAt: Instant
  firstBy: OwnerId
  bookedAt: Instant
  bookedBy: OwnerId
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
    referenceKey: text('reference_key'),
    rate: cents('rate'),
    reason: text('reason'),
    firstAt: instant('first_at'),
    firstBy: uuid('first_by', { named: true }),
    bookedAt: instant('booked_at'),
    bookedBy: uuid('booked_by', { named: true }),
  },
})
export type CoinEntryRow = WithNames<CoinEntry, 'firstBy' | 'bookedBy'>

const sameReference = coinEntries.source<string>({
  name: 'same-reference',
  form: 'text',
  text: `select ${coinEntries.columns} from ${coinEntries.from} where coin_entry.reference_key = any ($1)`,
})

/** Needs what of coins has this reference, however it is spelled. */
export const coinsWithReference = (reference: string) =>
  reading(sameReference, referenceKey(reference))

/** Whether it was booked with coins. */
export function isReferenceOfCoins(world: World, reference: string): boolean {
  const key = referenceKey(reference)
  return world.rows(coinEntries).some((entry) => entry.referenceKey === key)
}

const sameTransaction = coinEntries.source<string>({
  name: 'same-transaction',
  form: 'word',
  text: `select ${coinEntries.columns} from ${coinEntries.from} where coin_entry.txid = any ($1)`,
})

/** Needs what has this transaction. */
export const withTransaction = (txid: string) => reading(sameTransaction, txid)

export const isTransactionTaken = (world: World, txid: string): boolean =>
  world.rows(coinEntries).some((entry) => entry.txid === txid)
