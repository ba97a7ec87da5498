import { expect, test } from 'vitest'
import { Sheet, styles } from './sheet.ts'

type Glyph = { id: number; path: { toSVG(): string } }
type Read = { glyphForCodePoint(letter: number): Glyph }

const info = { title: 'A', subject: 'paper', author: 'of ours', day: '2026-01-01' }
const sheet = await Sheet.open(info, '')

/** As the library has read the font in which it would write. */
function readFont(style: keyof typeof styles): Read {
  sheet.set(styles[style])
  return (sheet.doc as unknown as { _font: { font: Read } })._font.font
}

test.each(['title', 'text', 'strong'] as const)(
  'the letters of names all over Europe are drawn in %s, each by a shape of its own',
  (style) => {
    const font = readFont(style)
    const shapeOf = (letter: string) => font.glyphForCodePoint(letter.codePointAt(0)!).path.toSVG()
    const letters = [...'aeéøßłŁőŐčșțğİıŞžđĐńęąůěř']
    const shapes = letters.map(shapeOf)
    expect(shapes).not.toContain('')
    expect(new Set([...shapes, shapeOf('\uFFFF')]).size).toBe(letters.length + 1)
  },
)

test('what is put together of a letter and its sign is as wide as the letter', () => {
  expect(sheet.widthOf('ő', styles.text)).toBe(sheet.widthOf('ö', styles.text))
  expect(sheet.widthOf('č', styles.strong)).toBe(sheet.widthOf('c', styles.strong))
})
