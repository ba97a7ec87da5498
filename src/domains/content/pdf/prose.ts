/** Running text on the sheet: paragraphs, lists and tables, each with its tag. */
import type { Block, Inline } from '../../../contract/site.ts'
import { columnWidth, page, styles, type Sheet, type Style } from '../../../platform/pdf/sheet.ts'
import { writeTable } from '../../../platform/pdf/table.ts'

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
  return pieces(inline, styles.text)
    .map(({ text }) => text)
    .join('')
}

function writePieces(
  sheet: Sheet,
  parent: Tree,
  type: string,
  inline: readonly Inline[],
  x: number,
  width: number,
): void {
  const parts = pieces(inline, styles.text)
  sheet.tag(parent, type, () => {
    for (const [index, { text, style, link }] of parts.entries()) {
      const more = { continued: index < parts.length - 1, link, underline: link !== null }
      if (index === 0) sheet.write(text, style, x, sheet.doc.y, width, more)
      else sheet.writeOn(text, style, width, more)
    }
  })
}

function writeList(
  sheet: Sheet,
  parent: Tree,
  { ordered, items }: Extract<Block, { kind: 'list' }>,
): void {
  const list = sheet.branch(parent, 'L')
  const indent = 14
  for (const [index, item] of items.entries()) {
    sheet.need(32)
    const entry = sheet.branch(list, 'LI')
    const top = sheet.doc.y
    sheet.tag(entry, 'Lbl', () =>
      sheet.write(ordered ? `${index + 1}.` : '–', styles.text, page.column, top, indent),
    )
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
      const widths = [
        longest < 8 ? 1.2 : 3,
        ...block.head.slice(1).map(() => 7 / (block.head.length - 1)),
      ]
      writeTable(
        sheet,
        parent,
        { head: block.head.map(plain), rows: block.rows.map((row) => row.map(plain)) },
        { widths },
      )
    }
  }
}
