/** Until when work is due: so long after it began to wait, or before it lapses. */
import type { DueTimes, WorkName } from '../../contract/staff-work.ts'

/** SQL of the day on which work may begin that came at this moment: none begins on a weekend, UTC. */
const begunOn = (at: string) => `case extract(isodow from ${at} at time zone 'UTC')
  when 6 then date_trunc('day', ${at}, 'UTC') + interval '48 hours' when 7 then date_trunc('day', ${at}, 'UTC') + interval '24 hours' else ${at} end`

/** SQL: so many working days later, which each weekend between makes two days more. */
const workingDaysAfter = (at: string, days: number) =>
  `(select start + make_interval(hours => 24 * (${days} + 2 * ((extract(isodow from start at time zone 'UTC')::int - 1 + ${days}) / 5))) from (select ${begunOn(at)} as start) begun)`

/** SQL of the moment until which a piece is due that has `at`, and `ends` where it lapses. */
export function dueOf(due: DueTimes, work: WorkName, lapses: boolean): string {
  const { days, working } = due[work]
  const after = working ? workingDaysAfter('at', days) : `at + make_interval(hours => ${24 * days})`
  // What lapses is due before, and leaves half of its time to whoever decides on it.
  return lapses
    ? `coalesce(greatest(at + (ends - at) / 2, ends - make_interval(hours => ${24 * days})), ${after})`
    : after
}
