/** The band that runs along the title, as on a bond: fine waves laid over one another between two rules. */
import { palette } from './palette.ts'
import type { Sheet } from './sheet.ts'

const wave = { length: 33, strands: 6, height: 9 }

export function drawBand(sheet: Sheet, x: number, y: number, width: number): void {
  const { doc } = sheet
  doc
    .save()
    .rect(x, y - 14, width, 28)
    .clip()
    .lineWidth(0.45)
    .strokeColor(palette.edge)
  for (let strand = 0; strand < wave.strands; strand += 1) {
    const shift = (strand / wave.strands) * wave.length
    for (const side of [1, -1]) {
      doc.moveTo(x - shift, y)
      for (let at = x - shift; at < x + width; at += wave.length) {
        const [a, b, c] = [at + wave.length / 4, at + wave.length / 2, at + (3 * wave.length) / 4]
        doc
          .quadraticCurveTo(a, y - side * wave.height * 1.6, b, y)
          .quadraticCurveTo(c, y + side * wave.height * 1.6, at + wave.length, y)
      }
    }
  }
  doc.stroke().restore()
  for (const [offset, weight] of [
    [-14, 1.2],
    [-11, 0.4],
    [11, 0.4],
    [14, 1.2],
  ] as const)
    sheet.line(x, y + offset, x + width, 'ink', weight)
}

/** The hatched swatch of the sample label; hatching means that something is not real. */
export function drawSampleMark(sheet: Sheet, x: number, y: number): void {
  const { doc } = sheet
  doc.save().rect(x, y, 8, 6).clip().lineWidth(0.9).strokeColor(palette.edge)
  for (let at = -6; at < 8; at += 2.6) doc.moveTo(x + at, y + 6).lineTo(x + at + 6, y)
  doc.stroke().restore()
}
