/** Until when work is due: so long after it began to wait, or before it lapses. */
import type { DueTimes, WorkName } from '../../contract/staff-work.ts'

/** `closedDays`: on which the firm doesn't work, beside weekends, as `2026-12-25`. */
export type DueTerms = { times: DueTimes; closedDays: readonly string[] }

/** As the settings and the pack have them. */
export const dueTermsOf = (
  { workIsDue }: { workIsDue: DueTimes },
  { closedDays = [] }: { closedDays?: readonly string[] | undefined },
): DueTerms => ({ times: workIsDue, closedDays })

/** SQL of the first working days, UTC, from the day of this moment on: of as many days as hold them for certain. */
const workingDaysFrom = (at: string, count: number, closedDays: readonly string[]) => `
  select array_agg(day order by day) as days from (
    select day::date as day from generate_series((${at} at time zone 'UTC')::date, (${at} at time zone 'UTC')::date + ${2 * count + 7 + closedDays.length}, interval '1 day') day
    where extract(isodow from day) < 6 and day::date <> all ('{${closedDays.join(',')}}'::date[])
    order by day limit ${count}) working`

/** SQL: so many working days later, at the same time of the day; what came on another day began with the next working one. */
const workingDaysAfter = (at: string, days: number, closedDays: readonly string[]) => `(
  select make_interval(hours => 24 * (days[${days + 1}] - days[1]))
    + case days[1] when (${at} at time zone 'UTC')::date then ${at} else days[1]::timestamp at time zone 'UTC' end
  from (${workingDaysFrom(at, days + 1, closedDays)}) working)`

/** SQL of the moment until which a piece is due that has `at`, and `ends` where it lapses. */
export function dueOf({ times, closedDays }: DueTerms, work: WorkName, lapses: boolean): string {
  const { days, working } = times[work]
  const after = working
    ? workingDaysAfter('at', days, closedDays)
    : `at + make_interval(hours => ${24 * days})`
  // What lapses is due before, and leaves half of its time to whoever decides on it.
  return lapses
    ? `coalesce(greatest(at + (ends - at) / 2, ends - make_interval(hours => ${24 * days})), ${after})`
    : after
}
