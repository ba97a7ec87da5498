/**
 * The whitepaper as a PDF: the words, tables and charts of the page, printed once and kept. Equal content gives equal
 * bytes: nothing in it comes from a clock or from chance.
 */
import { chartInWords, chartTable, fillOf } from '../../../contract/charts.ts'
import {
  demonstrationBanner,
  type Figure,
  type Whitepaper,
  type WhitepaperChart,
} from '../../../contract/site.ts'
import { chartHeight, drawChart, drawSwatch } from './charts.ts'
import { drawBand, drawSampleMark } from '../../../platform/pdf/engraving.ts'
import { printFoot } from '../../../platform/pdf/foot.ts'
import { palette } from '../../../platform/pdf/palette.ts'
import { writeTable } from '../../../platform/pdf/table.ts'
import { writeBlocks } from './prose.ts'
import { columnWidth, page, Sheet, styles, wholeWidth } from '../../../platform/pdf/sheet.ts'

type Site = { name: string; sample: boolean }
type Tree = PDFKit.PDFStructureElement

function sampleMark(sheet: Sheet, x: number, y: number): void {
  const text = 'SAMPLE'
  const width = sheet.widthOf(text, styles.label) + 24
  sheet.doc.rect(x, y, width, 15).lineWidth(0.5).strokeColor(palette['rule-strong']).stroke()
  drawSampleMark(sheet, x + 5, y + 4.5)
  sheet.print(text, styles.label, x + 18, y + 4, width)
}

function writeFigures(sheet: Sheet, parent: Tree, figures: readonly Figure[], top: number): number {
  const width = columnWidth / figures.length
  const height = 58
  sheet.ornament(() => {
    sheet.doc
      .rect(page.column, top, columnWidth, height)
      .lineWidth(1)
      .strokeColor(palette.ink)
      .stroke()
    for (let index = 1; index < figures.length; index += 1)
      sheet.doc
        .moveTo(page.column + index * width, top)
        .lineTo(page.column + index * width, top + height)
        .lineWidth(0.5)
        .strokeColor(palette.ink)
        .stroke()
  })
  for (const [index, { value, label }] of figures.entries()) {
    const x = page.column + index * width + 10
    sheet.tag(parent, 'P', () => {
      sheet.write(value, styles.figure, x, top + 9, width - 14)
      sheet.write(label, styles.caption, x, top + 38, width - 14)
    })
  }
  return top + height
}

/** `pages` says where each section begins; unknown when the paper is laid out for the first time. */
function writeContents(
  sheet: Sheet,
  parent: Tree,
  paper: Whitepaper,
  pages: ReadonlyMap<string, number>,
): void {
  sheet.doc.y += 26
  sheet.tag(parent, 'H2', () =>
    sheet.write('Contents', { ...styles.heading, size: 15 }, page.column, sheet.doc.y, columnWidth),
  )
  const list = sheet.branch(parent, 'TOC')
  sheet.doc.y += 4
  for (const { id, title } of [...paper.sections, { id: 'call', title: paper.call.title }]) {
    const top = sheet.doc.y + 5
    sheet.tag(list, 'TOCI', () => {
      sheet.write(title, styles.text, page.column, top, columnWidth - 40, { goTo: id })
      sheet.write(
        String(pages.get(id) ?? ''),
        styles.text,
        page.column + columnWidth - 30,
        top,
        30,
        { align: 'right', goTo: id },
      )
    })
    sheet.ornament(() => sheet.line(page.column, top + 16, page.column + columnWidth, 'rule'))
    sheet.doc.y = top + 16
  }
}

function writeFront(
  sheet: Sheet,
  paper: Whitepaper,
  { name, sample }: Site,
  pages: ReadonlyMap<string, number>,
): void {
  const front = sheet.branch(sheet.root, 'Sect')
  sheet.ornament(() => drawBand(sheet, page.left, 108, wholeWidth))
  sheet.tag(front, 'P', () => {
    sheet.write(name, { ...styles.heading, size: 17 }, page.left, 152, page.column - page.left - 12)
    sheet.write('Whitepaper', styles.caption, page.left, 177, 100)
    sheet.write(paper.updated.written, styles.caption, page.left, 189, 100)
  })
  if (sample) sheet.ornament(() => sampleMark(sheet, page.left, 210))
  sheet.tag(front, 'H1', () =>
    sheet.write(paper.title, styles.title, page.column, 146, columnWidth),
  )
  sheet.doc.y += 12
  sheet.tag(front, 'P', () =>
    sheet.write(paper.text, styles.lead, page.column, sheet.doc.y, columnWidth),
  )
  sheet.doc.y += 26
  sheet.tag(front, 'H2', () =>
    sheet.write(
      paper.targets.title,
      { ...styles.heading, size: 15 },
      page.column,
      sheet.doc.y,
      columnWidth,
    ),
  )
  sheet.tag(front, 'P', () =>
    sheet.write(paper.targets.text, styles.caption, page.column, sheet.doc.y + 2, columnWidth),
  )
  sheet.doc.y = writeFigures(sheet, front, paper.targets.figures, sheet.doc.y + 10)
  writeContents(sheet, front, paper, pages)
}

