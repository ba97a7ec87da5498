/** Files that want something else than to be looked at, sent to a server as it is started: what is kept of them, and what they cost. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { signUp } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { chosenSeed, everything } from '../support/extent.ts'
import { hugePng, pdfOf, pdfPage, photo, rawPdf } from '../support/files.ts'
import { residentMb, watchResident } from '../support/resident.ts'
import { smallWorld, startServer, stopServers } from '../support/server.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const server = await startServer({ databaseUrl: database.url, env: smallWorld })
afterAll(stopServers)

const api = `${server.url}/invest/api/v1`
const admin = await signUp(server.url)
await setRole(database, admin.user.id, 'admin')
const person = await signUp(server.url)

type Sent = { status: number; body: any }

async function send(bytes: Buffer): Promise<Sent> {
  const reply = await fetch(`${api}/documents?kind=identity`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  return { status: reply.status, body: await reply.json() }
}

/** As if it had never been sent: nobody's share of a day is used up by tests. */
async function forget(): Promise<void> {
  await database.owner.query('delete from document_views')
  await database.owner.query('delete from documents')
  await database.owner.query('delete from document_contents')
}

const refused = async (bytes: Buffer): Promise<unknown[]> => {
  const { status, body } = await send(bytes)
  return [status, body.code]
}

/** What staff get of it: its first page, and the file where there is one. */
async function shown(bytes: Buffer) {
  const { status, body } = await send(bytes)
  expect([status, body.message]).toEqual([201, 'Document added'])
  const { id } = body.data.document
  const opened = await admin.ok('POST', `/documents/${id}/view`)
  const get = async (path: string | null) => {
    if (path === null) return null
    const reply = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const kept = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, headers: Object.fromEntries(reply.headers), bytes: kept }
  }
  const result = { page: (await get(opened.links.pages[0]))!, file: await get(opened.links.file) }
  await forget()
  return result
}

const script = '<html><script>alert(document.domain)</script></html>'
/** The beginning of an archive, and of its end. */
const zip = Buffer.concat([
  Buffer.from('504b0304', 'hex'),
  Buffer.alloc(26),
  Buffer.from('evil.js alert(1)'),
  Buffer.from('504b0506', 'hex'),
  Buffer.alloc(18),
])

