/**
 * Comma-separated values (RFC 4180) for a spreadsheet: a spreadsheet must not take what a person wrote for a formula.
 * Source of what begins one: OWASP, "CSV Injection".
 */
import { centsOf, decimalFromCents } from './money.ts'

/** By their plain forms: a spreadsheet also takes the full-width and the small ones. */
const beginsFormula = (character: string) => '=+-@'.includes(character.normalize('NFKC'))
/** Whatever some spreadsheet splits cells or lines by: people choose it when they open the file, and quotes count only where a cell begins. */
const endsCell = (character: string) => ',;|\t\r\n'.includes(character)

/** With an apostrophe before every character that would begin a formula, in whichever cells the text is split into. */
function disarmed(text: string): string {
  let begins = true
  let harmless = /^[\t\r\n]/.test(text) ? "'" : ''
  for (const character of text) {
    harmless += begins && beginsFormula(character) ? `'${character}` : character
    // Spaces and quotes before a formula don't make it words.
    begins = endsCell(character) || (begins && /[\s"]/.test(character))
  }
  return harmless
}

/** A cell of text that a person wrote. */
export function csvWords(text: string): string {
  const harmless = disarmed(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

type Change = { field: string; from: string | null; to: string | null }

/** What changed, each with its old and its new value. */
export const csvChanges = (changes: readonly Change[]): string =>
  csvWords(
    changes.map(({ field, from, to }) => `${field}: ${from ?? '-'} to ${to ?? '-'}`).join('; '),
  )

/** Facts by their names. */
export const csvDetails = (details: Record<string, string>): string =>
  csvWords(
    Object.entries(details)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  )

/** A cell of our own digits, which a spreadsheet is to add up. */
export function csvAmount(dollars: number | null): string {
  return dollars === null ? '' : decimalFromCents(centsOf(dollars))
}

/** A column: its head, and its cell as it stands in the file. */
export type CsvColumn<Row> = [head: string, cell: (row: Row) => string]

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

/** Begins with the mark by which spreadsheets know UTF-8. */
export const csvHead = (columns: readonly CsvColumn<never>[]): string =>
  `\uFEFF${line(columns.map(([head]) => head))}`

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => line(columns.map(([, cell]) => cell(row)))).join('')
}

/** A whole file, read page by page as it is sent: however long it is, only a page of it is here. */
export async function* csvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): AsyncGenerator<string> {
  yield csvHead(columns)
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await readPage(cursor)
    yield csvLines(columns, rows)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
