/** Dates as screens show them: en-US, in the reader's own time zone. */
const dateTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})
const date = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** `Jan 5, 2025, 03:04 PM` */
export function showDateTime(iso: string): string {
  return dateTime.format(new Date(iso)).replace('\u202f', ' ')
}

/** `Jan 5, 2025` */
export function showDate(iso: string): string {
  return date.format(new Date(iso))
}

const time = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** `03:04 PM` */
export function showTime(iso: string): string {
  return time.format(new Date(iso)).replace('\u202f', ' ')
}

/** `Jan 5` */
export function showMonthDay(iso: string): string {
  return monthDay.format(new Date(iso))
}

/** `03:04 PM` of the day of `now`, and `Jan 5` of another. */
export function showTimeOrDay(iso: string, now: string): string {
  return showDate(iso) === showDate(now) ? showTime(iso) : showMonthDay(iso)
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago by the reader's clock, in whole days, hours or minutes: `2 hours ago`, `just now` */
export function showAgo(iso: string): string {
  const ago = Date.now() - Date.parse(iso)
  const [unit, length] = steps.find(([, shortest]) => ago >= shortest) ?? []
  return unit ? relative.format(-Math.floor(ago / length!), unit) : 'just now'
}

const day = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A day of the calendar, `2025-01-05`, which is the same in every time zone: `Jan 5, 2025` */
export function showDay(date: string): string {
  return day.format(new Date(date))
}
