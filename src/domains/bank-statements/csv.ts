/** Statements as comma-separated values with named columns: what a bank offers where it has no camt.053, or a spreadsheet. */
import type { StatementColumn as Column } from '../../contract/reconciliation.ts'
import { columnName, csvRows, headWithin } from '../../lib/csv-read.ts'
import type { Cents } from '../../lib/money.ts'
import { lineOfBank } from '../../lib/text.ts'
import { readingAmounts, readingDays, type Cell } from './csv-words.ts'
import { givenReference, referenceOf } from './named-by.ts'
import {
  checkBalances,
  inAnotherCurrency,
  maxEntries,
  nothingRead,
  StatementFault,
  type EntryReference,
  type EntryText,
  type Said,
  type Statement,
} from './statement.ts'

/** How each column may be named: ours first, then as banks name it. */
const columns = {
  date: ['date', 'booking date', 'posting date', 'post date', 'booked', 'transaction date'],
  amount: ['amount', 'transaction amount'],
  reference: ['reference', 'bank reference', 'transaction id', 'transaction reference', 'ref'],
  'value date': ['value date', 'effective date'],
  currency: ['currency', 'ccy'],
  name: ['name', 'payee', 'counterparty', 'beneficiary/remitter', 'from or to'],
  account: ['account', 'counterparty account', 'counterparty iban'],
  text: ['text', 'description', 'details', 'memo', 'remittance information', 'purpose'],
  balance: ['balance', 'running balance', 'ledger balance', 'balance after'],
  out: ['debit', 'withdrawal', 'withdrawals', 'paid out', 'money out'],
  in: ['credit', 'deposit', 'deposits', 'paid in', 'money in'],
} as const satisfies Record<Column, readonly string[]>

/** Which column a name stands for, and which of two that mean the same comes first. */
type Names = ReadonlyMap<string, { column: Column; rank: number }>
const usual: Names = new Map(
  Object.entries(columns).flatMap(([column, called]) =>
    called.map((name, rank) => [name, { column: column as Column, rank }] as const),
  ),
)

/** As a person said them: nothing else of the file counts. */
function namesOf(said: Said['columns']): Names {
  if (said === null) return usual
  const given = Object.entries(said).map(([column, name]) => ({
    column: column as Column,
    name: columnName(name),
  }))
  const found = new Map(given.map(({ column, name }) => [name, { column, rank: 0 }]))
  if (found.size < given.length)
    throw new StatementFault(
      'Two columns have the same name: choose another for one of them.',
      null,
      'columns',
    )
  return found
}

/** Of two columns that mean the same, such as the days of booking and of the transaction, the one that is named first above. */
function placesIn(head: readonly string[], names: Names, line: number): Map<Column, number> {
  const places = new Map<Column, { place: number; rank: number }>()
  for (const [place, cell] of head.entries()) {
    const named = names.get(columnName(cell))
    if (named === undefined) continue
    const { column, rank } = named
    const before = places.get(column)
    if (before?.rank === rank)
      throw new StatementFault(`The column “${lineOfBank(cell, 40)}” stands twice.`, line)
    if (before === undefined || rank < before.rank) places.set(column, { place, rank })
  }
  return new Map([...places].map(([column, { place }]) => [column, place]))
}

const says = (found: ReadonlySet<Column | undefined>) =>
  found.has('date') && (found.has('amount') || (found.has('in') && found.has('out')))

/** Of columns that a person named, all have to be there. */
const isHead = (row: readonly string[], names: Names) => {
  const cells = new Set(row.map(columnName))
  return names === usual
    ? says(new Set([...cells].map((cell) => names.get(cell)?.column)))
    : [...names.keys()].every((name) => cells.has(name))
}

type Table = { places: Map<Column, number>; width: number; lines: string[][]; before: number }

const needed =
  'It must name date and amount (or debit and credit), and may name reference, value date, currency, name, account, text and balance.'

function tableIn(rows: string[][], said: Said['columns']): Table {
  const names = namesOf(said)
  if (said !== null && !says(new Set([...names.values()].map(({ column }) => column))))
    throw new StatementFault(`Say which column is which. ${needed}`, null, 'columns')
  const at = rows.slice(0, headWithin).findIndex((row) => isHead(row, names))
  const head = rows[at]
  if (head === undefined)
    throw new StatementFault(
      said === null
        ? `No line names the columns. ${needed}`
        : 'No line has all the columns that were chosen.',
      1,
      rows.some(({ length }) => length > 1) ? 'columns' : 'file',
    )
  return {
    places: placesIn(head, names, at + 1),
    width: head.length,
    lines: rows.slice(at + 1),
    before: at + 2,
  }
}

/** A line of the file with its cells by their columns. */
type Row = { line: number; cell(name: Column): Cell; text(name: Column): string }

function rowsOf({ places, width, lines, before }: Table): Row[] {
  return lines.flatMap((cells, at): Row[] => {
    const line = at + before
    if (cells.every((cell) => cell.trim() === '')) return []
    if (cells.length !== width)
      throw new StatementFault(
        `${cells.length} columns, where the line with their names has ${width}.`,
        line,
      )
    const text = (name: Column) => cells[places.get(name) ?? -1]?.trim() ?? ''
    return [{ line, text, cell: (name) => ({ text: text(name), line }) }]
  })
}

