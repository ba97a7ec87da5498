import { showDateTime } from '../../ui/dates.ts'

/** The page says it in UTC, since the server doesn't know the reader's time zone; that stays as the tooltip. */
export function showInOwnZone(time: HTMLTimeElement): void {
  time.title = time.textContent
  time.textContent = showDateTime(time.dateTime)
}
