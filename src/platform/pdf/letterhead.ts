/** The head of a paper that the firm gives to one person, and what stands on each of its pages. */
import { drawBand, drawSampleMark } from './engraving.ts'
import { printFoot } from './foot.ts'
import { page, styles, wholeWidth, type Sheet } from './sheet.ts'

const right = page.width - page.right

type Letterhead = { firm: string; title: string; holder: string; caption: string }

/** The firm, what the paper is, for whom, and how it is to be read. */
export function writeLetterhead(sheet: Sheet, { firm, title, holder, caption }: Letterhead): void {
  const head = sheet.branch(sheet.root, 'Sect')
  sheet.ornament(() => drawBand(sheet, page.left, 108, wholeWidth))
  sheet.tag(head, 'P', () =>
    sheet.write(firm, { ...styles.heading, size: 17 }, page.left, 142, wholeWidth),
  )
  sheet.tag(head, 'H1', () =>
    sheet.write(title, { ...styles.title, size: 26, leading: 31 }, page.left, 172, wholeWidth),
  )
  sheet.tag(head, 'P', () => {
    sheet.write(holder, styles.text, page.left, sheet.doc.y + 8, wholeWidth)
    sheet.write(caption, styles.caption, page.left, sheet.doc.y, wholeWidth)
  })
  sheet.doc.y += 18
}

/** Every page says whose it is, and that it is a sample where it is one. */
export function furnishLetter(
  sheet: Sheet,
  { running, sample }: { running: string; sample: boolean },
): void {
  sheet.furnish((number, of) => {
    sheet.print(running, styles.caption, page.left, 48, wholeWidth - 80)
    if (sample) {
      sheet.print('SAMPLE', styles.label, right - 40, 48, 40, 'right')
      drawSampleMark(sheet, right - 50, 49)
    }
    sheet.line(page.left, 68, right, 'rule')
    printFoot(sheet, sample, number, of)
  })
}
