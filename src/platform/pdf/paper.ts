/**
 * The PDF library's document, which writes every script: it sets a line in one font and from left to right, so that a line
 * with other letters is taken apart here into pieces of one font and one direction. A line that the font in use has all
 * letters of goes to the library as it is. All text passes through here: what is measured is what is written.
 */
import PDFDocument from 'pdfkit'
import { inOrder } from '../../lib/text-order.ts'
import { levelsOf, mirrored, runsOf, type Run } from './bidi.ts'
import { alphabetsWith, familiesFor, readAlphabet } from './scripts.ts'
import { shaperOf, type OpenedFont, type Shaped } from './shaper.ts'

type Options = PDFKit.Mixins.TextOptions & { lineWidth?: number; textWidth?: number }
type Opened = OpenedFont & { ascender: number; font: { layout(text: string): Shaped } }
/** What the library has inside and doesn't show: the font in use, its size, and how it writes a line. */
type Inside = {
  _font: Opened
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: Options): void
}
const library = PDFDocument.prototype as unknown as Inside

/** What shows nothing by itself, but changes how its neighbours look, or where lines may break. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const breakHere = '\u200B'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })
/** What only says where to break a line, or how to order it. */
const unwritten = /[\u200B\u200E\u200F\u061C\u202A-\u202E\u2060\u2066-\u2069\uFEFF\p{Cc}]/gu
const partsOf = (text: string, by: Intl.Segmenter) =>
  Array.from(by.segment(text), (part) => part.segment)
const lettersOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)!)

/** Letters and their signs as one where there is such a letter, which fonts rather have; blanks of all kinds as a blank. */
const composed = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\u00A0)[\t\p{Zs}]/gu, ' ')
    .replace(/\P{M}\p{M}+|[\u1100-\u11FF]+/gu, (cluster) => cluster.normalize('NFC'))

/** Scripts without blanks between words: where a line may break, a dictionary says. */
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+/gu

/** A letter that no font has: its number says which it is, and nothing takes its place silently. */
const numberOf = (letter: number) => `[U+${letter.toString(16).toUpperCase().padStart(4, '0')}]`

type Part = { text: string; font: Opened }
type Piece = Part & { isRightToLeft: boolean }

export class Paper extends PDFDocument {
  readonly #weights = new Map<Opened, number>()
  readonly #other = new Map<string, Opened>()
  readonly #words = new Map<Opened, Map<string, Part[]>>()
  /** The text that is being written, and how far it is. */
  #whole: { text: string; levels: Uint8Array; at: number } | null = null
  /** The one that is being written or measured. */
  #piece: Piece | null = null

