/** Plans as staff offer and change them over the API: what is kept, what investors meet, and what the public page says. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPack } from '../../src/domains/content/pack.ts'
import { createApp } from '../../src/app.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { root } from '../support/source.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 1_000_000_00n })
// Room above the plans that are there, for each test a place of its own.
await database.owner.query('update plan_terms set maximum = 10000000 where plan_id = $1', [
  plans.platinum,
])
await believe(database.owner, 'plan_terms')
const app = await createTestApp(database)
await ensureWebBuild(() => {})

let admin: Awaited<ReturnType<typeof signUpSomebody>>
beforeAll(async () => {
  admin = await signUpSomebody(app, { fullName: 'Ina Wells' })
  await setRole(database, admin.id, 'admin')
})
afterAll(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

const send = (
  method: 'POST' | 'PATCH',
  path: string,
  payload?: object,
  key: string = randomUUID(),
) =>
  ask(app, method, api + path, {
    token: admin.token,
    headers: { 'idempotency-key': key },
    ...(payload ? { payload } : {}),
  })
const get = async (path: string, token = admin.token) =>
  (await ask(app, 'GET', api + path, { token })).body.data

let places = 0
const words = 'What you invest can be lost.'
/** Terms in a place that nobody else has, a hundred dollars wide. */
function terms(changes: object = {}) {
  places += 1
  return {
    title: `Plan ${places}`,
    minimum: 100_000 + places * 100,
    maximum: 100_099 + places * 100,
    durationDays: 5,
    profitPercent: 5,
    riskWarning: words,
    ...changes,
  }
}
async function offered(given = terms()) {
  const reply = await send('POST', '/plans', given)
  expect(reply.status).toBe(201)
  return { id: reply.body.data.plan.id as string, given, plan: reply.body.data.plan }
}
const staffPlan = async (id: string) =>
  (await get('/plans/all')).plans.find((plan: { id: string }) => plan.id === id)
const publicPlan = async (id: string) =>
  (await ask(app, 'GET', `${api}/plans`)).body.data.plans.find(
    (plan: { id: string }) => plan.id === id,
  )

async function investor(dollars: number) {
  const person = await signUpSomebody(app)
  await house.run(
    'CreditPlayMoney',
    { owner: person.id, amount: BigInt(dollars) * 100n, asset: 'BTC' },
    person.id,
  )
  const invest = (planId: string, amount: number, accepted: object) =>
    ask(app, 'POST', `${api}/investments`, {
      token: person.token,
      payload: { planId, amount, ...accepted },
    })
  return { ...person, invest }
}

