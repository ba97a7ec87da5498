/** The month that has ended and is to be closed next, as a piece of work. It has no row: its id says which month it is. */
import type { WaitingRows } from '../../desk/waiting-rows.ts'
import { firm } from '../../ledger/core/chart.ts'
import { firstBooking } from '../../ledger/store/first-booking.ts'
import { endOfMonth, isMonth, type Month } from '../../lib/month.ts'
import type { Waits } from '../noun.ts'
import { isOpenFor } from '../proposals/queries.ts'
import { allMonthChanges, monthChangesIn, openFromOf } from './table.ts'

const begin = '00000000-0000-8000-8000-000000'

/** Null where it is no month's. */
function monthIn(id: string): Month | null {
  const month = `${id.slice(-6, -2)}-${id.slice(-2)}`
  return id.slice(0, -6) === begin && isMonth(month) ? month : null
}

const rows: WaitingRows = {
  ownerOf: (id) => ({
    name: 'work-months',
    text: `select '${firm}'::uuid as owner where $1::uuid::text like '${begin}%'`,
    value: id,
    from: () => firm,
    inMemory: () => (monthIn(id) === null ? null : firm),
  }),
  read: () => [allMonthChanges],
  in(world, id) {
    const month = monthIn(id)
    if (month === null) return undefined
    const openFrom = openFromOf(monthChangesIn(world)) ?? 0
    return {
      owner: firm,
      waits: endOfMonth(month) > openFrom,
      may: 'book-money',
      begun: [],
      about: [],
    }
  },
}

/** One that somebody has proposed to close waits among the proposals. */
export const waits: Waits = {
  of: 'months',
  may: 'book-money',
  text: `select ('${begin}' || replace(month, '-', ''))::uuid as id, month_ends(month) as at, array[]::uuid[] as begun, array[]::uuid[] as about
    from (select to_char(coalesce(books_open_from(), (${firstBooking})) at time zone 'UTC', 'YYYY-MM') as month offset 0) next
    where month_ends(month) <= (select business_now()) and not ${isOpenFor("'months'")}`,
  rows,
}
