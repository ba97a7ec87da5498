/** Zones of time, by their names in the IANA's list: "Europe/Zurich". Pure. */

export function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterIn(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      timeZoneName: 'shortOffset',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** `Jan 5, 2025, 03:04 PM` in that zone, and how far it was from UTC then: `UTC+1`. */
export function inZone(iso: string, zone: string): { text: string; offset: string } {
  const parts = formatterIn(zone).formatToParts(new Date(iso))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return {
    text: `${part('month')} ${part('day')}, ${part('year')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')}`,
    offset: part('timeZoneName').replace(/^GMT(?:[+-]0)?/, 'UTC'),
  }
}
