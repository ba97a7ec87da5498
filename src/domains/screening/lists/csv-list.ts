/** How a list in CSV is read: by the names of its columns. Pure. */
import { columnName } from '../../../lib/csv-read.ts'
import { ListFault, type FileFacts } from './entry.ts'
import type { Listing } from './xml-list.ts'

export type RowReader = {
  /** `cell`: what stands under the name of a column, in small letters; empty where there is no such column. */
  row(cell: (column: string) => string): void
  end(): void
}

export type CsvFormat = {
  isHead(row: readonly string[]): boolean
  /** Sees what stands before the names of the columns. */
  beforeHead?(row: readonly string[], facts: FileFacts): void
  /** Columns without which nobody could be found. */
  needs: readonly string[]
  reader(listing: Listing): RowReader
}

type RowsOf = { row(cells: string[]): void; end(): void }

/** Throws a ListFault where a column is missing, or a line is cut off. */
export function readRows(
  { isHead, beforeHead, needs, reader }: CsvFormat,
  listing: Listing,
): RowsOf {
  const rows = reader(listing)
  let columns: Map<string, number> | null = null
  return {
    row(cells) {
      if (columns === null) {
        if (!isHead(cells)) return beforeHead?.(cells, listing.facts)
        columns = new Map(cells.map((cell, at) => [columnName(cell), at]))
        const missing = needs.filter((name) => !columns!.has(name))
        if (missing.length > 0)
          throw new ListFault(`The file has no column “${missing[0]}”. Download it again.`)
        return
      }
      if (cells.length === 1 && cells[0]!.trim() === '') return
      if (cells.length < columns.size)
        throw new ListFault('A line of the file is cut off. Download it again.')
      rows.row((column) => cells[columns!.get(column) ?? -1]?.trim() ?? '')
    },
    end: () => rows.end(),
  }
}
