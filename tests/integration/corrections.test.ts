/** Corrections above the limit, over the API: proposed by one administrator, posted by another, seen by the user. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await house.fund({ corrections: 100_000_00n })
const app = await createTestApp(database, {
  policy: { ...demoPolicy, secondApprovalAboveCents: 500_00n },
})

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let second: Somebody

async function administrator(): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, 'admin')
  return person
}

async function investor(dollars = 0): Promise<Somebody> {
  const person = await signUpSomebody(app)
  if (dollars > 0) await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

const post = (who: Somebody, path: string, payload?: object, key: string = randomUUID()) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': key },
    ...(payload ? { payload } : {}),
  })
const edit = (who: Somebody, { id }: Pick<Somebody, 'id'>, payload: object) =>
  ask(app, 'PATCH', `${api}/${id}`, { token: who.token, payload })
const data = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body.data
const balance = async (who: Somebody) => (await data(who, '/me')).user.accountBalance
/** What was proposed, as it was shown. */
const shown = new Map<string, object>()
async function proposed(person: Somebody, payload: object = { accountBalance: 900 }) {
  const { proposal } = (await edit(admin, person, { reason: 'Booked short', ...payload })).body.data
  shown.set(proposal.id, proposal.facts)
  return proposal.id as string
}
const agree = (who: Somebody, id: string, key?: string) =>
  post(who, `/proposals/${id}/agreement`, { shown: shown.get(id) ?? {} }, key)
const end = (who: Somebody, id: string, reason = 'no') =>
  post(who, `/proposals/${id}/${who === admin ? 'withdrawal' : 'refusal'}`, { reason })

beforeAll(async () => {
  admin = await administrator()
  second = await administrator()
})

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

describe('C3: an edit above the limit', () => {
  test('up to the limit is posted at once; above it answers 202, and nothing is posted', async () => {
    const person = await investor(100)
    expect((await edit(admin, person, { accountBalance: 600 })).status).toBe(200)
    const reply = await edit(admin, person, { accountBalance: 1_100.01, reason: 'Booked short' })
    expect([reply.status, reply.body.message]).toEqual([
      202,
      'A second, different person must agree. Nothing has been changed yet. Amounts above $500.00 need a second, different person.',
    ])
    expect(reply.body.data).toMatchObject({
      user: { accountBalance: 600 },
      proposal: {
        kind: 'correction',
        about: { id: person.id },
        status: 'open',
        facts: { balanceFrom: 600, balanceTo: 1_100.01 },
      },
      correction: {
        status: 'pending',
        amount: 500.01,
        user: { id: person.id, email: person.email },
        changes: [{ field: 'accountBalance', from: '$600.00', to: '$1,100.01' }],
        reason: 'Booked short',
        proposedBy: admin.user.fullName,
        decidedBy: null,
      },
    })
    expect(await balance(person)).toBe(600)
  })

  test('is told to the user as what it is: a proposal; and when it is posted, with both names', async () => {
    const person = await investor(100)
    const id = await proposed(person)
    expect((await data(person, '/activity')).activity[0]).toMatchObject({
      kind: 'correction-proposed',
      title: 'Correction proposed by staff, not yet made',
      staffName: admin.user.fullName,
      reason: 'Booked short',
      amount: null,
      changes: [{ field: 'accountBalance', from: '$100.00', to: '$900.00' }],
    })
    const reply = await agree(second, id)
    expect(reply.body).toMatchObject({
      message: 'Agreed, and done.',
      data: {
        proposal: {
          status: 'done',
          agreements: [{ by: { id: admin.id } }, { by: { id: second.id } }],
        },
      },
    })
    expect((await data(person, '/activity')).activity[0]).toMatchObject({
      kind: 'correction-made',
      staffName: second.user.fullName,
      reason: 'Booked short',
      amount: 800,
      balanceAfter: 900,
      details: { proposedBy: admin.user.fullName },
      changes: [{ field: 'accountBalance', from: '$100.00', to: '$900.00' }],
    })
  })

  test('is refused to whoever proposed it, whom it is about, and staff who only read', async () => {
    const person = await administrator()
    const id = await proposed(person)
    const codes = [await agree(admin, id), await agree(person, id), await end(person, id, 'mine')]
    expect(codes.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'same_approver'],
      [403, 'not_on_yourself'],
      [403, 'not_on_yourself'],
    ])
    expect(await balance(person)).toBe(0)
  })

  test('is stale once the user’s money has changed, and says what changed; a change of the name doesn’t matter', async () => {
    const [person, renamed] = [await investor(100), await investor(100)]
    const [id, other] = [await proposed(person), await proposed(renamed)]
    await post(person, '/demo/deposits', { amount: 5, asset: 'BTC' })
    await edit(second, renamed, { fullName: 'Another Name' })
    const stale = await agree(second, id)
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect(stale.body.message).toContain('balance from $100.00 to $105.00')
    expect([
      await balance(person),
      (await agree(second, other)).status,
      await balance(renamed),
    ]).toEqual([105, 200, 900])
  })

  test('is checked against the pool when it is approved', async () => {
    const [person, other] = [await investor(), await investor()]
    const id = await proposed(person, { accountBalance: 60_000 })
    await agree(second, await proposed(other, { accountBalance: 60_000 }))
    const short = await agree(second, id)
    expect([short.status, short.body.code]).toEqual([422, 'corrections_pool_short'])
    await house.fund({ corrections: 100_000_00n })
    expect((await agree(second, id)).status).toBe(200)
  })

  test.each([
    ['refused', () => second],
    ['withdrawn', () => admin],
  ] as const)('can be %s, with a reason that the user sees', async (status, who) => {
    const person = await investor(100)
    const id = await proposed(person)
    const reply = await end(who(), id, 'It was booked in time')
    expect(reply.body).toMatchObject({
      message: `Proposal ${status}. Nothing was changed.`,
      data: { proposal: { status, refusal: { reason: 'It was booked in time' } } },
    })
    expect(await balance(person)).toBe(100)
    expect((await data(person, '/activity')).activity[0]).toMatchObject({
      kind: 'correction-refused',
      title: 'Proposed correction was not made',
      reason: 'It was booked in time',
      staffName: who().user.fullName,
      amount: null,
      details: { proposedBy: admin.user.fullName },
    })
    const late = await agree(second, id)
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
  })

  test('has one outcome, whoever presses what at the same time', async () => {
    const third = await administrator()
    for (let round = 0; round < 10; round += 1) {
      const person = await investor(100)
      const id = await proposed(person)
      const replies = await Promise.all([
        agree(second, id),
        agree(third, id),
        end(third, id),
        end(admin, id),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      const { rows } = await database.owner.query(
        `select count(*)::int as posted from ledger.postings where credit_owner = $1 and event = 'balance-corrected'`,
        [person.id],
      )
      const approved = replies.slice(0, 2).some(({ status }) => status === 200)
      expect([await balance(person), rows[0].posted]).toEqual(approved ? [900, 1] : [100, 0])
    }
  })

  test('is proposed and approved once for one key', async () => {
    const person = await investor(100)
    const key = randomUUID()
    const asked = {
      token: admin.token,
      headers: { 'idempotency-key': key },
      payload: { accountBalance: 900 },
    }
    const replies = [
      await ask(app, 'PATCH', `${api}/${person.id}`, asked),
      await ask(app, 'PATCH', `${api}/${person.id}`, asked),
    ]
    expect(replies[1]!.text).toBe(replies[0]!.text)
    expect((await data(admin, `/proposals?about=${person.id}`)).proposals).toHaveLength(1)
    const { id, facts } = replies[0]!.body.data.proposal
    shown.set(id, facts)
    const approvals = [await agree(second, id, key), await agree(second, id, key)]
    expect([approvals[1]!.text === approvals[0]!.text, await balance(person)]).toEqual([true, 900])
  })
})

