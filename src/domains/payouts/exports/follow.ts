/** What the journal says of a file for the bank: exported, its lines paid, and given up by two. Pure. */
import type { ExportFormat } from '../../../contract/bank-export.ts'
import type { Journaled } from '../../../desk/command.ts'
import { centsOf, textOf, Unexplained } from '../../../desk/recall.ts'
import { firm } from '../../../ledger/core/chart.ts'
import { defineCarrier, type Carried } from '../carrier.ts'
import { defineClaims } from '../claims.ts'
import { partsIn } from '../recall.ts'
import {
  bankExports,
  exportPayments,
  paymentsIn,
  type BankExport,
  type ExportPayment,
} from './table.ts'

type CarriedExport = Carried<BankExport, ExportPayment>

export const claimedIn = (kept: Journaled) =>
  partsIn(kept, 'payments').map((one) => ({
    withdrawal: textOf(one, 'withdrawal'),
    amount: centsOf(one, 'amount'),
    owner: textOf(one, 'person'),
  }))

function exported(kept: Journaled): CarriedExport {
  if (kept.kind !== 'BuildBankExport' || kept.actor === null)
    throw new Unexplained('nobody exported it')
  const claimed = claimedIn(kept)
  const row: BankExport = {
    id: kept.id,
    owner: firm,
    format: textOf(kept, 'format') as ExportFormat,
    digest: textOf(kept, 'digest'),
    amount: claimed.reduce((sum, { amount }) => sum + amount, 0n),
    status: 'exported',
    exportedAt: kept.at,
    exportedBy: kept.actor,
    proposedAt: null,
    proposedBy: null,
    endedAt: null,
    droppedBy: null,
  }
  const lines = claimed.map(({ withdrawal, amount }, line) => ({
    export: kept.id,
    withdrawal,
    line,
    amount,
    paidAt: null,
  }))
  return { row, lines }
}

/** The payment of a line; the last one ends it. */
function paid({ row, lines }: CarriedExport, kept: Journaled): CarriedExport {
  const withdrawal = textOf(kept, 'withdrawal')
  const paying = lines.map((line) =>
    line.withdrawal === withdrawal ? { ...line, paidAt: kept.at } : line,
  )
  if (paying.some(({ paidAt }) => paidAt === null)) return { row, lines: paying }
  const last = Math.max(...paying.map(({ paidAt }) => paidAt!))
  return { row: { ...row, status: 'paid', endedAt: last }, lines: paying }
}

function left(row: BankExport, { kind, at, actor }: Journaled): Partial<BankExport> {
  if (kind === 'DownloadBankExport') return {}
  if (kind === 'ProposeDropBankExport' && row.status !== 'dropped')
    return { proposedAt: at, proposedBy: actor }
  if (kind === 'DropBankExport' && row.status === 'exported' && row.proposedBy !== actor)
    return { status: 'dropped', endedAt: at, droppedBy: actor }
  throw new Unexplained(`${kind} can’t come after what was recorded before it`)
}

const ranks: Record<string, number> = { PayWithdrawal: 1, DropBankExport: 2 }

export const exportCarrier = defineCarrier<BankExport, ExportPayment>({
  called: 'file for the bank',
  rows: bankExports,
  lines: exportPayments,
  ofLine: 'export',
  linesIn: paymentsIn,
  order: ({ line }) => line,
  made: exported,
  after: ({ row, lines }, kept) =>
    kept.kind === 'PayWithdrawal'
      ? paid({ row, lines }, kept)
      : { row: { ...row, ...left(row, kept) }, lines },
  rank: ({ kind }) => ranks[kind] ?? 0,
  names: {
    digest: 'content',
    exportedAt: 'time',
    exportedBy: 'exporter',
    proposedAt: 'proposal',
    proposedBy: 'proposer',
    endedAt: 'end',
    droppedBy: 'second administrator',
  },
})

export const { recorded: recordedExport, refuseUnlessAsRecorded, comparing } = exportCarrier

export const { recordedClaims, claiming: exportsWith, claimsOf } = defineClaims(exportCarrier)
