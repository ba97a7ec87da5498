/** A PNG of few colours: half a byte a pixel. An engraving needs no more, and weighs a fifth. */
import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** As a screen wants it: nearest by the sum of squares. Neighbours are mostly alike, so what was found is kept. */
function nearest(palette: Colour[]): (red: number, green: number, blue: number) => number {
  const known = new Map<number, number>()
  return (red, green, blue) => {
    const key = (red << 16) | (green << 8) | blue
    const before = known.get(key)
    if (before !== undefined) return before
    const distances = palette.map(
      ([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2,
    )
    const found = distances.indexOf(Math.min(...distances))
    known.set(key, found)
    return found
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** `pixels` holds four bytes each, without transparency; the palette at most 16 colours. */
export function fewColours(
  width: number,
  height: number,
  pixels: Uint8Array,
  palette: Colour[],
): Buffer {
  const indexOf = nearest(palette)
  const row = Math.ceil(width / 2) + 1
  const packed = Buffer.alloc(row * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const colour = indexOf(pixels[pixel * 4]!, pixels[pixel * 4 + 1]!, pixels[pixel * 4 + 2]!)
    packed[y * row + 1 + (x >> 1)]! |= colour << (x % 2 === 0 ? 4 : 0)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(packed, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
