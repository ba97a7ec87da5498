/** The months of a list, as they are where the reader is. */
import { showMonth } from '../../ui/dates.ts'

export type Month = { year: number; month: number }

export function monthOf(iso: string): Month {
  const at = new Date(iso)
  return { year: at.getFullYear(), month: at.getMonth() }
}

/** Whether a list, newest first, comes to another month with this item. */
export function beginsMonth(items: readonly { at: string }[], index: number): boolean {
  if (index === 0) return true
  const [{ year, month }, before] = [monthOf(items[index]!.at), monthOf(items[index - 1]!.at)]
  return year !== before.year || month !== before.month
}

/** The midnights with which a year's months begin and the last of them ends, as the server takes them. */
export function boundsOfYear(year: number): string {
  return Array.from({ length: 13 }, (_, month) => new Date(year, month, 1).toISOString()).join(',')
}

/** `March 2026` */
export const monthName = ({ year, month }: Month) => showMonth(year, month)