describe('a plan that is offered', () => {
  test('is in the public offer at once, and among all plans with who offered it and when', async () => {
    const { id, given } = await offered()
    const { riskVersion, ...shown } = await publicPlan(id)
    expect(shown).toMatchObject({
      ...given,
      available: true,
      termsVersion: 1,
      range: `$${given.minimum.toLocaleString('en-US')}-$${given.maximum.toLocaleString('en-US')}`,
    })
    const { versions } = await staffPlan(id)
    expect(versions).toEqual([
      expect.objectContaining({
        title: given.title,
        by: 'Ina Wells',
        riskVersion,
        since: expect.stringMatching(/^\d{4}-/),
      }),
    ])
    expect((await get('/treasury/activity?limit=1')).activity[0]).toMatchObject({
      kind: 'plan-offered',
      staffName: 'Ina Wells',
      details: { plan: given.title },
    })
  })

  test('is offered once for one key, and not into another’s place', async () => {
    const [key, given] = [randomUUID(), terms()]
    const first = await send('POST', '/plans', given, key)
    expect((await send('POST', '/plans', given, key)).text).toBe(first.text)
    const twice = await send('POST', '/plans', given)
    expect([twice.status, twice.body.code]).toEqual([422, 'plans_overlap'])
  })

  test.each([
    ['risk-free words', { title: 'Risk-free' }, 'title'],
    ['a warning without its sentence', { riskWarning: 'Fine.' }, 'riskWarning'],
    ['a maximum below its minimum', { maximum: 1 }, 'maximum'],
    ['no days', { durationDays: 0 }, 'durationDays'],
    ['a field too many', { onSale: true }, 'onSale'],
  ])('cannot have %s', async (_, changes, field) => {
    const { status, body } = await send('POST', '/plans', terms(changes))
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

describe('a plan that is changed', () => {
  test('refuses those who accepted other terms, keeps what runs, and shows both versions', async () => {
    const { id, given, plan } = await offered()
    const ada = await investor(1_000_000)
    const accepted = { acceptedRiskVersion: plan.riskVersion, acceptedTermsVersion: 1 }
    const before = (await ada.invest(id, given.minimum, accepted)).body.data.investment
    const changed = await send('PATCH', `/plans/${id}`, {
      ...given,
      profitPercent: 7,
      durationDays: 9,
      termsVersion: 1,
    })
    expect([
      changed.status,
      changed.body.data.plan.termsVersion,
      changed.body.data.plan.riskVersion,
    ]).toEqual([200, 2, plan.riskVersion])
    const refused = await ada.invest(id, given.minimum, accepted)
    expect([refused.status, refused.body.code]).toEqual([409, 'terms_changed'])
    const after = (await ada.invest(id, given.minimum, { ...accepted, acceptedTermsVersion: 2 }))
      .body.data.investment
    expect([before.profitPercent, after.profitPercent]).toEqual([5, 7])
    const { investments } = await get('/investments', ada.token)
    expect(
      investments.map(({ profitPercent, profit }: { profitPercent: number; profit: number }) => [
        profitPercent,
        profit,
      ]),
    ).toEqual(
      [
        [7, given.minimum * 0.07],
        [5, given.minimum * 0.05],
      ].map(([percent, profit]) => [percent, Number(profit!.toFixed(2))]),
    )
    expect(
      (await staffPlan(id)).versions.map(
        ({ termsVersion, profitPercent }: { termsVersion: number; profitPercent: number }) => [
          termsVersion,
          profitPercent,
        ],
      ),
    ).toEqual([
      [2, 7],
      [1, 5],
    ])
    expect((await get('/treasury/activity?limit=1')).activity[0].changes).toEqual([
      { field: 'durationDays', from: '5', to: '9' },
      { field: 'profitPercent', from: '5%', to: '7%' },
    ])
  })

  test('I19: is not bought on terms that nobody saw: each refusal shows the terms as they are, and says it the same way again', async () => {
    const { id, given, plan } = await offered(terms({ profitPercent: 10, durationDays: 8 }))
    const ada = await investor(1_000_000)
    await send('PATCH', `/plans/${id}`, {
      ...given,
      profitPercent: 1,
      durationDays: 900,
      riskWarning: `${words} All of it.`,
      termsVersion: 1,
    })
    const now = await staffPlan(id)
    const { riskVersion, termsVersion } = now
    const cases: [object, string][] = [
      [{ acceptedRiskVersion: plan.riskVersion, acceptedTermsVersion: 1 }, 'risk_warning_changed'],
      [{}, 'risk_warning_changed'],
      [{ acceptedTermsVersion: termsVersion }, 'risk_warning_changed'],
      [{ acceptedRiskVersion: plan.riskVersion }, 'risk_warning_changed'],
      [{ acceptedRiskVersion: riskVersion }, 'terms_changed'],
      [{ acceptedRiskVersion: riskVersion, acceptedTermsVersion: 1 }, 'terms_changed'],
      [
        { acceptedRiskVersion: riskVersion, acceptedTermsVersion: termsVersion + 1 },
        'terms_changed',
      ],
    ]
    const { versions: _, ...asItIs } = now
    for (const [accepted, code] of cases) {
      const headers = { 'idempotency-key': randomUUID() }
      const payload = { planId: id, amount: given.minimum, ...accepted }
      const refused = await ask(app, 'POST', `${api}/investments`, {
        token: ada.token,
        headers,
        payload,
      })
      expect(
        [refused.status, refused.body.code, refused.body.plan],
        JSON.stringify(accepted),
      ).toEqual([409, code, asItIs])
      expect(asItIs).toMatchObject({ profitPercent: 1, durationDays: 900, onSale: true })
      expect(
        (await ask(app, 'POST', `${api}/investments`, { token: ada.token, headers, payload })).text,
      ).toBe(refused.text)
    }
    expect((await get('/me', ada.token)).user).toMatchObject({
      accountBalance: 1_000_000,
      invested: 0,
    })
    expect(
      (
        await ada.invest(id, given.minimum, {
          acceptedRiskVersion: riskVersion,
          acceptedTermsVersion: termsVersion,
        })
      ).body.data.investment,
    ).toMatchObject({ profitPercent: 1 })
  })

  test('with another warning asks everybody to accept it anew', async () => {
    const { id, given, plan } = await offered()
    const ada = await investor(1_000_000)
    await send('PATCH', `/plans/${id}`, {
      ...given,
      riskWarning: `${words} In part or as a whole.`,
      termsVersion: 1,
    })
    const refused = await ada.invest(id, given.minimum, {
      acceptedRiskVersion: plan.riskVersion,
      acceptedTermsVersion: 2,
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'risk_warning_changed'])
    expect(
      (
        await ada.invest(id, given.minimum, {
          acceptedRiskVersion: (await publicPlan(id)).riskVersion,
          acceptedTermsVersion: 2,
        })
      ).status,
    ).toBe(201)
  })

  test('moves the limit of the plan before it in the same moment', async () => {
    const lower = await offered()
    const upper = await offered()
    const ada = await investor(1_000_000)
    const accepted = ({ plan }: typeof lower) => ({
      acceptedRiskVersion: plan.riskVersion,
      acceptedTermsVersion: 1,
    })
    const justBelow = upper.given.minimum - 0.5
    expect((await ada.invest(lower.id, justBelow, accepted(lower))).status).toBe(201)
    await send('PATCH', `/plans/${upper.id}`, {
      ...upper.given,
      minimum: upper.given.minimum - 0.9,
      termsVersion: 1,
    })
    const refused = await ada.invest(lower.id, justBelow, accepted(lower))
    expect([refused.status, refused.body.code]).toEqual([422, 'above_maximum'])
    expect(
      (await ada.invest(upper.id, justBelow, { ...accepted(upper), acceptedTermsVersion: 2 }))
        .status,
    ).toBe(201)
  })

  test('by two at the same time is changed once; the other is told', async () => {
    const { id, given } = await offered()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        send('PATCH', `/plans/${id}`, { ...given, profitPercent: 10 + n, termsVersion: 1 }),
      ),
    )
    expect(replies.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [200, undefined],
      ...Array.from({ length: 9 }, () => [409, 'plan_changed']),
    ])
    expect((await staffPlan(id)).versions).toHaveLength(2)
  })
})

describe('a plan withdrawn from sale', () => {
  test('leaves the offer and can be put back, each once', async () => {
    const { id, given, plan } = await offered()
    const ada = await investor(1_000_000)
    const codes = async (path: string) =>
      (await send('POST', `/plans/${id}/${path}`)).body.code ?? 'done'
    expect([
      await codes('return-to-sale'),
      await codes('withdrawal-from-sale'),
      await codes('withdrawal-from-sale'),
    ]).toEqual(['already_on_sale', 'done', 'already_withdrawn'])
    expect([await publicPlan(id), (await staffPlan(id)).onSale]).toEqual([undefined, false])
    expect(
      (
        await ada.invest(id, given.minimum, {
          acceptedRiskVersion: plan.riskVersion,
          acceptedTermsVersion: 1,
        })
      ).body.code,
    ).toBe('plan_not_offered')
    expect([await codes('return-to-sale'), (await publicPlan(id)).available]).toEqual([
      'done',
      true,
    ])
  })
})

describe('the public page', () => {
  test('knows what can be covered, and of when, and is rendered anew when a plan can be had that was sold out', async () => {
    await offered(terms({ title: 'Sold Out As Yet', minimum: 40_000_000, maximum: 40_000_099 }))
    const pages = await createPages(
      testContext(database),
      readPack(join(root, 'content/demo'), 'demo'),
    )
    const site = await createApp(testContext(database), pages)
    afterAll(() => site.close())
    const known = async () => {
      const { payload } = await site.inject({
        method: 'GET',
        url: '/',
        headers: { host: 'localhost:3000' },
      })
      const [data, at] = ['calculator', 'covered-at'].map((name) =>
        new RegExp(`data-${name}="([^"]*)"`).exec(payload)![1]!.replaceAll('&quot;', '"'),
      )
      const { largestCoverableCents } = JSON.parse(data!).find(
        ({ title }: { title: string }) => title === 'Sold Out As Yet',
      )
      return { largestCoverableCents, at: Date.parse(at!) }
    }
    const before = await known()
    expect(before.largestCoverableCents).toBe('0')
    await house.fund({ returns: 2_000_000_00n })
    await pages.refresh!()
    const after = await known()
    expect([after.largestCoverableCents, after.at > before.at]).toEqual(['4000009999', true])
  })

  test('is rendered anew when the offer has changed, by whichever server, and only then', async () => {
    const context = testContext(database)
    const pages = await createPages(context, readPack(join(root, 'content/demo'), 'demo'))
    const site = await createApp(context, pages)
    afterAll(() => site.close())
    const page = async (path: string) =>
      await site.inject({ method: 'GET', url: path, headers: { host: 'localhost:3000' } })
    const [landing, policy] = [await page('/'), await page('/Insurance')]
    const { id, given } = await offered(terms({ title: 'Seen By Everybody' }))
    expect((await page('/')).payload).toBe(landing.payload)
    await pages.refresh!()
    expect((await page('/')).payload).toContain('Seen By Everybody')
    expect((await page('/Insurance')).headers.etag).toBe(policy.headers.etag)
    await send('PATCH', `/plans/${id}`, { ...given, title: 'Seen By All', termsVersion: 1 })
    await pages.refresh!()
    expect((await page('/')).payload).toContain('Seen By All')
    await send('POST', `/plans/${id}/withdrawal-from-sale`)
    await pages.refresh!()
    expect((await page('/')).payload).not.toContain('Seen By')
  })
})
