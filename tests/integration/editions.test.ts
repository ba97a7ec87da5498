/**
 * @module-tag story
 * What people accept changes by two and is told to everybody; from its day on new business needs it, and nothing that is due to a
 * person ever does.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnEdition } from '../../src/contract/edition.ts'
import type { PolicyPath, TextPage } from '../../src/contract/site.ts'
import { createEditionNotices } from '../../src/domains/editions/due.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { addDays } from '../../src/lib/calendar.ts'
import { dayIn } from '../../src/lib/zone.ts'
import { callToAgree } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { investorsOf, type Investor } from '../support/investors.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const pageOf = (title: string, ...paragraphs: string[]): TextPage => ({
  title,
  description: `The ${title} of a sample firm.`,
  updated: 'May 30, 2025',
  blocks: paragraphs.map((text) => ({ kind: 'paragraph', text: [text] })),
})
const terms = pageOf('Terms of Service', 'A plan pays on its last day.')
const zone = 'Pacific/Auckland'
const texts: { policy: PolicyPath; page: TextPage }[] = [{ policy: 'TermsOfService', page: terms }]
const firm = { name: 'A Sample Firm', sample: true, wallets: [] }
const app = await createTestApp(database, {
  firm: { ...firm, policies: { texts, noticeDays: 30, zone } },
})
const plans = await seedPlans(database)
const { post, get, investor, invest } = investorsOf(app, plans.advanced)

let adam: Investor
let bea: Investor
let ada: Investor
let cy: Investor

const own = async (who: Investor): Promise<OwnEdition[]> =>
  (await get(who, '/own-editions')).editions
const policies = async () => (await get(adam, '/policies')).policies
const today = async (): Promise<string> => (await get(adam, '/policies')).today
const propose = async (day: string | null, changed = 'Plans pay a day earlier.', who = adam) => {
  const [{ proposable }] = await policies()
  return post(who, '/policies/TermsOfService/editions', { digest: proposable, day, changed })
}
const agree = (proposed: Awaited<ReturnType<typeof propose>>, who = bea) =>
  post(who, ...callToAgree(proposed))
const accept = (who: Investor, { id, digest }: Pick<OwnEdition, 'id' | 'digest'>) =>
  post(who, `/editions/${id}/acceptance`, { digest })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code ?? String(status)
const send = (who: Investor, payload: object) =>
  post(who, '/requestWithdrawal', { amount: 10, ...payload })
const transferTo = (who: Investor, to: Investor) =>
  send(who, { type: 'tradehub_transfer', recipientAccountId: to.user.accountId })
const toWallet = (who: Investor) =>
  send(who, {
    type: 'bank_transfer',
    bankName: 'Own',
    bankNumber: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  })
const pass = (seconds: number) =>
  database.owner.query(`update business_clock set advance = advance + $1 * interval '1 second'`, [
    seconds,
  ])
const told = async (): Promise<string[]> => {
  const { rows } = await database.owner.query(
    `select kind, owner_id, count(*)::int from desk.activity where kind like 'policy-change%' group by kind, owner_id`,
  )
  return rows.map(({ kind, count }) => `${kind} ${count}`).toSorted()
}
const tellAll = async () => {
  const tell = createEditionNotices({ pool: database.pool, desk: house.desk })
  while (await tell());
}

beforeAll(async () => {
  ;[adam, bea] = [await signUpSomebody(app), await signUpSomebody(app)]
  for (const { id } of [adam, bea]) await setRole(database, id, 'admin')
  await house.fund({ returns: 1_000_000_00n })
  ;[ada, cy] = [await investor(), await investor()]
})

describe('The first edition', () => {
  test('is needed by nobody before two have published it', async () => {
    expect(codeOf(await invest(ada))).toBe('201')
    const proposed = await propose(null, 'They say that plans pay on their last day.')
    expect(codeOf(proposed)).toBe('202')
    // Alone nobody publishes, and none who isn't staff.
    expect(codeOf(await agree(proposed, adam))).toBe('same_approver')
    expect(codeOf(await agree(proposed, ada))).toBe('forbidden')
    expect(await own(ada)).toEqual([])
    // Another text than was shown is agreed to by nobody.
    const { id, facts } = proposed.body.data.proposal
    const other = { ...facts, digest: '0'.repeat(64) }
    expect(codeOf(await post(bea, `/proposals/${id}/agreement`, { shown: other }))).toBe(
      'not_as_shown',
    )
    expect(codeOf(await agree(proposed))).toBe('200')
  })

  test('is told once to everybody who was there, however often it is looked', async () => {
    await pass(120)
    await tellAll()
    await tellAll()
    expect(await told()).toEqual([
      'policy-changes 1',
      'policy-changes 1',
      'policy-changes 1',
      'policy-changes 1',
    ])
  })

  test('is needed for a plan and for a transfer, and for nothing that is due', async () => {
    expect(await own(ada)).toMatchObject([{ state: 'counts', acceptedAt: null, number: 1 }])
    const refused = await invest(ada)
    expect([codeOf(refused), refused.body.message]).toEqual([
      'policies_to_accept',
      'Please read and accept our Terms of Service first, on the page Policies. Nothing was booked; you can withdraw your money at any time.',
    ])
    expect(codeOf(await transferTo(ada, cy))).toBe('policies_to_accept')
    expect(codeOf(await toWallet(ada))).toBe('201')
    expect(codeOf(await post(ada, '/demo/deposits', { amount: 10, asset: 'USDT' }))).toBe('201')
  })

  test('is accepted by the person alone, by the text that was shown, once', async () => {
    const [edition] = await own(ada)
    const wrong = { ...edition!, digest: '0'.repeat(64) }
    expect(codeOf(await accept(ada, wrong))).toBe('policy_changed')
    expect(codeOf(await accept(ada, { ...edition!, id: randomUUID() }))).toBe('unknown_edition')
    const forAnother = { owner: cy.id, edition: edition!.id, digest: edition!.digest }
    expect((await house.run('AcceptEdition', forAnother, ada.id)).outcome).toBe('forbidden')
    const twice = await Promise.all([accept(ada, edition!), accept(ada, edition!)])
    expect(twice.map(codeOf).toSorted()).toEqual(['200', 'already_accepted'])
    expect(codeOf(await invest(ada))).toBe('201')
    expect(codeOf(await transferTo(ada, cy))).toBe('201')
    expect(codeOf(await invest(cy))).toBe('policies_to_accept')
    const {
      policies: [{ editions }],
      people,
    } = await get(adam, '/policies')
    expect([editions[0].accepted, people]).toEqual([1, 4])
    const missing = await get(adam, `/editions/${edition!.id}/missing`)
    expect(missing.people.map(({ id }: Investor) => id)).toEqual([adam.id, bea.id, cy.id])
    expect((await get(adam, `/users/${ada.id}/acceptances`)).editions).toMatchObject([
      { number: 1, acceptedAt: expect.any(String) },
    ])
  })

  test('is accepted by signing up where it stood beside the button, and not otherwise', async () => {
    const [{ id, digest }] = (await own(ada)) as [OwnEdition]
    const shown = await signUpSomebody(app, { acceptedEditions: [{ id, digest }] })
    expect((await own(shown))[0]!.acceptedAt).not.toBeNull()
    const other = await signUpSomebody(app, {
      acceptedEditions: [
        { id, digest: '0'.repeat(64) },
        { id: randomUUID(), digest },
      ],
    })
    expect((await own(other))[0]!.acceptedAt).toBeNull()
  })
})

describe('A change', () => {
  test('has the whole notice by the days of the firm, and words that ask nobody to pay', async () => {
    texts[0] = { policy: 'TermsOfService', page: pageOf(terms.title, 'A plan pays a day earlier.') }
    const first = await today()
    expect(first).toBe(dayIn(await now(), zone))
    expect(codeOf(await propose(null))).toBe('policy_changed')
    expect(codeOf(await propose(addDays(first, 30)))).toBe('notice_too_short')
    expect(
      codeOf(await propose(addDays(first, 31), 'Pay a fee before your money is released.')),
    ).toBe('asks_for_payment')
    const late = await propose(addDays(first, 31))
    expect(codeOf(late)).toBe('202')
    // While it waits no other text of the same policy slips in beside it.
    expect(codeOf(await propose(addDays(first, 40)))).toBe('change_open')
    // Whoever agrees days later would cut the notice short.
    await moveDays(database, 2)
    expect(codeOf(await agree(late))).toBe('notice_too_short')
    await post(adam, `/proposals/${late.body.data.proposal.id}/withdrawal`, { reason: 'Too late' })
  })

  test('is accepted before its day, and needed from it on', async () => {
    const published = await agree(await propose(addDays(await today(), 40)))
    expect(codeOf(published)).toBe('200')
    const [coming] = await own(ada)
    expect(coming).toMatchObject({ state: 'comes', number: 2 })
    expect(codeOf(await invest(ada))).toBe('201')
    await tellAll()
    const { body } = await ask(app, 'GET', `${api}/editions/${coming!.id}`, { token: ada.token })
    expect(JSON.parse(body.data.content)).toEqual(texts[0]!.page)
    expect(JSON.parse(body.data.before)).toEqual(terms)
    await accept(
      cy,
      (await own(cy)).find(({ number }) => number === 1)!,
    )
    expect(codeOf(await invest(cy))).toBe('201')
    expect(codeOf(await accept(cy, coming!))).toBe('200')
  })

  test('lets what matures be paid, and what was to be invested again be paid to the balance', async () => {
    const { investments } = await get(ada, '/investments')
    for (const { id } of investments)
      await post(ada, `/investments/${id}/at-maturity`, {
        choice: 'reinvest',
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      })
    await moveDays(database, 41)
    await settleDue({
      pool: database.pool,
      desk: house.desk,
      firm,
      gate: { isPaused: () => false } as never,
    })
    const after = (await get(ada, '/investments')).investments
    expect(after.map(({ status }: { status: string }) => status)).toEqual(
      investments.map(() => 'matured'),
    )
    expect(codeOf(await invest(ada))).toBe('policies_to_accept')
    expect(codeOf(await toWallet(ada))).toBe('201')
    expect(codeOf(await invest(cy))).toBe('201')
    const old = (await own(ada)).find(({ number }) => number === 1)!
    expect(old.state).toBe('past')
  })

  test('is withdrawn by two before its day, and told to whoever was told', async () => {
    texts[0] = { policy: 'TermsOfService', page: pageOf(terms.title, 'Plans have no end.') }
    await agree(await propose(addDays(await today(), 35)))
    await tellAll()
    const [{ editions }] = await policies()
    const counting = editions.find(({ state }: OwnEdition) => state === 'counts')
    expect(codeOf(await post(adam, `/editions/${counting.id}/withdrawal`))).toBe('edition_counts')
    const proposed = await post(adam, `/editions/${editions[0].id}/withdrawal`)
    expect(codeOf(await agree(proposed))).toBe('200')
    expect(codeOf(await accept(ada, editions[0]))).toBe('edition_withdrawn')
    await tellAll()
    await tellAll()
    const withdrawn = (await told()).filter((one) => one.startsWith('policy-change-withdrawn'))
    expect(new Set(withdrawn)).toEqual(new Set(['policy-change-withdrawn 1']))
    await moveDays(database, 40)
    expect(codeOf(await invest(cy))).toBe('201')
  })
})

describe('What the database holds', () => {
  test('is not believed where somebody wrote it', async () => {
    const { rows } = await database.owner.query(
      `select id from editions where number = 2 and policy = 'TermsOfService'`,
    )
    await database.owner.query(
      `insert into acceptances (id, owner_id, edition_id, at) values ($1, $2, $3, business_now())`,
      [randomUUID(), ada.id, rows[0].id],
    )
    expect(codeOf(await invest(ada))).toBe('not_as_recorded')
    await database.owner.query(
      `update editions set status = 'withdrawn', withdrawn_at = counts_from - interval '1 hour' where id = $1`,
      [rows[0].id],
    )
    expect(codeOf(await invest(cy))).toBe('not_as_recorded')
    await database.owner.query(
      `update editions set status = 'published', withdrawn_at = null where id = $1`,
      [rows[0].id],
    )
    expect(codeOf(await invest(cy))).toBe('201')
  })
})

test('every command of it stands in the journal', async () => {
  const { rows } = await database.owner.query(
    `select distinct kind from desk.commands where kind ~ 'Edition' and outcome = 'done' order by kind`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual([
    'AcceptEdition',
    'ProposeEdition',
    'ProposeEditionWithdrawal',
    'TellOfEdition',
  ])
})

async function now(): Promise<number> {
  return (await database.pool.query('select business_now() as now')).rows[0].now
}
