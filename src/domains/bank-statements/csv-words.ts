/** Amounts and days of a CSV file: how it writes them is found out from all of them at once, and nothing is guessed. */
import type { DateOrder } from '../../contract/reconciliation.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { lineOfBank } from '../../lib/text.ts'
import { centsOfBank, dayFromText, StatementFault } from './statement.ts'

/** A cell and the line of the file that it stands in. */
export type Cell = { text: string; line: number }

/** Without the signs and the currency that banks write around: `(1.00)`, `1.00-`, `$ 1.00`. */
function bareAmount(text: string): { digits: string; isBelow: boolean } {
  const plain = text
    .trim()
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/\s*(?:USD|US\$|\$)\s*/i, '')
  const isBelow = plain.startsWith('-') || plain.endsWith('-')
  return { digits: plain.replace(/^[+-]|-$/, ''), isBelow }
}

type Style = { cents: string; thousands: string }
const styles: Style[] = [
  { cents: '.', thousands: ',' },
  { cents: ',', thousands: '.' },
]
const escaped = (sign: string) => `\\${sign}`
const formOf = ({ cents, thousands }: Style) =>
  new RegExp(`^(?:\\d+|\\d{1,3}(?:${escaped(thousands)}\\d{3})+)?(?:${escaped(cents)}\\d{1,2}0*)?$`)

const isPlain = (digits: string) => /^\d+$/.test(digits)

/** Which sign stands before the cents; the point where no amount has any. Throws where one amount could be read in two ways. */
function styleOf(amounts: readonly Cell[]): Style {
  const fitting = styles.filter((style) => {
    const form = formOf(style)
    return amounts.every(({ text }) => form.test(bareAmount(text).digits))
  })
  // A sign before three digits stands for thousands only where another amount of the file shows its cents.
  const shown = ({ cents }: Style) =>
    amounts.some(({ text }) =>
      new RegExp(`${escaped(cents)}\\d{1,2}0*$`).test(bareAmount(text).digits),
    )
  const clear = fitting.find((style) => shown(style))
  if (clear) return clear
  const unclear = amounts.find(({ text }) => !isPlain(bareAmount(text).digits))
  if (!unclear) return styles[0]!
  throw new StatementFault(
    `“${lineOfBank(unclear.text, 40)}” is no amount, or isn’t written as the other amounts are. Write -1234.50 in every line.`,
    unclear.line,
  )
}

/** Reads each amount of a file, all of which are given first. */
export function readingAmounts(amounts: readonly Cell[]): (cell: Cell) => Cents {
  const { cents: sign, thousands } = styleOf(amounts)
  return ({ text, line }) => {
    const { digits, isBelow } = bareAmount(text)
    const cents = centsOfBank(digits.replaceAll(thousands, '').replace(sign, '.'))
    if (cents === null)
      throw new StatementFault(`“${lineOfBank(text, 40)}” is no amount. Write -1234.50.`, line)
    return isBelow ? -cents : cents
  }
}

const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T].*)?$/

const isoDay = (year: string, month: string, day: string) =>
  dayFromText(
    `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

/** `2026-01-31`, `2026/01/31`, `20260131`: nobody reads these in two ways. */
function plainDay(text: string): string | null {
  const found = /^(\d{4})([-/]?)(\d{2})\2(\d{2})(?:[ T].*)?$/.exec(text)
  return found ? isoDay(found[1]!, found[3]!, found[4]!) : null
}

/** In which order days stand in this file: by the points of `31.1.2026`, or because one of them can't be a month. Null: nothing shows it. */
function shownOrder(days: readonly Cell[]): DateOrder | null {
  for (const { text } of days) {
    const found = numbers.exec(text.trim())
    if (!found) continue
    if (found[2] === '.' || Number(found[1]) > 12) return 'day-first'
    if (Number(found[3]) > 12) return 'month-first'
  }
  return null
}

/** Reads each day of a file, all of which are given first. Throws where a person has to say how they are meant. */
export function readingDays(days: readonly Cell[], said: DateOrder | null): (cell: Cell) => string {
  const order = shownOrder(days) ?? said
  return ({ text, line }) => {
    const trimmed = text.trim()
    const found = numbers.exec(trimmed)
    if (found && order === null) throw unclearDays(trimmed, line)
    const [, first, , second, year] = found ?? []
    const day = found
      ? order === 'day-first'
        ? isoDay(year!, second!, first!)
        : isoDay(year!, first!, second!)
      : plainDay(trimmed)
    if (day === null)
      throw new StatementFault(`“${lineOfBank(text, 40)}” is no date. Write 2026-01-31.`, line)
    return day
  }
}

function unclearDays(text: string, line: number): StatementFault {
  const inWords = (order: DateOrder) => {
    const day = readingDays([], order)({ text, line })
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.parse(isoFromInstant(Date.parse(day))),
    )
  }
  return new StatementFault(
    `Is “${lineOfBank(text, 40)}” ${inWords('month-first')} or ${inWords('day-first')}? Say which comes first in this file, the month or the day.`,
    line,
    'dates',
  )
}
