/** What is said of what others did while a page was open. */
import type { Notification } from '../../../contract/notifications.ts'
import { amountOf, titleOf } from '../activity/words.ts'

function sentenceOf(item: Notification): string {
  const amount = amountOf(item)
  return amount === undefined ? titleOf(item) : `${titleOf(item)}, ${amount}`
}

/**
 * In a sentence, or null. `since` is the place in the activity up to which this window knew. What was done in the person's
 * own name they may have done right here: the bell counts it, and says no more.
 */
export function newsOf(told: readonly Notification[], since: number): string | null {
  const [latest, ...others] = told.filter(
    ({ version, isNew, by }) => version > since && isNew && by !== 'you',
  )
  if (!latest) return null
  return others.length === 0
    ? sentenceOf(latest)
    : `${others.length + 1} new notifications. The latest: ${sentenceOf(latest)}`
}
