/** What pages read of files for the bank. */
import type { Database } from '../../platform/database.ts'
import { defineReading, type Counted } from '../payout-rails/pages/queries.ts'
import { exportCarrier } from '../payouts/exports/table.ts'
import type { BankExport, BankExportRow, ExportPayment } from '../payouts/exports/table.ts'

export type ExportRow = BankExportRow & Counted

export const reading = defineReading<ExportRow, BankExport, ExportPayment>(exportCarrier, {
  madeAt: 'exportedAt',
  place: 'line',
  isPriced: false,
  paying: ['exported'],
})

/** The requests that a file may still pay. */
export async function readClaimed(
  db: Database,
): Promise<{ withdrawalId: string; exportId: string }[]> {
  const { rows } = await db.query<{ withdrawalId: string; exportId: string }>({
    name: 'bank-exports.claimed',
    text: `select payment.withdrawal_id as "withdrawalId", payment.export_id as "exportId" from bank_exports bank_export
      join bank_export_payments payment on payment.export_id = bank_export.id
      where bank_export.status = 'exported' and payment.paid_at is null`,
  })
  return rows
}
