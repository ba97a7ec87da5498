/** Zones of time, by their names in the IANA's list: "Europe/Zurich". Pure. */

export function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const forms = {
  time: {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZoneName: 'shortOffset',
  },
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** To set one up takes far longer than to use it. */
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterIn(zone: string, form: keyof typeof forms): Intl.DateTimeFormat {
  const key = `${form} ${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...forms[form] })
    formatters.set(key, formatter)
  }
  return formatter
}

/** Each part of a moment there, as it is written. */
function partsOf(at: Date | number, zone: string, form: keyof typeof forms) {
  const parts = formatterIn(zone, form).formatToParts(at)
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
}

/** `Jan 5, 2025, 03:04 PM` in that zone, and how far it was from UTC then: `UTC+1`. */
export function inZone(iso: string, zone: string): { text: string; offset: string } {
  const part = partsOf(new Date(iso), zone, 'time')
  return {
    text: `${part('month')} ${part('day')}, ${part('year')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')}`,
    offset: part('timeZoneName').replace(/^GMT(?:[+-]0)?/, 'UTC'),
  }
}

/** The day of the calendar (`2026-01-31`) that it is there at that moment. */
export function dayIn(at: number, zone: string): string {
  const part = partsOf(at, zone, 'day')
  return `${part('year')}-${part('month')}-${part('day')}`
}

const minuteMs = 60_000

/** The first moment of that day there, whatever its clocks do at midnight: searched for by the minute. */
export function beginOfDay(day: string, zone: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const isBefore = (minutes: number) => dayIn(noon + minutes * minuteMs, zone) < day
  // A day begins at most 14 hours before UTC's, and 12 after.
  let [before, from] = [-30 * 60, 15 * 60]
  while (from - before > 1) {
    const middle = (before + from) >> 1
    if (isBefore(middle)) before = middle
    else from = middle
  }
  return noon + from * minuteMs
}
