/** What each public page says about itself to browsers, search engines, and whoever is sent its address. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { problems } from '../../src/contract/problems.ts'
import { policyPaths } from '../../src/contract/site.ts'
import { outboxKey } from '../../src/http/outbox/key.ts'
import { readPack } from '../../src/domains/content/pack.ts'
import { palette } from '../../src/platform/mail/palette.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import { seedPlans } from '../support/house.ts'
import { createTestSite } from '../support/http.ts'
import { testSecret } from '../support/stamp.ts'
import { elements, insides, links, metas, wordsOf } from '../support/page-head.ts'
import { root } from '../support/source.ts'

const publicUrl = 'https://invest.example'
const database = await createTestDatabase()
await seedPlans(database)

/** The tiny pack of another firm, as one that is not made up. */
async function livePack() {
  const folder = await newFolder()
  await cp(join(root, 'tests/packs/harbour'), folder, { recursive: true })
  for (const file of ['firm.yaml', 'plans.yaml']) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace('sample: true', 'sample: false'))
  }
  return readPack(folder, 'live')
}

const sites = {
  demo: await createTestSite(database, readPack(join(root, 'content/demo'), 'demo'), { publicUrl }),
  live: await createTestSite(database, await livePack(), { publicUrl, policy: livePolicy }),
}
type Mode = keyof typeof sites

const ask = (mode: Mode, url: string, host = 'invest.example') =>
  sites[mode].inject({ method: 'GET', url, headers: { host } })

const manifestAt = async (mode: Mode) => links((await ask(mode, '/login')).payload, 'manifest')[0]!
const names = { demo: 'Glasshouse', live: 'Small Harbour' }

const toRead = [
  '/',
  ...policyPaths.map((path) => `/${path}`),
  '/WhitepaperPage',
  '/docs/api',
  '/login',
  '/signup',
]
const modes = [
  ['demo', [...toRead, '/demonstration']],
  ['live', toRead],
] as const

