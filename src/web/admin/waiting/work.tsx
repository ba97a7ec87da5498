/** What waits in places of its own: how much, since when, and the way there. */
import { Link } from 'react-router'
import type { StaffWork, WorkName } from '../../../contract/staff-work.ts'
import { maxWork } from '../../../contract/staff-work.ts'
import { useWork } from '../../api/staff-work.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'

/** Proposals stand on the page itself. */
const places: Record<Exclude<WorkName, 'proposals'>, { label: string; to: string }> = {
  withdrawals: { label: 'Withdrawals', to: '/admin/withdrawals?work=to-decide' },
  'access-changes': { label: 'Changes of e-mails and sign-in', to: '/admin' },
  verifications: { label: 'Verifications', to: '/admin/verifications' },
  'payout-blocks': { label: 'Blocked payouts', to: '/admin/withdrawals' },
  'payout-lists': { label: 'Lists of payouts to release', to: '/admin/withdrawals?work=to-pay' },
  wallets: { label: 'Comparison of a wallet', to: '/admin/treasury' },
}

export const countOf = (count: number) =>
  count >= maxWork ? `${maxWork.toLocaleString('en-US')}+` : String(count)

const columns: Column<StaffWork & { of: keyof typeof places }>[] = [
  {
    head: 'What',
    kind: 'name',
    cell: ({ of }) => <Link to={places[of].to}>{places[of].label}</Link>,
  },
  { head: 'To decide', kind: 'amount', cell: ({ toDecide }) => countOf(toDecide) },
  {
    head: 'The oldest since',
    kind: 'date',
    cell: ({ oldestAt }) => (oldestAt === null ? '–' : showDateTime(oldestAt)),
  },
  { head: 'Begun by you', kind: 'amount', cell: ({ yours }) => countOf(yours) },
]

export function WorkElsewhere() {
  const { data } = useWork()
  const rows = data?.data.work.flatMap(({ of, ...row }) =>
    of === 'proposals' ? [] : [{ ...row, of }],
  )
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
