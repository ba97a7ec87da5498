/** What pages read of files for the bank. */
import type { LineState } from '../../contract/bank-export.ts'
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { defineReading, type Counted } from '../payout-rails/pages/queries.ts'
import { exportCarrier } from '../payouts/exports/table.ts'
import type { BankExport, BankExportRow, ExportPayment } from '../payouts/exports/table.ts'

export type ExportRow = BankExportRow & Counted

export const reading = defineReading<ExportRow, BankExport, ExportPayment>(exportCarrier, {
  madeAt: 'exportedAt',
  place: 'line',
  isPriced: false,
  paying: ['built', 'exported'],
})

/** The requests that a file may still pay. */
export async function readClaimed(
  db: Database,
): Promise<{ withdrawalId: string; exportId: string }[]> {
  const { rows } = await db.query<{ withdrawalId: string; exportId: string }>({
    name: 'bank-exports.claimed',
    text: `select payment.withdrawal_id as "withdrawalId", payment.export_id as "exportId" from bank_exports bank_export
      join bank_export_payments payment on payment.export_id = bank_export.id
      where bank_export.status in ('built', 'exported') and payment.paid_at is null and payment.bank_state is distinct from 'reopened'`,
  })
  return rows
}

export type Said = Record<LineState, number>

/** How many payments of these files the bank has reported on, by what it said; but for those that are recorded. */
export async function readSaid(
  db: Database,
  exports: readonly string[],
): Promise<ReadonlyMap<string, Said>> {
  const { rows } = await db.query<{ exportId: string; said: Said }>({
    name: 'bank-exports.said',
    text: `select payment.export_id as "exportId", json_build_object(
        'accepted', count(*) filter (where payment.bank_state = 'accepted' and payment.paid_at is null),
        'pending', count(*) filter (where payment.bank_state = 'pending' and payment.paid_at is null),
        'rejected', count(*) filter (where payment.bank_state = 'rejected' and payment.paid_at is null),
        'reopened', count(*) filter (where payment.bank_state = 'reopened')) as said
      from bank_export_payments payment where payment.export_id = any ($1) group by payment.export_id`,
    values: [exports],
  })
  return new Map(rows.map(({ exportId, said }) => [exportId, said]))
}

/** What files that were released may still pay, and isn't booked as paid. */
export async function readOnItsWay(db: Database): Promise<{ count: number; amount: Cents }> {
  const { rows } = await db.query<{ count: number; amount: Cents }>({
    name: 'bank-exports.on-its-way',
    text: `select count(*)::int as count, coalesce(sum(payment.amount), 0)::bigint as amount from bank_exports bank_export
      join bank_export_payments payment on payment.export_id = bank_export.id
      where bank_export.status = 'exported' and payment.paid_at is null and payment.bank_state is distinct from 'reopened'`,
  })
  return rows[0]!
}
