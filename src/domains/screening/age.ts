/** When a loaded list is old: the page, the alert and the gate all ask here. */
import type { Instant } from '../../lib/instant.ts'

const day = 24 * 60 * 60 * 1000

/** From then on it is old, by wall time: what counts is that somebody looked for a newer one. */
export const oldFrom = (
  { loadedAt }: { loadedAt: Instant },
  { screeningDays }: { screeningDays: number },
): Instant => loadedAt + screeningDays * day
