/** Lists of payouts in USDT as they are kept, and which requests are on them. */
import type { ListStatus } from '../../../contract/payout-list.ts'
import { cents, instant, integer, text, uuid, word } from '../../../desk/column.ts'
import { Table, type WithNames } from '../../../desk/table.ts'
import type { OwnerId } from '../../../ledger/core/chart.ts'
import type { Instant } from '../../../lib/instant.ts'
import type { Cents } from '../../../lib/money.ts'
import { defineCarrier } from '../carrier.ts'

export type PayoutList = {
  id: string
  /** The firm. */
  owner: OwnerId
  /** An id in `wallets`. */
  wallet: string
  /** The firm's own address that pays, as nodes write it. */
  from: string
  /** The last solidified block when it was built: what is in that one or before is no payment of it. */
  height: number
  /** Millionths of a USDT. */
  quantity: bigint
  /** What was approved. */
  amount: Cents
  status: ListStatus
  builtAt: Instant
  builtBy: OwnerId
  releasedAt: Instant | null
  releasedBy: OwnerId | null
  /** The last solidified block when it was cancelled after its release. */
  recalledHeight: number | null
  endedAt: Instant | null
}

export const payoutLists = new Table<PayoutList>({
  name: 'payout_lists',
  as: 'payout_list',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    wallet: uuid('wallet_id'),
    from: word('from_script'),
    height: integer('height'),
    quantity: cents('quantity'),
    amount: cents('amount'),
    status: word('status', { changes: true }),
    builtAt: instant('built_at'),
    builtBy: uuid('built_by', { named: true }),
    releasedAt: instant('released_at', { later: true }),
    releasedBy: uuid('released_by', { later: true, named: true }),
    recalledHeight: integer('recalled_height', { later: true }),
    endedAt: instant('ended_at', { later: true }),
  },
})
export type PayoutListRow = WithNames<PayoutList, 'builtBy' | 'releasedBy'>

/** A request on a list. */
export type ListPayment = {
  list: string
  withdrawal: string
  line: number
  /** Millionths of a USDT. */
  quantity: bigint
  amount: Cents
  /** Its transaction, and the place of its log in it; null until the chain has it. */
  reference: string | null
  paidAt: Instant | null
}

export const listPayments = new Table<ListPayment>({
  name: 'payout_list_payments',
  as: 'list_payment',
  key: ['list', 'withdrawal'],
  columns: {
    list: uuid('list_id'),
    withdrawal: uuid('withdrawal_id'),
    line: integer('line'),
    quantity: cents('quantity'),
    amount: cents('amount'),
    reference: text('reference', { later: true }),
    paidAt: instant('paid_at', { later: true }),
  },
})

/** As the books and the withdrawal name it. */
export const transferReference = (txid: string, logIndex: number): string => `${txid}:${logIndex}`

/** The chain may get a payment of it. */
export const mayPay = ({ status }: Pick<PayoutList, 'status'>): boolean =>
  status === 'built' || status === 'released' || status === 'recalled'

export const listCarrier = defineCarrier({
  rows: payoutLists,
  lines: listPayments,
  ofLine: 'list',
  placeOf: ({ line }) => line,
})