describe.each(modes)('in %s', (mode, paths) => {
  const heads = async <T>(about: (html: string) => T) =>
    Promise.all(paths.map(async (path) => about((await ask(mode, path)).payload)))

  describe.each(paths)('%s', async (path) => {
    const reply = await ask(mode, path)
    const html = reply.payload

    test('is a page in English with one heading above all others', () => {
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(elements(html, 'html')[0]!['lang']).toBe('en')
      expect(insides(html, 'h1')).toHaveLength(1)
    })
    test('has one title and one description of a length that is shown whole', () => {
      expect(insides(html, 'title')).toEqual([expect.stringMatching(/^.{10,70}$/)])
      expect(metas(html, 'description')).toEqual([expect.stringMatching(/^.{50,165}$/)])
    })
    test('stands at one address, however it is asked for', async () => {
      expect(links(html, 'canonical')).toEqual([publicUrl + path])
      expect(metas(html, 'og:url')).toEqual([publicUrl + path])
      expect((await ask(mode, `${path}?ref=ABC&canonical=//evil.example`)).payload).toBe(html)
      const other = await ask(mode, path, mode === 'demo' ? '127.0.0.1:3000' : 'evil.example')
      // Live knows its own name only; the demonstration is also asked by address.
      expect(other.statusCode).toBe(mode === 'demo' ? 200 : 421)
      if (mode === 'demo') expect(other.payload).toBe(html)
      expect(other.payload).not.toContain('evil.example')
    })
    test('has a card with a picture that loads in the size it states', async () => {
      const of = (key: string) => metas(html, key)
      expect(of('og:title')).toEqual([expect.stringMatching(/\S/)])
      expect(insides(html, 'title')[0]).toContain(of('og:title')[0])
      expect(of('og:description')).toEqual(of('description'))
      expect(of('og:type')).toEqual(['website'])
      expect(of('og:image:alt')).toEqual([expect.stringMatching(/\S.{10,}/)])
      expect(of('twitter:card')).toEqual(['summary_large_image'])
      const [address] = of('og:image')
      expect(new URL(address!).origin).toBe(publicUrl)
      const picture = await ask(mode, new URL(address!).pathname)
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
      const { width, height } = imageSize(picture.rawPayload)
      expect([of('og:image:width'), of('og:image:height')]).toEqual([
        [String(width)],
        [String(height)],
      ])
      expect(width / height).toBeCloseTo(1.91, 1)
    })
    test('has icons that load', async () => {
      for (const kind of ['icon', 'apple-touch-icon']) {
        const [icon] = links(html, kind)
        const picture = await ask(mode, icon!)
        expect([picture.statusCode, String(picture.headers['content-type']).split('/')[0]]).toEqual(
          [200, 'image'],
        )
        expect(() => imageSize(picture.rawPayload)).not.toThrow()
      }
    })
    test('names the manifest of the app, and the colours around it in both schemes', async () => {
      expect(links(html, 'manifest')).toEqual([await manifestAt(mode)])
      expect(metas(html, 'theme-color')).toEqual(palette.paper)
    })
    test(mode === 'demo' ? 'asks not to be found' : 'may be found', () => {
      const closed = mode === 'demo' ? 'noindex, nofollow' : undefined
      expect(metas(html, 'robots')).toEqual(closed ? [closed] : [])
      expect(reply.headers['x-robots-tag']).toBe(closed)
    })
  })

  test('the app can be put on a home screen: its manifest is kept for good, and its icons load in their sizes', async () => {
    const path = await manifestAt(mode)
    const reply = await ask(mode, path)
    expect([
      reply.statusCode,
      reply.headers['content-type'],
      reply.headers['cache-control'],
    ]).toEqual([200, 'application/manifest+json', 'public, max-age=31536000, immutable'])
    const { icons, ...manifest } = reply.json()
    expect(manifest).toEqual({
      id: '/dashboard',
      name: names[mode],
      short_name: names[mode],
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: palette.paper[0],
      theme_color: palette.paper[0],
    })
    for (const { src, type, sizes } of icons) {
      const picture = await ask(mode, src)
      const { width, height } = imageSize(picture.rawPayload)
      expect([picture.statusCode, picture.headers['content-type'], `${width}x${height}`]).toEqual([
        200,
        type,
        sizes,
      ])
    }
    const has = icons.map(
      ({ sizes, purpose }: { sizes: string; purpose: string }) => `${purpose} ${sizes}`,
    )
    if (mode === 'demo')
      expect(has).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
  })
  test('no two pages have one title or one description', async () => {
    for (const said of [
      await heads((html) => insides(html, 'title')[0]),
      await heads((html) => metas(html, 'description')[0]),
    ]) {
      expect(new Set(said).size).toBe(paths.length)
    }
  })
  test('the landing page says in the words of schema.org what it says to people, and nothing that nobody has checked', async () => {
    const html = (await ask(mode, '/')).payload
    const [written, ...more] = [
      ...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
    ].map(([, text]) => text!)
    expect(more).toEqual([])
    const { '@context': context, '@graph': graph } = JSON.parse(written!)
    expect(context).toBe('https://schema.org')
    expect(graph.map((thing: { '@type': string }) => thing['@type'])).toEqual([
      'Organization',
      'WebSite',
      'FAQPage',
    ])
    expect(written).not.toMatch(
      /Rating|Review|award|aggregate|foundingDate|Offer|FinancialService/i,
    )
    const [firm, site, questions] = graph
    expect([firm.url, site.url, site.publisher['@id']]).toEqual([
      `${publicUrl}/`,
      `${publicUrl}/`,
      firm['@id'],
    ])
    expect((await ask(mode, new URL(firm.logo).pathname)).statusCode).toBe(200)
    const shown = wordsOf(html)
    for (const { name, acceptedAnswer } of questions.mainEntity) {
      expect(shown).toContain(name)
      expect(shown).toContain(acceptedAnswer.text)
    }
  })
  test('robots.txt closes what needs a sign-in, and nothing else', async () => {
    const { statusCode, payload } = await ask(mode, '/robots.txt')
    expect(statusCode).toBe(200)
    const closed = [...payload.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path!)
    expect(closed).toEqual(expect.arrayContaining(['/dashboard', '/admin']))
    // A page that may not be fetched can't be seen to ask not to be indexed.
    expect(paths.filter((path) => closed.some((start) => path.startsWith(start)))).toEqual([])
    expect(/^Sitemap: (.+)$/m.exec(payload)?.[1]).toBe(
      mode === 'live' ? `${publicUrl}/sitemap.xml` : undefined,
    )
  })
})

test('the sitemap names pages of live by their addresses, and the demonstration has none', async () => {
  const { payload, headers } = await ask('live', '/sitemap.xml')
  expect(headers['content-type']).toMatch(/^application\/xml/)
  const named = insides(payload, 'loc')
  for (const path of toRead.filter((one) => !['/login', '/signup'].includes(one)))
    expect(named).toContain(publicUrl + path)
  for (const address of named)
    expect((await ask('live', new URL(address).pathname)).statusCode).toBe(200)
  expect((await ask('demo', '/sitemap.xml')).statusCode).toBe(404)
})

test('live has no page about a demonstration, offers no sign-in and says nothing of play money', async () => {
  expect((await ask('live', '/demonstration')).statusCode).toBe(404)
  const page = (await ask('live', '/login')).payload
  for (const secret of ['mate@harbour.example', 'warden@harbour.example', 'lamp-and-jetty'])
    expect(page).not.toContain(secret)
  expect(page).not.toMatch(/play money|demonstration/i)
  expect((await ask('demo', '/login')).payload).toContain('investor@glasshouse.example')
})

