/**
 * Dates as screens show them: US English, in the reader's own time zone. Written by hand: to set up
 * the browser's own formatter takes a slow phone longer than all else that a public page runs.
 */
import { monthNames, shortMonth, showDay } from '../../lib/calendar.ts'

export { showDay }

/** `March 2026`; January is month 0. */
export const showMonth = (year: number, month: number) => `${monthNames[month]} ${year}`

const dateOf = (at: Date) => `${monthDayOf(at)}, ${at.getFullYear()}`
const monthDayOf = (at: Date) => `${shortMonth(at.getMonth())} ${at.getDate()}`
const twoDigits = (count: number) => String(count).padStart(2, '0')

function timeOf(at: Date): string {
  const hours = at.getHours()
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(at.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `Jan 5, 2025, 03:04 PM` */
export function showDateTime(iso: string): string {
  const at = new Date(iso)
  return `${dateOf(at)}, ${timeOf(at)}`
}

/** `Jan 5, 2025` */
export const showDate = (iso: string) => dateOf(new Date(iso))

/** `03:04 PM` */
export const showTime = (iso: string) => timeOf(new Date(iso))

/** `Jan 5` */
export const showMonthDay = (iso: string) => monthDayOf(new Date(iso))

/** `03:04 PM` of the day of `now`, and `Jan 5` of another. */
export function showTimeOrDay(iso: string, now: string): string {
  return showDate(iso) === showDate(now) ? showTime(iso) : showMonthDay(iso)
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago by the reader's clock, in whole days, hours or minutes: `2 hours ago`, `yesterday`, `just now` */
export function showAgo(iso: string): string {
  const ago = Date.now() - Date.parse(iso)
  const [unit, length] = steps.find(([, shortest]) => ago >= shortest) ?? []
  if (!unit) return 'just now'
  const count = Math.floor(ago / length!)
  if (unit === 'day' && count === 1) return 'yesterday'
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
