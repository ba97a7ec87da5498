/** Moments in words that no element holds: in the zone that was chosen, which they name, so that they are right after another choice too. */
import { inZone } from '../../lib/zone.ts'

export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
let shown: string | null = null

export const showZone = (zone: string) => void (shown = zone)

/** `Jan 5, 2025, 03:04 PM UTC+1` */
export function sayWhen(iso: string): string {
  const { text, offset } = inZone(iso, shown ?? ownZone())
  return `${text} ${offset}`
}
