/** What pages and those who follow batches read of them. */
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { readWaitingAmong } from '../wallets/coins.ts'
import { defineReading, type Priced } from '../payout-rails/pages/queries.ts'
import { batchCarrier, sentOn } from '../payouts/batches/table.ts'
import type { BatchPayment, PayoutBatch, PayoutBatchRow } from '../payouts/batches/table.ts'

export type BatchRow = PayoutBatchRow & Priced

export const reading = defineReading<BatchRow, PayoutBatch, BatchPayment>(batchCarrier, {
  madeAt: 'builtAt',
  place: 'output',
  isPriced: true,
  paying: ['built', 'sent', 'cancelled'],
})

/** What the chain may still have, and what is paid while its fee isn't booked; the oldest first. */
export async function readUnended(db: Database): Promise<BatchRow[]> {
  const { rows } = await db.query<BatchRow>({
    name: 'payout-batches.unended',
    text: `${reading.select} where payout_batch.status in ('built', 'sent', 'cancelled', 'paid') order by payout_batch.built_at, payout_batch.id`,
  })
  return rows
}

/** The highest fee rate of what was sent and spends this coin, or waits to be mined though it was cancelled; null where nothing is. */
export async function readSentFeeRate(db: Database, anchor: string): Promise<number | null> {
  const unended = await readUnended(db)
  const rivals = unended.filter((one) => one.anchor === anchor)
  const waiting = await readWaitingAmong(
    db,
    rivals.map(({ txid }) => txid),
  )
  const sent = [...sentOn(anchor, unended), ...rivals.filter(({ txid }) => waiting.has(txid))]
  return sent.length === 0 ? null : Math.max(...sent.map(({ feeRate }) => Number(feeRate)))
}

/** Which of these batches another one was built instead of, the latest of those. */
export async function readReplacing(
  db: Database,
  batches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ before: string; id: string }>({
    name: 'payout-batches.replacing',
    text: 'select distinct on (replaces) replaces as before, id from payout_batches where replaces = any ($1) order by replaces, built_at desc, id desc',
    values: [batches],
  })
  return new Map(rows.map(({ before, id }) => [before, id]))
}

/** As `nextChangeIn` says. */
export async function readNextChange(db: Database, wallet: string): Promise<number> {
  const { rows } = await db.query<{ next: number }>({
    name: 'payout-batches.next-change',
    text: `select coalesce(max(change_index) + 1, 0) as next from payout_batches where change_wallet_id = $1 and status not in ('cancelled', 'void')`,
    values: [wallet],
  })
  return rows[0]!.next
}

/** How much a transaction paid of batches of this wallet, in satoshi; null: nothing. */
export async function readPaidByBatch(
  db: Database,
  wallet: string,
  txid: string,
): Promise<bigint | null> {
  const { rows } = await db.query<{ quantity: bigint | null }>({
    name: 'payout-batches.paid-by',
    text: `select sum(payment.quantity)::bigint as quantity from payout_batch_payments payment join payout_batches batch on batch.id = payment.batch_id
      where batch.txid = $2 and payment.paid_at is not null and batch.wallet_id = $1`,
    values: [wallet, txid],
  })
  return rows[0]!.quantity
}

/** What batches that were sent may still pay, and isn't booked as paid. */
export async function readOnItsWay(db: Database): Promise<{ count: number; amount: Cents }> {
  const { rows } = await db.query<{ count: number; amount: Cents }>({
    name: 'payout-batches.on-its-way',
    text: `select count(*)::int as count, coalesce(sum(payment.amount), 0)::bigint as amount from payout_batches batch
      join payout_batch_payments payment on payment.batch_id = batch.id
      where batch.status = 'sent' and payment.paid_at is null`,
  })
  return rows[0]!
}
