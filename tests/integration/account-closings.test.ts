/** People close their own account (RequestClosing, StopClosing, LapseClosing): what is settled first, the day in which they can keep it, and what is erased. */
import { auditors, noRoles } from '../../src/contract/roles.ts'
import { randomUUID } from 'node:crypto'
import { expect, describe, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { finishClosings } from '../../src/domains/account-closings/due.ts'
import { dayMs, hourMs } from '../../src/lib/instant.ts'
import { agreementTo, agreementToRole } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)
const firm = { name: 'A Sample Firm', sample: true, wallets: [] }

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

const call = (who: Somebody, method: 'GET' | 'POST' | 'DELETE', key = randomUUID()) =>
  ask(app, method, `${api}/account-closing`, {
    token: who.token,
    headers: { 'idempotency-key': key },
  })
const closingOf = async (who: Somebody) => (await call(who, 'GET')).body.data.accountClosing

const pass = (ms: number) =>
  database.owner.query(
    `update business_clock set advance = advance + $1 * interval '1 millisecond'`,
    [ms],
  )
const finish = () => finishClosings({ pool: database.pool, desk: house.desk, firm })

const statusOf = async ({ id }: Somebody) =>
  (
    await database.owner.query(
      `select status, exists (select from auth.persons where id = $1) as known,
          (select status from account_closings where owner_id = $1) as closing from owners where id = $1`,
      [id],
    )
  ).rows[0]
const mailsOf = async ({ id }: Somebody) =>
  (
    await database.owner.query<{ mail: string }>(
      `select template || coalesce(' ' || ("values" ->> 'why'), '') as mail from outbox
        where owner_id = $1 and template like 'account-closing%' order by id`,
      [id],
    )
  ).rows.map(({ mail }) => mail)
const activityOf = async ({ token }: Somebody) =>
  (await ask(app, 'GET', `${api}/activity`, { token })).body.data.activity as {
    kind: string
    by: string
  }[]
const pay = (owner: string, amount = 12_345n) =>
  house.run('CreditPlayMoney', { owner, amount, asset: 'BTC' }, null)

const twoAdministrators = async () =>
  [await house.person({ role: 'admin' }), await house.person({ role: 'admin' })] as const