function writeChart(sheet: Sheet, parent: Tree, chart: WhitepaperChart): void {
  const table = chartTable(chart)
  const height = chartHeight(chart)
  sheet.need(height + 60 + table.rows.length * 22)
  sheet.doc.y += 8
  sheet.tag(parent, 'H3', () =>
    sheet.write(
      chart.title,
      { ...styles.heading, size: 14, leading: 18 },
      page.column,
      sheet.doc.y,
      columnWidth,
    ),
  )
  const top = sheet.doc.y + 10
  sheet.tag(parent, 'Figure', () => drawChart(sheet, chart, top), {
    alt: chartInWords(chart),
    bbox: [page.column, top, page.column + columnWidth, top + height],
  })
  sheet.tag(parent, 'Caption', () =>
    sheet.write(chart.caption, styles.caption, page.column, top + height, columnWidth),
  )
  sheet.doc.y += 6
  const look =
    chart.kind === 'shares'
      ? {
          widths: [4, 1.6, 5],
          right: [1],
          mark: (row: number, x: number, y: number) => drawSwatch(sheet, x, y, fillOf(row)),
        }
      : { widths: [1, 2, 2], right: [1, 2] }
  writeTable(sheet, parent, table, look)
}

/** The head of a section: its title in the column, a rule above, the sample label in the rail. */
function beginSection(
  sheet: Sheet,
  { id, title }: { id: string; title: string },
  { sample }: Site,
): Tree {
  sheet.need(190)
  if (sheet.doc.y > page.top) sheet.doc.y += 20
  const top = sheet.doc.y
  const section = sheet.branch(sheet.root, 'Sect', { title })
  sheet.doc.addNamedDestination(id, 'XYZ', null, top - 12, null)
  sheet.doc.outline.addItem(title)
  sheet.ornament(() => {
    sheet.line(page.left, top, page.width - page.right, 'ink', 0.8)
    if (sample) sampleMark(sheet, page.left, top + 15)
  })
  sheet.tag(section, 'H2', () =>
    sheet.write(title, styles.heading, page.column, top + 12, columnWidth),
  )
  sheet.doc.y += 6
  return section
}

/** Who speaks, and that it is a sample, at the head and the foot of every page. */
function furnishPage(
  sheet: Sheet,
  paper: Whitepaper,
  { name, sample }: Site,
  number: number,
  of: number,
): void {
  const right = page.width - page.right
  if (number > 1) {
    sheet.print(`${name}: ${paper.title}`, styles.caption, page.left, 48, wholeWidth - 80)
    sheet.line(page.left, 68, right, 'rule')
  }
  if (sample) sampleMark(sheet, right - 55, 43)
  printFoot(sheet, sample, number, of)
}

async function layOut(
  paper: Whitepaper,
  site: Site,
  pages: ReadonlyMap<string, number>,
): Promise<{ sheet: Sheet; pages: Map<string, number> }> {
  const sheet = await Sheet.open(
    {
      title: `${paper.title}: whitepaper of ${site.name}`,
      subject: site.sample ? demonstrationBanner : paper.description,
      author: site.name,
      day: paper.updated.day,
    },
    [paper, site],
  )
  const begins = new Map<string, number>()
  writeFront(sheet, paper, site, pages)
  sheet.doc.addPage()
  for (const section of paper.sections) {
    const tree = beginSection(sheet, section, site)
    begins.set(section.id, sheet.pageNumber)
    writeBlocks(sheet, tree, section.blocks)
    for (const chart of section.charts) writeChart(sheet, tree, chart)
  }
  const call = beginSection(sheet, { id: 'call', title: paper.call.title }, site)
  begins.set('call', sheet.pageNumber)
  sheet.tag(call, 'P', () =>
    sheet.write(paper.call.text, styles.text, page.column, sheet.doc.y, columnWidth),
  )
  sheet.furnish((number, of) => furnishPage(sheet, paper, site, number, of))
  return { sheet, pages: begins }
}

/** Laid out twice: the second time the contents know their pages. */
export async function whitepaperPdf(paper: Whitepaper, site: Site): Promise<Buffer> {
  const first = await layOut(paper, site, new Map())
  await first.sheet.finish()
  const { sheet } = await layOut(paper, site, first.pages)
  return sheet.finish()
}
