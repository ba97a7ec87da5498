/** When a loaded list is old: the page, the alert and the gate all ask here. */
import { dayMs, type Instant } from '../../lib/instant.ts'

/** From then on it is old, by wall time: what counts is that somebody looked for a newer one. */
export const oldFrom = (
  { loadedAt }: { loadedAt: Instant },
  { screeningDays }: { screeningDays: number },
): Instant => loadedAt + screeningDays * dayMs
