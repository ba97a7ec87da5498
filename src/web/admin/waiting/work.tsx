/** What waits in places of its own: how much, since when, and the way there. */
import { Link } from 'react-router'
import { maxWork, workPlaces, type StaffWork } from '../../../contract/staff-work.ts'
import { useWork } from '../../api/staff-work.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'
import { sayWhen } from '../zone-shown.ts'

export const countOf = (count: number) =>
  count >= maxWork ? `${maxWork.toLocaleString('en-US')}+` : String(count)

const columns: Column<StaffWork>[] = [
  {
    head: 'What',
    kind: 'name',
    cell: ({ of }) => <Link to={workPlaces[of].to}>{workPlaces[of].label}</Link>,
  },
  { head: 'To decide', kind: 'amount', cell: ({ toDecide }) => countOf(toDecide) },
  {
    head: 'The oldest since',
    kind: 'date',
    cell: ({ oldestAt }) => (oldestAt === null ? '–' : sayWhen(oldestAt)),
  },
  {
    head: 'Late',
    kind: 'amount',
    cell: ({ late }) => (late === 0 ? '–' : `${countOf(late)} late`),
  },
  { head: 'Begun by you', kind: 'amount', cell: ({ yours }) => countOf(yours) },
]

export function WorkElsewhere() {
  const { data } = useWork()
  // Proposals stand on the page itself.
  const rows = data?.data.work.filter(({ of }) => of !== 'proposals')
  return (
    <Sheet title="In other places" lit={rows?.some(({ toDecide }) => toDecide > 0) ?? false}>
      {rows === undefined ? (
        <Waiting rows={2} />
      ) : rows.length === 0 ? (
        <Empty>Nothing waits anywhere else.</Empty>
      ) : (
        <DataTable label="In other places" columns={columns} rows={rows} keyOf={({ of }) => of} />
      )}
    </Sheet>
  )
}