const withPlace = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#246' } })
    .withExif({
      IFD0: { Make: 'A camera of Ada', ImageDescription: script },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer()

let jpeg: Buffer
beforeAll(async () => {
  jpeg = await photo()
})

describe('two files in one', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'a photo with a page in a comment',
      async () => {
        const comment = Buffer.from(script)
        const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
        return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)])
      },
    ],
    ['a photo with a page after it', async () => Buffer.concat([jpeg, Buffer.from(script)])],
    ['a photo with an archive after it', async () => Buffer.concat([jpeg, zip])],
    [
      'a PNG with a program after it',
      async () =>
        Buffer.concat([await sharp(jpeg).png().toBuffer(), Buffer.from('*/alert(1)//'), zip]),
    ],
    [
      'a WebP with a page after it',
      async () => Buffer.concat([await sharp(jpeg).webp().toBuffer(), Buffer.from(script)]),
    ],
  ])('H1 %s is a photo made anew, and nothing else of it is left', async (_, make) => {
    const bytes = await make()
    const { page, file } = await shown(bytes)
    expect(file).toBeNull()
    expect([page.status, page.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(page.bytes.equals(bytes)).toBe(false)
    for (const sign of ['<script', '<html', 'alert', 'PK\x03\x04'])
      expect(page.bytes.includes(sign)).toBe(false)
    // It ends where the picture does.
    expect(page.bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })

  test('H1 H4 a PDF with a page in it is kept, and sent as an attachment alone', async () => {
    const pdf = pdfPage('', { head: '', stream: Buffer.from(`% ${script}`) })
    const { file } = await shown(pdf)
    expect(file!.bytes).toEqual(pdf)
    expect(file!.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
  })

  test('H1 a page before a PDF, and a GIF that is a program, are neither', async () => {
    const pdf = await pdfOf(['A letter'])
    expect(await refused(Buffer.concat([Buffer.from(script), pdf]))).toEqual([
      422,
      'file_kind_refused',
    ])
    expect(await refused(Buffer.from('GIF89a/*\x00\x00*/=1;alert(1)//'))).toEqual([
      422,
      'file_kind_refused',
    ])
  })
})

describe('what can carry programs', () => {
  test.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      /Drawings/,
    ],
    [
      'an SVG behind a declaration',
      '\ufeff <?xml version="1.0"?><svg onload="alert(1)"/>',
      /Drawings/,
    ],
    ['a page', script, /web pages/],
    ['an archive', zip, /Archives/],
    [
      'a photo in HEIF',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      /Most Compatible/,
    ],
    ['a text', 'Just words', /JPEG, PNG or WebP, or a PDF/],
  ])('H1 %s is refused, with a sentence that says what works', async (_, content, says) => {
    const { status, body } = await send(Buffer.from(content as string))
    expect([status, body.code]).toEqual([422, 'file_kind_refused'])
    expect(body.detail).toMatch(says)
    expect(body.detail).toMatch(/Nothing was stored\.$/)
  })

  test('H1 H4 a PDF with a script is kept, shown as a picture, and never run or shown as itself', async () => {
    const pdf = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>',
    ])
    const { page, file } = await shown(pdf)
    expect((await sharp(page.bytes).metadata()).format).toBe('jpeg')
    expect(file!.headers['content-disposition']).toMatch(/^attachment; /)
  })

  test('H1 a PDF that is locked, too long or without pages is refused', async () => {
    const locked = await pdfOf(['A letter'], { userPassword: 'secret' })
    expect(await refused(locked)).toEqual([422, 'pdf_refused'])
    const byOwner = await pdfOf(['A letter'], { ownerPassword: 'secret', permissions: {} })
    expect(await refused(byOwner)).toEqual([422, 'pdf_refused'])
    const long = await pdfOf(Array.from({ length: 101 }, (_, n) => `Page ${n}`))
    expect(await refused(long)).toEqual([422, 'pdf_refused'])
    const empty = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [] /Count 0 >>',
    ])
    expect(await refused(empty)).toEqual([422, 'file_damaged'])
  })
})

test('H3 place, camera and words in EXIF are gone, and the photo stands as it was held', async () => {
  const bytes = await withPlace()
  expect(bytes.includes('A camera of Ada')).toBe(true)
  const { page } = await shown(bytes)
  expect(page.bytes.includes('camera')).toBe(false)
  expect(page.bytes.includes('Exif')).toBe(false)
  const { exif, icc, xmp, iptc } = await sharp(page.bytes).metadata()
  expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    // A corner that is red tells where up is.
    const corner = await sharp({
      create: { width: 20, height: 20, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer()
    const held = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
      .composite([{ input: corner, left: 0, top: 0 }])
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toBuffer()
    const [ours, right] = await Promise.all(
      [(await shown(held)).page.bytes, await sharp(held).autoOrient().jpeg().toBuffer()].map(
        (one) => sharp(one).raw().toBuffer({ resolveWithObject: true }),
      ),
    )
    expect([orientation, ours!.info.width, ours!.info.height]).toEqual([
      orientation,
      right!.info.width,
      right!.info.height,
    ])
    const far = ours!.data.filter((value, at) => Math.abs(value - right!.data[at]!) > 60).length
    expect([orientation, far / ours!.data.length < 0.02]).toEqual([orientation, true])
  }
})

/** Interlaced and sixteen bits deep: all of it is in memory while it is decoded. */
const heavyPng = (width: number, height: number, progressive: boolean) =>
  sharp({ create: { width, height, channels: 4, background: '#12345678' } })
    .toColourspace('rgb16')
    .png({ progressive, compressionLevel: 9 })
    .toBuffer()

const side = 12_000
const bombs: [string, () => Buffer | Promise<Buffer>][] = [
  ['a PNG of 50,000 by 50,000', () => hugePng(50_000, 50_000)],
  ['a PNG within the limit that is cut short', () => hugePng(6_300, 6_300)],
  ['a PNG within the limit, sixteen bits deep', () => heavyPng(6_300, 6_300, false)],
  ['the same in passes', () => hugePng(6_300, 6_300, true)],
  ['a smaller one in passes', () => heavyPng(3_400, 3_500, true)],
  [
    'a progressive photo',
    () =>
      sharp({ create: { width: 7_000, height: 5_000, channels: 3, background: '#888' } })
        .jpeg({ progressive: true })
        .toBuffer(),
  ],
  [
    'a PDF whose picture is large',
    () =>
      pdfPage(
        '/XObject << /I 5 0 R >>',
        { head: '', stream: Buffer.from('q 600 0 0 800 0 0 cm /I Do Q') },
        {
          head: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
          stream: deflateSync(Buffer.alloc(side * side)),
        },
      ),
  ],
  [
    'a PDF that is packed twice',
    () =>
      pdfPage('', {
        head: '/Filter [/FlateDecode /FlateDecode]',
        stream: deflateSync(deflateSync(Buffer.alloc(200_000_000, ' '))),
      }),
  ],
  [
    'a PDF whose pages are in themselves',
    () =>
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100 >>',
      ]),
  ],
]

