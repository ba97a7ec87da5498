/** Money that the books have and the bank doesn't: every booking on an account at the bank is on a statement or in transit, or nothing is reconciled. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BankAccount } from '../../src/contract/receipt.ts'
import type { OwnerId } from '../../src/ledger/core/chart.ts'
import { agreementToEntry } from '../support/agreements.ts'
import { entryOf, fileOf, plainHabit, statementOf, type Payment } from '../support/bank-files.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** A firm with nothing in its books, two administrators, and a bank that writes camt.053 by hand. */
async function openFirm() {
  const database = await createTestDatabase()
  const app = await createTestApp(database)
  const house = createHouse(database)
  const [adam, bea, ada] = [
    await signUpSomebody(app),
    await signUpSomebody(app),
    await signUpSomebody(app),
  ]
  for (const { id } of [adam, bea]) await setRole(database, id, 'admin')
  const today: string = (await database.pool.query('select business_now()::date::text as day'))
    .rows[0].day
  const day = (days: number) =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  const record = async (
    amount: bigint,
    reference: string,
    valueDate: string,
    owner: string | null = ada.id,
  ) => {
    const receipt = { owner, amount, reference, valueDate, payerText: null, payerAccount: null }
    const recorded = await house.run('RecordReceipt', receipt, adam.id)
    const agreed = await house.run('AgreeToProposal', agreementToEntry(recorded), bea.id)
    expect([recorded.outcome, agreed.outcome]).toEqual(['done', 'done'])
  }
  const call = (who: Somebody, path: string, payload: object) =>
    ask(app, 'POST', api + path, {
      token: who.token,
      headers: { 'idempotency-key': randomUUID() },
      payload,
    })
  return { database, house, app, adam, bea, ada, day, record, call }
}
type Firm = Awaited<ReturnType<typeof openFirm>>

type Line = [amount: string, reference: string, day: string, from?: Partial<Payment>]

const cents = (dollars: number) => BigInt(Math.round(dollars * 100))

/** A statement of these days, in camt.053: it says its days also where nothing happened. */
function camt(
  lines: Line[],
  { from, to, opening = 0 }: { from: string; to: string; opening?: number },
) {
  const payments = lines.map(([amount, reference, day, payer]): Payment => ({
    ...{ cents: cents(Number(amount)), reference, day, text: '', party: '' },
    ...payer,
  }))
  const closing = payments.reduce((sum, payment) => sum + payment.cents, cents(opening))
  const entries = payments.map((payment) => entryOf(payment, plainHabit))
  const facts = { from, to, opening: cents(opening), closing }
  return fileOf([statementOf(entries, facts, plainHabit)], plainHabit)
}

const compare = async ({ call, adam }: Firm, file: string, account: BankAccount = 'client-bank') =>
  (await call(adam, '/bank-statements/comparison', { account, file })).body.data
const reconcile = async (
  { call, adam }: Firm,
  file: string,
  account: BankAccount = 'client-bank',
) => {
  const { status, body } = await call(adam, '/reconciliations', { account, file })
  return [status, body.message]
}

let firm: Firm
beforeEach(async () => {
  firm = await openFirm()
})

