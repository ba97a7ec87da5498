/** A statement on paper. Printed aside (`platform/worker.ts`), since a long one takes its time. */
import { demonstrationBanner } from '../../contract/site.ts'
import { drawBand, drawSampleMark } from '../../platform/pdf/engraving.ts'
import { printFoot } from '../../platform/pdf/foot.ts'
import { page, Sheet, styles, wholeWidth } from '../../platform/pdf/sheet.ts'
import { writeTable } from '../../platform/pdf/table.ts'
import type { Statement } from './statement.ts'

const right = page.width - page.right

function writeHead(sheet: Sheet, { firm, holder, accountId, written }: Statement): void {
  const head = sheet.branch(sheet.root, 'Sect')
  sheet.ornament(() => drawBand(sheet, page.left, 108, wholeWidth))
  sheet.tag(head, 'P', () =>
    sheet.write(firm, { ...styles.heading, size: 17 }, page.left, 142, wholeWidth),
  )
  sheet.tag(head, 'H1', () =>
    sheet.write(
      `Account statement, ${written}`,
      { ...styles.title, size: 26, leading: 31 },
      page.left,
      172,
      wholeWidth,
    ),
  )
  sheet.tag(head, 'P', () => {
    sheet.write(holder, styles.text, page.left, sheet.doc.y + 8, wholeWidth)
    sheet.write(
      `Account ID ${accountId}. Amounts in US dollars, days in UTC.`,
      styles.caption,
      page.left,
      sheet.doc.y,
      wholeWidth,
    )
  })
  sheet.doc.y += 18
}

function furnishPage(
  sheet: Sheet,
  { firm, sample, written }: Statement,
  number: number,
  of: number,
): void {
  sheet.print(
    `${firm}: account statement, ${written}`,
    styles.caption,
    page.left,
    48,
    wholeWidth - 80,
  )
  if (sample) {
    sheet.print('SAMPLE', styles.label, right - 40, 48, 40, 'right')
    drawSampleMark(sheet, right - 50, 49)
  }
  sheet.line(page.left, 68, right, 'rule')
  printFoot(sheet, sample, number, of)
}

/** Lines of which the last is what they come to. */
function writeLines(
  sheet: Sheet,
  head: [what: string, amount: string],
  lines: Statement['holdings'],
): void {
  const rows = lines.map(({ label, amount }) => [label, amount])
  writeTable(sheet, sheet.root, { head, rows }, { widths: [11, 3], right: [1], wide: true })
  writeDoubleRule(sheet)
}

/** Below what a table ends with. */
function writeDoubleRule(sheet: Sheet): void {
  sheet.ornament(() => {
    for (const offset of [-11, -8.5])
      sheet.line(right - wholeWidth * (3 / 14), sheet.doc.y + offset, right, 'edge', 1)
  })
}

function writeMovements(sheet: Sheet, { opening, entries, closing }: Statement): void {
  const rows = [
    ['', 'Opening balance', '', opening],
    ...entries.map(({ day, what, why, amount, balance }) => [
      day,
      why === '' ? what : `${what}\n${why}`,
      amount,
      balance,
    ]),
    ['', 'Closing balance', '', closing],
  ]
  writeTable(
    sheet,
    sheet.root,
    { head: ['Day', 'What', 'Amount', 'Balance'], rows },
    { widths: [2, 6, 3, 3], right: [2, 3], wide: true },
  )
  writeDoubleRule(sheet)
  if (entries.length === 0)
    sheet.tag(sheet.root, 'P', () =>
      sheet.write(
        'No movements in this month.',
        styles.text,
        page.left,
        sheet.doc.y + 6,
        wholeWidth,
      ),
    )
}

export default async function printStatement(statement: Statement): Promise<Buffer> {
  const { firm, month, soFar, holdings, moved, sample } = statement
  const sheet = new Sheet({
    title: `Account statement ${month} of ${firm}`,
    subject: sample ? demonstrationBanner : 'Account statement',
    author: firm,
    day: `${month}-01`,
  })
  writeHead(sheet, statement)
  writeLines(sheet, [soFar ? 'Held so far' : 'Held at the end of the month', 'Amount'], holdings)
  writeLines(sheet, ['Money in and out', 'Amount'], moved)
  writeMovements(sheet, statement)
  sheet.furnish((number, of) => furnishPage(sheet, statement, number, of))
  return sheet.finish()
}
