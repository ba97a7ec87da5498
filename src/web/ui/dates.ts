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
