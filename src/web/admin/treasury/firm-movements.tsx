import type { ActivityItem } from '../../../contract/activity.ts'
import { wordFor } from '../../../contract/field-words.ts'
import { useFirmActivityInfiniteQuery } from '../../api/treasury.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'
import { When } from '../when.tsx'

const columns: Column<ActivityItem>[] = [
  { head: 'What', kind: 'name', cell: ({ title }) => title },
  { head: 'When', kind: 'date', cell: ({ at }) => <When at={at} /> },
  { head: 'By', cell: ({ by, staffName }) => (by === 'system' ? 'The system' : staffName) },
  { head: 'Details', cell: ({ details, changes }) => said(details, changes) },
]

function said(details: ActivityItem['details'], changes: ActivityItem['changes']): string {
  const facts = Object.entries(details).map(([name, value]) => `${wordFor(name)}: ${value}`)
  return [
    ...facts,
    ...changes.map(({ field, from, to }) => `${wordFor(field)}: ${from ?? '-'} → ${to ?? '-'}`),
  ].join(' · ')
}

/** What was done in the firm's own name: who, when, how much, and under which reference. */
export function FirmMovements() {
  const { data, ...answer } = useFirmActivityInfiniteQuery()
  const rows = data?.pages.flatMap((page) => page.data.activity)
  return (
    <Sheet title="The firm’s own movements">
      {answer.error && <LoadFailed what="the movements" {...answer} />}
      {!answer.error && !rows && <Waiting />}
      {rows?.length === 0 && (
        <Empty>
          Nothing has been booked in the firm’s name yet. Pay in capital first, then fund the pools.
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label="The firm’s own movements"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <LoadMore {...answer} />
    </Sheet>
  )
}
