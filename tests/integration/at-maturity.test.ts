/** What happens on the last day of an investment: paid, or its principal invested again if everything is as its owner accepted it. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PlanTerms } from '../../src/contract/plan.ts'
import { whyNotReinvested } from '../../src/contract/at-maturity.ts'
import { auditState } from '../../src/domains/audit-state.ts'
import { questionsVersion } from '../../src/domains/appropriateness/questions.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { writeLetter } from '../../src/domains/nouns.ts'
import type { LimitsByState } from '../../src/domains/verification/limits.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { dayMs } from '../../src/lib/instant.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, testContext } from '../support/http.ts'
import { investorsOf, type Investor } from '../support/investors.ts'
import { answersWith } from '../support/questions.ts'

const database = await createTestDatabase()
const [app, app2] = await Promise.all([createTestApp(database), createTestApp(database)])
const [house, house2] = [createHouse(database), createHouse(database)]
const plans = await seedPlans(database)
const { firm, gate } = testContext(database)
const { post, get, investor } = investorsOf(app, plans.advanced)
type App = typeof app

beforeAll(() => house.fund({ returns: 1_000_000_00n }))
afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

type Parts = Partial<Parameters<typeof settleDue>[0]>
const settle = (parts: Parts = {}) =>
  settleDue({ pool: database.pool, desk: house.desk, firm, gate, ...parts })
const pass = (ms: number) =>
  database.owner.query(
    `update business_clock set advance = advance + $1 * interval '1 millisecond'`,
    [ms],
  )

type Plan = PlanTerms & { id: string; termsVersion: number; riskVersion: number }
const planNow = async (): Promise<Plan> =>
  (await ask(app, 'GET', `${api}/plans`)).body.data.plans.find(
    ({ id }: Plan) => id === plans.advanced,
  )
const acceptedNow = async () => {
  const { termsVersion, riskVersion } = await planNow()
  return { acceptedTermsVersion: termsVersion, acceptedRiskVersion: riskVersion }
}

async function opened(who: Investor, amount = 1_000) {
  const body = { planId: plans.advanced, amount, ...(await acceptedNow()) }
  const reply = await post(who, '/investments', body)
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  return reply.body.data.investment as { id: string; maturesAt: string }
}
const choose = (who: Investor, id: string, body: Record<string, unknown>, at: App = app) =>
  post(who, `/investments/${id}/at-maturity`, body, at)
const again = async (who: Investor, id: string, at: App = app) =>
  choose(who, id, { choice: 'reinvest', ...(await acceptedNow()) }, at)
/** Somebody with an investment that is to be invested again. */
async function chosen(cash = 1_000) {
  const who = await investor(cash)
  const { id } = await opened(who)
  expect((await again(who, id)).status).toBe(200)
  return { who, id }
}

const mine = async (who: Investor, query = '') =>
  (await get(who, `/investments${query}`)).investments as {
    id: string
    status: string
    [name: string]: unknown
  }[]
const me = async (who: Investor) => (await get(who, '/me')).user
const latest = async (who: Investor) => (await get(who, '/activity?kind=invested')).activity[0]
const mailsTo = async ({ id }: Investor) =>
  (
    await database.owner.query<{ template: string; values: Record<string, string> }>(
      `select template, "values" from outbox where owner_id = $1 and (template like '%invest%') order by id`,
      [id],
    )
  ).rows
/** As it is read, in one line. */
const textOf = ({ template, values }: { template: string; values: Record<string, string> }) => {
  const to = { name: 'Ada', origin: '', firm: { name: 'A Sample Firm', sample: true } }
  return JSON.stringify(writeLetter(template, to as never, values as never))
}

async function changePlan(changes: Partial<PlanTerms>) {
  const before = await house.database.owner.query(
    `select terms.title, terms.minimum, terms.maximum, terms.duration_days as "durationDays", terms.profit_percent as "profitPercent", terms.risk_warning as "riskWarning", terms.version
      from plan_terms terms join plans plan on plan.id = terms.plan_id and plan.terms_version = terms.version where plan.id = $1`,
    [plans.advanced],
  )
  const { version, ...terms } = before.rows[0]
  const command = { plan: plans.advanced, termsVersion: version, terms: { ...terms, ...changes } }
  expect((await house.run('ChangePlan', command, null)).outcome).toBe('done')
}

