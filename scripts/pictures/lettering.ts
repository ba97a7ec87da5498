/** Text as outlines, so that a picture needs no font of the page that shows it. */
import { join } from 'node:path'
import { openSync, type Font } from 'fontkit'
import { short, type Point } from './trace.ts'

const folder = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

/** At their lightest weight, 400: of a packed variable font fontkit reads no other. The pages use 430 and 420, hardly darker. */
const open = (file: string): Font => {
  const font = openSync(join(folder, file))
  if (!('layout' in font)) throw new Error(`${file} holds several fonts`)
  return font
}

const fonts = {
  title: open('brygada-1918/files/brygada-1918-latin-wght-normal.woff2'),
  text: open('instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}

type Setting = {
  font: keyof typeof fonts
  size: number
  x: number
  y: number
  spacing?: number
  from?: 'left' | 'middle'
}

const commands = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
} as const

/** Steps of whole tenths, from tenth to tenth: rounding never adds up. */
function pathWriter() {
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0]
  let begun = false
  return (command: keyof typeof commands, points: Point[]): string => {
    const rounded = points.map(([x, y]): Point => [
      Math.round(x * 10) / 10,
      Math.round(y * 10) / 10,
    ])
    // The first step is from nowhere: pieces of path data may be strung together.
    const sign = begun ? commands[command] : 'M'
    begun = true
    const drawn =
      sign + rounded.map(([x, y]) => `${short(x - fromX)} ${short(y - fromY)}`).join(' ')
    ;[fromX, fromY] = rounded.at(-1) ?? [startX, startY]
    if (command === 'moveTo') [startX, startY] = [fromX, fromY]
    return drawn.replaceAll(' -', '-')
  }
}

const pairs = (args: number[]): Point[] =>
  args.flatMap((value, index) => (index % 2 === 0 ? [[value, args[index + 1]!] as const] : []))

/** Path data of a line of text; `y` is its base line, `x` its middle or its left end. */
export function lettering(
  text: string,
  { font: name, size, x, y, spacing = 0, from = 'middle' }: Setting,
): string {
  const font = fonts[name]
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  const advances = positions.map(({ xAdvance }) => xAdvance * scale + spacing)
  const width = advances.reduce((sum, advance) => sum + advance, -spacing)
  let at = from === 'middle' ? x - width / 2 : x
  const step = pathWriter()
  return glyphs
    .map((glyph, index) => {
      const { xOffset, yOffset } = positions[index]!
      const left = at
      at += advances[index]!
      return glyph.path.commands
        .map(({ command, args }) =>
          step(
            command,
            pairs(args).map(([glyphX, glyphY]) => [
              left + (glyphX + xOffset) * scale,
              y - (glyphY + yOffset) * scale,
            ]),
          ),
        )
        .join('')
    })
    .join('')
}
