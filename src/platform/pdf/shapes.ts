/** Shapes of a chart on the sheet, told apart without colour. */
import type { ShareFill } from '../../contract/charts.ts'
import { palette } from './palette.ts'
import type { Sheet } from './sheet.ts'

export type Box = { x: number; y: number; width: number; height: number }

/** Hatching is drawn, since a pattern would be another thing in every reader. */
function hatch({ doc }: Sheet, { x, y, width, height }: Box, fill: 'slant' | 'level'): void {
  doc.lineWidth(0.6).strokeColor(palette[fill === 'slant' ? 'ink' : 'edge'])
  const step = fill === 'slant' ? 3.2 : 2.4
  const reach = fill === 'slant' ? width + height : height
  for (let at = step / 2; at < reach; at += step) {
    if (fill === 'slant') doc.moveTo(x, y + at).lineTo(x + at, y)
    else doc.moveTo(x, y + at).lineTo(x + width, y + at)
  }
  doc.stroke()
}

/** Fills what `outline` draws, and runs a fine ink line around it. */
export function fillShape(sheet: Sheet, box: Box, fill: ShareFill, outline: () => void): void {
  const { doc } = sheet
  if (fill === 'slant' || fill === 'level') {
    doc.save()
    outline()
    doc.clip()
    hatch(sheet, box, fill)
    doc.restore()
  } else if (fill !== 'clear') {
    outline()
    doc.fillColor(palette[fill]).fill()
  }
  outline()
  doc
    .lineWidth(0.5)
    .strokeColor(
      palette[fill === 'clear' || fill === 'slant' ? 'ink' : fill === 'level' ? 'edge' : fill],
    )
    .stroke()
}
