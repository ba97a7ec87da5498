/** What the law asks to keep of whom it verified. Pure. */
import { defineEffect } from '../../desk/effect.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

/** So many years after an account is closed, by which law. */
export type Kept = { years: number; law: string }

/** What this person sent in to be verified outlives their account. */
export const keepForLaw = defineEffect<{ owner: OwnerId; until: Instant; law: string }>(
  'keep-for-law',
)

/** The same day so many years later; of the 29th of February, the 1st of March. */
export function yearsAfter(at: Instant, years: number): Instant {
  const day = new Date(at)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.getTime()
}
