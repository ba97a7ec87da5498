/** A moment: whole milliseconds since 1970 in UTC. Where it comes from is the platform's clock. */
export type Instant = number

export const dayMs = 86_400_000
export const hourMs = 3_600_000

/** The last moment that is written with four digits of a year: later ones can be neither read nor kept. */
export const lastInstant: Instant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The moment that was written last: commands of a batch share theirs. */
let last = { at: 0, iso: '1970-01-01T00:00:00.000Z' }

export function isoFromInstant(at: Instant): string {
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() }
  return last.iso
}

/** The latest day that it is anywhere: a bank may be ahead of UTC by fourteen hours. */
export const latestDay = (at: Instant): string => isoFromInstant(at + 14 * hourMs).slice(0, 10)

/** Whether this is a day, written like 2026-01-31, that there is: no February 30, and none of a year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
