/** What is in a ZIP file, read from its directory at the end, as programs that unpack it do. */
import { crc32, inflateRawSync } from 'node:zlib'

const endSignature = 0x06054b50

export function filesIn(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || zip.readUInt32LE(end) !== endSignature) throw new Error('This is no ZIP file')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, sum, packed] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
    ]
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const bytes = zip.subarray(start, start + packed)
    const content = method === 8 ? inflateRawSync(bytes) : Buffer.from(bytes)
    const path = zip.toString('utf8', at + 46, at + 46 + name)
    if (crc32(content) !== sum) throw new Error(`${path} is damaged`)
    files.set(path, content)
    at += 46 + name + extra + comment
  }
  return files
}
