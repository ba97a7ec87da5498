/**
 * What a look at a photo of a document finds before it is sent. It is said and never refused by: a person reviews it. The
 * bounds are guesses that err to silence: what staff send back for these reasons is far beyond them.
 */

/** Grey values from 0 to 255, row by row, of a small copy; and how large the photo itself is. */
export type Look = {
  grey: Uint8Array
  width: number
  height: number
  original: { width: number; height: number }
}

/** Of a card across the whole picture the small print is then about ten pixels high. */
const shortestSide = 600
const darkBelow = 70
/** Of the whole picture's edges how many a strip at its rim has, where something runs over it. */
const rimShare = 0.8
/** Less than this and there are no edges to speak of. */
const leastEdges = 2

function meanOf(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** How much neighbours differ, in the part from one corner to the other. */
function edgesIn({ grey, width }: Look, [left, top, right, bottom]: readonly number[]): number {
  let [sum, count] = [0, 0]
  for (let y = top!; y < bottom! - 1; y += 1)
    for (let x = left!; x < right! - 1; x += 1) {
      const at = y * width + x
      sum += Math.abs(grey[at]! - grey[at + 1]!) + Math.abs(grey[at]! - grey[at + width]!)
      count += 1
    }
  return count === 0 ? 0 : sum / count
}

function isCutOff(look: Look): boolean {
  const { width, height } = look
  const rim = Math.max(3, Math.round(Math.min(width, height) * 0.03))
  const all = edgesIn(look, [0, 0, width, height])
  const strips = [
    [0, 0, width, rim],
    [0, height - rim, width, height],
    [0, 0, rim, height],
    [width - rim, 0, width, height],
  ]
  return all >= leastEdges && strips.some((strip) => edgesIn(look, strip) > all * rimShare)
}

export function notesOn(look: Look): string[] {
  const { width, height } = look.original
  return [
    Math.min(width, height) < shortestSide &&
      'It is small, so words may be hard to read. Move closer, or choose a larger picture.',
    meanOf(look.grey) < darkBelow && 'It looks too dark. Turn on a light, or move to a window.',
    isCutOff(look) && 'Part of it may be cut off: all four corners should be in the picture.',
  ].filter((note) => note !== false)
}
