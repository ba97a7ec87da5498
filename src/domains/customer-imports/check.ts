/** A file of people checked line by line: what is wrong with each, and what importing it would come to. Pure. */
import {
  faultsShown,
  linesShown,
  maxImportLines,
  type FaultyLine,
  type ImportColumn,
  type ImportFault,
} from '../../contract/imports.ts'
import { csvRows, headWithin } from '../../lib/csv-read.ts'
import type { Cents } from '../../lib/money.ts'
import { headOf, ImportFileFault, type Head } from './columns.ts'
import {
  decimalMark,
  faultOfCell,
  readBalance,
  readCountry,
  readCurrency,
  readEmail,
  readJoined,
  readName,
  readReference,
  type Fault,
} from './lines.ts'

export type ImportedPerson = {
  line: number
  reference: string
  fullName: string
  email: string
  balance: Cents
  country: string | null
  joined: string | null
}

/** A line of the file: the cells by what they say, and where it stands. */
type ImportRow = { line: number; cells: readonly string[] }

export type ImportFile = { head: Head; rows: ImportRow[] }

const tooManyPeople = `The file has more than ${maxImportLines.toLocaleString('en-US')} people. Import them in parts.`
/** Titles and empty lines may stand between. */
const maxRows = 2 * maxImportLines + headWithin

/** The lines that say something. Throws an ImportFileFault. */
export function rowsOfImport(text: string): ImportFile {
  const rows = csvRows(text, maxRows)
  if (rows === null)
    throw new ImportFileFault('A quotation mark in the file isn’t closed. Export it again.')
  if (rows.length > maxRows) throw new ImportFileFault(tooManyPeople)
  const head = headOf(rows)
  const found = rows.flatMap((cells, at): ImportRow[] =>
    at > head.at && cells.some((cell) => cell.trim() !== '') ? [{ line: at + 1, cells }] : [],
  )
  if (found.length === 0) throw new ImportFileFault('The file names columns, and nobody.')
  if (found.length > maxImportLines) throw new ImportFileFault(tooManyPeople)
  return { head, rows: found }
}

/** Whose an email is that somebody has here already. */
export type Taken = ReadonlyMap<string, 'person' | 'staff'>

const tooWide = (width: number, has: number): Fault => ({
  column: null,
  code: 'line-columns',
  text: `The line has ${has} cells, where the columns are ${width}. A sign that parts cells may stand in one without quotes.`,
})

const isTotal = (cells: readonly string[]) =>
  /^(?:grand |sub)?total\b|^sum\b/i.test(cells.find((cell) => cell.trim() !== '')!.trim())

/** Reads lines one by one, and keeps what must not come twice. */
export class ImportReader {
  readonly #head: Head
  readonly #taken: Taken
  readonly #today: string
  readonly #references = new Map<string, number>()
  readonly #emails = new Map<string, number>()
  /** How the first amount with cents parted them, and where. */
  #mark: { sign: '.' | ','; line: number } | null = null

  constructor(head: Head, taken: Taken, today: string) {
    this.#head = head
    this.#taken = taken
    this.#today = today
  }

