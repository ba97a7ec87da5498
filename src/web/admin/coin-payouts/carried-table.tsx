import { Link } from 'react-router'
import { usd } from '../../ui/amount.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/states.tsx'
import { shortened } from '../../ui/transaction.tsx'
import { pathOf, ways, type Carrier } from './words.ts'
import { When } from '../when.tsx'

export type Standing = { state: BadgeState; word: string }
export const InFew = ({ state, word }: Standing) => <Badge state={state}>{word}</Badge>

type Carried = {
  id: string
  builtAt: string
  builtBy: { fullName: string }
  payments: number
  amount: number
}
type CarriedTableProps<C> = {
  what: Carrier
  rows: C[]
  /** Its name outside. */
  name(row: C): string
  coins(row: C): string
  standing(row: C): Standing
}

/** Newest first. */
export function CarriedTable<C extends Carried>({ what, rows, ...of }: CarriedTableProps<C>) {
  const { one, many, made } = ways[what]
  const columns: Column<C>[] = [
    {
      head: one,
      kind: 'name',
      cell: (row) => (
        <Link to={pathOf[what](row.id)}>
          <code aria-hidden="true">{shortened(of.name(row))}</code>
          <span className="hide">
            {one} {of.name(row)}
          </span>
        </Link>
      ),
    },
    {
      head: made,
      kind: 'date',
      cell: ({ builtAt, builtBy }) => (
        <>
          <When at={builtAt} />
          <span className="caption">
            {' '}
            by <bdi>{builtBy.fullName}</bdi>
          </span>
        </>
      ),
    },
    { head: 'Payouts', kind: 'amount', cell: ({ payments }) => payments },
    { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
    { head: 'Coins', kind: 'amount', cell: of.coins },
    { head: 'State', cell: (row) => <InFew {...of.standing(row)} /> },
  ]
  return rows.length === 0 ? (
    <Empty>
      No {what} was {made.toLowerCase()} yet. One is {made.toLowerCase()} of what waits for it, and
      stands here from then on.
    </Empty>
  ) : (
    <DataTable label={many} columns={columns} rows={rows} keyOf={({ id }) => id} />
  )
}
