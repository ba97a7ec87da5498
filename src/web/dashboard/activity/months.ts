/** Months as statements are named by them, such as `2026-01`: in UTC, as the statements themselves. */
import { showMonth } from '../../ui/dates.ts'

/** Newest first, from the month of the first moment to that of the latest of the others. */
export function monthsBetween(first: string, others: readonly string[]): string[] {
  const last = others
    .map((moment) => moment.slice(0, 7))
    .reduce((a, b) => (a > b ? a : b), first.slice(0, 7))
  const [year, month] = last.split('-').map(Number) as [number, number]
  const months: string[] = []
  for (let back = 0; (months.at(-1) ?? '9') > first.slice(0, 7); back += 1) {
    months.push(new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7))
  }
  return months
}

/** `2026-01` to `January 2026` */
export function monthName(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return showMonth(year, number - 1)
}