describe('Closing one’s own account', () => {
  test('says what is left, each by itself, and is refused until it is settled', async () => {
    const ada = await signUpSomebody(app)
    expect(await closingOf(ada)).toEqual({ left: [], waiting: null })
    await pay(ada.id)
    await ask(app, 'POST', `${api}/requestWithdrawal`, {
      token: ada.token,
      payload: { type: 'bank_transfer', amount: 23.45, bankName: 'Mine', bankNumber: 'any' },
      headers: { 'idempotency-key': randomUUID() },
    })
    const left = [
      { what: 'balance', amount: 100 },
      { what: 'held', amount: 23.45 },
    ]
    expect(await closingOf(ada)).toEqual({ left, waiting: null })
    const { status, body } = await call(ada, 'POST')
    expect([status, body.code, body.message]).toEqual([
      409,
      'money_left',
      'This account cannot be closed while it still holds: $100.00 balance, $23.45 held for withdrawals. Nothing was changed.',
    ])
    expect(await mailsOf(ada)).toEqual([])
  })

  test('erases the person a day later, who was told, and whose address is free again', async () => {
    const ada = await signUpSomebody(app)
    const key = randomUUID()
    const reply = await call(ada, 'POST', key)
    expect([reply.status, reply.body.message]).toEqual([
      200,
      expect.stringMatching(/^Your account closes on .+ UTC\. Until then you can keep it\.$/),
    ])
    // The same call again is the same request; another one is told that it waits.
    expect((await call(ada, 'POST', key)).text).toBe(reply.text)
    expect((await call(ada, 'POST')).body.code).toBe('closing_waits')
    const { waiting } = await closingOf(ada)
    expect(Date.parse(waiting.closesFrom) - Date.parse(waiting.askedAt)).toBe(dayMs)
    expect(await mailsOf(ada)).toEqual(['account-closing'])
    expect((await activityOf(ada))[0]).toMatchObject({
      kind: 'account-closing-requested',
      by: 'you',
    })

    await pass(dayMs - hourMs)
    expect(await finish()).toBe(0)
    expect(await statusOf(ada)).toEqual({ status: 'active', known: true, closing: 'waiting' })
    await pass(hourMs)
    await Promise.all([finish(), finish()])
    expect(await statusOf(ada)).toEqual({ status: 'closed', known: false, closing: 'done' })
    expect((await call(ada, 'GET')).status).toBe(401)
    const { rows } = await database.owner.query(
      `select actor, input from desk.commands where subject = $1 and kind = 'CloseUser'`,
      [ada.id],
    )
    expect(rows).toEqual([{ actor: null, input: { asked: true } }])
    const again = await ask(app, 'POST', `${api}/login`, {
      payload: { email: ada.email, password: ada.password },
    })
    expect(again.status).toBe(401)
    const another = await signUpSomebody(app, { email: ada.email })
    expect(another.user.email).toBe(ada.email)
    expect(await finish()).toBe(0)
  })

  test('is stopped by its owner, and can be asked for again', async () => {
    const ada = await signUpSomebody(app)
    expect((await call(ada, 'DELETE')).body.code).toBe('no_closing_waits')
    await call(ada, 'POST')
    const kept = await call(ada, 'DELETE')
    expect([kept.status, kept.body.message]).toEqual([
      200,
      'You keep your account. Nothing was erased.',
    ])
    await pass(2 * dayMs)
    expect(await finish()).toBe(0)
    expect(await statusOf(ada)).toEqual({ status: 'active', known: true, closing: 'stopped' })
    expect(await mailsOf(ada)).toEqual(['account-closing', 'account-closing-ended stopped'])
    await call(ada, 'POST')
    await pass(dayMs)
    await finish()
    expect(await statusOf(ada)).toMatchObject({ status: 'closed' })
  })

  test('waits for a check that holds it, says so, keeps no other from closing, and closes when that has ended', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    const [one, other] = await twoAdministrators()
    const sides = { entry: 'a', pair: 'b', entries: ['a'], pairs: ['b'], finding: null }
    const id = randomUUID()
    await house.run('BeginCheck', { owner: ada.id, ...sides, freezes: 'payouts' }, null, { id })
    const { body } = await call(ada, 'POST')
    expect(body.message).toContain('or when a check that the law requires has ended')
    expect((await closingOf(ada)).waiting).toMatchObject({ waitsFor: 'law_check' })
    await call(ben, 'POST')
    expect((await closingOf(ben)).waiting).toMatchObject({ waitsFor: null })
    await pass(dayMs)
    expect(await finish()).toBe(1)
    expect(await statusOf(ada)).toMatchObject({ status: 'active', closing: 'waiting' })
    expect(await statusOf(ben)).toMatchObject({ status: 'closed' })
    const answer = { isAsRecorded: true }
    const decision = { check: id, ends: true, reason: 'Seen', answer }
    const proposed = await house.run('ProposeCheckDecision', decision, one)
    await house.run('AgreeToProposal', agreementTo(proposed, answer), other)
    expect(await finish()).toBe(1)
    expect(await statusOf(ada)).toMatchObject({ status: 'closed', closing: 'done' })
  })

  test('lapses where money has come in meanwhile, and where the account is frozen', async () => {
    const [ada, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
    await call(ada, 'POST')
    await call(ben, 'POST')
    await pay(ada.id)
    expect((await closingOf(ada)).left).toEqual([{ what: 'balance', amount: 123.45 }])
    await house.run('FreezeOwnAccount', { owner: ben.id, reason: null }, ben.id)
    await pass(dayMs)
    await Promise.all([finish(), finish()])
    for (const [who, status, why] of [
      [ada, 'active', 'money'],
      [ben, 'frozen', 'frozen'],
    ] as const) {
      expect(await statusOf(who)).toEqual({ status, known: true, closing: 'lapsed' })
      expect(await mailsOf(who)).toEqual(['account-closing', `account-closing-ended ${why}`])
    }
    expect((await activityOf(ada))[0]).toMatchObject({ kind: 'account-closing-lapsed' })
    expect(await closingOf(ada)).toMatchObject({ waiting: null })
    expect((await call(ben, 'POST')).body.code).toBe('account_frozen')
  })

  test('is nothing for staff, and ends with what staff close', async () => {
    const [ada, admin, auditor] = [
      await signUpSomebody(app),
      await signUpSomebody(app),
      await signUpSomebody(app),
    ]
    await call(ada, 'POST')
    await setRole(database, admin.id, 'admin')
    await setRole(database, auditor.id, 'auditor')
    expect((await call(admin, 'POST')).body.code).toBe('forbidden')
    expect((await call(auditor, 'POST')).status).toBe(403)
    const other = await house.person({ role: 'admin' })
    expect((await house.run('CloseUser', { user: ada.id }, other)).outcome).toBe('done')
    expect(await statusOf(ada)).toEqual({ status: 'closed', known: false, closing: 'done' })
  })

  test('of somebody who works here by then lapses', async () => {
    const ada = await signUpSomebody(app)
    await call(ada, 'POST')
    const [one, other] = await twoAdministrators()
    const [id, facts] = [randomUUID(), { user: ada.id, from: noRoles, roles: auditors } as const]
    const asked = { user: ada.id, roles: auditors, reason: 'They begin here' } as const
    await house.run('ProposeRoleChange', asked, one, { id })
    const given = await house.run('AgreeToProposal', agreementToRole(id, facts), other)
    expect(given.outcome).toBe('done')
    await pass(dayMs)
    await finish()
    expect(await statusOf(ada)).toMatchObject({ status: 'active', closing: 'lapsed' })
    expect(await mailsOf(ada)).toContain('account-closing-ended staff')
  })

  test('asks for a fresh sign-in; keeping the account does not', async () => {
    const ada = await signUpSomebody(app)
    const grow = () =>
      database.owner.query(
        `update auth.sessions set created_at = created_at - interval '11 minutes', fresh_until = null where person_id = $1`,
        [ada.id],
      )
    await call(ada, 'POST')
    await grow()
    expect((await call(ada, 'DELETE')).status).toBe(200)
    expect((await call(ada, 'POST')).body.code).toBe('fresh_sign_in_needed')
  })

  test('and keeping it in the same moment: one of them wins', async () => {
    const ada = await signUpSomebody(app)
    await call(ada, 'POST')
    await pass(dayMs)
    const [kept] = await Promise.all([call(ada, 'DELETE'), finish()])
    const { status, closing } = await statusOf(ada)
    expect([
      [200, 'active', 'stopped'],
      [401, 'closed', 'done'],
      [403, 'closed', 'done'],
      [409, 'closed', 'done'],
    ]).toContainEqual([kept.status, status, closing])
  })

  test('of an account that holds a deposit beyond a limit is refused, and says so', async () => {
    const ada = await signUpSomebody(app)
    await database.owner.query(
      `insert into bank_entries (id, kind, owner_id, account, amount, reference, reference_key, value_date, status, first_at, first_by, booked_at, booked_by)
        values ($1::uuid, 'receipt', $2, 'client-bank', 7700, $1::uuid::text, $1::uuid::text, '2026-01-01', 'suspense', now(), $3, now(), $4)`,
      [randomUUID(), ada.id, ...(await twoAdministrators())],
    )
    expect((await closingOf(ada)).left).toEqual([{ what: 'set-aside', amount: 77 }])
    await database.owner.query('delete from bank_entries where owner_id = $1', [ada.id])
  })

  test('leaves the journal and the rows as they belong together', async () => {
    const { differences } = await auditState(database.pool)
    // Whom this file has made staff by hand.
    expect(differences.filter((one) => !/role is "(admin|auditor)"/.test(one))).toEqual([])
  })
})
