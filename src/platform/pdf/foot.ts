/** The foot of every page of a paper: that it is of a demonstration, where it is, and which page it is. */
import { demonstrationBanner } from '../../contract/site.ts'
import { page, styles, wholeWidth, type Sheet } from './sheet.ts'

export function printFoot(sheet: Sheet, sample: boolean, number: number, of: number): void {
  const right = page.width - page.right
  const foot = page.height - 52
  sheet.line(page.left, foot - 10, right, 'rule')
  if (sample) sheet.print(demonstrationBanner, styles.caption, page.left, foot, wholeWidth - 80)
  sheet.print(`Page ${number} of ${of}`, styles.caption, right - 80, foot, 80, 'right')
}
