import { showDateTime } from '../../ui/dates.ts'

/** The page says it in UTC, since whoever made it doesn't know where it is read; that stays to be looked at. */
export function showInOwnZone(time: HTMLTimeElement): void {
  time.title = time.textContent
  time.textContent = showDateTime(time.dateTime)
}