test('an unknown path has a title and its status, and names no address as its own', async () => {
  for (const [mode] of modes) {
    const { statusCode, payload } = await ask(mode, '/no/such/page')
    expect(statusCode).toBe(404)
    expect(insides(payload, 'title')).toEqual([expect.stringMatching(/^Page not found \| /)])
    expect([links(payload, 'canonical'), metas(payload, 'og:url')]).toEqual([[], []])
  }
})

describe('the page of the API', () => {
  const banner = 'Demonstration: play money, a sample firm, sample figures'
  const of = async (mode: Mode) => (await ask(mode, '/docs/api')).payload
  const calls = (demo: boolean) =>
    Object.entries<Endpoint>(endpoints).filter(([, { demoOnly = false }]) => demo || !demoOnly)

  test.each(['demo', 'live'] as const)(
    'has every call of %s once and a row for every code, where the type of a problem leads',
    async (mode) => {
      const html = await of(mode)
      const words = wordsOf(html).replaceAll(/\s+/g, ' ')
      for (const [name, endpoint] of calls(mode === 'demo')) {
        expect(html.split(` id="${name}"`), name).toHaveLength(2)
        expect(words).toContain(
          `${endpoint.method} ${fullPath(endpoint).replace(/:(\w+)/g, '{$1}')}`,
        )
      }
      for (const code of Object.keys(problems))
        expect(html.split(`<tr id="${code}">`), code).toHaveLength(2)
      expect(html.includes('id="payInPlayMoney"')).toBe(mode === 'demo')
      expect(html.includes(banner)).toBe(mode === 'demo')
    },
  )
  test('names the terms that are needed, and what comes back without them', async () => {
    const words = wordsOf(await of('demo'))
    for (const some of [
      'acceptedTermsVersion',
      'A missing one, like a stale one, gets 409 with the plan as it is now.',
      'With risk_warning_changed and terms_changed',
    ])
      expect(words).toContain(some)
  })
  test('has the policy of every page, and no script of its own but theirs', async () => {
    const [page, other] = [await ask('demo', '/docs/api'), await ask('demo', '/Insurance')]
    const without = (policy: unknown) => String(policy).replaceAll(/ 'sha256-[^']*'/g, '')
    expect(without(page.headers['content-security-policy'])).toBe(
      without(other.headers['content-security-policy']),
    )
    expect(elements(page.payload, 'script').map(({ src }) => src)).toEqual(
      elements(other.payload, 'script').map(({ src }) => src),
    )
  })
})

describe('the page of the mails', () => {
  const cookie = `outbox=${outboxKey(testSecret)}`
  const outbox = (headers = {}) =>
    sites.demo.inject({ url: '/outbox', headers: { host: 'invest.example', ...headers } })

  test('says what will be there while nothing is, and where its key is, dressed as every page', async () => {
    const other = await ask('demo', '/Insurance')
    const without = (policy: unknown) => String(policy).replaceAll(/ 'sha256-[^']*'/g, '')
    for (const [status, says, page] of [
      [200, 'No email yet', await outbox({ cookie })],
      [403, 'Where the key is', await outbox()],
    ] as const) {
      expect([page.statusCode, page.headers['cache-control']]).toEqual([status, 'no-store'])
      expect(insides(page.payload, 'h2').slice(0, 1)).toEqual([says])
      expect(insides(page.payload, 'h1')).toEqual(['Outbox'])
      expect(insides(page.payload, 'title')).toEqual([expect.stringMatching(/^Outbox \| /)])
      expect(metas(page.payload, 'robots')).toEqual(['noindex, nofollow'])
      expect(wordsOf(page.payload)).toContain(
        'Demonstration: play money, a sample firm, sample figures',
      )
      expect(without(page.headers['content-security-policy'])).toBe(
        without(other.headers['content-security-policy']),
      )
      const around = (html: string) =>
        ['header', 'footer'].map(
          (part) => new RegExp(`<${part} class="[^]*?</${part}>`).exec(html)?.[0],
        )
      expect(around(page.payload)).toEqual(around(other.payload))
      for (const element of ['script', 'button'])
        expect(elements(page.payload, element)).toEqual(elements(other.payload, element))
    }
  })
  test('is one of a demonstration alone', async () => {
    for (const path of ['/outbox', '/outbox/'])
      expect(
        (await sites.live.inject({ url: path, headers: { host: 'invest.example', cookie } }))
          .statusCode,
      ).toBe(404)
  })
})
