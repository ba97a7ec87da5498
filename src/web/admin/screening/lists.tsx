import type { ListLoaded } from '../../../contract/screening.ts'
import { screeningLists } from '../../../contract/screening-lists.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useScreeningListsQuery } from '../../api/screening.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import styles from './screening.module.css'

const columns: Column<ListLoaded>[] = [
  { head: 'List', kind: 'name', cell: ({ list }) => screeningLists[list] },
  { head: 'Day', cell: ({ day }) => <span className={styles.day}>{day}</span> },
  { head: 'Loaded', cell: ({ loadedAt }) => showDateTime(loadedAt) },
  { head: 'Names', kind: 'amount', cell: ({ names }) => names.toLocaleString('en-US') },
  { head: 'Addresses', kind: 'amount', cell: ({ addresses }) => addresses.toLocaleString('en-US') },
  {
    head: 'SHA-256',
    cell: ({ digest }) => <code className={styles.digest}>{digest}</code>,
  },
]

/** Lists that nobody has loaded lately, as the server says. */
function Old({ lists, oldAfterDays }: { lists: readonly ListLoaded[]; oldAfterDays: number }) {
  const old = lists.filter(({ isOld }) => isOld)
  if (old.length === 0) return null
  return (
    <Note tone="bad">
      Loaded more than {oldAfterDays} {oldAfterDays === 1 ? 'day' : 'days'} ago:{' '}
      {old.map(({ list }) => screeningLists[list]).join(', ')}. Have them loaded anew.
    </Note>
  )
}

/** What people are compared with. */
export function LoadedLists() {
  const { data, ...answer } = useScreeningListsQuery()
  return (
    <Sheet title="Lists">
      {!data ? (
        <NotLoaded what="the lists" rows={3} {...answer} />
      ) : data.data.lists.length === 0 ? (
        <Empty>
          No list is loaded, so nobody is compared. The operator loads one with{' '}
          <code>npm run screening:load -- FILE</code>.
        </Empty>
      ) : (
        <>
          <Old {...data.data} />
          <DataTable
            label="Lists"
            columns={columns}
            rows={data.data.lists}
            keyOf={({ list }) => list}
          />
        </>
      )}
    </Sheet>
  )
}
