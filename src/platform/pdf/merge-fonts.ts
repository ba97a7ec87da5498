/**
 * One font of two: the files come apart by alphabet, the Latin one and the letters of Central and Eastern Europe and of
 * Turkish, while a line of text, as the PDF library sets it, has one font. The first one's features stay as they are,
 * since its glyphs keep their numbers; the second one's glyphs follow.
 */
import { component, glyfOf, head, sizeOfComponent, type Tables } from './tables.ts'

/** Tables of an OpenType font, and where in them the fields stand that are read or written here. */
const maxp = { glyphs: 4, firstMaximum: 6 }
const hhea = { metrics: 34 }

function tableOf(tables: Tables, name: string): Buffer {
  const table = tables.get(name)
  if (!table) throw new Error(`The font has no table ${name}`)
  return table
}

const glyphsOf = (tables: Tables) => tableOf(tables, 'maxp').readUInt16BE(maxp.glyphs)

/** Outlines by the number of their glyph. */
function outlinesOf(tables: Tables): Buffer[] {
  const [loca, glyf] = [tableOf(tables, 'loca'), tableOf(tables, 'glyf')]
  const isLong = tableOf(tables, 'head').readInt16BE(head.longOffsets) === 1
  const offset = (index: number) =>
    isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2
  return Array.from({ length: glyphsOf(tables) }, (_, index) =>
    glyf.subarray(offset(index), offset(index + 1)),
  )
}

/** What is put together of other glyphs names them by their numbers. */
function renumbered(outline: Buffer, by: number): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline
  const moved = Buffer.from(outline)
  let place = 10
  let flags: number
  do {
    flags = moved.readUInt16BE(place)
    moved.writeUInt16BE(moved.readUInt16BE(place + 2) + by, place + 2)
    place += sizeOfComponent(flags)
  } while (flags & component.more)
  return moved
}

/** Advance and side bearing of each glyph: those without an advance of their own have the last one. */
function metricsOf(tables: Tables): Buffer {
  const hmtx = tableOf(tables, 'hmtx')
  const given = tableOf(tables, 'hhea').readUInt16BE(hhea.metrics)
  const all = Buffer.alloc(glyphsOf(tables) * 4)
  for (let index = 0; index < all.length / 4; index += 1) {
    hmtx.copy(all, index * 4, Math.min(index, given - 1) * 4, Math.min(index, given - 1) * 4 + 2)
    const bearing = index < given ? index * 4 + 2 : given * 4 + (index - given) * 2
    hmtx.copy(all, index * 4 + 2, bearing, bearing + 2)
  }
  return all
}

/** The glyph of each letter, by the table in segments (format 4), which every font has. */
function lettersOf(tables: Tables): Map<number, number> {
  const cmap = tableOf(tables, 'cmap')
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(4 + index * 8 + 4),
  )
  const segments = cmap.subarray(offsets.find((offset) => cmap.readUInt16BE(offset) === 4)!)
  const twice = segments.readUInt16BE(6)
  const letters = new Map<number, number>()
  for (let at = 0; at < twice; at += 2) {
    const [end, start, delta, range] = [14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice].map(
      (column) => segments.readUInt16BE(column + at),
    ) as [number, number, number, number]
    for (let letter = start; letter <= end && letter < 0xff_ff; letter += 1) {
      const glyph =
        range === 0
          ? letter
          : segments.readUInt16BE(16 + 3 * twice + at + range + (letter - start) * 2)
      if (range === 0 || glyph !== 0) letters.set(letter, (glyph + delta) % 0x1_00_00)
    }
  }
  return letters
}

/** A `cmap` with one table, in groups (format 12): one for each letter. */
function cmapOf(letters: ReadonlyMap<number, number>): Buffer {
  const groups = [...letters].toSorted(([a], [b]) => a - b)
  const cmap = Buffer.alloc(28 + groups.length * 12)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(3, 4)
  cmap.writeUInt16BE(10, 6)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(12, 12)
  cmap.writeUInt32BE(cmap.length - 12, 16)
  cmap.writeUInt32BE(groups.length, 24)
  for (const [index, [letter, glyph]] of groups.entries()) {
    for (const [part, value] of [letter, letter, glyph].entries())
      cmap.writeUInt32BE(value, 28 + index * 12 + part * 4)
  }
  return cmap
}

/** What any glyph may need at most, of both. */
function maximaOf(base: Tables, more: Tables): Buffer {
  const [mine, theirs] = [Buffer.from(tableOf(base, 'maxp')), tableOf(more, 'maxp')]
  for (let at = maxp.firstMaximum; at < mine.length; at += 2)
    mine.writeUInt16BE(Math.max(mine.readUInt16BE(at), theirs.readUInt16BE(at)), at)
  mine.writeUInt16BE(glyphsOf(base) + glyphsOf(more), maxp.glyphs)
  return mine
}

/** Both are of one family and weight, drawn in the same units, and carry no instructions. */
export function mergeFonts(base: Tables, more: Tables): Tables {
  const first = glyphsOf(base)
  const theirs = [...lettersOf(more)].map(([letter, glyph]) => [letter, glyph + first] as const)
  const header = Buffer.from(tableOf(base, 'head'))
  header.writeInt16BE(1, head.longOffsets)
  const across = Buffer.from(tableOf(base, 'hhea'))
  across.writeUInt16BE(first + glyphsOf(more), hhea.metrics)
  // Without names of glyphs, which nothing here asks for.
  const post = Buffer.from(tableOf(base, 'post').subarray(0, 32))
  post.writeUInt32BE(0x3_00_00)
  return new Map([
    ...base,
    ['head', header],
    ['hhea', across],
    ['maxp', maximaOf(base, more)],
    ['hmtx', Buffer.concat([metricsOf(base), metricsOf(more)])],
    ['cmap', cmapOf(new Map([...theirs, ...lettersOf(base)]))],
    ['post', post],
    ...Object.entries(
      glyfOf([
        ...outlinesOf(base),
        ...outlinesOf(more).map((outline) => renumbered(outline, first)),
      ]),
    ),
  ])
}
