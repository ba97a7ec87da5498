/** What the activity list is narrowed to, as it stands in the address of the page. */
import type { ActivityChoice } from '../../api/activity.ts'
import { isKind } from './kinds.ts'

export const longestSearch = 100

const dayPattern = /^([1-9]\d{3})-(\d\d)-(\d\d)$/

/** The midnight that begins a day of the reader's own time zone, `later` days on; null for what is no day. */
export function midnightOf(day: string, later: number): Date | null {
  const match = dayPattern.exec(day)
  if (!match) return null
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  const isDay = new Date(Date.UTC(year, month - 1, date)).toISOString().startsWith(day)
  // Counted in days, not hours: where clocks change, a day has 23 or 25.
  return isDay ? new Date(year, month - 1, date + later) : null
}

/** The day of the reader's own time zone, as the address of the page has it: `2026-01-05` */
export function dayOf(at: Date): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1, 2)}-${digits(at.getDate(), 2)}`
}

/** What an address ends with that leads to one entry of the list. */
export const entryAnchor = (id: string) => `entry-${id}`

/** The words, the kind and the days that a reader has chosen; empty for no limit. What isn't meant is left out. */
export type Chosen = { kind: string; from: string; to: string; search: string }

export function chosenIn(query: URLSearchParams): Chosen {
  const kind = query.get('kind') ?? ''
  const day = (name: string) => (midnightOf(query.get(name) ?? '', 0) ? query.get(name)! : '')
  return {
    kind: isKind(kind) ? kind : '',
    search: (query.get('search') ?? '').slice(0, longestSearch),
    from: day('from'),
    to: day('to'),
  }
}

/** From the first day's midnight to the one after the last: the last day counts as a whole. */
export function timeOf({ from, to }: Pick<Chosen, 'from' | 'to'>): { from?: string; to?: string } {
  const start = midnightOf(from, 0)
  const end = midnightOf(to, 1)
  return { ...(start && { from: start.toISOString() }), ...(end && { to: end.toISOString() }) }
}

/** The same as the server is asked. */
export function choiceOf({ kind, search, ...days }: Chosen): ActivityChoice {
  return { ...(kind && { kind }), ...(search && { search }), ...timeOf(days) }
}

/** While a year is typed, a date field holds the years 2, 20 and 202: those aren't meant. */
export function isMeantDay(text: string): boolean {
  return text === '' || midnightOf(text, 0) !== null
}
