/** Tables of a TrueType font in memory, by their names, and the file that they make. */
export type Tables = Map<string, Buffer>

/** Where in tables the fields stand that are read or written here. */
export const head = { longOffsets: 50 }

export const component = {
  words: 1,
  scale: 8,
  more: 0x20,
  scales: 0x40,
  matrix: 0x80,
  instructions: 0x1_00,
}

/** How long a part of an outline is that is put together of others: its flags, its glyph, where it goes. */
export function sizeOfComponent(flags: number): number {
  const args = flags & component.words ? 4 : 2
  if (flags & component.matrix) return 4 + args + 8
  if (flags & component.scales) return 4 + args + 4
  return 4 + args + (flags & component.scale ? 2 : 0)
}

function padded(bytes: Buffer): Buffer {
  const whole = Buffer.alloc(bytes.length + ((4 - (bytes.length % 4)) % 4))
  bytes.copy(whole)
  return whole
}

/** The outlines one after the other, and where each begins, in long offsets. */
export function glyfOf(outlines: readonly Buffer[]): { glyf: Buffer; loca: Buffer } {
  const loca = Buffer.alloc((outlines.length + 1) * 4)
  const parts = outlines.map(padded)
  let place = 0
  for (const [index, part] of parts.entries()) {
    place += part.length
    loca.writeUInt32BE(place, (index + 1) * 4)
  }
  return { glyf: Buffer.concat(parts), loca }
}

const sfnt = { header: 12, entry: 16 }

/** A font file of these tables; what reads it checks no sums. */
export function fileOf(tables: Tables): Buffer {
  const directory = Buffer.alloc(sfnt.header + tables.size * sfnt.entry)
  directory.writeUInt32BE(0x1_00_00)
  directory.writeUInt16BE(tables.size, 4)
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts: Buffer[] = [directory]
  let place = directory.length
  for (const [index, [name, table]] of sorted.entries()) {
    const entry = sfnt.header + index * sfnt.entry
    directory.write(name, entry, 'latin1')
    directory.writeUInt32BE(place, entry + 8)
    directory.writeUInt32BE(table.length, entry + 12)
    const part = padded(table)
    parts.push(part)
    place += part.length
  }
  return Buffer.concat(parts)
}

const nameTable = { count: 2, storage: 4, records: 6, record: 12, id: 6, length: 8, offset: 10 }
const postscriptName = 6

/** Another name for a font in a PDF: two files of a family that are called the same might be taken for one there. */
export function renamed(names: Buffer, name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  const table = Buffer.concat([names, text])
  const place = names.length - names.readUInt16BE(nameTable.storage)
  for (let index = 0; index < names.readUInt16BE(nameTable.count); index += 1) {
    const record = nameTable.records + index * nameTable.record
    if (names.readUInt16BE(record + nameTable.id) !== postscriptName) continue
    table.writeUInt16BE(text.length, record + nameTable.length)
    table.writeUInt16BE(place, record + nameTable.offset)
  }
  return table
}
