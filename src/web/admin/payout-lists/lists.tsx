import { Link } from 'react-router'
import type { PayoutList } from '../../../contract/payout-list.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Empty } from '../../ui/states.tsx'
import { shortened } from '../../ui/transaction.tsx'
import { pathOf } from '../coin-payouts/words.ts'
import { standing, usdtOf } from './words.ts'

const columns: Column<PayoutList>[] = [
  {
    head: 'List',
    kind: 'name',
    cell: ({ id }) => (
      <Link to={pathOf.list(id)}>
        <code aria-hidden="true">{shortened(id)}</code>
        <span className="hide">List {id}</span>
      </Link>
    ),
  },
  {
    head: 'Made',
    kind: 'date',
    cell: ({ builtAt, builtBy }) => (
      <>
        <time dateTime={builtAt}>{showDateTime(builtAt)}</time>
        <span className="caption">
          {' '}
          by <bdi>{builtBy.fullName}</bdi>
        </span>
      </>
    ),
  },
  { head: 'Payouts', kind: 'amount', cell: ({ payments }) => payments },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  { head: 'Coins', kind: 'amount', cell: ({ quantity }) => usdtOf(quantity) },
  { head: 'State', cell: (list) => <Standing list={list} /> },
]

export function Standing({ list }: { list: PayoutList }) {
  const { state, word } = standing(list)
  return <Badge state={state}>{word}</Badge>
}

/** Newest first. */
export function Lists({ lists }: { lists: PayoutList[] }) {
  return lists.length === 0 ? (
    <Empty>
      No list was made yet. One is made of what waits for it, and stands here from then on.
    </Empty>
  ) : (
    <DataTable label="Lists" columns={columns} rows={lists} keyOf={({ id }) => id} />
  )
}
