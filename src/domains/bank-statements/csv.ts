/** Statements as comma-separated values with named columns: what a bank offers where it has no camt.053, or a spreadsheet. */
import { csvRows } from '../../lib/csv-read.ts'
import type { Cents } from '../../lib/money.ts'
import { lineOfBank } from '../../lib/text.ts'
import {
  centsOfBank,
  checkBalances,
  dayFromText,
  maxEntries,
  StatementFault,
  type Statement,
} from './statement.ts'

/** Name of each column, and whether it must be there. */
const columns = {
  date: true,
  amount: true,
  reference: true,
  'value date': false,
  currency: false,
  name: false,
  account: false,
  text: false,
  balance: false,
} as const satisfies Record<string, boolean>
type Column = keyof typeof columns

function placesOf(head: string[]): Map<Column, number> {
  const places = new Map<Column, number>()
  for (const [place, cell] of head.entries()) {
    const name = cell.trim().toLowerCase()
    if (!(name in columns)) continue
    if (places.has(name as Column))
      throw new StatementFault(`The column “${name}” stands twice.`, 1)
    places.set(name as Column, place)
  }
  const missing = Object.entries(columns).filter(
    ([name, needed]) => needed && !places.has(name as Column),
  )
  if (missing.length > 0)
    throw new StatementFault(
      `These columns are missing: ${missing.map(([name]) => name).join(', ')}. The first line must name date, amount and reference, and may name value date, currency, name, account, text and balance.`,
      1,
    )
  return places
}

/** `-1234.50`, as a spreadsheet writes it: a point for the cents, no thousands. */
function signedCents(text: string, line: number): Cents {
  const trimmed = text.trim()
  const cents = centsOfBank(trimmed.replace(/^[+-]/, ''))
  if (cents === null)
    throw new StatementFault(
      `“${lineOfBank(trimmed, 40)}” is no amount. Write -1234.50: a point before the cents, nothing between thousands.`,
      line,
    )
  return trimmed.startsWith('-') ? -cents : cents
}

function day(text: string, line: number): string {
  const found = dayFromText(text)
  if (found === null)
    throw new StatementFault(`“${lineOfBank(text, 40)}” is no date. Write 2026-01-31.`, line)
  return found
}

/** A running balance must follow from the line before: a line that was left out shows. */
function checkRunning(balances: (Cents | null)[], { entries }: Statement): void {
  for (const [at, { amount, line }] of entries.entries()) {
    const [before, after] = [balances[at - 1] ?? null, balances[at] ?? null]
    if (before !== null && after !== null && before + amount !== after)
      throw new StatementFault('The balance doesn’t follow from the line before.', line)
  }
}

/** The entries in the order of the file, which must be the bank's, oldest first. Throws `StatementFault`. */
export function readCsv(text: string): Statement {
  const rows = csvRows(text)
  if (rows === null) throw new StatementFault('A quotation mark in the file isn’t closed.')
  const [head, ...lines] = rows
  if (!head) throw new StatementFault('The file is empty.')
  if (lines.length > maxEntries)
    throw new StatementFault('The file has more than 100,000 lines. Ask for shorter periods.')
  const places = placesOf(head)
  const statement: Statement = {
    account: null,
    from: '',
    to: '',
    opening: null,
    closing: null,
    entries: [],
    foreign: [],
  }
  const balances: (Cents | null)[] = []
  for (const [at, cells] of lines.entries()) {
    const line = at + 2
    if (cells.every((cell) => cell.trim() === '')) continue
    if (cells.length !== head.length)
      throw new StatementFault(
        `${cells.length} columns, where the first line names ${head.length}.`,
        line,
      )
    const cell = (name: Column) => cells[places.get(name) ?? -1] ?? ''
    const currency = cell('currency').trim().toUpperCase()
    const described = lineOfBank(cell('text'))
    if (currency !== '' && currency !== 'USD') {
      const amount = lineOfBank(cell('amount'), 30)
      statement.foreign.push({ line, amount, currency: lineOfBank(currency, 10), text: described })
      continue
    }
    const bookedOn = day(cell('date'), line)
    statement.entries.push({
      line,
      amount: signedCents(cell('amount'), line),
      bookedOn,
      valueOn: cell('value date').trim() === '' ? bookedOn : day(cell('value date'), line),
      reference: lineOfBank(cell('reference'), 100) || null,
      text: described,
      party: lineOfBank(cell('name'), 140),
      partyAccount: lineOfBank(cell('account'), 40),
    })
    const balance = cell('balance').trim()
    balances.push(balance === '' ? null : signedCents(balance, line))
  }
  return withEnds(statement, balances)
}

function withEnds(statement: Statement, balances: (Cents | null)[]): Statement {
  const { entries } = statement
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) throw new StatementFault('The file has no line in USD.')
  const early = entries.find((entry, at) => at > 0 && entry.bookedOn < entries[at - 1]!.bookedOn)
  if (early)
    throw new StatementFault(
      'The lines aren’t in the order of their dates, oldest first.',
      early.line,
    )
  checkRunning(balances, statement)
  const firstBalance = balances[0] ?? null
  const whole: Statement = {
    ...statement,
    from: first.bookedOn,
    to: last.bookedOn,
    opening: firstBalance === null ? null : firstBalance - first.amount,
    closing: balances.at(-1) ?? null,
  }
  checkBalances(whole)
  return whole
}
