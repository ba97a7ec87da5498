/** How pages and what they load come over the wire: made once, as small as can be, and asked for once. */
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'

afterAll(stopServers)

let url: string
beforeAll(async () => {
  url = (await startSite()).url
})

type Answer = { status: number; headers: Headers; bytes: number; text: string }

/** `bytes` is the length as it was sent. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url + path, {
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers },
  })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Number(answer.headers.get('content-length')),
    text: await answer.text(),
  }
}

/** Every address of our own that a document names for the browser to load: scripts, sheets, fonts, pictures, icons. */
function loadedBy(html: string): string[] {
  const attributes = [
    ...html.matchAll(/<(?:script|img|link|source)\b[^>]*?\s(?:src|href)="(\/[^"]+)"/g),
  ].map(([, path]) => path!)
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].flatMap(([, style]) =>
    namedBySheet(style!),
  )
  return [...new Set([...attributes, ...sheets].map((path) => path.replace(/#.*$/, '')))]
}

function namedBySheet(style: string): string[] {
  return [...style.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, path]) => path!)
}

const packable = /^text\/|svg|json|xml/

/** Some files of a few bytes grow by being compressed, and are sent as they are. */
const shrinks = (text: string) =>
  Buffer.byteLength(text) > 1_000 || brotliCompressSync(text).length < Buffer.byteLength(text)

describe.each(['/', '/Insurance', '/WhitepaperPage', '/login', '/dashboard', '/no/such/page'])(
  'the page %s',
  (path) => {
    test('comes in brotli, or as the browser takes it, and is asked for again by its tag', async () => {
      const page = await get(path)
      expect([
        page.headers.get('content-encoding'),
        page.headers.get('cache-control'),
        page.headers.get('vary'),
      ]).toEqual(['br', 'no-cache', 'Accept-Encoding'])
      const [gzip, plain] = [
        await get(path, { 'accept-encoding': 'gzip' }),
        await get(path, { 'accept-encoding': 'identity' }),
      ]
      expect([gzip.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(
        ['gzip', null],
      )
      expect(page.bytes).toBeLessThan(gzip.bytes)
      expect(gzip.bytes).toBeLessThan(plain.bytes / 2)
      expect([gzip.text, plain.text]).toEqual([page.text, page.text])
      const tag = page.headers.get('etag')!
      expect(new Set([tag, gzip.headers.get('etag'), plain.headers.get('etag')]).size).toBe(3)
      const again = await get(path, { 'if-none-match': tag })
      // What is not there stays not there, however often it is asked for.
      if (page.status === 404) expect([again.status, again.text]).toEqual([404, page.text])
      else expect([again.status, again.text]).toEqual([304, ''])
    })

    test('loads nothing but files that never change: compressed when they were made, kept for ever, known by their tag', async () => {
      const byPage = loadedBy((await get(path)).text)
      const bySheets = await Promise.all(
        byPage
          .filter((one) => one.endsWith('.css'))
          .map(async (one) => namedBySheet((await get(one)).text)),
      )
      const paths = [...new Set([...byPage, ...bySheets.flat()])]
      expect(paths.filter((one) => one.endsWith('.js'))).not.toEqual([])
      // The face of the titles and the face of the text, whether the page names them or a sheet of its.
      expect(paths.filter((one) => one.endsWith('.woff2'))).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/brygada/),
          expect.stringMatching(/instrument-sans/),
        ]),
      )
      for (const one of paths) {
        const file = await get(one)
        expect([file.status, file.headers.get('cache-control')], one).toEqual([
          200,
          'public, max-age=31536000, immutable',
        ])
        const plain = await get(one, { 'accept-encoding': 'identity' })
        const isPacked = packable.test(file.headers.get('content-type')!) && shrinks(plain.text)
        expect([file.headers.get('content-encoding'), file.bytes < plain.bytes], one).toEqual([
          isPacked ? 'br' : null,
          isPacked,
        ])
        const again = await get(one, { 'if-none-match': file.headers.get('etag')! })
        expect([again.status, again.text], one).toEqual([304, ''])
      }
    })
  },
)

test('a script that a script loads is a file of that kind as well', async () => {
  const scripts = loadedBy((await get('/dashboard')).text).filter((path) => path.endsWith('.js'))
  const imported = (await Promise.all(scripts.map((path) => get(path)))).flatMap(({ text }) =>
    [...text.matchAll(/["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => `/assets/${name}`),
  )
  expect(imported.length).toBeGreaterThan(10)
  for (const path of new Set(imported)) {
    const { status, headers, text } = await get(path)
    expect([status, headers.get('content-encoding'), headers.get('cache-control')], path).toEqual([
      200,
      shrinks(text) ? 'br' : null,
      'public, max-age=31536000, immutable',
    ])
  }
})

test('public pages have one script, which loads no other but what checks a proof once somebody asks for it', async () => {
  for (const path of ['/', '/Insurance', '/WhitepaperPage']) {
    const scripts = loadedBy((await get(path)).text).filter((one) => one.endsWith('.js'))
    expect(scripts, path).toEqual([expect.stringMatching(/^\/assets\/behaviour-[\w-]+\.js$/)])
    const { text } = await get(scripts[0]!)
    expect(text).not.toMatch(/\bimport\b(?!\()/)
    expect([...text.matchAll(/\bimport\(([^)]*)\)/g)].map(([, file]) => file)).toEqual([
      expect.stringMatching(/check-day-proof-[\w-]+\.js/),
    ])
  }
})