describe('Choosing', () => {
  test('is for the balance at first, and can be changed as often as one likes, each with what was accepted then', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    const shown = async () => (await get(ada, `/investments/${id}`)).investment
    expect(await shown()).toMatchObject({ atMaturity: 'balance', acceptedTermsVersion: null })
    const accepted = await acceptedNow()
    const reply = await again(ada, id)
    expect([reply.status, reply.body.message]).toEqual([
      200,
      'Chosen: the principal will be invested again',
    ])
    expect(await shown()).toMatchObject({ atMaturity: 'reinvest', ...accepted })
    expect((await get(ada, '/overview')).overview.nextMaturity).toMatchObject({
      amount: 1_120,
      reinvested: 1_000,
    })
    expect(await latest(ada)).toMatchObject({
      title: 'Chosen: principal invested again at maturity',
      about: { noun: 'investment', id },
      amount: null,
    })
    expect((await again(ada, id)).body.code).toBe('choice_unchanged')
    expect((await choose(ada, id, { choice: 'balance' })).status).toBe(200)
    expect(await shown()).toMatchObject({ atMaturity: 'balance', acceptedTermsVersion: null })
    expect((await choose(ada, id, { choice: 'balance' })).body.code).toBe('choice_unchanged')
    const { rows } = await database.owner.query(
      `select input from desk.commands where kind = 'ChooseAtMaturity' and subject = $1 and outcome = 'done' order by at, recorded_at`,
      [ada.id],
    )
    expect(rows.map(({ input }) => input)).toMatchObject([
      { investment: id, choice: 'reinvest', ...accepted },
      { investment: id, choice: 'balance' },
    ])
  })

  test('to invest again needs the terms and the warning that are in force, and shows them', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    const now = await acceptedNow()
    for (const [body, code] of [
      [{}, 'risk_warning_changed'],
      [{ acceptedRiskVersion: now.acceptedRiskVersion }, 'terms_changed'],
      [{ ...now, acceptedTermsVersion: now.acceptedTermsVersion + 1 }, 'terms_changed'],
      [{ ...now, acceptedRiskVersion: now.acceptedRiskVersion + 1 }, 'risk_warning_changed'],
    ] as const) {
      const reply = await choose(ada, id, { choice: 'reinvest', ...body })
      expect([reply.status, reply.body.code, reply.body.plan.id]).toEqual([
        409,
        code,
        plans.advanced,
      ])
    }
    expect((await choose(ada, id, { choice: 'all of it' })).status).toBe(400)
  })

  test('is nobody else’s, not for what isn’t there, and not without a session', async () => {
    const [ada, eve] = [await investor(), await investor()]
    const { id } = await opened(ada)
    for (const one of [id, randomUUID()]) {
      expect((await again(eve, one)).body.code).toBe('unknown_investment')
      expect((await choose(eve, one, { choice: 'balance' })).body.code).toBe('unknown_investment')
    }
    const payload = { choice: 'balance' }
    const path = `${api}/investments/${id}/at-maturity`
    expect((await ask(app, 'POST', path, { payload })).status).toBe(401)
    expect((await get(ada, `/investments/${id}`)).investment.atMaturity).toBe('balance')
  })

  test('is over for what was undone, at the last millisecond, and once it was settled', async () => {
    const ada = await investor(5_000)
    const undone = await opened(ada)
    await post(ada, `/investments/${undone.id}/undoing`)
    expect((await again(ada, undone.id)).body.code).toBe('already_undone')
    const { id } = await opened(ada)
    await pass(16 * dayMs)
    for (const choice of ['balance', 'reinvest']) {
      const reply = await choose(ada, id, { choice, ...(await acceptedNow()) })
      expect([reply.status, reply.body.code]).toEqual([409, 'choosing_too_late'])
    }
    await settle()
    expect((await again(ada, id)).body.code).toBe('choosing_too_late')
    expect(await me(ada)).toMatchObject({ accountBalance: 5_120, invested: 0 })
  })

  test('to be paid is a frozen person’s too; to place money isn’t', async () => {
    const { who, id } = await chosen()
    const other = await investor()
    const held = await opened(other)
    for (const { id: user } of [who, other])
      await house.run('FreezeUser', { user, reason: 'a test' }, null)
    expect((await again(other, held.id)).body.code).toBe('account_frozen')
    expect((await choose(who, id, { choice: 'balance' })).status).toBe(200)
  })

  test('in six tabs at two servers is done once', async () => {
    const ada = await investor()
    const { id } = await opened(ada)
    const replies = await Promise.all(times(6, (n) => again(ada, id, n % 2 === 0 ? app : app2)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('is told by a mail, which says what has to be as it is', async () => {
    const { who } = await chosen()
    const [, mail] = await mailsTo(who)
    expect(mail!.template).toBe('reinvesting-chosen')
    expect(textOf(mail!)).toMatch(/Otherwise we pay the principal to your balance/)
  })
})

describe('What was chosen', () => {
  test('is done: the profit is paid, and the principal invested again, in one command that books four postings', async () => {
    const { who, id } = await chosen(1_000)
    await pass(16 * dayMs)
    await settle()
    const [next, before] = await mine(who)
    expect(before).toMatchObject({ id, status: 'matured', notReinvested: null })
    expect(next).toMatchObject({
      id: idFromName(`settle ${id}`),
      status: 'running',
      amount: 1_000,
      profit: 120,
      continues: id,
      atMaturity: 'balance',
      undoableUntil: null,
    })
    expect(await me(who)).toMatchObject({
      accountBalance: 120,
      invested: 1_000,
      totalProfit: 120,
      totalInvestment: 2_000,
    })
    const { rows } = await database.owner.query(
      `select event::text, debit_kind::text as debit, credit_kind::text as credit, amount from ledger.postings where command_id = $1 order by line`,
      [next!.id],
    )
    expect(rows).toEqual([
      { event: 'investment-matured', debit: 'invested', credit: 'cash', amount: 1_000_00n },
      { event: 'investment-matured', debit: 'promised', credit: 'cash', amount: 120_00n },
      { event: 'investment-opened', debit: 'cash', credit: 'invested', amount: 1_000_00n },
      { event: 'investment-opened', debit: 'returns-pool', credit: 'promised', amount: 120_00n },
    ])
    expect(await latest(who)).toMatchObject({
      title: 'Investment matured, principal invested again',
      amount: 120,
      balanceAfter: 120,
      by: 'system',
      about: { noun: 'investment', id: next!.id },
      details: { reinvested: '$1,000.00', profit: '$120.00' },
    })
    expect((await get(who, '/overview')).overview.matured).toMatchObject({ count: 1, amount: 120 })
    const mail = (await mailsTo(who)).at(-1)!
    expect(mail.template).toBe('investment-reinvested')
    expect(textOf(mail)).toMatch(/it cannot be undone/)
    // It is found among what paid a profit, as what was paid out is.
    const { activity } = await get(who, '/activity?kind=profit')
    expect(activity.map(({ kind }: { kind: string }) => kind)).toEqual(['investment-reinvested'])
  })

  test('is done once for each choice: what follows is paid, and cannot be undone', async () => {
    const { who } = await chosen(1_000)
    await pass(16 * dayMs)
    await settle()
    const [next] = await mine(who, '?status=running')
    const undoing = await post(who, `/investments/${next!.id}/undoing`)
    expect([undoing.status, undoing.body.code]).toEqual([422, 'not_undoable'])
    await pass(16 * dayMs)
    await settle()
    expect(await me(who)).toMatchObject({ accountBalance: 1_240, invested: 0, totalProfit: 240 })
  })

  test('begins when it is settled, however late: time that nobody kept money for earns nothing', async () => {
    const { who } = await chosen(1_000)
    await pass(90 * dayMs)
    await settle()
    await settle()
    const running = await mine(who, '?status=running')
    expect(running).toHaveLength(1)
    expect(running[0]).toMatchObject({ accrued: 0 })
    expect(await me(who)).toMatchObject({ accountBalance: 120, invested: 1_000 })
  })

  test('is no deposit: whoever referred them gets nothing by it', async () => {
    const ben = await investor(1_000)
    const { referralCode } = await me(ben)
    const ada = await signUpSomebody(app, { referralCode } as never)
    await post(ada, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
    const { id } = await opened(ada)
    await again(ada, id)
    await pass(16 * dayMs)
    await settle()
    expect(await me(ben)).toMatchObject({ accountBalance: 1_000 })
    expect(await me(ada)).toMatchObject({ accountBalance: 120, invested: 1_000 })
  })

  test('is invested again within one’s own limit, which what matures no longer fills', async () => {
    const { who } = await chosen(1_000)
    await post(who, '/investment-limit', { amount: 1_000 })
    await pass(16 * dayMs)
    await settle()
    expect(await me(who)).toMatchObject({ invested: 1_000, accountBalance: 120 })
  })

  test('counts as it was when its last moment came, though the settler had looked before', async () => {
    const ada = await investor(1_000)
    const { id } = await opened(ada)
    await pass(16 * dayMs - 60_000)
    // What the settler read before: to be paid.
    const looked = { investment: id, owner: ada.id, reinvesting: null }
    expect((await again(ada, id)).status).toBe(200)
    await pass(60_000)
    expect((await house.run('SettleInvestment', looked, null)).outcome).toBe('reinvesting_chosen')
    expect(await me(ada)).toMatchObject({ accountBalance: 0, invested: 1_000 })
    await settle()
    expect(await me(ada)).toMatchObject({ accountBalance: 120, invested: 1_000 })
  })

  test('is settled by as many settlers as there are, and by hand too, once', async () => {
    const people = await Promise.all(times(6, () => chosen(1_000)))
    await pass(16 * dayMs)
    const byHand = people.map(({ who, id }) =>
      house2.run(
        'SettleInvestment',
        { investment: id, owner: who.id, reinvesting: { limits: null, isPaused: false } },
        null,
      ),
    )
    await Promise.all([settle(), settle({ desk: house2.desk }), ...byHand])
    for (const { who } of people) {
      expect(await me(who)).toMatchObject({ accountBalance: 120, invested: 1_000 })
      expect(await mine(who)).toHaveLength(2)
    }
  })

  test('and settling at the same moment end in one of the two, never in both', async () => {
    const people = await Promise.all(
      times(8, async () => {
        const who = await investor(1_000)
        return { who, id: (await opened(who)).id }
      }),
    )
    const body = { choice: 'reinvest', ...(await acceptedNow()) }
    await pass(16 * dayMs - 400)
    const [replies] = await Promise.all([
      Promise.all(people.map(({ who, id }) => choose(who, id, body))),
      pass(400).then(() => settle()),
    ])
    await settle()
    for (const [n, { status, body: said }] of replies.entries()) {
      const isAgain = status === 200
      if (!isAgain) expect(said.code).toBe('choosing_too_late')
      expect(await me(people[n]!.who)).toMatchObject(
        isAgain ? { accountBalance: 120, invested: 1_000 } : { accountBalance: 1_120, invested: 0 },
      )
    }
  })
})

const small: LimitsByState[keyof LimitsByState] = {
  in: { day: null, whole: null },
  invested: { day: null, whole: 1_500_00n },
  out: { day: null, whole: null },
}
const limits: LimitsByState = { unverified: small, submitted: small, verified: small }

/** What comes between, and what is put right again afterwards. */
type Between = {
  code: string
  happens?(who: Investor): Promise<unknown>
  parts?: Parts
  after?(who: Investor): Promise<unknown>
}
const obstacles: Between[] = [
  {
    code: 'terms_changed',
    happens: () => changePlan({ profitPercent: 13 }),
    after: () => changePlan({ profitPercent: 12 }),
  },
  {
    code: 'terms_changed',
    happens: () => changePlan({ minimum: 1_000_01n }),
    after: () => changePlan({ minimum: 1_000_00n }),
  },
  { code: 'risk_warning_changed', happens: () => changePlan({ riskWarning: 'All can be lost.' }) },
  {
    code: 'plan_not_offered',
    happens: () => house.run('WithdrawPlan', { plan: plans.advanced }, null),
    after: () => house.run('ReofferPlan', { plan: plans.advanced }, null),
  },
  {
    code: 'account_frozen',
    happens: ({ id }) => house.run('FreezeUser', { user: id, reason: 'a test' }, null),
  },
  {
    code: 'answers_paused',
    // The pause is longer than the investment has left.
    happens: async (who) => {
      await pass(15.9 * dayMs)
      const answers = answersWith({ loss: 'trouble' })
      await post(who, '/appropriateness', { version: questionsVersion, answers })
    },
  },
  {
    code: 'beyond_own_limit',
    happens: (who) => post(who, '/investment-limit', { amount: 999.99 }),
  },
  {
    code: 'beyond_limit',
    parts: { firm: { ...firm, verification: { limits } as never } },
  },
  { code: 'new_business_paused', parts: { gate: { ...gate, isPaused: () => true } } },
  { code: 'new_business_paused', parts: { gate: undefined } as never },
]

describe('goes to the balance instead, with the reason', () => {
  test.each(obstacles)('$code', async ({ code, happens, parts, after }) => {
    const { who, id } = await chosen(1_000)
    await happens?.(who)
    const [one] = await mine(who)
    const { rows } = await database.owner.query('select business_now() as now')
    await pass(Math.max(0, Date.parse(String(one!.maturesAt)) - Number(rows[0].now)))
    await settle(parts)
    await after?.(who)
    const why = whyNotReinvested(code)
    expect(await mine(who)).toMatchObject([{ id, status: 'matured', notReinvested: why }])
    expect(await me(who)).toMatchObject({ accountBalance: 1_120, invested: 0, totalProfit: 120 })
    expect(await latest(who)).toMatchObject({
      title: 'Investment matured, not invested again but paid to the balance',
      amount: 1_120,
      details: { notReinvested: why },
    })
    const { notifications } = await get(who, '/notifications')
    expect(notifications[0]).toMatchObject({ kind: 'investment-not-reinvested' })
    const mail = (await mailsTo(who)).at(-1)!
    expect(mail.template).toBe('investment-not-reinvested')
    expect(textOf(mail)).toContain(`because ${why}`)
  })

  test('not_covered', async () => {
    const [{ who }, big] = [await chosen(1_000), await investor(5_000)]
    const { body } = await ask(app, 'GET', `${api}/plans`)
    const platinum = body.data.plans.at(-1)
    await house.run(
      'CreditPlayMoney',
      { owner: big.id, amount: 100_000_000_00n, asset: 'BTC' },
      null,
    )
    const placed = await post(big, '/investments', {
      planId: platinum.id,
      amount: platinum.largestCoverable,
      acceptedRiskVersion: platinum.riskVersion,
      acceptedTermsVersion: platinum.termsVersion,
    })
    expect([placed.status, placed.text]).toEqual([201, placed.text])
    await pass(16 * dayMs)
    await settle()
    const [one] = await mine(who)
    expect(one).toMatchObject({ status: 'matured', notReinvested: whyNotReinvested('not_covered') })
    expect(await me(who)).toMatchObject({ accountBalance: 1_120, invested: 0 })
  })
})

describe('Whoever writes into the database', () => {
  test('can’t change a choice once it was settled, nor continue one investment twice', async () => {
    await house.fund({ returns: 10_000_00n })
    const { who, id } = await chosen(1_000)
    await pass(16 * dayMs)
    await settle()
    await expect(
      database.owner.query(
        `update investments set not_reinvested = 'terms_changed' where id = $1`,
        [id],
      ),
    ).rejects.toThrow()
    await expect(
      database.owner.query(
        `insert into investments select (jsonb_populate_record(investment, jsonb_build_object('id', gen_random_uuid()))).* from investments investment where continues = $1`,
        [id],
      ),
    ).rejects.toThrow('investments_continued_once')
    expect(await mine(who)).toHaveLength(2)
  })

  test('is found out: what was invested again otherwise than chosen is a fault of the books', async () => {
    const { id } = await chosen(1_000)
    await pass(16 * dayMs)
    await settle()
    const client = await database.owner.connect()
    await client.query('begin')
    await client.query('update investments set continues = null where continues = $1', [id])
    const lent = {
      query: (sql: string) =>
        /^(begin|rollback)/.test(sql) ? Promise.resolve({ rows: [] }) : client.query(sql),
      release() {},
    }
    const { faults } = await auditBooks({ connect: async () => lent } as never)
    await client.query('rollback')
    client.release()
    expect(JSON.stringify(faults)).toContain('not invested again as its owner chose')
  })
})

test('the journal decided again comes to the same, and every figure still adds up', async () => {
  const { who } = await chosen(1_000)
  await moveDays(database, 16)
  await settle()
  const { rows } = await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM') as month`,
  )
  const paper = await ask(app, 'GET', `${api}/statements/${rows[0].month}.pdf`, {
    token: who.token,
  })
  expect(paper.status).toBe(200)
  const explained = await get(who, '/explain/total-investment')
  expect(explained.explanation.lines).toMatchObject([
    { label: 'In running plans', amount: 1_000 },
    { label: 'Matured and paid back', amount: 1_000 },
  ])
  expect((await auditState(database.pool)).differences).toEqual([])
})
