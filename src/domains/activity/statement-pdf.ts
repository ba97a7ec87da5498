/** A statement on paper. Printed aside (`platform/worker.ts`), since a long one takes its time. */
import { demonstrationBanner } from '../../contract/site.ts'
import { furnishLetter, writeLetterhead } from '../../platform/pdf/letterhead.ts'
import { page, Sheet, styles, wholeWidth } from '../../platform/pdf/sheet.ts'
import { writeTable } from '../../platform/pdf/table.ts'
import type { Statement } from './statement.ts'

const right = page.width - page.right

/** For a sentence or two below a table. */
const noteRoom = 60

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
    ...entries.map(({ day, what, coins, why, amount, balance }) => [
      day,
      [what, coins, why].filter((said) => said !== '').join('\n'),
      amount,
      balance,
    ]),
    ['', 'Closing balance', '', closing],
  ]
  writeTable(
    sheet,
    sheet.root,
    { head: ['Day', 'What', 'Amount', 'Balance'], rows },
    { widths: [2, 6, 3, 3], right: [2, 3], wide: true, after: entries.length === 0 ? noteRoom : 0 },
  )
  writeDoubleRule(sheet)
  if (entries.length === 0)
    sheet.tag(sheet.root, 'P', () =>
      sheet.write(
        'No movements in this time.',
        styles.text,
        page.left,
        sheet.doc.y + 6,
        wholeWidth,
      ),
    )
}

const noAdvice =
  'This lists what was booked; it is no tax advice. Ask whoever helps you with your tax return which of it belongs there.'

/** What plans paid in a year, for whoever writes a tax return. */
function writeProfits(sheet: Sheet, profits: NonNullable<Statement['profits']>): void {
  const rows = profits.map(({ day, plan, amount }) => [day, plan, amount])
  writeTable(
    sheet,
    sheet.root,
    { head: ['Day', 'Profit paid by', 'Amount'], rows },
    { widths: [2, 9, 3], right: [2], wide: true, after: noteRoom },
  )
  writeDoubleRule(sheet)
  sheet.tag(sheet.root, 'P', () =>
    sheet.write(noAdvice, styles.text, page.left, sheet.doc.y + 6, wholeWidth),
  )
}

export default async function printStatement(statement: Statement): Promise<Buffer> {
  const { firm, period, written, holder, accountId, soFar, profits, sample } = statement
  const sheet = await Sheet.open(
    {
      title: `Account statement ${period} of ${firm}`,
      subject: sample ? demonstrationBanner : 'Account statement',
      author: firm,
      day: `${period}-01-01`.slice(0, 10),
    },
    statement,
  )
  writeLetterhead(sheet, {
    firm,
    title: `Account statement, ${written}`,
    holder,
    caption: `Account ID ${accountId}. Amounts in US dollars, days in UTC.`,
  })
  const held = profits === null ? 'Held at the end of the month' : 'Held at the end of the year'
  writeLines(sheet, [soFar ? 'Held so far' : held, 'Amount'], statement.holdings)
  writeLines(sheet, ['Money in and out', 'Amount'], statement.moved)
  if (profits !== null) writeProfits(sheet, profits)
  writeMovements(sheet, statement)
  furnishLetter(sheet, { running: `${firm}: account statement, ${written}`, sample })
  return sheet.finish()
}
