/** What the journal says of a file for the bank: exported, its lines paid, and given up by two. Pure. */
import type { ExportFormat } from '../../contract/bank-export.ts'
import { refuse, type Journaled, type ReadBack } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import { defineFact } from '../../desk/fact.ts'
import { centsOf, textOf, Unexplained } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { defineCarrier, type Carried, type Recorded } from '../payout-batches/carrier.ts'
import { partsIn } from '../payout-batches/recall.ts'
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

type Claim = { id: string; said: Recorded<BankExport, ExportPayment> }

/** The files that have a request, each as the journal has it: a row alone frees nothing. */
export const recordedClaims = defineFact<string, Claim[]>({
  name: 'bank_exports.claims',
  ofJournal: true,
  text: `select asked.id::text || ' ' || line.export_id as about, command.id from unnest($1::uuid[]) asked (id)
    join bank_export_payments line on line.withdrawal_id = asked.id cross join lateral (${exportCarrier.commandsOf('line.export_id')}) command`,
  form: 'uuid',
  valueIn(rows, withdrawal) {
    const found = (rows as ReadBack[]).filter(({ about }) => about.startsWith(`${withdrawal} `))
    const ids = new Set(found.map(({ about }) => about.slice(withdrawal.length + 1)))
    return [...ids].map((id) => ({
      id,
      said: exportCarrier.follow(
        id,
        found.filter(({ about }) => about.endsWith(` ${id}`)),
      ),
    }))
  },
  inMemory: () => ({
    add() {},
    valueOf: (withdrawal, { world }) =>
      world
        .rows(exportPayments)
        .filter((line) => line.withdrawal === withdrawal)
        .map(({ export: id }) => ({
          id,
          said: {
            carried: { row: world.get(bankExports, id)!, lines: paymentsIn(world, id) },
            fault: null,
          },
        })),
  }),
})

/** The file that may still pay a request, as it was recorded; null: none may. */
export function claimOf(world: World, withdrawal: string): BankExport | Refusal | null {
  let claim: BankExport | null = null
  for (const { id, said } of world.fact(recordedClaims, withdrawal)) {
    const row = world.get(bankExports, id)!
    const difference = exportCarrier.differenceOf({ row, lines: paymentsIn(world, id) }, said)
    if (difference !== null)
      return refuse(
        'not_as_recorded',
        `A file for the bank that has this request is not what was recorded of it: ${difference}. Nothing was booked, and no money may leave for it until that is explained.`,
      )
    if (row.status === 'exported') claim = row
  }
  return claim
}