/** The cell that says how much, and whether it says it of money that went out. */
function amountCell(row: Row): { cell: Cell; goesOut: boolean } {
  if (row.text('amount') !== '') return { cell: row.cell('amount'), goesOut: false }
  const [out, into] = [row.text('out'), row.text('in')]
  if ((out === '') === (into === ''))
    throw new StatementFault('A line says an amount either as a debit or as a credit.', row.line)
  return { cell: row.cell(out === '' ? 'in' : 'out'), goesOut: out !== '' }
}

const isForeign = (row: Row) => !['', 'USD'].includes(row.text('currency').toUpperCase())

/** The newest first is turned round: what a day's lines add up to is known in the order of the bank alone. */
function oldestFirst(rows: Row[], dayOf: (row: Row) => string): Row[] {
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last && dayOf(first) > dayOf(last) ? rows.toReversed() : rows
}

function readEntry(row: Row, amount: Cents, bookedOn: string, valueOn: string) {
  const reference = givenReference(lineOfBank(row.text('reference'), 100))
  const references: EntryReference[] =
    reference === null ? [] : [{ kind: 'column', value: reference }]
  const party = lineOfBank(row.text('name'), 140)
  const text = lineOfBank(row.text('text'))
  const texts: EntryText[] = [
    ...(text === '' ? [] : [{ kind: 'column' as const, value: text }]),
    ...(reference === null ? [] : [{ kind: 'column' as const, value: reference }]),
    ...(party === '' ? [] : [{ kind: 'party' as const, value: party }]),
  ]
  return {
    ...{ line: row.line, amount, bookedOn, valueOn, references, texts, text, beside: '', party },
    reference: referenceOf({ amount, bookedOn, party, references }),
    partyAccount: lineOfBank(row.text('account'), 40),
  }
}

/** The entries, oldest first. Throws `StatementFault`. `said`: how a person said that days and columns are meant. */
export function readCsv(
  text: string,
  said: Pick<Said, 'dates' | 'columns'> = { dates: null, columns: null },
): Statement {
  const maxRows = maxEntries + headWithin
  const rows = csvRows(text, maxRows)
  if (rows === null) throw new StatementFault('A quotation mark in the file isn’t closed.')
  if (rows.length === 0) throw new StatementFault('The file is empty.')
  if (rows.length > maxRows)
    throw new StatementFault('The file has more than 100,000 lines. Ask for shorter periods.')
  const table = tableIn(rows, said.columns)
  const all = rowsOf(table)
  const foreign = all.filter(isForeign)
  const own = all.filter((row) => !isForeign(row))
  const days = own.flatMap((row) => [row.cell('date'), row.cell('value date')])
  const dayIn = readingDays(
    days.filter((cell) => cell.text !== ''),
    said.dates,
  )
  const balances = own.map((row) => row.cell('balance')).filter((cell) => cell.text !== '')
  const amountIn = readingAmounts([...own.map((row) => amountCell(row).cell), ...balances])
  const inOrder = oldestFirst(own, (row) => dayIn(row.cell('date')))
  const entries = inOrder.map((row) => {
    const { cell, goesOut } = amountCell(row)
    const amount = amountIn(cell)
    const bookedOn = dayIn(row.cell('date'))
    const valueOn = row.text('value date') === '' ? bookedOn : dayIn(row.cell('value date'))
    // Some banks write a minus in the column of debits, others don't.
    const signed = goesOut && amount > 0n ? -amount : amount
    return readEntry(row, signed, bookedOn, valueOn)
  })
  const after = inOrder.map((row) =>
    row.text('balance') === '' ? null : amountIn(row.cell('balance')),
  )
  const others = foreign.map((row) => ({
    line: row.line,
    amount: lineOfBank(row.text('amount'), 30),
    currency: lineOfBank(row.text('currency').toUpperCase(), 10),
    text: lineOfBank(row.text('text')),
  }))
  return withEnds({ ...nothingRead(), entries, foreign: others }, after)
}

/** The first line whose balance doesn't follow from the one before: a line that was left out shows. */
function brokenAt(balances: readonly (Cents | null)[], { entries }: Statement): number | null {
  for (const [at, { amount, line }] of entries.entries()) {
    const [before, after] = [balances[at - 1] ?? null, balances[at] ?? null]
    if (before !== null && after !== null && before + amount !== after) return line
  }
  return null
}

/** Lines of one day alone show their order by their balances. */
function asTheBankHas(statement: Statement, balances: readonly (Cents | null)[]) {
  const broken = brokenAt(balances, statement)
  const turned = {
    statement: { ...statement, entries: statement.entries.toReversed() },
    balances: balances.toReversed(),
  }
  if (broken !== null && brokenAt(turned.balances, turned.statement) === null) return turned
  if (broken !== null)
    throw new StatementFault('The balance doesn’t follow from the line before.', broken)
  return { statement, balances }
}

function withEnds(read: Statement, after: readonly (Cents | null)[]): Statement {
  const other = read.foreign[0]?.currency
  if (read.entries.length === 0)
    throw new StatementFault(
      other === undefined ? 'The file has no line with an amount.' : inAnotherCurrency(other),
    )
  const { statement, balances } = asTheBankHas(read, after)
  const { entries } = statement
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  const early = entries.find((entry, at) => at > 0 && entry.bookedOn < entries[at - 1]!.bookedOn)
  if (early && balances.some((balance) => balance !== null))
    throw new StatementFault('The lines aren’t in the order of their dates.', early.line)
  const first = balances[0] ?? null
  const whole: Statement = {
    ...statement,
    from: days[0]!,
    to: days.at(-1)!,
    opening: first === null ? null : first - entries[0]!.amount,
    closing: balances.at(-1) ?? null,
  }
  checkBalances(whole)
  return whole
}
