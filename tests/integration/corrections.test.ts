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
const proposed = async (person: Somebody, payload: object = { accountBalance: 900 }) =>
  (await edit(admin, person, { reason: 'Booked short', ...payload })).body.data.correction
    .id as string

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
      'A second, different administrator must approve this correction. Nothing has been posted yet.',
    ])
    expect(reply.body.data).toMatchObject({
      user: { accountBalance: 600 },
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
    const reply = await post(second, `/corrections/${id}/approval`)
    expect(reply.body).toMatchObject({
      message: 'Correction approved',
      data: {
        user: { accountBalance: 900 },
        correction: { status: 'approved', decidedBy: second.user.fullName },
      },
    })
    expect((await data(person, '/activity')).activity[0]).toMatchObject({
      kind: 'staff-edit',
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
    const codes = [
      await post(admin, `/corrections/${id}/approval`),
      await post(person, `/corrections/${id}/approval`),
      await post(person, `/corrections/${id}/rejection`, { reason: 'mine' }),
    ]
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
    const stale = await post(second, `/corrections/${id}/approval`)
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect(stale.body.message).toContain('balance from $100.00 to $105.00')
    expect([
      await balance(person),
      (await post(second, `/corrections/${other}/approval`)).status,
      await balance(renamed),
    ]).toEqual([105, 200, 900])
  })

  test('is checked against the pool when it is approved', async () => {
    const [person, other] = [await investor(), await investor()]
    const id = await proposed(person, { accountBalance: 60_000 })
    await post(second, `/corrections/${await proposed(other, { accountBalance: 60_000 })}/approval`)
    const short = await post(second, `/corrections/${id}/approval`)
    expect([short.status, short.body.code]).toEqual([422, 'corrections_pool_short'])
    await house.fund({ corrections: 100_000_00n })
    expect((await post(second, `/corrections/${id}/approval`)).status).toBe(200)
  })

  test.each([
    ['rejected', () => second],
    ['withdrawn', () => admin],
  ] as const)('can be %s, with a reason that the user sees', async (status, who) => {
    const person = await investor(100)
    const id = await proposed(person)
    const reply = await post(who(), `/corrections/${id}/rejection`, {
      reason: 'It was booked in time',
    })
    expect(reply.body).toMatchObject({
      message: `Correction ${status}`,
      data: {
        user: { accountBalance: 100 },
        correction: { status, refusalReason: 'It was booked in time' },
      },
    })
    expect((await data(person, '/activity')).activity[0]).toMatchObject({
      kind: 'correction-refused',
      title: 'Proposed correction was not made',
      reason: 'It was booked in time',
      staffName: who().user.fullName,
      amount: null,
      details: { proposedBy: admin.user.fullName },
    })
    const late = await post(second, `/corrections/${id}/approval`)
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
    expect(late.body.message).toContain(`${status} by ${who().user.fullName}`)
  })

  test('has one outcome, whoever presses what at the same time', async () => {
    const third = await administrator()
    for (let round = 0; round < 10; round += 1) {
      const person = await investor(100)
      const id = await proposed(person)
      const replies = await Promise.all([
        post(second, `/corrections/${id}/approval`),
        post(third, `/corrections/${id}/approval`),
        post(third, `/corrections/${id}/rejection`, { reason: 'no' }),
        post(admin, `/corrections/${id}/rejection`, { reason: 'no' }),
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
    expect((await data(admin, `/corrections?userId=${person.id}`)).corrections).toHaveLength(1)
    const approvals = [
      await post(
        second,
        `/corrections/${replies[0]!.body.data.correction.id}/approval`,
        undefined,
        key,
      ),
      await post(
        second,
        `/corrections/${replies[0]!.body.data.correction.id}/approval`,
        undefined,
        key,
      ),
    ]
    expect([approvals[1]!.text === approvals[0]!.text, await balance(person)]).toEqual([true, 900])
  })
})

describe('the list of corrections', () => {
  test('is read by staff: what waits, of everybody or of one, newest first, page by page', async () => {
    const person = await investor(100)
    const ids = [
      await proposed(person),
      await proposed(person, { accountBalance: 901 }),
      await proposed(person, { totalProfit: 700 }),
    ]
    await post(second, `/corrections/${ids[1]!}/rejection`, { reason: 'no' })
    const listed = async (query: string) =>
      (await data(second, `/corrections?${query}`)).corrections.map(({ id }: { id: string }) => id)
    expect([
      await listed(`userId=${person.id}`),
      await listed(`userId=${person.id}&status=pending`),
    ]).toEqual([
      [ids[2], ids[1], ids[0]],
      [ids[2], ids[0]],
    ])
    expect((await listed('status=pending')).slice(0, 2)).toEqual([ids[2], ids[0]])
    const first = await data(second, `/corrections?userId=${person.id}&limit=2`)
    expect(
      (
        await data(second, `/corrections?userId=${person.id}&limit=2&cursor=${first.nextCursor}`)
      ).corrections.map(({ id }: { id: string }) => id),
    ).toEqual([ids[0]])
    expect((await ask(app, 'GET', `${api}/corrections`, { token: person.token })).body.code).toBe(
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
      'select status, full_name, email, reason, refusal_reason from corrections where id = $1',
      [id],
    )
    expect(rows).toEqual([
      { status: 'withdrawn', full_name: null, email: null, reason: null, refusal_reason: null },
    ])
    expect(
      (
        await database.owner.query(
          `select from desk.particulars where texts::text || reply like '%to erase%'`,
        )
      ).rowCount,
    ).toBe(0)
    expect((await post(second, `/corrections/${id}/approval`)).body.code).toBe('account_closed')
    expect((await post(second, `/corrections/${randomUUID()}/approval`)).body.code).toBe(
      'unknown_correction',
    )
  })
})
