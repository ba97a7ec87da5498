/**
 * The paper that a PDF is printed on: A4, a rail at the left for labels and a column for the text, our fonts, and a
 * tagged tree of what is written, so that a screen reader finds headings, lists, tables and pictures in order.
 */
import { fonts, readFonts, weightOf, type Font } from './font.ts'
import { palette } from './palette.ts'
import { Paper } from './paper.ts'
import { loadShaper } from './shaper.ts'

type Tree = PDFKit.PDFStructureElement
/** The library takes more than its types say: where a picture stands, and what the head of a table counts for. */
type TagOptions = PDFKit.Mixins.StructureElementOptions & {
  bbox?: number[]
  scope?: 'Row' | 'Column'
}
export type Ink = keyof typeof palette

/** In points. The rail takes what stands beside the text; the column has about 70 letters a line. */
export const page = {
  width: 595.28,
  height: 841.89,
  top: 92,
  bottom: 84,
  left: 56,
  right: 56,
  column: 172,
} as const
export const columnWidth = page.width - page.right - page.column
export const wholeWidth = page.width - page.right - page.left

export type Style = { font: Font; size: number; ink?: Ink; leading?: number; spacing?: number }

export const styles = {
  title: { font: 'title', size: 31, leading: 36 },
  heading: { font: 'title', size: 21, leading: 26 },
  lead: { font: 'text', size: 12, ink: 'ink-2', leading: 18.5 },
  text: { font: 'text', size: 9.75, leading: 15.2 },
  strong: { font: 'strong', size: 9.75, leading: 15.2 },
  cell: { font: 'text', size: 8.75, leading: 12.6 },
  name: { font: 'strong', size: 8.75, leading: 12.6 },
  head: { font: 'strong', size: 7.75, ink: 'ink-3', leading: 11 },
  caption: { font: 'text', size: 8, ink: 'ink-3', leading: 11.5 },
  label: { font: 'strong', size: 6.75, ink: 'ink-2', spacing: 0.5, leading: 9 },
  figure: { font: 'title', size: 24, leading: 28 },
  tick: { font: 'text', size: 7.5, ink: 'ink-3', leading: 9 },
} as const satisfies Record<string, Style>

type Info = { title: string; subject: string; author: string; day: string }

export class Sheet {
  readonly doc: Paper
  readonly root: Tree
  readonly #body: Promise<Buffer>

  /** `written`: all that will stand on it, which says what has to be loaded first. */
  static async open(info: Info, written: unknown): Promise<Sheet> {
    const sheet = new Sheet(info)
    const text = JSON.stringify(written, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    if (fonts.some((font) => sheet.#lacks(font, text))) await loadShaper()
    return sheet
  }

  private constructor({ title, subject, author, day }: Info) {
    this.doc = new Paper({
      size: [page.width, page.height],
      margins: { top: page.top, bottom: page.bottom, left: page.left, right: page.right },
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      // The day of the edition and no clock: equal words make equal bytes.
      info: {
        Title: title,
        Subject: subject,
        Author: author,
        Creator: author,
        CreationDate: new Date(`${day}T00:00:00Z`),
      },
      font: '', // none of its own
    })
    for (const [name, font] of readFonts()) this.doc.registerFont(name, font)
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.doc.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject)
    this.#body = promise
    this.doc.addPage()
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  #lacks(font: Font, text: string): boolean {
    return !this.doc.font(font).isPlain(text)
  }

  get pageNumber(): number {
    return this.doc.bufferedPageRange().count
  }

  /** What stands in the tree below `parent`, drawn at once. */
  tag(parent: Tree, type: string, draw: () => void, options: TagOptions = {}): void {
    parent.add(this.doc.struct(type, options, draw))
  }

  branch(parent: Tree, type: string, options: TagOptions = {}): Tree {
    const element = this.doc.struct(type, options)
    parent.add(element)
    return element
  }

  /** Lines and ornaments that say nothing: a reader passes over them. */
  ornament(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  set({ font, size, ink = 'ink' }: Style): void {
    this.doc.font(font).fontSize(size).fillColor(palette[ink])
    this.doc.useWeight(weightOf(font))
  }

  #options(style: Style, width: number): PDFKit.Mixins.TextOptions {
    this.set(style)
    const lineGap = (style.leading ?? style.size * 1.4) - this.doc.currentLineHeight(true)
    return {
      width,
      lineGap,
      features: ['tnum', 'liga', 'kern'],
      ...(style.spacing ? { characterSpacing: style.spacing } : {}),
    }
  }

  heightOf(text: string, style: Style, width: number): number {
    return this.doc.heightOfString(text, this.#options(style, width))
  }

  widthOf(text: string, style: Style): number {
    this.set(style)
    return this.doc.widthOfString(text, {
      features: ['tnum', 'liga', 'kern'],
      ...(style.spacing ? { characterSpacing: style.spacing } : {}),
    })
  }

  write(
    text: string,
    style: Style,
    x: number,
    y: number,
    width: number,
    more: PDFKit.Mixins.TextOptions = {},
  ): void {
    this.doc.text(text, x, y, { ...this.#options(style, width), ...more })
  }

  /** Goes on where the last piece ended, in the same paragraph. */
  writeOn(text: string, style: Style, width: number, more: PDFKit.Mixins.TextOptions): void {
    this.doc.text(text, { ...this.#options(style, width), ...more })
  }

  /** One line that may stand anywhere on the page, in its margins too. */
  print(
    text: string,
    style: Style,
    x: number,
    y: number,
    width: number,
    align: 'left' | 'right' | 'center' = 'left',
  ): void {
    const { margins } = this.doc.page
    const { bottom } = margins
    margins.bottom = 0
    this.write(text, style, x, y, width, { lineBreak: false, align })
    margins.bottom = bottom
  }

  line(x1: number, y: number, x2: number, ink: Ink, width = 0.5): void {
    this.doc.moveTo(x1, y).lineTo(x2, y).lineWidth(width).strokeColor(palette[ink]).stroke()
  }

  /** Begins a new page where less room is left. */
  need(height: number): void {
    if (this.doc.y + height > page.height - page.bottom) this.doc.addPage()
  }

  /** On every page, when all are written. */
  furnish(draw: (number: number, of: number) => void): void {
    const { count } = this.doc.bufferedPageRange()
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(index)
      this.ornament(() => draw(index + 1, count), 'Pagination')
    }
  }

  finish(): Promise<Buffer> {
    this.root.end()
    this.doc.end()
    return this.#body
  }
}
