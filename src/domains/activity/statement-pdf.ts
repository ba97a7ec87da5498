/** A statement on paper. Printed aside (`platform/worker.ts`), since a long one takes its time. */
import { demonstrationBanner } from '../../contract/site.ts'
import { furnishLetter, writeLetterhead } from '../../platform/pdf/letterhead.ts'
import { page, Sheet, styles, wholeWidth } from '../../platform/pdf/sheet.ts'
import { writeTable } from '../../platform/pdf/table.ts'
import type { Statement } from './statement.ts'

const right = page.width - page.right

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
  const { firm, month, written, holder, accountId, soFar, holdings, moved, sample } = statement
  const sheet = await Sheet.open(
    {
      title: `Account statement ${month} of ${firm}`,
      subject: sample ? demonstrationBanner : 'Account statement',
      author: firm,
      day: `${month}-01`,
    },
    statement,
  )
  writeLetterhead(sheet, {
    firm,
    title: `Account statement, ${written}`,
    holder,
    caption: `Account ID ${accountId}. Amounts in US dollars, days in UTC.`,
  })
  writeLines(sheet, [soFar ? 'Held so far' : 'Held at the end of the month', 'Amount'], holdings)
  writeLines(sheet, ['Money in and out', 'Amount'], moved)
  writeMovements(sheet, statement)
  furnishLetter(sheet, { running: `${firm}: account statement, ${written}`, sample })
  return sheet.finish()
}
