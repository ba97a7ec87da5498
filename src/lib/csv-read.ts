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

type CellReader = {
  /** As far as cells end within the text, or all of it where nothing follows; answers where the next one begins. Throws a CsvFault. */
  read(text: string, isAll: boolean): number
  end(): void
}

/** Hands on each line as its cells, and keeps none. */
function cellReader(separator: Separator, take: (row: string[]) => void): CellReader {
  const next = new RegExp(cells[separator])
  let row: string[] = []
  return {
    read(text, isAll) {
      let begins = 0
      while (begins < text.length) {
        next.lastIndex = begins
        const found = next.exec(text)
        if (!found && isAll) throw new CsvFault('A quote doesn’t end where it should.')
        if (!found || (!isAll && next.lastIndex === text.length)) break
        row.push(unquoted(found[1]!))
        if (row.length > maxCells) throw new CsvFault('A line has more cells than any table.')
        begins = next.lastIndex
        if (found[2] === separator) continue
        take(row)
        row = []
      }
      return begins
    },
    end() {
      // The file ended behind a separator.
      if (row.length > 0) take([...row, ''])
    },
  }
}

/** A cell of more characters than any should have, or a file whose quotes don’t end where they should. */
export class CsvFault extends Error {}

/** In one line. */
const maxCells = 1_000

/** That as many lines are read as whoever asked can take. */
const isEnough = Symbol('enough')

/**
 * Each line as its cells; null when quotes don't end where they should. Ends after one more than `maxRows`, by which whoever asked
 * knows that there are too many: what is kept of a file is bounded before all of it is read.
 */
export function csvRows(text: string, maxRows = Number.POSITIVE_INFINITY): string[][] | null {
  const { separator, rest } = separatorOf(text.replace(/^\uFEFF/, ''))
  const rows: string[][] = []
  const reader = cellReader(separator, (row) => {
    if (rows.push(row) > maxRows) throw isEnough
  })
  try {
    reader.read(rest, true)
  } catch (error) {
    if (error === isEnough) return rows
    if (error instanceof CsvFault) return null
    throw error
  }
  reader.end()
  return rows
}

const longestCell = 256 * 1024

type CsvReader = { write(part: string): void; close(): void }

/** Reads a file with commas as its parts come. Throws a CsvFault. */
export function csvReader(take: (row: string[]) => void): CsvReader {
  const reader = cellReader(',', take)
  let rest = ''
  let isFirst = true
  const read = (isAll: boolean) => {
    rest = rest.slice(reader.read(rest, isAll))
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
      reader.end()
    },
  }
}
