/**
 * Letters of scripts that join, stack or change places become glyphs by HarfBuzz, in WebAssembly. It takes time to load, so
 * that papers in Latin letters do without it. The PDF library's own shaping fails on some Indic fonts.
 */
type HarfBuzz = typeof import('harfbuzzjs')

let loaded: HarfBuzz | null = null

/** Before letters are shaped. */
export async function loadShaper(): Promise<void> {
  loaded ??= await import('harfbuzzjs')
}

type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
/** What the PDF library asks of a font for a piece of text; it scales the positions in place. */
export type Shaped = { glyphs: Glyph[]; positions: Position[]; readonly advanceWidth: number }
/** A font as the PDF library has opened it, and its part that will be embedded. */
export type OpenedFont = {
  font: {
    hasGlyphForCodePoint(letter: number): boolean
    getGlyph(id: number): { advanceWidth: number }
  }
  subset: { glyphs: number[]; includeGlyph(id: number): number }
}

/** For a glyph without a letter of its own: a blank of no width, since PDF/UA-1 forbids U+0000 and U+FEFF (7.21.7). */
const nothing = 0x20_0b

/** Which letters each glyph stands for. Those of a cluster share its letters, one each, and the last one has the rest. */
function lettersOf(text: string, starts: readonly number[], isRightToLeft: boolean): number[][] {
  const sorted = [...new Set(starts), text.length].toSorted((a, b) => a - b)
  const order = isRightToLeft ? starts.toReversed() : starts
  const letters = order.map((start, index) => {
    const cluster = text.slice(start, sorted[sorted.indexOf(start) + 1])
    const all = Array.from(cluster, (letter) => letter.codePointAt(0)!)
    const before = index - order.indexOf(start)
    const isLast = order.lastIndexOf(start) === index
    const own = isLast ? all.slice(before) : all.slice(before, before + 1)
    return own.length === 0 ? [nothing] : own
  })
  return isRightToLeft ? letters.toReversed() : letters
}

/**
 * A number for a glyph with its letters: one outline stands for several, as a letter without its dots does, and a PDF knows
 * letters by the number alone. The subset embeds an outline for each.
 */
function numbering({ subset }: OpenedFont): (id: number, letters: readonly number[]) => number {
  const numbers = new Map<string, number>()
  const outlines: number[] = []
  const included = new Map<number, number>()
  const include = subset.includeGlyph.bind(subset)
  const first = 0x1_00_00
  subset.includeGlyph = (number) => {
    if (number < first) return include(number)
    return included.getOrInsertComputed(
      number,
      () => subset.glyphs.push(outlines[number - first]!) - 1,
    )
  }
  // A letter that is missing stays the font's first glyph, as everywhere.
  return (id, letters) =>
    id === 0
      ? id
      : numbers.getOrInsertComputed(
          `${id} ${letters.join(' ')}`,
          () => first + outlines.push(id) - 1,
        )
}

/** Shapes by a font file that the PDF library has opened. */
export function shaperOf(
  file: Buffer,
  opened: OpenedFont,
): (text: string, isRightToLeft: boolean) => Shaped {
  if (!loaded) throw new Error('Letters of another script were met that were not expected')
  const { Blob, Buffer: Text, Direction, Face, Font, shape } = loaded
  const font = new Font(new Face(new Blob(file)))
  const numberFor = numbering(opened)
  return (text, isRightToLeft) => {
    const run = new Text()
    run.addText(text)
    run.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
    run.guessSegmentProperties()
    shape(font, run)
    const infos = run.getGlyphInfos()
    const positions = run.getGlyphPositions().map((position) => ({ ...position }))
    const starts = infos.map(({ cluster }) => cluster)
    const letters = lettersOf(text, starts, isRightToLeft)
    return {
      glyphs: infos.map(({ codepoint: id }, index) => ({
        id: numberFor(id, letters[index]!),
        advanceWidth: opened.font.getGlyph(id).advanceWidth,
        codePoints: letters[index]!,
      })),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}
