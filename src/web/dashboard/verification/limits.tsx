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
  if (isFinal) return 'You can’t pay in or invest. You can withdraw what is yours.'
  if (allowances.every(({ day, whole }) => day.limit === null && whole.limit === null))
    return 'You have no limits at the moment.'
  const howFar = {
    none: 'These limits apply until you’re verified. After that, the limits for verified customers apply.',
    refused:
      'These limits apply until you’re verified. After that, the limits for verified customers apply.',
    submitted:
      'These limits apply while we review your documents. After that, the limits for verified customers apply.',
    verified: 'These limits apply to verified customers.',
  }[state]
  return `${howFar} Bank deposits above your limit are held for you until you’re verified.`
}
