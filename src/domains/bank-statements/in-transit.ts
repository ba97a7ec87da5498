/** Whether what stands in the books alone may still be in transit to the bank, or from it. Pure. */
import { dayNumber, isWorkday } from '../../lib/calendar.ts'
import type { BookLine } from './compare.ts'

/** What is neither on a statement nor in transit: `missing`, its value day is covered by a statement that hasn't got it; `uncovered`, that day is on none; `late`, it has been in transit for too long. */
export type Astray = 'missing' | 'uncovered' | 'late'

export type Covered = {
  /** The days of this statement, YYYY-MM-DD. */
  from: string
  to: string
  /** Until which day an earlier statement was read; null: none was. */
  until: string | null
  /** For so many banking days money may be in transit. */
  inTransitDays: number
}

/** Mondays to Fridays after one day, until another: holidays aren't known here, so the limit leaves room for them. */
export function bankingDaysBetween(from: string, to: string): number {
  let count = 0
  for (let day = dayNumber(from) + 1; day <= dayNumber(to); day += 1) if (isWorkday(day)) count += 1
  return count
}

/** Null: it may be in transit. */
export function astrayOf({ valueOn, day }: BookLine, covered: Covered): Astray | null {
  const { from, to, until, inTransitDays } = covered
  // What was recorded with a value day was taken from a statement: once that day is covered, it stands there or nowhere.
  if (valueOn !== null && valueOn <= to)
    return valueOn >= from || (until !== null && valueOn <= until) ? 'missing' : 'uncovered'
  return bankingDaysBetween(day, to) > inTransitDays ? 'late' : null
}
