/** Reads back what a PDF of ours says: its pages as text, its pictures' names, its outline. Knows what our own writer writes, and no more. */
import { inflateSync } from 'node:zlib'

export type ReadPdf = {
  /** The text of each page, in the order in which it is drawn; pieces set apart are divided by a line break. */
  pages: string[]
  /** Strings of the document's own objects, by their key: `Alt`, `Title`, `Lang`, … */
  strings(key: string): string[]
  /** What stands side by side, as letters from left to right; blanks of no width left out. */
  lines: string[]
  /** The names of the fonts that it embeds, without the mark of a subset. */
  fonts: string[]
  /** How many letters are written that their font doesn't have: readers show a box. */
  boxes: number
  /** How often a kind of tag stands in its tree. */
  tags(): Map<string, number>
}

type PdfObject = { head: string; stream: Buffer | null }

function objectsOf(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id, body] = match
    const [head = '', rest] = body!.split('\nstream\n')
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const raw = rest === undefined ? null : Buffer.from(rest.slice(0, length), 'latin1')
    objects.set(Number(id), {
      head,
      stream: raw && head.includes('/FlateDecode') ? inflateSync(raw) : raw,
    })
  }
  return objects
}

/** `(…)` as the file writes it: Latin, or two bytes a letter after a mark. */
function stringOf(written: string): string {
  const bytes = Buffer.from(
    written.replace(
      /\\([nrtbf()\\])/g,
      (_, letter: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[letter] ?? letter,
    ),
    'latin1',
  )
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1')
}

/** Which words a glyph of this font stands for; a ligature stands for several letters. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, from, entries] of map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex]] of [...entries!.matchAll(/<([\da-f ]*)>/gi)].entries()) {
      const units = hex!.replaceAll(' ', '').match(/.{4}/g) ?? []
      letters.set(
        Number.parseInt(from!, 16) + index,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      )
    }
  }
  return letters
}

function fontsOf(page: string, objects: Map<number, PdfObject>): Map<string, Map<number, string>> {
  const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(page)![1]))!.head
  const fonts = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? ''
  return new Map(
    [...fonts.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))!.head)![1]
      return [name!, lettersOf(objects.get(Number(map))!.stream!.toString('latin1'))]
    }),
  )
}

const contentOf = (page: string, objects: Map<number, PdfObject>): string =>
  objects.get(Number(/\/Contents (\d+) 0 R/.exec(page)![1]))!.stream!.toString('latin1')

/** The numbers of the glyphs of what is shown at once. */
const glyphsOf = (shown: string): string[] =>
  [...shown.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!)

const boxesOn = (page: string, objects: Map<number, PdfObject>): number =>
  [...contentOf(page, objects).matchAll(/\[([^\]]*)\] TJ/g)]
    .flatMap(([, shown]) => glyphsOf(shown!))
    .filter((glyph) => glyph === '0000').length

type Shown = { y: number; text: string }

/** What is shown at once, in the order in which it is drawn, with the height of its line. */
function shownOn(page: string, objects: Map<number, PdfObject>): Shown[] {
  const fonts = fontsOf(page, objects)
  let font = new Map<number, string>()
  let y = 0
  const all: Shown[] = []
  const parts = contentOf(page, objects).matchAll(
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|BT\n1 0 0 1 \S+ (\S+) Tm/g,
  )
  for (const [, name, shown, place] of parts) {
    if (place) y = Number(place)
    else if (name) font = fonts.get(name)!
    else {
      const letters = glyphsOf(shown!).map((glyph) => font.get(Number.parseInt(glyph, 16)))
      all.push({ y, text: letters.map((letter) => letter ?? '\uFFFD').join('') })
    }
  }
  return all
}

function linesOn(page: string, objects: Map<number, PdfObject>): string[] {
  const lines: { y: number; text: string }[] = []
  for (const { y, text } of shownOn(page, objects)) {
    const last = lines.at(-1)
    if (last?.y === y) last.text += text
    else lines.push({ y, text })
  }
  return lines.map(({ text }) => text.replaceAll('\u200B', ''))
}

export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsOf(file)
  const heads = [...objects.values()].map(({ head }) => head)
  const tree = heads.find((head) => /\/Type \/Pages\b/.test(head))!
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
    ([, id]) => objects.get(Number(id))!.head,
  )
  return {
    pages: kids.map((page) =>
      shownOn(page, objects)
        .map(({ text }) => text)
        .join('\n'),
    ),
    lines: kids.flatMap((page) => linesOn(page, objects)),
    fonts: heads.flatMap(
      (head) => /\/Subtype \/Type0\n\/BaseFont \/\w+\+([\w-]+)/.exec(head)?.[1] ?? [],
    ),
    boxes: kids.reduce((sum, page) => sum + boxesOn(page, objects), 0),
    strings: (key) =>
      heads.flatMap((head) =>
        [...head.matchAll(new RegExp(`/${key} \\(((?:\\\\.|[^\\\\)])*)\\)`, 'gs'))].map(
          ([, written]) => stringOf(written!),
        ),
      ),
    tags() {
      const count = new Map<string, number>()
      for (const head of heads) {
        const tag = /^<<\n\/S \/(\w+)\n/.exec(head)?.[1]
        if (tag) count.set(tag, (count.get(tag) ?? 0) + 1)
      }
      return count
    },
  }
}
