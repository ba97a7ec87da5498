/** Running text on the sheet: paragraphs, lists and tables, each with its tag. */
import type { Block, Inline } from '../../../contract/site.ts'
import { columnWidth, page, styles, type Sheet, type Style } from './sheet.ts'

type Tree = PDFKit.PDFStructureElement
type Piece = { text: string; style: Style; link: string | null }

/** A link inside the site stays words: a printed page has no site around it. */
function pieces(inline: readonly Inline[], style: Style, link: string | null = null): Piece[] {
  return inline.flatMap((part): Piece[] => {
    if (typeof part === 'string') return [{ text: part, style, link }]
    if ('strong' in part) return pieces(part.strong, styles.strong, link)
    if ('emphasis' in part) return pieces(part.emphasis, styles.strong, link)
    return pieces(part.text, style, /^(https|mailto|tel):/.test(part.href) ? part.href : null)
  })
}

export function plain(inline: readonly Inline[]): string {
  return pieces(inline, styles.text).map(({ text }) => text).join('')
}

function writePieces(sheet: Sheet, parent: Tree, type: string, inline: readonly Inline[], x: number, width: number): void {
  const parts = pieces(inline, styles.text)
  sheet.tag(parent, type, () => {
    for (const [index, { text, style, link }] of parts.entries()) {
      const more = { continued: index < parts.length - 1, link, underline: link !== null }
      if (index === 0) sheet.write(text, style, x, sheet.doc.y, width, more)
      else sheet.writeOn(text, style, width, more)
    }
  })
}

export type Table = { head: string[]; rows: string[][] }
/** Widths in parts of the whole; `mark` draws before the first cell of a row, which then begins further right. */
export type TableLook = { widths: readonly number[]; right?: readonly number[]; mark?: (row: number, x: number, y: number) => void }

const cellGap = 12

type Column = { x: number; width: number; align: 'left' | 'right' }
type Cell = { text: string; style: Style; scope?: 'Row' | 'Column' }

function columnsOf(widths: readonly number[], right: readonly number[]): Column[] {
  const sum = widths.reduce((total, width) => total + width, 0)
  const room = columnWidth - cellGap * (widths.length - 1)
  let before = 0
  return widths.map((width, index): Column => {
    const column = { x: page.column + (before / sum) * room + cellGap * index, width: (width / sum) * room, align: right.includes(index) ? 'right' as const : 'left' as const }
    before += width
    return column
  })
}

/** Never broken over two pages. */
function writeRow(sheet: Sheet, table: Tree, cells: Cell[], columns: Column[]): { top: number; bottom: number } {
  const height = Math.max(...cells.map(({ text, style }, index) => sheet.heightOf(text, style, columns[index]!.width)))
  sheet.need(height + 9)
  const top = sheet.doc.y + 5
  const row = sheet.branch(table, 'TR')
  for (const [index, { text, style, scope }] of cells.entries()) {
    const { x, width, align } = columns[index]!
    sheet.tag(row, scope ? 'TH' : 'TD', () => sheet.write(text, style, x, top, width, { align }), scope ? { scope } : {})
  }
  return { top, bottom: top + height + 4 }
}

export function writeTable(sheet: Sheet, parent: Tree, { head, rows }: Table, { widths, right = [], mark }: TableLook): void {
  const columns = columnsOf(widths, right)
  const indent = mark ? 14 : 0
  const inner = columns.map((column, index) => (index === 0 ? { ...column, x: column.x + indent, width: column.width - indent } : column))
  const table = sheet.branch(parent, 'Table')
  sheet.need(70)
  const { bottom } = writeRow(sheet, table, head.map((text) => ({ text, style: styles.head, scope: 'Column' })), columns)
  rule(sheet, bottom, 'ink')
  for (const [index, [name = '', ...others]] of rows.entries()) {
    const cells: Cell[] = [{ text: name, style: styles.name, scope: 'Row' }, ...others.map((text) => ({ text, style: styles.cell }))]
    const row = writeRow(sheet, table, cells, inner)
    if (mark) sheet.ornament(() => mark(index, page.column, row.top + 1.5))
    rule(sheet, row.bottom, 'rule')
  }
  sheet.doc.y += 12
}

function rule(sheet: Sheet, y: number, ink: 'ink' | 'rule'): void {
  sheet.ornament(() => sheet.line(page.column, y, page.column + columnWidth, ink, ink === 'ink' ? 0.8 : 0.5))
  sheet.doc.y = y
}

function writeList(sheet: Sheet, parent: Tree, { ordered, items }: Extract<Block, { kind: 'list' }>): void {
  const list = sheet.branch(parent, 'L')
  const indent = 14
  for (const [index, item] of items.entries()) {
    sheet.need(32)
    const entry = sheet.branch(list, 'LI')
    const top = sheet.doc.y
    sheet.tag(entry, 'Lbl', () => sheet.write(ordered ? `${index + 1}.` : '–', styles.text, page.column, top, indent))
    sheet.doc.y = top
    writePieces(sheet, entry, 'LBody', item, page.column + indent, columnWidth - indent)
    sheet.doc.y += 6
  }
  sheet.doc.y += 4
}

export function writeBlocks(sheet: Sheet, parent: Tree, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      sheet.need(34)
      writePieces(sheet, parent, 'P', block.text, page.column, columnWidth)
      sheet.doc.y += 8
    } else if (block.kind === 'list') writeList(sheet, parent, block)
    else if (block.kind === 'table') {
      const longest = Math.max(...block.rows.map(([name = []]) => plain(name).length))
      // The first column names the row, and takes no more than that needs.
      const widths = [longest < 8 ? 1.2 : 3, ...block.head.slice(1).map(() => 7 / (block.head.length - 1))]
      writeTable(sheet, parent, { head: block.head.map(plain), rows: block.rows.map((row) => row.map(plain)) }, { widths })
    }
  }
}