  /** The person of a line, or all that is wrong with it. */
  read({ line, cells }: ImportRow): ImportedPerson | Fault[] {
    const beyond = cells.slice(this.#head.width).some((cell) => cell.trim() !== '')
    if (cells.length < this.#head.width || beyond)
      return isTotal(cells) ? [total] : [tooWide(this.#head.width, cells.length)]
    const cell = (column: ImportColumn) => cells[this.#head.places.get(column) ?? -1]?.trim() ?? ''
    if (cell('email') === '' && isTotal(cells)) return [total]
    if (this.#isHeadAgain(cells)) return [headAgain]
    const faults: Fault[] = []
    const take = <Value>(
      column: ImportColumn,
      read: { value: Value } | { code: ImportFault; text: string },
    ): Value | null => {
      const spoiled = faultOfCell(cell(column))
      if (spoiled === null && 'value' in read) return read.value
      faults.push({ column, ...(spoiled ?? (read as { code: ImportFault; text: string })) })
      return null
    }
    const reference = take('reference', readReference(cell('reference')))
    const fullName = this.#takeName(cell, take)
    const email = take('email', readEmail(cell('email')))
    const balance = take('balance', readBalance(cell('balance')))
    take('currency', readCurrency(cell('currency')))
    const country = take('country', readCountry(cell('country')))
    const joined = take('joined', readJoined(cell('joined'), this.#today))
    if (balance !== null) faults.push(...this.#faultOfMark(cell('balance'), line))
    if (reference !== null) faults.push(...this.#faultOfReference(reference, line))
    if (email !== null) faults.push(...this.#faultOfEmail(email, line))
    return faults.length > 0
      ? faults
      : {
          ...{ line, country, joined },
          ...{ reference: reference!, fullName: fullName!, email: email!, balance: balance! },
        }
  }

  #takeName(
    cell: (column: ImportColumn) => string,
    take: (column: ImportColumn, read: ReturnType<typeof readName>) => string | null,
  ): string | null {
    if (this.#head.places.has('full name')) return take('full name', readName(cell('full name')))
    return take('first name', readName(`${cell('first name')} ${cell('last name')}`.trim()))
  }

  /** Files put together out of several have their head in the middle again. */
  #isHeadAgain(cells: readonly string[]): boolean {
    return this.#head.columns.every(
      ({ column, name }) => cells[this.#head.places.get(column)!]?.trim() === name,
    )
  }

  /** `1.234,50` and `1,234.50` in one file: one of them means something else than it says. */
  #faultOfMark(text: string, line: number): Fault[] {
    const sign = decimalMark(text)
    if (sign === null) return []
    this.#mark ??= { sign, line }
    return sign === this.#mark.sign
      ? []
      : [
          {
            column: 'balance',
            code: 'balance-mark',
            text: `The cents stand behind “${sign}” here, and behind “${this.#mark.sign}” in line ${this.#mark.line}. Write all balances alike.`,
          },
        ]
  }

  #faultOfReference(reference: string, line: number): Fault[] {
    const key = reference.normalize('NFKC').toLowerCase()
    const before = this.#references.get(key)
    if (before === undefined) this.#references.set(key, line)
    return before === undefined
      ? []
      : [
          {
            column: 'reference',
            code: 'reference-twice',
            text: `Line ${before} has this reference too.`,
          },
        ]
  }

  #faultOfEmail(email: string, line: number): Fault[] {
    const before = this.#emails.get(email)
    if (before === undefined) this.#emails.set(email, line)
    else
      return [
        {
          column: 'email',
          code: 'email-twice',
          text: `Line ${before} has this email address too. Two people can’t share one.`,
        },
      ]
    const has = this.#taken.get(email)
    if (has === undefined) return []
    return has === 'staff'
      ? [
          {
            column: 'email',
            code: 'email-staff',
            text: 'Somebody who works here has this email address. Staff aren’t imported.',
          },
        ]
      : [
          {
            column: 'email',
            code: 'email-here',
            text: 'Somebody here has this email address already.',
          },
        ]
  }
}

const total: Fault = {
  column: null,
  code: 'line-total',
  text: 'This is a total, and no person. Take the line out.',
}
const headAgain: Fault = {
  column: null,
  code: 'line-head',
  text: 'The names of the columns stand here again. Take the line out.',
}

/** Each of them that could be an email, as it would be kept: to be looked up together. */
export const emailsOf = ({ head, rows }: ImportFile): string[] =>
  rows.flatMap(({ cells }) => {
    const cell = cells[head.places.get('email')!]?.trim().toLowerCase() ?? ''
    return cell.includes('@') && cell.length <= 254 ? [cell] : []
  })

/** What all lines together come to, gathered as they are read. */
export class ImportTally {
  people = 0
  sum: Cents = 0n
  wrong = 0
  readonly faults: FaultyLine[] = []
  readonly first: ImportedPerson[] = []
  readonly #counts = new Map<ImportFault, number>()

  add(line: number, read: ImportedPerson | Fault[]): void {
    if (!Array.isArray(read)) {
      this.people += 1
      this.sum += read.balance
      if (this.first.length < linesShown) this.first.push(read)
      return
    }
    this.wrong += 1
    for (const fault of read) {
      this.#counts.set(fault.code, (this.#counts.get(fault.code) ?? 0) + 1)
      if (this.faults.length < faultsShown) this.faults.push({ line, ...fault })
    }
  }

  get counts(): { code: ImportFault; count: number }[] {
    return [...this.#counts]
      .map(([code, count]) => ({ code, count }))
      .toSorted((a, b) => b.count - a.count)
  }
}
