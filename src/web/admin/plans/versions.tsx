import type { PastTerms, PlanWithPast } from '../../../contract/plan.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import chart from '../../account/charts/chart.module.css'
import { When } from '../when.tsx'

const columns: Column<PastTerms>[] = [
  { head: 'Version', kind: 'name', cell: ({ termsVersion, title }) => `${termsVersion}: ${title}` },
  { head: 'Amounts', cell: ({ range }) => range },
  {
    head: 'Profit',
    cell: ({ profitPercent, durationDays }) => `${profitPercent}% after ${durationDays} days`,
  },
  { head: 'Risk warning', cell: ({ riskVersion }) => `version ${riskVersion}` },
  {
    head: 'Since',
    kind: 'date',
    cell: ({ since }) => (since === null ? 'the beginning' : <When at={since} />),
  },
  {
    head: 'By',
    cell: ({ since, by }) => (since === null ? 'the firm’s own offer' : (by ?? 'Staff')),
  },
]

/** Every version of a plan's terms, newest first. */
export function PlanVersions({ plan: { title, versions } }: { plan: PlanWithPast }) {
  return (
    <details className={chart.table}>
      <summary>{versions.length === 1 ? 'One version' : `All ${versions.length} versions`}</summary>
      <DataTable
        label={`Versions of ${title}`}
        columns={columns}
        rows={versions}
        keyOf={({ termsVersion }) => String(termsVersion)}
      />
    </details>
  )
}