describe('the list of what was proposed about people', () => {
  test('is read by staff: what waits, and what was decided, of everybody or of one, newest first, page by page', async () => {
    const person = await investor(100)
    const ids = [
      await proposed(person),
      await proposed(person, { accountBalance: 901 }),
      await proposed(person, { totalProfit: 700 }),
    ]
    await end(second, ids[1]!)
    const listed = async (query: string) =>
      (await data(second, `/proposals?${query}`)).proposals.map(({ id }: { id: string }) => id)
    await end(second, ids[2]!)
    expect([
      await listed(`about=${person.id}`),
      await listed(`about=${person.id}&decided=true`),
    ]).toEqual([[ids[0]], [ids[2], ids[1]]])
    expect((await listed('decided=true')).slice(0, 2)).toEqual([ids[2], ids[1]])
    const first = await data(second, `/proposals?about=${person.id}&decided=true&limit=1`)
    expect(
      (
        await data(
          second,
          `/proposals?about=${person.id}&decided=true&limit=1&cursor=${first.nextCursor}`,
        )
      ).proposals.map(({ id }: { id: string }) => id),
    ).toEqual([ids[1]])
    expect((await ask(app, 'GET', `${api}/proposals`, { token: person.token })).body.code).toBe(
      'forbidden',
    )
  })

  test('keeps nothing of a person who was erased, and nothing of theirs waits', async () => {
    const person = await investor()
    const id = await proposed(person, {
      accountBalance: 900,
      fullName: 'A name to erase',
      reason: 'A reason to erase',
    })
    expect((await ask(app, 'DELETE', `${api}/${person.id}`, { token: admin.token })).status).toBe(
      200,
    )
    const { rows } = await database.owner.query(
      'select status, words, refusal_reason from proposals where id = $1',
      [id],
    )
    expect(rows).toEqual([{ status: 'withdrawn', words: null, refusal_reason: null }])
    expect(
      (
        await database.owner.query(
          `select from desk.particulars where texts::text || reply like '%to erase%'`,
        )
      ).rowCount,
    ).toBe(0)
    expect((await agree(second, id)).body.code).toBe('already_decided')
    expect((await agree(second, randomUUID())).body.code).toBe('unknown_proposal')
  })
})