  get #inside(): Inside {
    return this as unknown as Inside
  }

  /** For the letters that this font doesn't have: how heavy they are. */
  useWeight(weight: number): void {
    this.#weights.set(this.#inside._font, weight)
  }

  #has(font: Opened, text: string): boolean {
    return lettersOf(text).every(
      (letter) =>
        unseen.test(String.fromCodePoint(letter)) || font.font.hasGlyphForCodePoint(letter),
    )
  }

  /** Whether the font in use has it all. */
  isPlain(text: string): boolean {
    if (this.#piece || /^[\n\x20-\x7E]*$/.test(text)) return true
    return lettersOf(text).every(
      (letter) => letter === 10 || this.#inside._font.font.hasGlyphForCodePoint(letter),
    )
  }

  #open(family: string, alphabet: string): Opened {
    const weight = this.#weights.get(this.#inside._font) ?? 400
    const name = `${family} ${alphabet} ${weight}`
    const known = this.#other.get(name)
    if (known) return known
    const before = this.#inside._font
    const file = readAlphabet(family, alphabet, weight)
    this.registerFont(name, file).font(name)
    const opened = this.#inside._font
    this.#inside._font = before
    const shape = shaperOf(file, opened)
    opened.font.layout = (text) => shape(text, this.#piece?.isRightToLeft ?? false)
    this.#other.set(name, opened)
    return opened
  }

  #inFamily(family: string, grapheme: string): Opened | undefined {
    const seen = [...grapheme].filter((letter) => !unseen.test(letter)).join('')
    return alphabetsWith(family, lettersOf(seen))
      .map((alphabet) => this.#open(family, alphabet))
      .find((font) => this.#has(font, seen))
  }

  #anyhow(grapheme: string): Part[] {
    const base = this.#inside._font
    if (this.#has(base, grapheme)) return [{ text: grapheme, font: base }]
    for (const family of familiesFor(grapheme)) {
      const font = this.#inFamily(family, grapheme)
      if (font) return [{ text: grapheme, font }]
    }
    const [letter, ...more] = lettersOf(grapheme)
    if (more.length === 0) return [{ text: numberOf(letter!), font: base }]
    return [...grapheme].flatMap((one) => this.#anyhow(one))
  }

  /** A word is of one family where one has it all; a Latin one isn't mixed of two. */
  #piecesOfWord(word: string): Part[] {
    const base = this.#inside._font
    if (this.#has(base, word)) return [{ text: word, font: base }]
    const all = partsOf(word, graphemes)
    const isLatin = (text: string) => /\p{sc=Latn}/u.test(text)
    const mixed = all.some((one) => isLatin(one) && !this.#has(base, one))
    const stays = (one: string) => this.#has(base, one) && !(mixed && isLatin(one))
    const family = familiesFor(word).find((name) =>
      all.every((one) => stays(one) || this.#inFamily(name, one)),
    )
    return all.flatMap((one) => {
      if (stays(one)) return [{ text: one, font: base }]
      const font = family && this.#inFamily(family, one)
      return font ? [{ text: one, font }] : this.#anyhow(one)
    })
  }

  #knownWord(word: string): Part[] {
    const known = this.#words.getOrInsertComputed(this.#inside._font, () => new Map())
    return known.getOrInsertComputed(word, () => this.#piecesOfWord(word))
  }

  #piecesOf(text: string): Part[] {
    const pieces: Part[] = []
    const add = (piece: Part) => {
      const before = pieces.at(-1)
      if (before?.font === piece.font) before.text += piece.text
      else pieces.push(piece)
    }
    for (const word of text.split(/(\s+)/)) {
      const before = pieces.at(-1)
      if (/^\s+$/.test(word) && before && this.#has(before.font, word)) before.text += word
      else if (word !== '') this.#knownWord(word).forEach((part) => add({ ...part }))
    }
    return pieces
  }

  /** What HarfBuzz does for the other fonts: it shows nothing of joiners, and turns round what runs from the right. */
  #unshaped(text: string, isRightToLeft: boolean): string {
    const seen = [...text].filter((letter) => !unseen.test(letter)).join('')
    return isRightToLeft ? partsOf(mirrored(seen), graphemes).toReversed().join('') : seen
  }

  #piecesOfRun({ text, level }: Run): Piece[] {
    const isRightToLeft = level % 2 === 1
    const bare = text.replace(unwritten, '')
    const pieces = this.#piecesOf(bare).map(({ text: written, font }) => ({
      font,
      isRightToLeft,
      text: font === this.#inside._font ? this.#unshaped(written, isRightToLeft) : written,
    }))
    return isRightToLeft ? pieces.toReversed() : pieces
  }

  /** From left to right. */
  #piecesOfLine(line: string): Piece[] {
    const whole = this.#whole
    const at = whole?.text.indexOf(line, whole.at) ?? -1
    if (whole && at >= 0) whole.at = at + line.length
    const levels = whole && at >= 0 ? whole.levels.subarray(at, at + line.length) : levelsOf(line)
    return runsOf(line, levels).flatMap((run) => this.#piecesOfRun(run))
  }

  #asPiece<T>(piece: Piece, work: () => T): T {
    const inside = this.#inside
    const before = inside._font
    inside._font = piece.font
    this.#piece = piece
    try {
      return work()
    } finally {
      this.#piece = null
      inside._font = before
    }
  }

  override widthOfString(text: string, options: Options = {}): number {
    if (this.isPlain(text)) return super.widthOfString(text, options)
    // Which way it runs changes no width.
    const pieces = this.#piecesOfRun({ text, level: 0 })
    return pieces.reduce(
      (sum, piece) => sum + this.#asPiece(piece, () => super.widthOfString(piece.text, options)),
      0,
    )
  }

  _fragment(text: string, x: number, y: number, options: Options): void {
    if (this.isPlain(text)) {
      library._fragment.call(this, text, x, y, options)
      return
    }
    const line = text.replaceAll('\n', '').trimEnd()
    const pieces = this.#piecesOfLine(line)
    const widths = pieces.map((piece) =>
      this.#asPiece(piece, () => super.widthOfString(piece.text, options)),
    )
    const { align, lineWidth, textWidth: _, width, ...others } = options
    const room = (lineWidth ?? 0) - widths.reduce((sum, one) => sum + one, 0)
    const side = align === 'right' ? room : align === 'center' ? room / 2 : 0
    let place = x + (width ? side : 0)
    const { _font: base, _fontSize: size } = this.#inside
    const baseline = -(base.ascender / 1000) * size
    for (const [index, piece] of pieces.entries()) {
      this.#asPiece(piece, () =>
        library._fragment.call(this, piece.text, place, y, { ...others, baseline } as Options),
      )
      place += widths[index]!
    }
  }

  /** Where a line may break that the library wouldn't know of, or would break within a letter. */
  #breakable(text: string, width: number | undefined): string {
    const spaced = text.replace(unspaced, (run) => partsOf(run, words).join(breakHere))
    if (!width) return spaced
    return spaced.replace(/[^\s\u200B]+/g, (word) =>
      this.isPlain(word) || this.widthOfString(word) <= width
        ? word
        : partsOf(word, graphemes).join(breakHere),
    )
  }

  #readied(text: string, options: Options): string {
    return this.isPlain(text) ? text : this.#breakable(inOrder(composed(text)), options.width)
  }

  override heightOfString(text: string, options: Options): number {
    return super.heightOfString(this.#readied(text, options), options)
  }

  override text(
    text: string,
    ...rest: [x?: number | Options, y?: number, options?: Options]
  ): this {
    const [x, y, options] = rest
    const given = (typeof x === 'object' ? x : options) ?? {}
    const said = this.#readied(text, given)
    this.#whole =
      said === text && this.isPlain(text) ? null : { text: said, levels: levelsOf(said), at: 0 }
    try {
      return typeof x === 'object' ? super.text(said, x) : super.text(said, x, y, options)
    } finally {
      this.#whole = null
    }
  }
}