describe('a receipt that never came', () => {
  test('and is valued 300 days ago stops the reconciliation, which names it', async () => {
    await firm.record(10_000n, 'REAL 1', firm.day(-1))
    await firm.record(500_000n, 'INVENTED 1', firm.day(-300))
    const file = camt([['100.00', 'REAL 1', firm.day(-1)]], {
      from: firm.day(-301),
      to: firm.day(0),
    })
    expect(await compare(firm, file)).toMatchObject({
      astray: [{ amount: 5000, reference: 'INVENTED 1', why: 'missing' }],
      inTransit: [],
      leftOver: 0,
      reconciles: false,
    })
    expect(await reconcile(firm, file)).toEqual([
      409,
      `$5,000.00 in under INVENTED 1, booked on ${firm.day(0)}, is on no statement, though its value day ${firm.day(-300)} is covered by one. Nothing was recorded.`,
    ])
  })

  test('isn’t covered by a statement with nothing in it', async () => {
    await firm.record(75_000_000n, 'INVENTED 2', firm.day(-2))
    const file = camt([], { from: firm.day(-3), to: firm.day(0) })
    expect((await reconcile(firm, file))[0]).toBe(409)
  })

  test('and is valued on a day between statements stops the next one', async () => {
    const first = camt([], { from: firm.day(-9), to: firm.day(-8) })
    expect((await reconcile(firm, first))[0]).toBe(200)
    await firm.record(100n, 'GAP', firm.day(-5))
    const next = camt([], { from: firm.day(-2), to: firm.day(0) })
    expect(await compare(firm, next)).toMatchObject({
      astray: [{ reference: 'GAP', why: 'uncovered' }],
    })
    expect((await reconcile(firm, next))[0]).toBe(409)
    const whole = camt([['1.00', 'GAP', firm.day(-5)]], { from: firm.day(-7), to: firm.day(0) })
    expect((await reconcile(firm, whole))[0]).toBe(200)
  })

  test('and is valued on a day that an earlier statement covered stops every one after it', async () => {
    expect((await reconcile(firm, camt([], { from: firm.day(-9), to: firm.day(-5) })))[0]).toBe(200)
    await firm.record(100n, 'LATE', firm.day(-6))
    const next = camt([], { from: firm.day(-4), to: firm.day(0) })
    expect(await compare(firm, next)).toMatchObject({ astray: [{ why: 'missing' }] })
  })
})

describe('money that is in transit', () => {
  const payIn = ({ house, adam }: Firm) =>
    house.run('PayInCapital', { amount: 90_000n, reference: 'CAP 1' }, adam.id)

  test('is allowed for while it is young, with its direction and its sum, and named when it is old', async () => {
    expect((await payIn(firm)).outcome).toBe('done')
    const young = camt([], { from: firm.day(-1), to: firm.day(0) })
    expect(await compare(firm, young, 'firm-bank')).toMatchObject({
      ...{ inTransitIn: 900, inTransitOut: 0, astray: [], reconciles: true },
    })
    await firm.database.owner.query(`begin; set local session_replication_role = replica;
      update ledger.postings set at = at - interval '12 days' where event = 'capital-paid-in'; commit`)
    expect(await compare(firm, young, 'firm-bank')).toMatchObject({
      ...{ inTransitIn: 0, astray: [{ amount: 900, why: 'late' }], reconciles: false },
    })
    expect(await reconcile(firm, young, 'firm-bank')).toEqual([
      409,
      `$900.00 in under CAP 1, booked on ${firm.day(-12)}, has been in transit for more than 5 banking days. Nothing was recorded.`,
    ])
  })
})

describe('a statement that follows another', () => {
  test('must begin with what that one ended with', async () => {
    await firm.record(10_000n, 'R 1', firm.day(-3))
    const lines: Line[] = [['100.00', 'R 1', firm.day(-3)]]
    expect((await reconcile(firm, camt(lines, { from: firm.day(-4), to: firm.day(-2) })))[0]).toBe(
      200,
    )
    const next = camt([], { from: firm.day(-1), to: firm.day(0), opening: 101 })
    expect(await reconcile(firm, next)).toEqual([
      409,
      'The statement begins with $101.00, and the one before ended with $100.00: one between them is missing. Nothing was recorded.',
    ])
  })

  test('and overlaps with it knows again what that one had, and books nothing twice', async () => {
    await firm.record(10_000n, 'R 1', firm.day(-3))
    const lines: Line[] = [['100.00', 'R 1', firm.day(-3)]]
    expect((await reconcile(firm, camt(lines, { from: firm.day(-4), to: firm.day(-2) })))[0]).toBe(
      200,
    )
    const longer = camt([...lines, ['7.00', 'R 2', firm.day(-1)]], {
      ...{ from: firm.day(-4), to: firm.day(0) },
    })
    expect(await compare(firm, longer)).toMatchObject({
      ...{ entries: 2, booked: 1, leftOver: 0, open: [{ reference: 'R 2', state: 'new' }] },
    })
    await firm.record(700n, 'R 2', firm.day(-1))
    expect((await reconcile(firm, longer))[0]).toBe(200)
  })
})

