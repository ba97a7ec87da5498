/**
 * The project's fonts as the PDF library reads them fast: it would inflate a packed table again for every letter.
 * Static weights, since it can't set a variable font that comes as WOFF2.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

const files = {
  title: 'brygada-1918/files/brygada-1918-latin-400-normal',
  text: 'instrument-sans/files/instrument-sans-latin-400-normal',
  strong: 'instrument-sans/files/instrument-sans-latin-600-normal',
}
export type Font = keyof typeof files

const woff = { header: 44, entry: 20 }
const sfnt = { header: 12, entry: 16 }

/** The same tables in the same order, unpacked: W3C, WOFF File Format 1.0, sections 3 to 5. */
function unpack(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12)
  const head = Buffer.alloc(sfnt.header + count * sfnt.entry)
  packed.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts = [head]
  let place = head.length
  for (let index = 0; index < count; index += 1) {
    const from = woff.header + index * woff.entry
    const [offset, packedLength, length] = [4, 8, 12].map((field) =>
      packed.readUInt32BE(from + field),
    ) as [number, number, number]
    const raw = packed.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(raw) : raw
    const entry = sfnt.header + index * sfnt.entry
    packed.copy(head, entry, from, from + 4)
    packed.copy(head, entry + 4, from + 16, from + 20)
    head.writeUInt32BE(place, entry + 8)
    head.writeUInt32BE(length, entry + 12)
    const padded = Buffer.alloc(length + ((4 - (length % 4)) % 4))
    table.copy(padded)
    parts.push(padded)
    place += padded.length
  }
  return Buffer.concat(parts)
}

export function readFonts(): Map<Font, Buffer> {
  return new Map(
    Object.entries(files).map(([font, file]) => [
      font as Font,
      unpack(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}.woff`)))),
    ]),
  )
}
