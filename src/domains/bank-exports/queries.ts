/** What pages read of files for the bank. */
import { isoFromInstant } from '../../lib/instant.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { bankExports, type BankExportRow } from '../payouts/exports/table.ts'

export type ExportRow = BankExportRow & { payments: number; paid: number }

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** Newest first. */
export async function readExports(db: Database, { limit = 50, cursor }: Page) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<ExportRow>({
    text: `select ${bankExports.columns},
        (select count(*)::int from bank_export_payments payment where payment.export_id = bank_export.id) as payments,
        (select count(*)::int from bank_export_payments payment where payment.export_id = bank_export.id and payment.paid_at is not null) as paid
      from ${bankExports.from} where ($1::timestamptz is null or (bank_export.exported_at, bank_export.id) < ($1, $2::uuid))
      order by bank_export.exported_at desc, bank_export.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const exports = rows.slice(0, limit)
  const last = exports.at(-1)
  return {
    exports,
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.exportedAt), last.id]) : null,
  }
}

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
