/** Files of payouts for the bank as they are kept, and which requests each has claimed. */
import type { ExportFormat, ExportStatus, LineState } from '../../../contract/bank-export.ts'
import { cents, instant, integer, text, uuid, word } from '../../../desk/column.ts'
import { Table, type WithNames } from '../../../desk/table.ts'
import type { OwnerId } from '../../../ledger/core/chart.ts'
import type { Instant } from '../../../lib/instant.ts'
import type { Cents } from '../../../lib/money.ts'
import { defineCarrier } from '../carrier.ts'

export type BankExport = {
  id: string
  /** The firm. */
  owner: OwnerId
  format: ExportFormat
  /** SHA-256 of the file. */
  digest: string
  amount: Cents
  status: ExportStatus
  exportedAt: Instant
  /** Who exported it. */
  builtBy: OwnerId
  releasedAt: Instant | null
  releasedBy: OwnerId | null
  endedAt: Instant | null
  /** The two who cancelled it. */
  agreedBy: OwnerId | null
  cancelledBy: OwnerId | null
}

export const bankExports = new Table<BankExport>({
  name: 'bank_exports',
  as: 'bank_export',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    format: word('format'),
    digest: word('digest'),
    amount: cents('amount'),
    status: word('status', { changes: true }),
    exportedAt: instant('exported_at'),
    builtBy: uuid('exported_by', { named: true }),
    releasedAt: instant('released_at', { later: true }),
    releasedBy: uuid('released_by', { later: true, named: true }),
    endedAt: instant('ended_at', { later: true }),
    agreedBy: uuid('agreed_by', { later: true, named: true }),
    cancelledBy: uuid('cancelled_by', { later: true, named: true }),
  },
})
export type BankExportRow = WithNames<
  BankExport,
  'builtBy' | 'releasedBy' | 'agreedBy' | 'cancelledBy'
>

/** A request in a file. */
export type ExportPayment = {
  export: string
  withdrawal: string
  line: number
  amount: Cents
  paidAt: Instant | null
  /** What the bank has reported of it last. */
  bankState: LineState | null
  /** The bank's code of the reason why it was rejected. */
  bankReason: string | null
}

export const exportPayments = new Table<ExportPayment>({
  name: 'bank_export_payments',
  as: 'export_payment',
  key: ['export', 'withdrawal'],
  columns: {
    export: uuid('export_id'),
    withdrawal: uuid('withdrawal_id'),
    line: integer('line'),
    amount: cents('amount'),
    paidAt: instant('paid_at', { later: true }),
    bankState: word('bank_state', { later: true }),
    bankReason: text('bank_reason', { later: true }),
  },
})

export const exportCarrier = defineCarrier({
  rows: bankExports,
  lines: exportPayments,
  ofLine: 'export',
  placeOf: ({ line }) => line,
})

/** Those of a file, in the order of its lines. */
export const { linesIn: paymentsIn } = exportCarrier

/** Whether it claims what it pays: nobody has it yet, or the bank may have it. */
export const isOpen = ({ status }: BankExport): boolean =>
  status === 'built' || status === 'exported'

/** Whether a file may still pay it. */
export const isClaimed = ({ paidAt, bankState }: ExportPayment): boolean =>
  paidAt === null && bankState !== 'reopened'
