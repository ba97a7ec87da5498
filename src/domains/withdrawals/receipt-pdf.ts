/** A receipt on paper. Printed aside (`platform/worker.ts`), as statements are. */
import { demonstrationBanner } from '../../contract/site.ts'
import { furnishLetter, writeLetterhead } from '../../platform/pdf/letterhead.ts'
import { Sheet } from '../../platform/pdf/sheet.ts'
import { writeTable } from '../../platform/pdf/table.ts'
import type { Receipt } from './receipt.ts'

export default async function printReceipt(receipt: Receipt): Promise<Buffer> {
  const { firm, sample, day, title, holder, number, facts, history } = receipt
  const sheet = await Sheet.open(
    {
      title: `${title} of ${firm}`,
      subject: sample ? demonstrationBanner : title,
      author: firm,
      day,
    },
    receipt,
  )
  writeLetterhead(sheet, {
    firm,
    title,
    holder,
    caption: `Request ${number}. Amounts in US dollars, times in UTC.`,
  })
  writeTable(
    sheet,
    sheet.root,
    { head: ['What', 'As it was recorded'], rows: facts },
    { widths: [3, 9], wide: true },
  )
  writeTable(
    sheet,
    sheet.root,
    {
      head: ['When', 'What happened', 'By', 'Note'],
      rows: history.map(({ at, what, by, note }) => [at, what, by, note]),
    },
    { widths: [3, 4, 3, 4], wide: true },
  )
  furnishLetter(sheet, { running: `${firm}: ${title.toLowerCase()}`, sample })
  return sheet.finish()
}