describe('a payment', () => {
  const openOf = async (file: string) => (await compare(firm, file)).open
  const paidBy = (party: string, account: string, reference: string) =>
    camt([['5.00', reference, firm.day(-1), { party, account }]], {
      ...{ from: firm.day(-2), to: firm.day(0) },
    })

  test('is known by the bank account that one person alone has saved', async () => {
    const saved = {
      type: 'bank_account',
      name: 'My bank',
      holder: 'Ada Placer',
      bankNumber: 'GB33BUKB20201555555555',
    }
    const { status } = await firm.call(firm.ada, '/destinations', saved)
    expect(status).toBe(201)
    const [entry] = await openOf(paidBy('A stranger', 'GB33BUKB20201555555555', 'B 1'))
    expect([entry.user?.id, entry.identified]).toEqual([
      firm.ada.id,
      { by: 'saved-account', in: 'account' },
    ])
    // Of an account that two have saved nobody knows whose payment it is.
    const other = await signUpSomebody(firm.app)
    expect((await firm.call(other, '/destinations', saved)).status).toBe(201)
    const [unknown] = await openOf(paidBy('A stranger', 'GB33BUKB20201555555555', 'B 1'))
    expect(unknown.user).toBe(null)
  })

  test('is nobody’s where two account IDs stand with it', async () => {
    const ids = [firm.ada, firm.bea].map(({ user }) => user.accountId as string)
    const [entry] = await openOf(paidBy(`${ids[0]} or ${ids[1]}`, 'GB33BUKB20201555555555', 'B 2'))
    expect([entry.user, entry.identified]).toEqual([null, null])
  })

  test('shares its reference with its charge, which is recorded with its day, direction and amount', async () => {
    await firm.house.run('PayInCapital', { amount: 1_000n, reference: 'CAP 2' }, firm.adam.id)
    await firm.record(10_000n, 'B 3', firm.day(-1))
    const file = camt(
      [
        ['100.00', 'B 3', firm.day(-1)],
        ['-2.50', 'B 3', firm.day(-1)],
      ],
      { from: firm.day(-2), to: firm.day(0) },
    )
    const open = await openOf(file)
    const reference = `B 3 part ${firm.day(-1)} out 2.50`
    expect(open).toMatchObject([{ amount: -2.5, state: 'new', reference }])
    const charge = { account: 'client-bank', amount: 2.5, reference, valueDate: firm.day(-1) }
    expect((await firm.call(firm.adam, '/bank-charges', charge)).status).toBe(202)
    expect(await openOf(file)).toMatchObject([{ state: 'waiting', reference }])
  })
})

test('a receipt that was taken back in parts is one entry at the bank', async () => {
  const { house, adam, bea, ada, day } = firm
  await house.run('PayInCapital', { amount: 100_000n, reference: 'CAP 9' }, adam.id)
  await firm.record(10_000n, 'R 9', day(-1))
  const target = { type: 'bank_transfer', walletName: 'W', walletAddress: 'any' } as const
  const asked = await house.run(
    'RequestWithdrawal',
    { owner: ada.id as OwnerId, amount: 6_000n, target },
    ada.id,
  )
  expect(asked.outcome).toBe('done')
  const { rows } = await firm.database.owner.query(
    `select id from bank_entries where reference = 'R 9'`,
  )
  const reversed = await house.run(
    'ReverseReceipt',
    { receipt: rows[0].id, reference: 'R 9 back', valueDate: day(-1), reason: 'Recalled' },
    adam.id,
  )
  expect((await house.run('AgreeToProposal', agreementToEntry(reversed), bea.id)).outcome).toBe(
    'done',
  )
  const file = camt(
    [
      ['100.00', 'R 9', day(-1)],
      ['-100.00', 'R 9 back', day(-1)],
    ],
    { from: day(-2), to: day(0) },
  )
  expect(await compare(firm, file)).toMatchObject({ booked: 2, open: [], astray: [] })
})
