/** What pages say of imports. */
import type { FaultyLine, ImportColumn } from '../../../contract/imports.ts'
import { csvWords } from '../../../lib/csv.ts'

export const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

export const columnNames: Record<ImportColumn, string> = {
  reference: 'Reference',
  'full name': 'Full name',
  'first name': 'First name',
  'last name': 'Last name',
  email: 'Email',
  balance: 'Balance',
  currency: 'Currency',
  country: 'Country',
  joined: 'Joined',
}

const csvHead = ['Line', 'Column', 'Code', 'What is wrong']

/** For whoever corrects them in a spreadsheet. */
export const wrongLinesCsv = (faults: readonly FaultyLine[]): string =>
  [
    csvHead,
    ...faults.map(({ line, column, code, text }) => [String(line), column ?? '', code, text]),
  ]
    .map((cells) => `${cells.map(csvWords).join(',')}\r\n`)
    .join('')
