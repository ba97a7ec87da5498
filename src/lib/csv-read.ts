/** Comma-separated values (RFC 4180) read back as spreadsheets and banks save them: with semicolons or tabs instead, and lines that end as they do on any system. */

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

const cells = Object.fromEntries(
  separators.map((separator) => [
    separator,
    new RegExp(`("(?:[^"]|"")*"|(?!")[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\n|\\r|$)`, 'y'),
  ]),
) as Record<Separator, RegExp>

const unquoted = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text

/** A file may begin with titles, such as the account: its columns are named within so many lines. */
export const headWithin = 20

/** The name of a column, as names are compared. */
export const columnName = (cell: string): string => cell.trim().toLowerCase()

/** What one of the first lines has most of, outside of quotes. Excel says it in a line of its own (`sep=;`). */
function separatorOf(body: string): { separator: Separator; rest: string } {
  const said = /^sep=([,;\t])\r?\n/i.exec(body)
  if (said) return { separator: said[1] as Separator, rest: body.slice(said[0].length) }
  const lines = body
    .slice(0, 64 * 1024)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]+/, headWithin)
  const count = (separator: string) =>
    Math.max(...lines.map((line) => line.split(separator).length))
  const separator = separators.reduce((best, each) => (count(each) > count(best) ? each : best))
  return { separator, rest: body }
}

/** Each line as its cells; null when quotes don't end where they should. */
export function csvRows(text: string): string[][] | null {
  const { separator, rest } = separatorOf(text.replace(/^\uFEFF/, ''))
  const next = new RegExp(cells[separator])
  const rows: string[][] = []
  let row: string[] = []
  while (next.lastIndex < rest.length) {
    const found = next.exec(rest)
    if (!found) return null
    row.push(unquoted(found[1]!))
    if (found[2] === separator) continue
    rows.push(row)
    row = []
  }
  // The file ended behind a separator.
  return row.length > 0 ? [...rows, [...row, '']] : rows
}

/** A cell of more characters, or a file whose quotes don’t end where they should. */
export class CsvFault extends Error {}

const longestCell = 256 * 1024

type CsvReader = { write(part: string): void; close(): void }

/** Reads a file with commas as its parts come: each line is handed on as its cells, and kept by nothing here. Throws a CsvFault. */
export function csvReader(take: (row: string[]) => void): CsvReader {
  const next = new RegExp(cells[','])
  let rest = ''
  let row: string[] = []
  let isFirst = true
  /** `isAll`: nothing follows; else the last cell may go on in the next part. */
  const read = (isAll: boolean) => {
    let at = 0
    while (at < rest.length) {
      next.lastIndex = at
      const found = next.exec(rest)
      const isCut = !isAll && next.lastIndex === rest.length
      if (!found && isAll) throw new CsvFault('A quote doesn’t end where it should.')
      if (!found || isCut) break
      row.push(unquoted(found[1]!))
      at = next.lastIndex
      if (found[2] === ',') continue
      take(row)
      row = []
    }
    rest = rest.slice(at)
    if (rest.length > longestCell) throw new CsvFault('A cell is longer than any should be.')
  }
  return {
    write(part) {
      rest += isFirst ? part.replace(/^\uFEFF/, '') : part
      isFirst = false
      read(false)
    },
    close() {
      read(true)
      // The file ended behind a separator.
      if (row.length > 0) take([...row, ''])
    },
  }
}
