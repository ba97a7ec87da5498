/** What may be moved, and how much of it is left. */
import type { Allowance, Flow } from '../../../contract/verification.ts'
import type { OwnVerification } from '../../api/verification.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { formatUsd } from '../../../lib/money.ts'
import { Sheet } from '../../ui/sheet.tsx'

const flowWords: Record<Flow, string> = {
  in: 'Money in',
  invested: 'Invested in plans',
  out: 'Sent',
}

type Share = Allowance['day']

function left({ limit, used }: Share): string {
  if (limit === null) return 'No limit'
  const rest = centsOf(limit) - centsOf(used)
  return `${formatUsd(rest > 0n ? rest : 0n)} of ${usd(limit)}`
}

const columns: Column<Allowance>[] = [
  { head: 'What', kind: 'name', cell: ({ flow }) => flowWords[flow] },
  { head: 'Used in 24 hours', kind: 'amount', cell: ({ day }) => usd(day.used) },
  { head: 'Left in 24 hours', kind: 'amount', cell: ({ day }) => left(day) },
  { head: 'Used in all', kind: 'amount', cell: ({ whole }) => usd(whole.used) },
  { head: 'Left in all', kind: 'amount', cell: ({ whole }) => left(whole) },
]

export function Limits({ own }: { own: OwnVerification }) {
  return (
    <Sheet title="Limits">
      <div className="stack">
        <p className="small">{sentenceOf(own)}</p>
        <DataTable
          label="Limits"
          columns={columns}
          rows={own.allowances}
          keyOf={({ flow }) => flow}
        />
      </div>
    </Sheet>
  )
}

function sentenceOf({ state, isFinal, allowances }: OwnVerification): string {
  if (isFinal) return 'No money can come in and no plan can be opened. What is yours can be sent.'
  if (allowances.every(({ day, whole }) => day.limit === null && whole.limit === null))
    return 'No limit holds for you at present.'
  const howFar = {
    none: 'These hold while you are not verified. Once you are, those for verified customers hold.',
    refused:
      'These hold while you are not verified. Once you are, those for verified customers hold.',
    submitted:
      'These hold while we review what you sent in. Once you are verified, those for verified customers hold.',
    verified: 'These hold for verified customers.',
  }[state]
  return `${howFar} Bank deposits above your limit are held for you until you’re verified.`
}
