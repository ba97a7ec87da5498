/** Withdrawals as the work of staff: approvals by two, what a screen showed, and exactly one outcome whatever is pressed by whom. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
/** The same house, where more than $1,000 needs two. */
const strict = await createTestApp(database, { policy: { ...demoPolicy, secondApprovalAboveCents: 100_000n } })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let second: Somebody

async function staff(role: 'admin' | 'auditor', fullName: string): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName })
  await database.owner.query('update owners set role = $2 where id = $1', [person.id, role])
  return person
}

const post = (who: Somebody, path: string, payload?: Record<string, unknown>, house = app) =>
  ask(house, 'POST', api + path, { token: who.token, headers: { 'idempotency-key': randomUUID() }, ...(payload ? { payload } : {}) })
const read = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })

async function investor(dollars: number, fields: Record<string, unknown> = {}): Promise<Somebody> {
  const person = await signUpSomebody(app, fields)
  await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

async function requested(person: Somebody, amount: number, bankNumber = 'an address of any kind'): Promise<string> {
  const reply = await post(person, '/requestWithdrawal', { type: 'bank_transfer', amount, bankName: 'Mine', bankNumber })
  return reply.body.data.withdrawal._id
}

beforeAll(async () => {
  admin = await staff('admin', 'Anna First')
  second = await staff('admin', 'Berta Second')
})

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

describe('C4: an approval above the limit', () => {
  test('needs two different administrators, and says who they were', async () => {
    const person = await investor(5_000)
    const id = await requested(person, 1_000.01)
    const first = await post(admin, `/withdrawals/${id}/approval`, undefined, strict)
    expect([first.status, first.body.message]).toEqual([202, 'Your approval is recorded. Amounts above $1,000.00 need a second, different administrator.'])
    const again = await post(admin, `/withdrawals/${id}/approval`, undefined, strict)
    expect([again.status, again.body.code]).toEqual([409, 'same_approver'])
    const [waiting] = (await read(admin, '/getAllWithdrawals')).body
    expect(waiting).toMatchObject({ _id: id, status: 'pending', approvals: [{ by: 'Anna First' }], decidedBy: null })

    const done = await post(second, `/withdrawals/${id}/approval`, undefined, strict)
    expect([done.status, done.body.data.withdrawal.status]).toEqual([200, 'approved'])
    expect(done.body.data.withdrawal).toMatchObject({ approvals: [{ by: 'Anna First' }, { by: 'Berta Second' }], decidedBy: 'Berta Second' })
    const { activity } = (await read(person, '/activity')).body.data
    expect(activity.slice(0, 2)).toMatchObject([
      { kind: 'withdrawal-approved', by: 'staff', staffName: 'Berta Second' },
      { kind: 'withdrawal-first-approval', title: 'Withdrawal approved by the first of two', staffName: 'Anna First', details: { amount: '$1,000.01' } },
    ])
  })

  test('is not needed at the limit, nor to reject', async () => {
    const person = await investor(5_000)
    const [small, large] = [await requested(person, 1_000), await requested(person, 2_000)]
    expect((await post(admin, `/withdrawals/${small}/approval`, undefined, strict)).status).toBe(200)
    expect((await post(admin, `/withdrawals/${large}/rejection`, { reason: 'Wrong address' }, strict)).status).toBe(200)
  })

  test('pressed by two at once is one first and one second approval', async () => {
    const person = await investor(5_000)
    const id = await requested(person, 2_000)
    const replies = await Promise.all([admin, second].map((who) => post(who, `/withdrawals/${id}/approval`, undefined, strict)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 202])
  })
})

describe('C5: an approval', () => {
  test('of something else than the request says is refused, whichever part of it differs', async () => {
    const person = await investor(500)
    const id = await requested(person, 100)
    const seen = { amount: 100, destination: 'an address of any kind' }
    for (const other of [{ ...seen, amount: 99.99 }, { ...seen, destination: 'an address of any  kind' }]) {
      const refused = await post(admin, `/withdrawals/${id}/approval`, other)
      expect([refused.status, refused.body.code]).toEqual([409, 'not_as_shown'])
    }
    expect((await post(admin, `/withdrawals/${id}/approval`, seen)).status).toBe(200)
  })
})

describe('B11: Approve and Reject, pressed by two administrators at the same moment', () => {
  test('have one outcome and one posting, a hundred times over, and the loser is told what happened', async () => {
    const [person, recipient] = [await investor(1_000), await investor(1)]
    const transfer = { type: 'tradehub_transfer', amount: 1, recipientAccountId: recipient.user.accountId }
    const ids: string[] = []
    for (let n = 0; n < 100; n += 1) ids.push((await post(person, '/requestWithdrawal', transfer)).body.data.withdrawal._id)
    const outcomes = await Promise.all(ids.map(async (id, n) => {
      // Now this one is quicker, now the other.
      const [approver, rejecter] = n % 2 === 0 ? [admin, second] : [second, admin]
      const [approved, rejected] = await Promise.all([
        post(approver, `/withdrawals/${id}/approval`, { amount: 1 }), post(rejecter, `/withdrawals/${id}/rejection`, { reason: 'No' }),
      ])
      return { id, approved, rejected, approver, rejecter }
    }))
    const { rows } = await database.owner.query<{ id: string; status: string; postings: number }>(
      `select w.id, w.status, (select count(*)::int from desk.commands c join ledger.postings p on p.command_id = c.id where c.input->>'withdrawal' = w.id::text) as postings
        from withdrawals w where w.id = any ($1)`, [ids])
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const { id, approved, rejected, approver, rejecter } of outcomes) {
      const { status, postings } = found.get(id)!
      const [winner, loser, who] = status === 'approved' ? [approved, rejected, approver] : [rejected, approved, rejecter]
      expect([winner.status, loser.status, loser.body.code]).toEqual([200, 409, 'already_decided'])
      expect(loser.body.message).toBe(`This request has already been decided: ${status} by ${who.user.fullName}. Nothing was booked.`)
      expect(postings).toBe(1)
    }
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['approved', 'rejected']))
  })
})
