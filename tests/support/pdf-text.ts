/** Reads back what a PDF of ours says: its pages as text, its pictures' names, its outline. Knows what our own writer writes, and no more. */
import { inflateSync } from 'node:zlib'

export type ReadPdf = {
  /** The text of each page, in the order in which it is drawn; pieces set apart are divided by a line break. */
  pages: string[]
  /** Strings of the document's own objects, by their key: `Alt`, `Title`, `Lang`, … */
  strings(key: string): string[]
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

function textOf(page: string, objects: Map<number, PdfObject>): string {
  const fonts = fontsOf(page, objects)
  const content = objects
    .get(Number(/\/Contents (\d+) 0 R/.exec(page)![1]))!
    .stream!.toString('latin1')
  let font = new Map<number, string>()
  const lines: string[] = []
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)!
    else
      lines.push(
        [...shown!.matchAll(/<([\da-f]+)>/g)]
          .flatMap(([, hex]) => hex!.match(/.{4}/g)!)
          .map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
          .join(''),
      )
  }
  return lines.join('\n')
}

export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsOf(file)
  const heads = [...objects.values()].map(({ head }) => head)
  const tree = heads.find((head) => /\/Type \/Pages\b/.test(head))!
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
    ([, id]) => objects.get(Number(id))!.head,
  )
  return {
    pages: kids.map((page) => textOf(page, objects)),
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
