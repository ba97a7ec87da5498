/**
 * The tables of a font that is packed as WOFF2: W3C, WOFF File Format 2.0, sections 4 and 5. The PDF library opens such
 * files too, but can't set a variable one of them, since outlines lie there in a form of their own.
 */
import { brotliDecompressSync } from 'node:zlib'
import { component, glyfOf, head, sizeOfComponent, type Tables } from './tables.ts'

/** By their numbers in the directory, section 4.1. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
const tagAt = (index: number) => knownTags.slice(index * 5, index * 5 + 4)
const otherTag = 63

/** Reads on from a place in bytes. */
class Stream {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  byte(): number {
    this.#at += 1
    return this.#bytes.readUInt8(this.#at - 1)
  }
  word(): number {
    return this.byte() * 256 + this.byte()
  }
  long(): number {
    return this.word() * 65_536 + this.word()
  }
  take(length: number): Buffer {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  /** Seven bits a byte, the highest ones first; the eighth says that more follow. */
  base128(): number {
    let value = 0
    let next: number
    do {
      next = this.byte()
      value = value * 128 + (next & 127)
    } while (next & 128)
    return value
  }
  short255(): number {
    const code = this.byte()
    if (code === 253) return this.word()
    if (code === 254) return this.byte() + 253 * 2
    return code === 255 ? this.byte() + 253 : code
  }
}

type Entry = { tag: string; length: number; transformed: boolean }

function entryOf(directory: Stream): Entry {
  const flags = directory.byte()
  const index = flags & 63
  const tag = index === otherTag ? directory.take(4).toString('latin1') : tagAt(index)
  const original = directory.base128()
  const isOutline = tag === 'glyf' || tag === 'loca'
  const transformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0
  if (transformed && !isOutline) throw new Error(`The font has a transformed table ${tag}`)
  return { tag, length: transformed ? directory.base128() : original, transformed }
}

type Point = { x: number; y: number; on: boolean }

/** How far a point is from the one before it: the triplets of section 5.2. */
function stepOf(flag: number, stream: Stream): [number, number] {
  const signed = (value: number, bit: number) => (flag & bit ? value : -value)
  if (flag < 10) return [0, signed(((flag & 14) << 7) + stream.byte(), 1)]
  if (flag < 20) return [signed((((flag - 10) & 14) << 7) + stream.byte(), 1), 0]
  if (flag < 84) {
    const [base, both] = [flag - 20, stream.byte()]
    return [
      signed(1 + (base & 0x30) + (both >> 4), 1),
      signed(1 + ((base & 0x0c) << 2) + (both & 15), 2),
    ]
  }
  if (flag < 120) {
    const base = flag - 84
    const [x, y] = [stream.byte(), stream.byte()]
    return [
      signed(1 + Math.floor(base / 12) * 256 + x, 1),
      signed(1 + (((base % 12) >> 2) << 8) + y, 2),
    ]
  }
  if (flag < 124) {
    const [first, middle, last] = [stream.byte(), stream.byte(), stream.byte()]
    return [signed((first << 4) + (middle >> 4), 1), signed(((middle & 15) << 8) + last, 2)]
  }
  return [signed(stream.word(), 1), signed(stream.word(), 2)]
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, index * 2)
  return bytes
}

const boxOf = (points: readonly Point[]) => {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return words([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
}

type Streams = Record<
  'contours' | 'counts' | 'flags' | 'glyphs' | 'composites' | 'boxes' | 'instructions',
  Stream
>

/** A drawn outline as TrueType has it; each step takes a whole word. */
function simpleOf(contours: number, box: Buffer | null, streams: Streams): Buffer {
  const ends: number[] = []
  let count = 0
  for (let contour = 0; contour < contours; contour += 1) {
    count += streams.counts.short255()
    ends.push(count - 1)
  }
  const points: Point[] = []
  const steps: [number, number][] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < count; index += 1) {
    const flag = streams.flags.byte()
    const step = stepOf(flag & 127, streams.glyphs)
    x += step[0]
    y += step[1]
    steps.push(step)
    points.push({ x, y, on: flag < 128 })
  }
  const instructions = streams.instructions.take(streams.glyphs.short255())
  return Buffer.concat([
    words([contours]),
    box ?? boxOf(points),
    words(ends),
    words([instructions.length]),
    instructions,
    Buffer.from(points.map(({ on }) => (on ? 1 : 0))),
    words(steps.map(([across]) => across)),
    words(steps.map(([, up]) => up)),
  ])
}

/** An outline put together of others. */
function compositeOf(box: Buffer, { composites, glyphs, instructions }: Streams): Buffer {
  const parts = [words([-1]), box]
  let flags: number
  let instructed = false
  do {
    flags = composites.word()
    const rest = composites.take(sizeOfComponent(flags) - 2)
    const head = Buffer.alloc(2)
    head.writeUInt16BE(flags)
    parts.push(head, rest)
    instructed ||= (flags & component.instructions) !== 0
  } while (flags & component.more)
  if (instructed) {
    const length = glyphs.short255()
    parts.push(words([length]), instructions.take(length))
  }
  return Buffer.concat(parts)
}

/** Section 5.1. */
function outlinesOf(transformed: Buffer): Buffer[] {
  const all = new Stream(transformed)
  all.take(4)
  const count = all.word()
  all.take(2)
  const sizes = Array.from({ length: 7 }, () => all.long())
  const [contours, counts, flags, glyphs, composites, boxes, instructions] = sizes.map(
    (size) => new Stream(all.take(size)),
  ) as [Stream, Stream, Stream, Stream, Stream, Stream, Stream]
  const streams = { contours, counts, flags, glyphs, composites, boxes, instructions }
  const boxed = boxes.take(((count + 31) >> 5) * 4)
  return Array.from({ length: count }, (_, index) => {
    const kind = contours.word()
    const box = boxed[index >> 3]! & (0x80 >> (index & 7)) ? boxes.take(8) : null
    if (kind === 0) return Buffer.alloc(0)
    return kind === 0xff_ff ? compositeOf(box!, streams) : simpleOf(kind, box, streams)
  })
}

const headerLength = 48

export function unpackWoff2(packed: Buffer): Tables {
  const directory = new Stream(packed.subarray(headerLength))
  const entries = Array.from({ length: packed.readUInt16BE(12) }, () => entryOf(directory))
  const data = new Stream(brotliDecompressSync(directory.take(packed.readUInt32BE(20))))
  const raw = new Map(
    entries.map((entry) => [entry.tag, { ...entry, bytes: data.take(entry.length) }]),
  )
  const tables: Tables = new Map([...raw].map(([tag, { bytes }]) => [tag, bytes]))
  const outlines = raw.get('glyf')
  if (outlines?.transformed) {
    const { glyf, loca } = glyfOf(outlinesOf(outlines.bytes))
    const header = Buffer.from(tables.get('head')!)
    header.writeInt16BE(1, head.longOffsets)
    tables.set('glyf', glyf).set('loca', loca).set('head', header)
  }
  return tables
}
