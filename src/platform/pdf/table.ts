/** Tables on the sheet, tagged cell by cell; a row is never broken over two pages. */
import { columnWidth, page, styles, wholeWidth, type Sheet, type Style } from './sheet.ts'

type Tree = PDFKit.PDFStructureElement

export type Table = { head: string[]; rows: string[][] }
/**
 * Widths in parts of the whole; `wide` takes the rail too; `mark` draws before the first cell of a row, which then
 * begins further right.
 */
export type TableLook = {
  widths: readonly number[]
  right?: readonly number[]
  wide?: boolean
  mark?: (row: number, x: number, y: number) => void
  /** So high is what follows and belongs to the last rows. */
  after?: number
}

const cellGap = 12
/** Above and below the text of a row. */
const rowSpace = 9
/** So many rows at least stand on the page on which a table begins, and on the one on which it ends. */
const together = 2

type Column = { x: number; width: number; align: 'left' | 'right' }
type Cell = { text: string; style: Style; scope?: 'Row' | 'Column' }

type Room = { x: number; width: number }

function columnsOf(
  widths: readonly number[],
  right: readonly number[],
  { x: left, width: whole }: Room,
): Column[] {
  const sum = widths.reduce((total, width) => total + width, 0)
  const room = whole - cellGap * (widths.length - 1)
  let before = 0
  return widths.map((width, index): Column => {
    const column = {
      x: left + (before / sum) * room + cellGap * index,
      width: (width / sum) * room,
      align: right.includes(index) ? ('right' as const) : ('left' as const),
    }
    before += width
    return column
  })
}

/** The height of a row with the space around it. */
function heightOfRow(sheet: Sheet, cells: readonly Cell[], columns: readonly Column[]): number {
  const heights = cells.map(({ text, style }, index) =>
    sheet.heightOf(text, style, columns[index]!.width),
  )
  return Math.max(...heights) + rowSpace
}

/** Never broken over two pages. */
function writeRow(
  sheet: Sheet,
  table: Tree,
  cells: Cell[],
  columns: Column[],
): { top: number; bottom: number } {
  const height = heightOfRow(sheet, cells, columns)
  sheet.need(height)
  const top = sheet.doc.y + 5
  const row = sheet.branch(table, 'TR')
  for (const [index, { text, style, scope }] of cells.entries()) {
    const { x, width, align } = columns[index]!
    sheet.tag(
      row,
      scope ? 'TH' : 'TD',
      () => sheet.write(text, style, x, top, width, { align }),
      scope ? { scope } : {},
    )
  }
  return { top, bottom: top + height - rowSpace + 4 }
}

export function writeTable(
  sheet: Sheet,
  parent: Tree,
  { head, rows }: Table,
  { widths, right = [], wide = false, mark, after = 0 }: TableLook,
): void {
  const room = wide ? { x: page.left, width: wholeWidth } : { x: page.column, width: columnWidth }
  const columns = columnsOf(widths, right, room)
  const indent = mark ? 14 : 0
  const inner = columns.map((column, index) =>
    index === 0 ? { ...column, x: column.x + indent, width: column.width - indent } : column,
  )
  const table = sheet.branch(parent, 'Table')
  const heads = head.map((text): Cell => ({ text, style: styles.head, scope: 'Column' }))
  const all = rows.map(cellsOf)
  const heightOf = (some: readonly Cell[][]) =>
    some.reduce((sum, cells) => sum + heightOfRow(sheet, cells, inner), 0)
  const end = rows.length > together ? 0 : after
  sheet.need(heightOfRow(sheet, heads, columns) + heightOf(all.slice(0, together)) + end)
  rule(sheet, room, writeRow(sheet, table, heads, columns).bottom, 'ink')
  for (const [index, cells] of all.entries()) {
    // The last rows go to the next page together, with what follows them: nothing stands there alone.
    if (index > 0 && index === all.length - together) sheet.need(heightOf(all.slice(index)) + after)
    const row = writeRow(sheet, table, cells, inner)
    if (mark) sheet.ornament(() => mark(index, room.x, row.top + 1.5))
    rule(sheet, room, row.bottom, 'rule')
  }
  sheet.doc.y += 12
}

const cellsOf = ([name = '', ...others]: string[]): Cell[] => [
  { text: name, style: styles.name, scope: 'Row' },
  ...others.map((text) => ({ text, style: styles.cell })),
]

function rule(sheet: Sheet, { x, width }: Room, y: number, ink: 'ink' | 'rule'): void {
  sheet.ornament(() => sheet.line(x, y, x + width, ink, ink === 'ink' ? 0.8 : 0.5))
  sheet.doc.y = y
}
