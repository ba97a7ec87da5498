/** Files as people send them, made by code. */
import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** A photo of nothing: noise, so that it is as large as one. */
export const photo = ({ width = 300, height = 200, quality = 80 } = {}): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality })
    .toBuffer()

/** A photo as people mean it: a card with print on it, whole, on a desk in the light. */
export const photoOfCard = (): Promise<Buffer> => {
  const lines = Array.from(
    { length: 12 },
    (_, at) =>
      `<rect x="280" y="${240 + at * 50}" width="${900 - at * 20}" height="22" fill="#333"/>`,
  )
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1100"><rect width="1600" height="1100" fill="#9a958c"/><rect x="200" y="160" width="1200" height="760" fill="#f4f1e8"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(card)).jpeg({ quality: 85 }).toBuffer()
}

/** One page for each text. */
export function pdfOf(
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ ...options, autoFirstPage: false })
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.on('end', () => resolve(Buffer.concat(chunks)))
  for (const text of pages) document.addPage().text(text)
  document.end()
  return promise
}

/** A PDF of these objects, the first of which is its catalog. */
export function rawPdf(objects: readonly (string | { head: string; stream: Buffer })[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  objects.forEach((object, n) => {
    places.push(length())
    const [head, stream] =
      typeof object === 'string'
        ? [object, null]
        : [`<< ${object.head} /Length ${object.stream.length} >>\nstream\n`, object.stream]
    parts.push(Buffer.from(`${n + 1} 0 obj\n${head}`))
    if (stream) parts.push(stream, Buffer.from('\nendstream'))
    parts.push(Buffer.from('\nendobj\n'))
  })
  const table = length()
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** One page, whose content and resources are these. */
export const pdfPage = (
  resources: string,
  content: { head: string; stream: Buffer },
  ...further: (string | { head: string; stream: Buffer })[]
): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << ${resources} >> /Contents 4 0 R >>`,
    content,
    ...further,
  ])

function pngChunk(kind: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length)
  chunk.write(kind, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

/** Black, one bit a pixel: small whatever it says of its size. Only the first thousand lines are there. */
export function hugePng(width: number, height: number, inPasses = false): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  head.writeUInt8(Number(inPasses), 12)
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 1000)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', lines),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
