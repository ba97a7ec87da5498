/**
 * The project's fonts as the PDF library reads them fast: it would inflate a packed table again for every letter.
 * Static weights, since it can't set a variable font that comes as WOFF2.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { mergeFonts } from './merge-fonts.ts'
import { fileOf, type Tables } from './tables.ts'

const families = {
  title: ['brygada-1918', 400],
  text: ['instrument-sans', 400],
  strong: ['instrument-sans', 600],
} as const
export type Font = keyof typeof families
export const fonts = Object.keys(families) as Font[]

export const weightOf = (font: Font): number => families[font][1]

const woff = { header: 44, entry: 20 }

/** The tables, unpacked: W3C, WOFF File Format 1.0, sections 3 to 5. */
function unpack(packed: Buffer): Tables {
  const tables: Tables = new Map()
  for (let index = 0; index < packed.readUInt16BE(12); index += 1) {
    const from = woff.header + index * woff.entry
    const [offset, packedLength, length] = [4, 8, 12].map((field) =>
      packed.readUInt32BE(from + field),
    ) as [number, number, number]
    const raw = packed.subarray(offset, offset + packedLength)
    tables.set(
      packed.toString('latin1', from, from + 4),
      packedLength < length ? inflateSync(raw) : raw,
    )
  }
  return tables
}

function read(family: string, alphabet: 'latin' | 'latin-ext', weight: number): Tables {
  const file = `@fontsource/${family}/files/${family}-${alphabet}-${weight}-normal.woff`
  return unpack(readFileSync(fileURLToPath(import.meta.resolve(file))))
}

export function readFonts(): Map<Font, Buffer> {
  return new Map(
    Object.entries(families).map(([font, [family, weight]]) => [
      font as Font,
      fileOf(mergeFonts(read(family, 'latin', weight), read(family, 'latin-ext', weight))),
    ]),
  )
}
