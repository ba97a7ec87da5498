/** The site of a live firm: what its pack doesn't have leaves no trace, and figures come from the books alone. */
import { describe, expect, test } from 'vitest'
import { policyPaths } from '../../src/contract/site.ts'
import { readPack } from '../../src/domains/content/pack.ts'
import { planIdOf, seedPlans } from '../../src/domains/plans/seed.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createTestSite } from '../support/http.ts'
import { createHouse } from '../support/house.ts'
import { honestPack, writePack, type PackFiles } from '../support/live-pack.ts'
import { elements, insides, wordsOf } from '../support/page-head.ts'

const publicUrl = 'https://invest.example'

/** As little as a pack can be: a name, a first view, plans. A firm can't open on it, and nobody sign up, so that page isn't looked at. */
function least(): PackFiles {
  const { 'firm.yaml': firm, 'landing.yaml': landing, 'plans.yaml': plans } = honestPack(4)
  const { name, says, copyright, sample, email, pictures } = firm as Record<string, unknown>
  const { title, description, hero, plans: words } = landing as Record<string, unknown>
  return {
    'firm.yaml': { sample, name, says, copyright, email, pictures, links: {} },
    'landing.yaml': { title, description, hero, plans: words },
    'plans.yaml': plans,
  }
}

async function siteOf(files: PackFiles) {
  const database = await createTestDatabase()
  const house = createHouse(database)
  const pack = readPack(await writePack(files), 'live')
  await seedPlans(house.desk, pack.plans)
  await house.fund({ returns: 10_000_00n })
  const app = await createTestSite(database, pack, { publicUrl, policy: livePolicy })
  const get = (url: string) =>
    app.inject({ method: 'GET', url, headers: { host: 'invest.example' } })
  return { database, house, get }
}

const [bare, whole] = await Promise.all([siteOf(least()), siteOf(honestPack(4))])

/** Where the links of a page lead that are on this site. */
const ownLinks = (html: string) =>
  elements(html, 'a').flatMap(({ href }) =>
    href?.startsWith('/') || href?.startsWith('#') ? [href] : [],
  )

describe.each([
  ['has as little as can be', bare, []],
  ['has what the gate asks for', whole, ['/PrivacyPolicy', '/TermsOfService', '/UserAgreement']],
] as const)('a pack that %s', (_, site, documents) => {
  test.each([
    '/',
    '/login',
    '/no/such/page',
    ...documents,
    ...(documents.length > 0 ? ['/signup'] : []),
  ])(
    'shows a whole page at %s: no empty heading, and no link or anchor that leads nowhere',
    async (path) => {
      const html = (await site.get(path)).payload
      for (const heading of ['h1', 'h2', 'h3'] as const)
        expect(insides(html, heading).filter((words) => wordsOf(words).trim() === '')).toEqual([])
      const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
      for (const href of ownLinks(html)) {
        const [page, anchor] = href.split('#') as [string, string?]
        const target = page === '' || page === path ? null : await site.get(page)
        if (target) expect([path, href, target.statusCode]).toEqual([path, href, 200])
        if (anchor)
          expect([
            path,
            href,
            target ? target.payload.includes(` id="${anchor}"`) : ids.has(anchor),
          ]).toEqual([path, href, true])
      }
    },
  )
  test('has a page for each document that it has, and for no other', async () => {
    for (const path of [
      ...policyPaths.map((name) => `/${name}`),
      '/WhitepaperPage',
      '/WhitepaperPage.pdf',
    ])
      expect([path, (await site.get(path)).statusCode]).toEqual([
        path,
        (documents as readonly string[]).includes(path) ? 200 : 404,
      ])
    const listed = insides((await site.get('/sitemap.xml')).payload, 'loc')
    for (const address of listed)
      expect((await site.get(new URL(address).pathname)).statusCode).toBe(200)
  })
  test('calls nothing a sample, and states no figure but the books’, with their time', async () => {
    const words = wordsOf((await site.get('/')).payload)
    expect(words).not.toMatch(/^Sample$/m)
    expect(words).toContain('days since the first booking')
    expect(words).toMatch(/from the books, as of\s/)
    expect(words).not.toMatch(/people who invested/)
  })
})

test('sections that a pack doesn’t have aren’t there, nor in the menu', async () => {
  const html = (await bare.get('/')).payload
  const ids = elements(html, 'section').flatMap(({ id }) => id ?? [])
  expect(ids).toEqual(['plan', 'statistics', 'closing'])
  expect(wordsOf(html)).not.toMatch(/About Us|FAQs|Investment deposit wallets|Licence|Complaints/)
})

test('who the firm is by law, its licence with the register, complaints and the source of each return stand on the page', async () => {
  const html = (await whole.get('/')).payload
  const words = wordsOf(html)
  for (const said of [
    'Nordlys Energy Notes Ltd',
    '7 Harbour Row',
    'Freeland Securities Board',
    'FSB-1004',
    'Answered within fifteen working days.',
    'Tariffs that towns pay for electricity',
  ])
    expect(words).toContain(said)
  expect(ownLinks(html)).not.toContain('/demonstration')
  expect(elements(html, 'a').map(({ href }) => href)).toContain(
    'https://register.nordlys-energy-notes.test/FSB-1004',
  )
})

test('a plan that staff offer later says that nobody has said where its return comes from', async () => {
  const { database } = whole
  const { rows } = await database.owner.query('select id from plans')
  expect(rows.map(({ id }) => id)).toEqual([planIdOf('one-plan')])
  const other = honestPack(4)
  const pack = readPack(await writePack(other), 'live')
  const app = await createTestSite(
    database,
    { ...pack, plans: [] },
    { publicUrl, policy: livePolicy },
  )
  const { payload } = await app.inject({ url: '/', headers: { host: 'invest.example' } })
  expect(wordsOf(payload)).toContain('The firm has not said where this return comes from.')
})
