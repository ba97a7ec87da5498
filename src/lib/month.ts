/** Calendar months of UTC, written like 2026-10. */
import { monthNames } from './calendar.ts'
import { dayMs, isDay, isoFromInstant, type Instant } from './instant.ts'

export type Month = string

export const isMonth = (text: string): boolean => text.length === 7 && isDay(`${text}-01`)

export const monthOf = (at: Instant): Month => isoFromInstant(at).slice(0, 7)

export const beginOfMonth = (month: Month): Instant => Date.parse(`${month}-01T00:00:00Z`)

/** The first moment after it. */
export const endOfMonth = (month: Month): Instant =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)

export const monthAfter = (month: Month): Month => monthOf(endOfMonth(month))

export const lastDayOf = (month: Month): string =>
  isoFromInstant(endOfMonth(month) - dayMs).slice(0, 10)

/** “October 2026”. */
export const monthInWords = (month: Month): string =>
  `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
