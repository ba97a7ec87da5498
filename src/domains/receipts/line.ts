/** Of something that stands on a statement of its own. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Journaled } from '../../desk/command.ts'
import { textOf } from '../../desk/recall.ts'
import { dayMs, isoFromInstant, latestDay, type Instant } from '../../lib/instant.ts'

export type Line = { reference: string; valueDate: string }

export const lineIn = (kept: Journaled): Line => ({
  reference: textOf(kept, 'reference'),
  valueDate: textOf(kept, 'valueDate'),
})

export const whyTwo = 'Every entry at the bank takes two.'

/** A statement is recorded when it comes, not years later. */
const oldestValueDays = 366
/** Banks book what counts from a later day, over a weekend and holidays. */
const newestValueDays = 5

const isDay = (text: string) => !Number.isNaN(Date.parse(text))

/** Days as they are written compare like days. */
export function refusalOfDay({ valueDate }: Line, at: Instant): Refusal | null {
  const oldest = isoFromInstant(at - oldestValueDays * dayMs).slice(0, 10)
  const newest = latestDay(at + newestValueDays * dayMs)
  return isDay(valueDate) && valueDate >= oldest && valueDate <= newest
    ? null
    : refuse('wrong_value_date')
}
