/** One of the firm's accounts on paper. Printed aside (`platform/worker.ts`), as statements are. */
import type { Picture, Report, ReportTable } from '../../contract/book-reports.ts'
import { axisSteps } from '../../contract/charts.ts'
import { demonstrationBanner } from '../../contract/site.ts'
import { formatUsd } from '../../lib/money.ts'
import { furnishLetter, writeLetterhead } from '../../platform/pdf/letterhead.ts'
import { fillShape } from '../../platform/pdf/shapes.ts'
import { page, Sheet, styles, wholeWidth } from '../../platform/pdf/sheet.ts'
import { writeTable } from '../../platform/pdf/table.ts'

const plot = { height: 120, axis: 72, head: 34, foot: 20 }
const fills = ['edge', 'slant'] as const

/** Where amounts stand: places alone are numbers. What is below zero is drawn below the line. */
function scaleOf({ groups }: Picture) {
  const amounts = groups.flatMap(({ values }) => values.map(Number))
  const steps = axisSteps(amounts.map(Math.abs))
  const lowest = amounts.some((amount) => amount < 0) ? -steps[1] : 0
  const heightOf = (cents: number) => ((cents - lowest) / (steps[1] - lowest)) * plot.height
  const marks = lowest < 0 ? [-steps[1], 0, steps[1]] : [0, ...steps]
  return { heightOf, marks }
}

function drawLegend(sheet: Sheet, series: Picture['series'], y: number): void {
  let x = page.left
  for (const [at, name] of series.entries()) {
    const box = { x, y, width: 8, height: 8 }
    fillShape(sheet, box, fills[at]!, () => sheet.doc.rect(x, y, 8, 8))
    sheet.print(name, styles.tick, x + 13, y - 0.5, 220)
    x += 13 + sheet.widthOf(name, styles.tick) + 20
  }
}

function drawColumns(sheet: Sheet, picture: Picture, top: number): void {
  const { doc } = sheet
  const { heightOf, marks } = scaleOf(picture)
  const foot = top + plot.head + plot.height
  const width = wholeWidth - plot.axis
  sheet.print(picture.title, styles.name, page.left, top, wholeWidth)
  drawLegend(sheet, picture.series, top + 15)
  for (const mark of marks) {
    const y = foot - heightOf(mark)
    sheet.line(page.left, y, page.left + width, mark === 0 ? 'ink' : 'rule', mark === 0 ? 0.8 : 0.5)
    const label = formatUsd(BigInt(mark)).slice(0, -3)
    sheet.print(label, styles.tick, page.left + width + 5, y - 5, plot.axis)
  }
  const slot = width / picture.groups.length
  const every = Math.ceil(picture.groups.length / 13)
  for (const [index, { label, values }] of picture.groups.entries()) {
    const left = page.left + index * slot
    for (const [at, cents] of values.entries()) {
      if (cents === 0n) continue
      const [from, to] = [heightOf(0), heightOf(Number(cents))]
      const box = {
        x: left + slot * (0.14 + 0.37 * at),
        y: foot - Math.max(from, to),
        width: slot * 0.35,
        height: Math.max(Math.abs(to - from), 0.5),
      }
      fillShape(sheet, box, fills[at]!, () => doc.rect(box.x, box.y, box.width, box.height))
    }
    if (index % every === 0) sheet.print(label, styles.tick, left, foot + 5, slot * every, 'left')
  }
}

/** Everything that it shows, for whoever hears it. */
const inWords = ({ title, series, groups }: Picture): string =>
  `${title}: ${groups
    .map(
      ({ name, values }) =>
        `${name} ${values.map((cents, at) => `${series[at]} ${formatUsd(cents)}`).join(', ')}`,
    )
    .join('; ')}`

function writePicture(sheet: Sheet, picture: Picture): void {
  const height = plot.head + plot.height + plot.foot
  sheet.need(height + 12)
  const top = sheet.doc.y
  sheet.tag(sheet.root, 'Figure', () => drawColumns(sheet, picture, top), {
    alt: inWords(picture),
    bbox: [page.left, top, page.left + wholeWidth, top + height],
  })
  sheet.doc.y = top + height + 14
}

function writeReportTable(sheet: Sheet, { title, head, rows, note }: ReportTable): void {
  sheet.need(90)
  sheet.tag(sheet.root, 'H2', () =>
    sheet.write(title, styles.strong, page.left, sheet.doc.y + 4, wholeWidth),
  )
  const isText = (column: number) => head[column] === 'Part'
  const amounts = head.map((_, column) => column).filter((column) => column > 0 && !isText(column))
  writeTable(
    sheet,
    sheet.root,
    { head: [...head], rows: rows.map(({ cells }) => [...cells]) },
    {
      widths: head.map((_, column) => (column === 0 ? (head.length > 4 ? 3 : 5) : 3)),
      right: amounts,
      wide: true,
    },
  )
  if (note)
    sheet.tag(sheet.root, 'P', () =>
      sheet.write(note, styles.caption, page.left, sheet.doc.y, wholeWidth),
    )
  sheet.doc.y += 8
}

export default async function printReport(
  report: Report & { firm: string; sample: boolean },
): Promise<Buffer> {
  const { firm, sample, day, title, period, caption, picture, tables } = report
  const sheet = await Sheet.open(
    {
      title: `${title} of ${firm}, ${period}`,
      subject: sample ? demonstrationBanner : title,
      author: firm,
      day,
    },
    report,
  )
  writeLetterhead(sheet, { firm, title, holder: period, caption })
  if (picture) writePicture(sheet, picture)
  for (const table of tables) writeReportTable(sheet, table)
  furnishLetter(sheet, { running: `${firm}: ${title.toLowerCase()}, ${period}`, sample })
  return sheet.finish()
}
