/** What pages and those who follow lists read of them. */
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { defineReading, type Priced } from '../payout-rails/pages/queries.ts'
import { listCarrier } from '../payouts/lists/table.ts'
import type { ListPayment, PayoutList, PayoutListRow } from '../payouts/lists/table.ts'
import type { OutgoingTransfer, OpenLine } from './find.ts'

export type ListRow = PayoutListRow & Priced

export const reading = defineReading<ListRow, PayoutList, ListPayment>(listCarrier, {
  madeAt: 'builtAt',
  place: 'line',
  isPriced: true,
  paying: ['built', 'released', 'recalled'],
})

/** Those that were cancelled after their release, with when. */
export async function readRecalled(
  db: Database,
): Promise<{ id: string; recalledHeight: number }[]> {
  const { rows } = await db.query<{ id: string; recalledHeight: number }>({
    name: 'payout-lists.recalled',
    text: `select id, recalled_height as "recalledHeight" from payout_lists where status = 'recalled' order by id`,
  })
  return rows
}

/** The lines that the chain may get a payment of, the oldest first. */
export async function readOpenLines(db: Database): Promise<Omit<OpenLine, 'to'>[]> {
  const { rows } = await db.query<Omit<OpenLine, 'to'>>({
    name: 'payout-lists.open-lines',
    text: `select list.id as list, payment.withdrawal_id as withdrawal, list.from_script as "from", list.height, payment.quantity
      from payout_list_payments payment join payout_lists list on list.id = payment.list_id
      where list.status in ('released', 'recalled') and payment.paid_at is null
      order by list.built_at, list.id, payment.line`,
  })
  return rows
}

/** What left these addresses and pays no line so far; the earliest first. */
export async function readOutgoing(
  db: Database,
  lines: readonly Pick<OpenLine, 'from' | 'height'>[],
): Promise<OutgoingTransfer[]> {
  if (lines.length === 0) return []
  const { rows } = await db.query<OutgoingTransfer>({
    name: 'payout-lists.outgoing',
    text: `select txid, log_index as "logIndex", height, from_address as "from", to_address as "to", amount as quantity from chain.tron_transfers transfer
      where from_address = any ($1) and height > $2
        and not exists (select from payout_list_payments payment where payment.reference = transfer.txid || ':' || transfer.log_index)
      order by height, txid, log_index`,
    values: [
      [...new Set(lines.map(({ from }) => from))],
      Math.min(...lines.map(({ height }) => height)),
    ],
  })
  return rows
}

/** How much a transaction paid of lists of this account, in millionths of a USDT; null: nothing. */
export async function readPaidByList(
  db: Database,
  wallet: string,
  txid: string,
): Promise<bigint | null> {
  const { rows } = await db.query<{ quantity: bigint | null }>({
    name: 'payout-lists.paid-by',
    text: `select sum(payment.quantity)::bigint as quantity from payout_list_payments payment join payout_lists list on list.id = payment.list_id
      where split_part(payment.reference, ':', 1) = $2 and payment.reference is not null and payment.paid_at is not null and list.wallet_id = $1`,
    values: [wallet, txid],
  })
  return rows[0]!.quantity
}

/** What an address has, as far as the chain was read: what came to it since it is watched, less what left. */
export async function readCoinsAt(db: Database, script: string): Promise<bigint> {
  const { rows } = await db.query<{ coins: bigint }>({
    name: 'payout-lists.coins-at',
    text: `select coalesce(sum(case when to_address = $1 then amount else 0 end - case when from_address = $1 then amount else 0 end), 0)::bigint as coins
      from chain.tron_transfers where to_address = $1 or from_address = $1`,
    values: [script],
  })
  return rows[0]!.coins
}

/** What lists that were released may still pay, and isn't booked as paid. */
export async function readOnItsWay(db: Database): Promise<{ count: number; amount: Cents }> {
  const { rows } = await db.query<{ count: number; amount: Cents }>({
    name: 'payout-lists.on-its-way',
    text: `select count(*)::int as count, coalesce(sum(payment.amount), 0)::bigint as amount from payout_lists list
      join payout_list_payments payment on payment.list_id = list.id
      where list.status in ('released', 'recalled') and payment.paid_at is null`,
  })
  return rows[0]!
}
