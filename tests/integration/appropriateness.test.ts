/** The questions before a first investment: who is asked, what a pause stops and what it doesn't, and who reads the answers. */
import { beforeAll, describe, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { questions, questionsVersion } from '../../src/domains/appropriateness/questions.ts'
import { dayMs, hourMs } from '../../src/lib/instant.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { investorsOf, type Investor } from '../support/investors.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { answersWith } from '../support/questions.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const insisting = { policy: { ...demoPolicy, appropriatenessIsNeeded: true } }
const [app, app2, strict] = await Promise.all([
  createTestApp(database),
  createTestApp(database),
  createTestApp(database, insisting),
])
const house = createHouse(database)
const plans = await seedPlans(database)
beforeAll(() => house.fund({ returns: 1_000_000_00n }))

const { post, get, investor, invest } = investorsOf(app, plans.advanced)
type Somebody = Investor
type App = typeof app

const pausing = answersWith({ loss: 'trouble' })
const answer = (who: Somebody, answers: Record<string, string>, at: App = app) =>
  post(who, '/appropriateness', { version: questionsVersion, answers }, at)
const stateOf = async (who: Somebody) => (await get(who, '/appropriateness')).appropriateness
const pass = (ms: number) =>
  database.owner.query(
    `update business_clock set advance = advance + $1 * interval '1 millisecond'`,
    [ms],
  )

describe('The questions', () => {
  test('are read without what fits, and answered once', async () => {
    const ada = await investor()
    const asked = await stateOf(ada)
    expect(asked).toMatchObject({ state: 'none', pausedUntil: null, why: [], version: 1 })
    expect(asked.questions).toHaveLength(questions.length)
    expect(JSON.stringify(asked)).not.toMatch(/mark|fits|says|pauses|misses/)
    const reply = await answer(ada, answersWith())
    expect([reply.status, reply.body.message]).toEqual([200, 'Thank you: you can invest'])
    expect(reply.body.data.appropriateness).toEqual({ state: 'fits', pausedUntil: null })
    expect(await stateOf(ada)).toMatchObject({ state: 'fits', why: [] })
    expect((await answer(ada, pausing)).body.code).toBe('already_answered')
  })

  test('need an answer each, of their own choices', async () => {
    const ada = await investor()
    const { loss: _, ...open } = answersWith()
    const reply = await answer(ada, { ...open, share: 'all', colour: 'blue' })
    expect([reply.status, reply.body.fields]).toEqual([
      400,
      {
        'answers.share': 'Please choose an answer',
        'answers.loss': 'Please choose an answer',
        'answers.colour': 'There is no such question',
      },
    ])
    for (const odd of ['__proto__', 'constructor'])
      expect((await answer(ada, { ...answersWith(), [odd]: 'x' })).status).not.toBe(200)
    expect(await stateOf(ada)).toMatchObject({ state: 'none' })
  })

  test('of another version are refused, and nothing is recorded', async () => {
    const ada = await investor()
    const body = { version: questionsVersion + 1, answers: { other: 'thing' } }
    const reply = await post(ada, '/appropriateness', body)
    expect([reply.status, reply.body.code]).toEqual([409, 'questions_changed'])
    expect(await stateOf(ada)).toMatchObject({ state: 'none' })
  })

  test.each([
    ['one that misses fits all the same', { experience: 'no' }, 'fits'],
    ['two that miss pause', { experience: 'no', share: 'half' }, 'paused'],
    ['what cannot be borne pauses alone', { loss: 'trouble' }, 'paused'],
    ['who thinks that nothing can be lost is paused', { 'what-can-happen': 'nothing' }, 'paused'],
  ])('%s', async (_, chosen, state) => {
    const reply = await answer(await investor(), answersWith(chosen as Record<string, string>))
    expect(reply.body.data.appropriateness.state).toBe(state)
  })
})

describe('A pause', () => {
  test('says why and until when, lasts a day, from the second time on a week, and is over only with other answers', async () => {
    const ada = await investor()
    const first = await answer(ada, pausing)
    expect(first.body.message).toMatch(
      /^Based on your answers, plans aren’t suitable for you right now\. You can answer again/,
    )
    const paused = await stateOf(ada)
    expect(paused).toMatchObject({
      state: 'paused',
      why: [
        'You need this money for your rent, your bills or your debts. Please keep it for them.',
      ],
    })
    expect((await answer(ada, answersWith())).body.code).toBe('answers_paused')
    await pass(dayMs)
    expect(await stateOf(ada)).toMatchObject({ state: 'again' })
    expect((await invest(ada)).body.code).toBe('answers_needed')
    await answer(ada, pausing)
    await pass(6 * dayMs + 23 * hourMs)
    expect(await stateOf(ada)).toMatchObject({ state: 'paused' })
    await pass(hourMs)
    expect((await answer(ada, answersWith())).body.data.appropriateness.state).toBe('fits')
    expect((await invest(ada)).status).toBe(201)
  })

  test('stops investments in every mode, of whoever invested before too, and no withdrawal', async () => {
    const ada = await investor()
    expect((await invest(ada)).status).toBe(201)
    await answer(ada, pausing)
    for (const at of [app, strict]) {
      const { status, body } = await invest(ada, at)
      expect([status, body.code]).toEqual([422, 'answers_paused'])
      expect(body.message).toContain('withdraw your money at any time')
    }
    const withdrawal = { type: 'bank_transfer', amount: 100, bankName: 'Mine', bankNumber: 'mine' }
    expect((await post(ada, '/requestWithdrawal', withdrawal)).status).toBe(201)
    const { rows } = await database.owner.query(
      `select template, "values" ? 'until' as until from outbox where owner_id = $1 and template = 'answers-pause'`,
      [ada.id],
    )
    expect(rows).toEqual([{ template: 'answers-pause', until: true }])
  })

  test('isn’t ended by answering twice at once', async () => {
    const ada = await investor()
    const replies = await Promise.all(
      times(6, (n) => answer(ada, n === 0 ? pausing : answersWith(), n % 2 === 0 ? app : app2)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('A first investment', () => {
  test('needs answers where the policy insists, and keeps them', async () => {
    const [ada, ben] = [await investor(), await investor()]
    const refused = await invest(ada, strict)
    expect([refused.status, refused.body.code]).toEqual([422, 'answers_needed'])
    await answer(ada, answersWith())
    const opened = await invest(ada, strict)
    expect(opened.status).toBe(201)
    // Without insisting nobody need have answered, and whoever has placed money before is not asked.
    const free = await invest(ben)
    expect(free.status).toBe(201)
    expect((await invest(ben, strict)).status).toBe(201)
    const { rows } = await database.owner.query(
      `select investment.owner_id as owner, answered.outcome from investments investment
         left join appropriateness_checks answered on answered.id = investment.check_id and answered.owner_id = investment.owner_id
        where investment.owner_id in ($1, $2) order by answered.outcome nulls last`,
      [ada.id, ben.id],
    )
    expect(rows).toEqual([
      { owner: ada.id, outcome: 'fits' },
      { owner: ben.id, outcome: null },
      { owner: ben.id, outcome: null },
    ])
  })
})

describe('The answers', () => {
  test('are read by staff, and by nobody else', async () => {
    const [ada, eve, admin] = [await investor(), await investor(), await signUpSomebody(app)]
    await setRole(database, admin.id, 'admin')
    await answer(ada, pausing)
    const path = `${api}/users/${ada.id}/appropriateness`
    expect((await ask(app, 'GET', path, { token: eve.token })).status).toBe(403)
    const { body } = await ask(app, 'GET', path, { token: admin.token })
    expect(body.data.checks).toMatchObject([{ outcome: 'pause', version: 1 }])
    expect(body.data.checks[0].answers).toContainEqual({
      question: 'If all of it were lost, what would that mean for you?',
      answer: 'I could not pay my rent, my bills or my debts',
      fits: false,
    })
    const activity = await get(ada, '/activity')
    expect(JSON.stringify(activity)).not.toContain('trouble')
    expect(activity.activity[0].title).toBe('Questions before investing answered: not for now')
  })

  test('are erased with the person, and the journal is still explained', async () => {
    const [ada, admin] = [await signUpSomebody(app), await house.person({ role: 'admin' })]
    await answer(ada, pausing)
    expect((await house.run('CloseUser', { user: ada.id }, admin)).outcome).toBe('done')
    const { rows } = await database.owner.query(
      `select answers, outcome, (select count(*)::int from desk.particulars where texts::text like '%trouble%' and owner_id = $1) as kept
         from appropriateness_checks where owner_id = $1`,
      [ada.id],
    )
    expect(rows).toEqual([{ answers: null, outcome: 'pause', kept: 0 }])
    const { differences } = await auditState(database.pool)
    // Whom this file has made staff by hand.
    expect(differences.filter((one) => !one.includes('role is "admin"'))).toEqual([])
  })

  test('are written once, whoever writes into the database', async () => {
    const ada = await investor()
    await answer(ada, pausing)
    const change = (set: string) =>
      database.pool.query(`update appropriateness_checks set ${set} where owner_id = $1`, [ada.id])
    await expect(change(`outcome = 'fits', paused_until = null`)).rejects.toThrow(
      'permission denied',
    )
    await expect(change(`answers = '{}'`)).rejects.toThrow()
  })
})
