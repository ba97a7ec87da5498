/** A second firm from a folder of its own: the whole public site is its own, and a mistake in the folder stops the start. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, describe, expect, test } from 'vitest'
import { policyPaths } from '../../src/contract/site.ts'
import { judgeWorld } from '../../src/demo/seed.ts'
import { readPack } from '../../src/domains/content/pack.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import { elements, insides, links, metas, wordsOf } from '../support/page-head.ts'
import { readPdf } from '../support/pdf-text.ts'
import {
  harbour,
  projectFolder,
  smallWorld,
  startRefused,
  startServer,
  stopServers,
} from '../support/server.ts'
import { filesOf } from '../support/source.ts'

const [database, unused] = [await createTestDatabase(), await createTestDatabase()]
const server = await startServer({
  databaseUrl: database.url,
  env: smallWorld,
})
afterAll(stopServers)

const read = async (path: string) => (await fetch(server.url + path)).text()
const paths = [
  '/',
  ...policyPaths.map((path) => `/${path}`),
  '/WhitepaperPage',
  '/demonstration',
  '/proof',
  '/login',
  '/signup',
  '/no/such/page',
  '/dashboard',
  '/admin',
]
const pages = new Map(
  await Promise.all(paths.map(async (path) => [path, await read(path)] as const)),
)
const page = (path: string) => pages.get(path)!

function leaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  return typeof value === 'string' ? [value] : []
}

/** How the sample firm puts things: its sentences, its addresses, and the files of its pictures. */
async function wordsOfTheSampleFirm(): Promise<string[]> {
  const texts = await Promise.all(
    filesOf('content/demo/**/*.{yaml,md}')
      .filter((path) => !path.endsWith('cast.yaml'))
      .map(async (path) => {
        const text = await readFile(join(projectFolder, path), 'utf8')
        if (path.endsWith('.yaml')) return leaves(parse(text)).flatMap((leaf) => leaf.split('\n'))
        return text.split('\n').map((line) =>
          line
            .replace(/^[-#|\d.\s]+/, '')
            .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
            .replaceAll('**', ''),
        )
      }),
  )
  const pictures = filesOf('content/demo/pictures/*').map((path) => /([^/]+)\.\w+$/.exec(path)![1]!)
  const lines = texts.flat().map((line) => line.trim())
  return [
    ...new Set([
      ...lines.filter((line) => line.length >= 25),
      ...lines.filter((line) => /^tb1|^THIS-IS/.test(line)),
      ...pictures.map((name) => `/pictures/${name}.`),
      'Glasshouse',
      'glasshouse.example',
    ]),
  ]
}

const foreign = await wordsOfTheSampleFirm()

describe('the site of another firm', () => {
  test('has nothing of the sample firm on any page, not even in what nobody sees', () => {
    expect(foreign.length).toBeGreaterThan(300)
    const found = [...pages].flatMap(([path, html]) => {
      const text = `${html}\n${wordsOf(html)}`
      return foreign.filter((words) => text.includes(words)).map((words) => `${path}: ${words}`)
    })
    expect(found).toEqual([])
  })
  test('bears its name in the title, the logo and the card of each page', () => {
    for (const [path, html] of pages) {
      expect(insides(html, 'title')[0], path).toContain('Small Harbour')
      if (!/^\/(no\/such\/page|dashboard|admin)$/.test(path))
        expect(metas(html, 'og:site_name'), path).toEqual(['Small Harbour'])
      expect(links(html, 'icon')[0], path).toMatch(/^\/pictures\/lamp\./)
    }
  })
  test('says what its own pack says, on the landing page, in the policies, and in the whitepaper', async () => {
    const said = async (file: string) => leaves(parse(await readFile(join(harbour, file), 'utf8')))
    const shown = wordsOf(page('/'))
    // The note belongs to the sample account, which this pack has none of.
    const landing = (await said('landing.yaml')).filter(
      (words) => !words.startsWith('pictures/') && !words.startsWith('A note that stands'),
    )
    expect(landing.filter((words) => !shown.includes(words))).toEqual([])
    for (const words of [
      'Spring Tide',
      'from $50',
      '14 days',
      '3%',
      'Boats sink, and what you invest can be lost.',
      '© 2020 Small Harbour',
      'NO-ADDRESS-AT-ALL',
      'The jetty',
    ])
      expect(shown).toContain(words)
    expect(wordsOf(page('/Insurance'))).toContain('Nobody insures this harbour.')
    expect(wordsOf(page('/Insurance'))).toContain('Last updated: February 1, 2026')
    for (const words of [
      'On lamps',
      'Lamp oil',
      'Oil burns.',
      'Where the oil goes',
      '60%',
      'Ask the keeper',
    ])
      expect(wordsOf(page('/WhitepaperPage'))).toContain(words)
    expect(wordsOf(page('/demonstration'))).toContain('Nothing beyond the jetty')
  })
  test('leads where its pack leads', () => {
    const targets = elements(page('/'), 'a').map(({ href }) => href)
    expect(targets).toEqual(
      expect.arrayContaining([
        'https://support.harbour.example/',
        'https://news.harbour.example/channel',
        'https://chat.harbour.example/',
        'tel:+1-555-0100',
        'mailto:quay@harbour.example',
      ]),
    )
    const outside = targets.filter((href) => href!.startsWith('http'))
    expect(outside.filter((href) => !new URL(href!).hostname.endsWith('.harbour.example'))).toEqual(
      [],
    )
  })
  test('leaves out what its pack doesn’t have, and has the rest in its order', () => {
    const sections = elements(page('/'), 'section')
      .map(({ id }) => id)
      .filter((id) => id !== undefined)
    expect(sections).toEqual(['about', 'start', 'plan', 'safety', 'faqs', 'closing'])
    expect(page('/')).not.toContain('Account Balance')
    expect(wordsOf(page('/'))).not.toContain('A note that stands')
  })
  test('still says that it is a demonstration, and labels what it claims', () => {
    for (const [path, html] of pages)
      expect(wordsOf(html), path).toContain(
        'Demonstration: play money, a sample firm, sample figures',
      )
    for (const path of ['/', ...policyPaths.map((name) => `/${name}`), '/WhitepaperPage'])
      expect(wordsOf(page(path)), path).toMatch(/^Sample$/m)
  })
  test('loads every picture that it names', async () => {
    const sources = new Set(
      [...pages.values()].flatMap((html) => [
        ...elements(html, 'img').map(({ src }) => src!),
        ...links(html, 'icon'),
        ...links(html, 'apple-touch-icon'),
      ]),
    )
    expect(sources.size).toBeGreaterThan(1)
    for (const source of sources) {
      const reply = await fetch(server.url + source)
      expect([source, reply.status, reply.headers.get('content-type')!.split('/')[0]]).toEqual([
        source,
        200,
        'image',
      ])
    }
  })
  test('prints its own whitepaper', async () => {
    const reply = await fetch(`${server.url}/WhitepaperPage.pdf`)
    const pdf = readPdf(Buffer.from(await reply.arrayBuffer()))
    const text = [
      ...pdf.pages,
      ...pdf.strings('Title'),
      ...pdf.strings('Author'),
      ...pdf.strings('Alt'),
    ].join('\n')
    for (const words of ['On lamps', 'Small Harbour', 'Lamp oil']) expect(text).toContain(words)
    expect(foreign.filter((words) => text.includes(words))).toEqual([])
  })
  test('offers its own sign-ins, and they work', async () => {
    expect(page('/login')).toContain('mate@harbour.example')
    const enter = (email: string, password: string) =>
      fetch(`${server.url}/invest/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    // 200 paid in, 70 of it placed and back with 3%: the history of its own cast.
    const reply = await enter('mate@harbour.example', 'rope-and-anchor')
    expect([reply.status, (await reply.json()).data.user.accountBalance]).toEqual([200, 202.1])
    expect((await enter('investor@glasshouse.example', 'glasshouse-investor')).status).toBe(401)
  })
})

describe('a mistake in a pack stops the start with one line that names its place', () => {
  test.each([
    [
      'plans.yaml',
      'percent: 3',
      'percent: 300',
      'harbour/plans.yaml, line 9, plans.0.percent: percent is a whole number from 1 to 100.',
    ],
    [
      'plans.yaml',
      'what you invest can be lost',
      'all is well',
      'harbour/plans.yaml, line 12, plans.0.risk.warning: The risk warning must say that money invested can be lost.',
    ],
    [
      'cast.yaml',
      'by: warden',
      'by: mate',
      'harbour/cast.yaml, line 5, treasury.by: No administrator has this slug.',
    ],
    [
      'cast.yaml',
      'mate@harbour.example',
      'mate',
      'harbour/cast.yaml, line 20, signIns.1.email: email must be an email address.',
    ],
    [
      'firm.yaml',
      'name: Small',
      'nane: Small',
      'harbour/firm.yaml, line 2, name: name is required; harbour/firm.yaml, line 2, the whole file: Unrecognized key: "nane".',
    ],
    [
      'firm.yaml',
      'support: https://support.harbour.example/',
      'support: chat',
      'harbour/firm.yaml, line 8, links.support: must be an address like https://example.org, mailto:, tel: or a path of this site.',
    ],
    [
      'firm.yaml',
      'pictures/card.png',
      'pictures/cart.png',
      'harbour/firm.yaml, line 27, pictures.socialCard.file: pictures/cart.png does not stand in the pack.',
    ],
    [
      'landing.yaml',
      'example: 70',
      'example: much',
      'harbour/landing.yaml, line 25, calculator.example: Please enter a valid amount.',
    ],
    ['landing.yaml', 'title: One plan', 'title: [One plan', /^harbour\/landing\.yaml, line \d+: /],
    [
      'whitepaper.yaml',
      'percent: 40',
      'percent: 41',
      'harbour/whitepaper.yaml, line 22, sections.0.charts.0.shares: the shares add up to 101, and must add up to 100.',
    ],
    [
      'policies/Insurance.md',
      'updated: February 1, 2026\n',
      '',
      'harbour/policies/Insurance.md, line 2, updated: updated must be a date like May 30, 2025.',
    ],
    [
      'policies/Insurance.md',
      '## The tide',
      '# The tide',
      /^harbour\/policies\/Insurance\.md, line 9: /,
    ],
  ])('%s, where “%s” is “%s”', async (file, from, to, complaint) => {
    expect(
      await complaintAbout(async (folder) => {
        const text = await readFile(join(folder, file), 'utf8')
        expect(text).toContain(from)
        await writeFile(join(folder, file), text.replace(from, to))
      }),
    ).toEqual(typeof complaint === 'string' ? complaint : expect.stringMatching(complaint))
  })
  test.each([
    'firm.yaml',
    'plans.yaml',
    'cast.yaml',
    'whitepaper.yaml',
    'policies/UserAgreement.md',
  ])('%s, which is not there', async (file) => {
    expect(await complaintAbout((folder) => rm(join(folder, file)))).toMatch(
      new RegExp(`^harbour/${file} cannot be read: `),
    )
  })
  test('the whole folder, which is not there', async () => {
    expect(await complaintAbout((folder) => rm(folder, { recursive: true }))).toMatch(
      /^The content pack \S+ does not exist: GLASSHOUSE_CONTENT must name a folder like content\/demo\.$/,
    )
  })
})

test('of a pack with a mistake the start says that one line and nothing else', async () => {
  const folder = await spoilt((copy) => rm(join(copy, 'plans.yaml')))
  const { code, stdout, stderr } = await startRefused({
    databaseUrl: unused.url,
    env: { GLASSHOUSE_CONTENT: folder },
  })
  expect([code, stdout]).toEqual([1, ''])
  expect(`${complaintOf(folder)}\n`).toBe(stderr)
})

/** A copy of the pack with something wrong in it. */
async function spoilt(spoil: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(await newFolder(), 'harbour')
  await cp(harbour, folder, { recursive: true })
  await spoil(folder)
  return folder
}

/** As a start judges a pack, before it opens anything. */
function complaintOf(folder: string): string {
  try {
    readPack(folder, 'demo')
    judgeWorld(folder)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Nothing is wrong with this pack')
}

async function complaintAbout(spoil: (folder: string) => Promise<void>): Promise<string> {
  const text = complaintOf(await spoilt(spoil))
  expect(text.split('\n')).toHaveLength(1)
  return text
}
