/** Dates as screens show them: en-US, in the reader's own time zone. */
const dateTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: true,
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

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day of the calendar, `2025-01-05`, which is the same in every time zone: `Jan 5, 2025` */
export function showDay(date: string): string {
  return day.format(new Date(date))
}
