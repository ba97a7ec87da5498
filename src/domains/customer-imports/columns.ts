/** Which column of a file of people says what, by the names that systems give them. Pure. */
import type { ImportColumn } from '../../contract/imports.ts'
import { headWithin } from '../../lib/csv-read.ts'
import { lineOfBank } from '../../lib/text.ts'

/** What is wrong with a file as a whole, in a sentence that says what to do. */
export class ImportFileFault extends Error {}

/** Ours, and as others call them: exports of Fineract, HubSpot, Stripe and of spreadsheets. */
const names = {
  reference: [
    'reference',
    'external id',
    'customer id',
    'client id',
    'record id',
    'account number',
    'account no',
    'id',
  ],
  'full name': ['full name', 'display name', 'customer name', 'client name', 'name'],
  'first name': ['first name', 'given name', 'forename'],
  'last name': ['last name', 'family name', 'surname'],
  email: ['email', 'email address', 'mail'],
  balance: ['opening balance', 'account balance', 'current balance', 'balance'],
  currency: ['currency', 'currency code', 'ccy'],
  country: ['country', 'country code', 'country region'],
  joined: ['joined', 'date joined', 'customer since', 'activation date', 'create date', 'created'],
} as const satisfies Record<ImportColumn, readonly string[]>

const columnOf = new Map<string, ImportColumn>(
  Object.entries(names).flatMap(([column, given]) =>
    given.map((name) => [name, column as ImportColumn] as const),
  ),
)

/** `E-mail_Address` and `emailAddress` are one name. */
const plainName = (cell: string): string =>
  cell
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/\be[-\s]?mail\b/g, 'email')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const called = (cell: string) => columnOf.get(plainName(cell))

const quoted = (cell: string) => `“${lineOfBank(cell, 40)}”`

export type Head = {
  /** Where it stands among the rows of the file, from 0. */
  at: number
  width: number
  places: Map<ImportColumn, number>
  columns: { column: ImportColumn; name: string }[]
  leftOut: string[]
}

const needed =
  'A file needs a line that names its columns: reference, full name (or first name and last name), email, balance and currency. Country and joined may be there.'

function placesIn(head: readonly string[]): Map<ImportColumn, number> {
  const found = new Map<ImportColumn, number>()
  for (const [place, cell] of head.entries()) {
    const column = called(cell)
    if (column === undefined) continue
    const before = found.get(column)
    // Of two balances nobody can tell which is meant; nor of two of anything else.
    if (before !== undefined)
      throw new ImportFileFault(
        `The columns ${quoted(head[before]!)} and ${quoted(cell)} both say ${column}. Take one of them out, or give it another name.`,
      )
    found.set(column, place)
  }
  return found
}

const required = ['reference', 'email', 'balance', 'currency'] as const

function refuseIfLacking(places: ReadonlyMap<ImportColumn, number>): void {
  const lacking: string[] = required.filter((column) => !places.has(column))
  const isNamed = places.has('full name') || (places.has('first name') && places.has('last name'))
  if (!isNamed) lacking.unshift('full name')
  if (lacking.length > 0)
    throw new ImportFileFault(
      `The file has no column for ${new Intl.ListFormat('en').format(lacking)}. ${needed}`,
    )
}

/** Titles may stand above it. Throws an ImportFileFault. */
export function headOf(rows: readonly string[][]): Head {
  const at = rows.slice(0, headWithin).findIndex((row) => new Set(row.map(called)).size > 2)
  const head = rows[at]
  if (head === undefined) throw new ImportFileFault(`No line names the columns. ${needed}`)
  const places = placesIn(head)
  refuseIfLacking(places)
  return {
    at,
    width: head.length,
    places,
    columns: [...places].map(([column, place]) => ({ column, name: lineOfBank(head[place]!, 60) })),
    leftOut: head
      .filter((cell) => called(cell) === undefined && cell.trim() !== '')
      .map((cell) => lineOfBank(cell, 60)),
  }
}
