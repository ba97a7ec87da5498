/**
 * The activity as comma-separated values (RFC 4180), for a spreadsheet: a spreadsheet must not take what somebody wrote
 * for a formula. Source of what begins one: OWASP, "CSV Injection".
 */
import type { ActivityItem } from '../../contract/activity.ts'
import { centsFromDollars, decimalFromCents } from '../../lib/money.ts'

const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function words(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Our own digits, which a spreadsheet is to add up. */
function amount(dollars: number | null): string {
  if (dollars === null) return ''
  const cents = centsFromDollars(dollars)
  if (cents === null) throw new RangeError(`${dollars} is not an amount of money`)
  return decimalFromCents(cents)
}

const columns: [head: string, of: (item: ActivityItem) => string][] = [
  ['Time (UTC)', ({ at }) => at],
  ['Entry', ({ title }) => words(title)],
  ['Amount (USD)', (item) => amount(item.amount)],
  ['Balance (USD)', ({ balanceAfter }) => amount(balanceAfter)],
  ['By', ({ by, staffName }) => words(staffName ?? by)],
  ['Reason', ({ reason }) => words(reason ?? '')],
  ['Changes', ({ changes }) => words(changes.map(({ field, from, to }) => `${field}: ${from ?? '-'} to ${to ?? '-'}`).join('; '))],
  ['Details', ({ details }) => words(Object.entries(details).map(([name, value]) => `${name}: ${value}`).join('; '))],
  ['Id', ({ id }) => id],
]

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

/** Begins with the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${line(columns.map(([head]) => head))}`

export const csvLines = (items: readonly ActivityItem[]): string => items.map((item) => line(columns.map(([, of]) => of(item)))).join('')
