/** Calendar months of UTC, written like 2026-10, and where in time they begin and end. */
import { addMonths, firstDayOf, monthNames } from './calendar.ts'
import { isDay, isoFromInstant, type Instant } from './instant.ts'

export type Month = string

export const isMonth = (text: string): boolean => text.length === 7 && isDay(firstDayOf(text))

export const monthAt = (at: Instant): Month => isoFromInstant(at).slice(0, 7)

export const beginOfMonth = (month: Month): Instant => Date.parse(`${firstDayOf(month)}T00:00:00Z`)

export const monthAfter = (month: Month): Month => addMonths(month, 1)

/** The first moment after it. */
export const endOfMonth = (month: Month): Instant => beginOfMonth(monthAfter(month))

/** “October 2026”. */
export const monthInWords = (month: Month): string =>
  `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