const maxMb = 200

/** What the server and its processes grow by at most while this is done; it has done the usual first. */
async function growth(work: () => Promise<void>): Promise<number> {
  const idle = residentMb(server.child.pid!)
  const watching = watchResident(server.child.pid!)
  try {
    await work()
  } finally {
    watching.stop()
  }
  return watching.stop() - idle
}

describe('a bomb', () => {
  test('H2 says what is too much of it', async () => {
    expect(await refused(hugePng(50_000, 50_000))).toEqual([422, 'picture_too_large'])
  })

  test.each(bombs)('H2 %s costs little, and no more than a refusal', async (_, make) => {
    const bytes = await make()
    expect(bytes.length).toBeLessThan(10_000_000)
    const grown = await growth(async () => {
      const { status, body } = await send(bytes)
      expect([status, body.code]).toEqual([
        expect.toSatisfy((one: number) => one === 201 || one === 422, 'taken or refused'),
        status === 201 ? undefined : expect.stringMatching(/^(file_damaged|picture_too_large)$/),
      ])
      if (status !== 201) return
      const { id } = body.data.document
      const opened = await admin.ok('POST', `/documents/${id}/view`)
      const page = await fetch(server.url + opened.links.pages[0], {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect([200, 422]).toContain(page.status)
      await page.arrayBuffer()
    })
    await forget()
    expect(grown).toBeLessThan(maxMb)
  })
})

/** A good file with some bits turned over, or its end cut off. */
function broken(random: Random, good: Buffer): Buffer {
  const bytes = Buffer.from(good)
  if (random.below(3) === 0) return bytes.subarray(0, random.below(bytes.length))
  for (let flips = 1 + random.below(40); flips > 0; flips -= 1) {
    const at = random.below(random.below(2) === 0 ? Math.min(bytes.length, 600) : bytes.length)
    bytes[at]! ^= 1 << random.below(8)
  }
  return bytes
}

const seed = chosenSeed()
const many = everything ? 1_000 : 100
test(`H2 ${many} broken files end as a document or a refusal, and the server goes on (seed ${seed})`, async () => {
  const random = new Random(seed)
  const good = [
    jpeg,
    await withPlace(),
    await sharp(jpeg).jpeg({ progressive: true }).toBuffer(),
    await sharp(jpeg).png().toBuffer(),
    await sharp(jpeg).webp().toBuffer(),
    await pdfOf(['One', 'Two']),
  ]
  const answers = new Map<string, number>()
  const grown = await growth(async () => {
    for (let n = 0; n < many; n += 1) {
      const bytes = broken(random, good[n % good.length]!)
      if (bytes.length === 0) continue
      const { status, body } = await send(bytes)
      const answer = `${status} ${body.code ?? body.data.document.mediaType}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      if (n % 8 === 7) await forget()
    }
  })
  const known =
    /^(201 (image\/jpeg|application\/pdf)|422 (file_damaged|file_kind_refused|picture_too_large|pdf_refused))$/
  expect([...answers.keys()].filter((answer) => !known.test(answer))).toEqual([])
  expect(answers.get('422 file_damaged')).toBeGreaterThan(0)
  expect(answers.get('201 image/jpeg')).toBeGreaterThan(0)
  expect(grown).toBeLessThan(maxMb)
  await forget()
  expect((await send(jpeg)).status).toBe(201)
}, 600_000)
