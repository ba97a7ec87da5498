import type { BooksMonth, MonthCondition } from '../../contract/months.ts'
import { party } from '../../desk/spoken.ts'
import { readFirstBooking } from '../../ledger/store/first-booking.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { endOfMonth, monthAfter, monthAt, type Month } from '../../lib/month.ts'
import type { Database } from '../../platform/database.ts'
import { countUnsettled } from '../investments/queries.ts'
import { readReconciledUntil } from '../reconciliations/queries.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { conditionsOf, nextToClose } from './conditions.ts'
import type { AskedOfMonth } from './proposals.ts'
import { closedIn, monthChanges, openFromOf, type MonthChangeRow } from './table.ts'

/** What is asked outside the books before a month is closed. */
export async function askOfMonth(db: Database, month: Month): Promise<AskedOfMonth> {
  const [first, due] = await Promise.all([
    readFirstBooking(db),
    countUnsettled(db, endOfMonth(month)),
  ])
  return { due: String(due), first: first === null ? null : monthAt(first) }
}

async function readChanges(db: Database): Promise<MonthChangeRow[]> {
  const { rows } = await db.query<MonthChangeRow>({
    name: 'months.changes',
    text: `select ${monthChanges.columns} from ${monthChanges.from} order by month_change.number`,
  })
  return rows
}

const presentChange = (row: MonthChangeRow) => ({
  closes: row.closes,
  at: isoFromInstant(row.at),
  by: [party(row.firstBy, row.firstByName), party(row.secondBy, row.secondByName)],
  reason: row.reason,
})

/** From the first month on to the one that runs, newest first. */
function monthsBetween(first: Month, last: Month): Month[] {
  const months = []
  for (let month = first; month <= last; month = monthAfter(month)) months.unshift(month)
  return months
}

type Books = {
  months: BooksMonth[]
  next: { month: Month; conditions: MonthCondition[] } | null
  reopens: Month | null
}

export async function readMonths(db: Database): Promise<Books> {
  const [changes, first, statements, now] = await Promise.all([
    readChanges(db),
    readFirstBooking(db),
    readReconciledUntil(db),
    readBusinessNow(db),
  ])
  const firstMonth = first === null ? null : monthAt(first)
  const openFrom = openFromOf(changes)
  const month = nextToClose({ openFrom, first: firstMonth })
  if (firstMonth === null || month === null) return { months: [], next: null, reopens: null }
  const due = await countUnsettled(db, endOfMonth(month))
  const closed = closedIn(changes)
  const known = { at: now, openFrom, first: firstMonth, due, statements }
  return {
    months: monthsBetween(firstMonth, monthAt(now)).map((one) => ({
      month: one,
      status: closed.includes(one) ? 'closed' : endOfMonth(one) > now ? 'running' : 'open',
      history: changes.filter((change) => change.month === one).map(presentChange),
    })),
    next: { month, conditions: conditionsOf(month, known) },
    reopens: closed.at(-1) ?? null,
  }
}
