/** How the months of the books were closed and reopened: rows that stay, one after the other. */
import { count, flag, instant, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { beginOfMonth, endOfMonth, type Month } from '../../lib/month.ts'

export type MonthChange = {
  id: string
  /** The firm. */
  owner: OwnerId
  /** In their order, from 1. */
  number: number
  month: Month
  /** Else it reopens the month. */
  closes: boolean
  /** Why it was reopened. */
  reason: string | null
  /** On which reconciliations it was closed. */
  clientReconciliation: string | null
  firmReconciliation: string | null
  at: Instant
  /** Who agreed first of the two. */
  firstBy: OwnerId
  secondBy: OwnerId
}

export const monthChanges = new Table<MonthChange>({
  name: 'month_changes',
  as: 'month_change',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    number: count('number'),
    month: word('month'),
    closes: flag('closes'),
    reason: text('reason'),
    clientReconciliation: uuid('client_reconciliation_id'),
    firmReconciliation: uuid('firm_reconciliation_id'),
    at: instant('at'),
    firstBy: uuid('first_by', { named: true }),
    secondBy: uuid('second_by', { named: true }),
  },
})
export type MonthChangeRow = WithNames<MonthChange, 'firstBy' | 'secondBy'>

const all = monthChanges.source<OwnerId>({
  name: 'all',
  form: 'uuid',
  text: `select ${monthChanges.columns} from ${monthChanges.from} where month_change.owner_id = any ($1) order by month_change.number`,
})

/** Needs all of them: a dozen in a year. */
export const allMonthChanges = reading(all, firm)

export const monthChangesIn = (world: World): MonthChange[] =>
  world.rowsOf(monthChanges, firm).toSorted((a, b) => a.number - b.number)

type Change = Pick<MonthChange, 'month' | 'closes'>

/** Until when the books are closed, after the last change; null: nothing was ever closed. */
export function openFromOf(changes: readonly Change[]): Instant | null {
  const last = changes.at(-1)
  if (!last) return null
  return last.closes ? endOfMonth(last.month) : beginOfMonth(last.month)
}

/** The months that are closed, oldest first. */
export const closedIn = (changes: readonly Change[]): Month[] =>
  changes.reduce<Month[]>(
    (closed, { month, closes }) => (closes ? [...closed, month] : closed.slice(0, -1)),
    [],
  )
