/**
 * A loan from what its borrower asks for to the last cent, over HTTP: two of staff lend it, the house takes what falls due, and the
 * security comes back. Its commands are ApplyForLoan, AnswerLoanApplication, WithdrawLoanApplication, AskMoreForLoan, ProposeLoan,
 * ProposeLoanRefusal, ProposeLoanDefault, DrawLoanIncome, ChargeInstalment, CollectLoan, ChargeLateFee and RepayLoan.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { firm } from '../../src/ledger/core/chart.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementToEntry } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument } from '../support/documents.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { createTestApp, signUpSomebody } from '../support/http.ts'
import { lendingBy, offer, type Somebody } from '../support/lending.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database, {
  firm: { name: 'A Sample Firm', sample: true, wallets: [], loans: offer },
})
const plans = await seedPlans(database)
const lending = lendingBy(app, house, database)
const { post, get, borrower, apply, own, openIncome, agree, lent, charge } = lending

const target = {
  type: 'bank_transfer',
  walletName: 'Mine',
  walletAddress: 'of any kind',
} as const

let cora: Somebody
let carl: Somebody
let nora: Somebody
let tom: Somebody

beforeAll(async () => {
  const staff = async (role: 'compliance' | 'approver' | 'treasurer') => {
    const person = await signUpSomebody(app, { fullName: `A ${role}` })
    await setRole(database, person.id, role)
    return person
  }
  ;[cora, carl] = [await staff('compliance'), await staff('compliance')]
  ;[nora, tom] = [await staff('approver'), await staff('treasurer')]
  const admin = await house.person({ role: 'admin', vouched: true })
  await house.run('PayInCapital', { amount: 600_000_00n, reference: randomUUID() }, admin)
  await house.run('FundPool', { pool: 'loan', amount: 500_000_00n }, admin)
})

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const balances = async ({ id }: Somebody) => {
  const { cash = 0n, security = 0n, owed = 0n } = await house.balances(id)
  return { cash, security, owed }
}
const give = ({ id: owner }: Somebody, amount: bigint) =>
  house.run('CreditPlayMoney', { owner, amount, asset: 'BTC' }, owner)
/** So much of the balance is asked to be paid out, and so isn't there to be taken. */
const leave = ({ id: owner }: Somebody, amount: bigint) =>
  house.run('RequestWithdrawal', { owner, amount, target }, owner)
const mailsTo = async ({ id }: Somebody) =>
  (
    await database.owner.query<{ template: string }>(
      'select template from outbox where owner_id = $1 order by id',
      [id],
    )
  ).rows.map(({ template }) => template)
/** The lines of their total value; the balance's and a statement are made of the same. */
async function explained(ada: Somebody) {
  const { explanation } = (await get(ada, '/explain/total-value')).body.data
  expect((await get(ada, '/explain/account-balance')).status).toBe(200)
  const month = (await get(ada, '/activity')).body.data.activity[0].at.slice(0, 7)
  expect((await get(ada, `/statements/${month}.pdf`)).status).toBe(200)
  return Object.fromEntries(
    explanation.lines.map(({ label, amount }: { label: string; amount: number }) => [
      label,
      amount,
    ]),
  )
}
/** To the day on which the next instalment falls due, and takes it. */
async function toNextDue(ada: Somebody) {
  const { loans } = await own(ada)
  const [{ now }] = (
    await database.owner.query<{ now: string }>(
      `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as now`,
    )
  ).rows as [{ now: string }]
  await moveDays(database, (Date.parse(loans[0].next.dueOn) - Date.parse(now)) / 86_400_000)
  await charge()
}

describe('an application', () => {
  test('is of somebody verified, within what is offered, on the terms that were shown, and one at a time', async () => {
    const stranger = await signUpSomebody(app)
    expect(codeOf(await apply(stranger))).toEqual([422, 'loan_needs_verification'])
    const ada = await borrower(cora)
    expect(codeOf(await apply(ada, { amount: 4_999.99 }))).toEqual([422, 'loan_not_offered'])
    expect(codeOf(await apply(ada, { months: 37 }))).toEqual([422, 'loan_not_offered'])
    const other = { shown: { yearlyRate: 400, securityPercent: 15 } }
    expect(codeOf(await apply(ada, other))).toEqual([409, 'not_as_shown'])
    const papers = { incomeDocumentId: await addDocument(house, ada.id, 'address') }
    expect(codeOf(await apply(ada, papers))).toEqual([404, 'unknown_document'])
    const asked = await apply(ada)
    expect(asked.status).toBe(201)
    expect(codeOf(await apply(ada))).toEqual([409, 'loan_applied_for'])
    expect((await own(ada)).applications).toMatchObject([
      { amount: 10_000, months: 12, effectiveRate: 709, security: 1_500, status: 'submitted' },
    ])
    const { id } = asked.body.data.application
    expect(
      codeOf(await post(await borrower(cora), `/loans/applications/${id}/withdrawal`)),
    ).toEqual([404, 'unknown_loan'])
    expect((await post(ada, `/loans/applications/${id}/withdrawal`)).status).toBe(200)
    expect(codeOf(await post(ada, `/loans/applications/${id}/withdrawal`))).toEqual([
      409,
      'loan_decided',
    ])
  })

  test('is answered where more is asked, and not lent before', async () => {
    const ada = await borrower(cora)
    const { id } = (await apply(ada)).body.data.application
    const answer = async () =>
      post(ada, `/loans/applications/${id}/answer`, {
        incomeDocumentId: await addDocument(house, ada.id, 'income'),
      })
    expect(codeOf(await answer())).toEqual([409, 'loan_nothing_asked'])
    await openIncome(id, cora, carl)
    const proposed = await post(cora, `/loan-applications/${id}/approval`, {})
    const words = { words: 'Please send last month’s as well.' }
    expect((await post(carl, `/loan-applications/${id}/question`, words)).status).toBe(200)
    expect(codeOf(await agree(carl, proposed))).toEqual([409, 'loan_awaits_answer'])
    expect((await own(ada)).applications[0]).toMatchObject({
      status: 'more-asked',
      askedFor: words.words,
    })
    expect((await answer()).status).toBe(200)
    // What the first of two looked at is another document by now.
    expect(codeOf(await agree(carl, proposed))).toEqual([409, 'not_as_shown'])
    expect(await mailsTo(ada)).toContain('loan-more-asked')
  })

  test('is refused by two, with the reason in words to its person', async () => {
    const ada = await borrower(cora)
    const { id } = (await apply(ada)).body.data.application
    const reason = 'Your income doesn’t cover the instalments.'
    const proposed = await post(cora, `/loan-applications/${id}/refusal`, { reason })
    expect(proposed.status).toBe(202)
    expect(codeOf(await agree(cora, proposed))).toEqual([409, 'same_approver'])
    expect((await agree(carl, proposed)).status).toBe(200)
    expect((await own(ada)).applications[0]).toMatchObject({ status: 'refused', reason })
    const { applications } = (await get(tom, '/loan-applications?decided=true')).body.data
    expect(applications[0]).toMatchObject({ id, status: 'refused' })
    expect((await apply(ada)).status).toBe(201)
  })
})

describe('a loan', () => {
  test('is lent by two who have opened the proof of income', async () => {
    const ada = await borrower(cora)
    const { id } = (await apply(ada)).body.data.application
    const path = `/loan-applications/${id}/approval`
    expect(codeOf(await post(nora, path, {}))).toEqual([403, 'forbidden'])
    expect(codeOf(await post(cora, path, {}))).toEqual([409, 'documents_unopened'])
    await openIncome(id, cora)
    const proposed = await post(cora, path, {})
    expect(proposed.body.data.proposal.facts).toMatchObject({ amount: 10_000, security: 1_500 })
    expect(codeOf(await agree(carl, proposed))).toEqual([409, 'documents_unopened'])
    expect(codeOf(await agree(nora, proposed))).toEqual([403, 'forbidden'])
    await openIncome(id, carl)
    expect((await agree(carl, proposed)).status).toBe(200)
    expect(await balances(ada)).toEqual({ cash: 8_500_00n, security: 1_500_00n, owed: -10_000_00n })
    const { loans, applications } = await own(ada)
    expect(applications[0].status).toBe('approved')
    expect(loans[0]).toMatchObject({
      ...{ amount: 10_000, owed: 10_000, overdue: 0, security: 1_500, instalment: 856.07 },
      ...{ effectiveRate: 709, status: 'running' },
    })
    expect(loans[0].coming).toHaveLength(12)
    // While it runs, what it lent isn't placed in plans, and nothing else is lent.
    const invest = { planId: plans.advanced, amount: 1_000, acceptedRiskVersion: 1 }
    const placed = await post(ada, '/investments', invest)
    expect(placed.status).toBeGreaterThanOrEqual(400)
    expect(codeOf(await apply(ada))).toEqual([409, 'loan_running'])
    // Nor is it moved to another account here, by which it could be.
    const { accountId } = (await borrower(cora)).user
    const there = { type: 'tradehub_transfer', recipientAccountId: accountId } as const
    const moved = (amount: bigint) =>
      house.run('RequestWithdrawal', { owner: ada.id, amount, target: there }, ada.id)
    expect((await moved(1_00n)).outcome).toBe('loan_owed_first')
    await give(ada, 2_000_00n)
    expect((await moved(500_01n)).outcome).toBe('loan_owed_first')
    expect((await moved(500_00n)).outcome).toBe('done')
    expect(await explained(ada)).toMatchObject({
      'Lent to you': 10_000,
      'Withheld of loans': -1_500,
    })
    const { figures } = (await get(nora, `/loan-applications/${id}`)).body.data
    expect(figures).toMatchObject({ instalment: 856.07, paidOut: 8_500, owed: 10_000 })
  })

  test('is lent once to one person, whatever account they ask by', async () => {
    const number = randomUUID()
    const ada = await borrower(cora, number)
    const again = await borrower(cora, number)
    const { id } = (await apply(again)).body.data.application
    await lent(ada, [cora, carl])
    await openIncome(id, cora, carl)
    const { sameDocuments } = (await get(cora, `/loan-applications/${id}`)).body.data
    expect(sameDocuments).toMatchObject([{ id: ada.id }])
    expect(codeOf(await post(cora, `/loan-applications/${id}/approval`, {}))).toEqual([
      409,
      'loan_running',
    ])
    // Nor is it placed in plans by the other account.
    await give(again, 5_000_00n)
    const placing = { planId: plans.advanced, amount: 1_000_00n, acceptedRiskVersion: 1 }
    const placed = await house.run(
      'OpenInvestment',
      { owner: again.id, ...placing, acceptedTermsVersion: 1 },
      again.id,
    )
    expect(placed.outcome).toBe('loan_owed_first')
    await post(again, `/loans/applications/${id}/withdrawal`)
    expect(codeOf(await apply(again))).toEqual([409, 'loan_running'])
  })

  test('is taken on its day, what lacks when it comes, and the fee is charged once', async () => {
    const ada = await borrower(cora)
    await lent(ada, [cora, carl])
    await charge()
    expect((await own(ada)).loans[0]).toMatchObject({ owed: 10_000, overdue: 0 })
    await toNextDue(ada)
    await charge()
    const paidOnce = 8_500_00n - 856_07n
    expect(await balances(ada)).toMatchObject({ cash: paidOnce })
    // All but a hundred dollars is asked to be paid out.
    expect((await leave(ada, paidOnce - 100_00n)).outcome).toBe('done')
    await toNextDue(ada)
    await charge()
    expect(await balances(ada)).toMatchObject({ cash: 0n })
    expect((await own(ada)).loans[0]).toMatchObject({ overdue: 756.07 })
    expect(await mailsTo(ada)).toContain('instalment-lacking')
    // The days of grace: five after the day itself.
    await moveDays(database, 5)
    await charge()
    expect((await own(ada)).loans[0]).toMatchObject({ overdue: 756.07 })
    await moveDays(database, 1)
    await charge()
    await charge()
    expect((await own(ada)).loans[0]).toMatchObject({ overdue: 806.07 })
    expect((await mailsTo(ada)).filter((one) => one === 'late-fee-charged')).toHaveLength(1)
    await give(ada, 800_00n)
    await charge()
    // The fee comes last.
    expect((await own(ada)).loans[0].dues[1]).toMatchObject({ fee: 50, paid: 900, unpaid: 6.07 })
    await give(ada, 10_00n)
    await charge()
    expect((await own(ada)).loans[0]).toMatchObject({ overdue: 0 })
    expect(await balances(ada)).toMatchObject({ cash: 3_93n })
  })

  test('is paid early in part and whole, with interest for the days, and its security comes back', async () => {
    const ada = await borrower(cora)
    const { id } = await lent(ada, [cora, carl])
    const pay = (amount: number | null, keeping = 'instalment') =>
      post(ada, `/loans/${id}/repayment`, { amount, keeping })
    await give(ada, 5_000_00n)
    await moveDays(database, 10)
    // Ten days of 365 at 5% of $10,000.
    expect((await own(ada)).loans[0].settling).toMatchObject({ amount: 10_013.7, interest: 13.7 })
    expect(codeOf(await pay(13.7))).toEqual([422, 'too_little_early'])
    expect((await pay(4_013.7)).status).toBe(200)
    expect((await own(ada)).loans[0]).toMatchObject({ owed: 6_000, instalment: 856.07 })
    expect(codeOf(await pay(6_000.01))).toEqual([422, 'more_than_owed'])
    expect((await pay(null)).status).toBe(200)
    expect((await own(ada)).loans[0]).toMatchObject({ owed: 0, status: 'repaid', settling: null })
    // All that was lent is back but the interest, and the security with it.
    expect(await balances(ada)).toEqual({
      ...{ cash: 10_000_00n + 5_000_00n - 10_013_70n, security: 0n, owed: 0n },
    })
    expect(codeOf(await pay(null))).toEqual([409, 'loan_ended'])
    expect(await explained(ada)).toMatchObject({
      'Lent to you': 10_000,
      'Paid back on loans': -10_013.7,
      'Withheld of loans': 0,
    })
    const { payments, years } = (await get(ada, `/loans/${id}/payments`)).body.data
    expect(
      payments.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    ).toEqual([
      ['paid-out', 10_000],
      ['withheld', 1_500],
      ['repaid', 4_000],
      ['interest-or-fee', 13.7],
      ['repaid', 6_000],
      ['security-returned', 1_500],
    ])
    expect(years.reduce((sum: number, one: { principal: number }) => sum + one.principal, 0)).toBe(
      10_000,
    )
    expect(codeOf(await get(await borrower(cora), `/loans/${id}/payments`))).toEqual([
      404,
      'unknown_loan',
    ])
  })

  test('is owed again where what paid it came back, without a fee for that, and paid again', async () => {
    const ada = await borrower(cora)
    await lent(ada, [cora, carl])
    expect((await leave(ada, 8_500_00n)).outcome).toBe('done')
    const { rows } = await database.owner.query<{ day: string }>(
      'select business_now()::date::text as day',
    )
    const line = { valueDate: rows[0]!.day, payerText: null, payerAccount: null }
    const received = { owner: ada.id, amount: 900_00n, reference: randomUUID(), ...line }
    const recorded = await house.run('RecordReceipt', received, tom.id)
    const receipt = newId()
    await house.run('AgreeToProposal', agreementToEntry(recorded), nora.id, { id: receipt })
    await toNextDue(ada)
    expect(await balances(ada)).toMatchObject({ cash: 43_93n, owed: -(10_000_00n - 814_40n) })
    await moveDays(database, 10)
    const back = { receipt, reference: randomUUID(), valueDate: line.valueDate, reason: 'Recalled' }
    const reversed = await house.run('ReverseReceipt', back, tom.id)
    const agreed = await house.run('AgreeToProposal', agreementToEntry(reversed), nora.id)
    expect([reversed.outcome, agreed.outcome]).toEqual(['done', 'done'])
    expect((await own(ada)).loans[0]).toMatchObject({ owed: 10_041.67, overdue: 856.07 })
    expect(await mailsTo(ada)).toContain('loan-owed-again')
    expect(await balances(ada)).toMatchObject({ cash: 0n, owed: -10_041_67n })
    await charge()
    await moveDays(database, 5)
    await charge()
    expect((await own(ada)).loans[0].overdue).toBe(856.07)
    await give(ada, 1_000_00n)
    await charge()
    expect((await own(ada)).loans[0].overdue).toBe(0)
    const { payments } = (await get(ada, `/loans/${(await own(ada)).loans[0].id}/payments`)).body
      .data
    expect(payments.filter(({ kind }: { kind: string }) => kind === 'undone')).toHaveLength(2)
  })

  test('whose row was altered is charged nothing, and keeps no other from it', async () => {
    const [ada, ben] = [await borrower(cora), await borrower(cora)]
    const { id } = await lent(ada, [cora, carl])
    await lent(ben, [cora, carl])
    const alter = (by: string) =>
      database.owner.query(
        `begin; set local session_replication_role = replica; update loans set instalment = instalment ${by} where id = '${id}'; commit`,
      )
    await alter('- 100')
    await expect(toNextDue(ben)).rejects.toThrow(/could not be charged: not_as_recorded/)
    expect(await balances(ben)).toMatchObject({ cash: 8_500_00n - 856_07n })
    expect(await balances(ada)).toMatchObject({ cash: 8_500_00n })
    await alter('+ 100')
    // One that the database refuses keeps none from it either.
    await database.owner.query(
      `insert into loan_dues (id, loan_id, owner_id, place, kind, due_on, grace_from, interest, principal, fee, paid_interest, paid_principal, paid_fee)
        select gen_random_uuid(), id, owner_id, 1, 'instalment', '2020-01-01', '2020-01-01', 0, 0, 0, 0, 0, 0 from loans where id = $1`,
      [id],
    )
    await expect(toNextDue(ben)).rejects.toThrow(/could not be charged/)
    expect(await balances(ben)).toMatchObject({ cash: 8_500_00n - 2n * 856_07n })
    await database.owner.query(
      `begin; set local session_replication_role = replica; delete from loan_dues where due_on = '2020-01-01'; commit`,
    )
    await charge()
    await charge()
    expect(await balances(ada)).toMatchObject({ cash: 8_500_00n - 2n * 856_07n })
  })

  test('is called due by two: its security pays what it can', async () => {
    const ada = await borrower(cora)
    const { id } = await lent(ada, [cora, carl])
    const path = `/loan-book/${id}/default`
    const call = (rest: string) => post(cora, path, { rest, reason: 'Nothing came for months.' })
    expect(codeOf(await call('owed'))).toEqual([409, 'loan_not_overdue'])
    expect((await leave(ada, 8_500_00n)).outcome).toBe('done')
    await toNextDue(ada)
    const proposed = await call('owed')
    expect(proposed.status).toBe(202)
    expect(codeOf(await agree(tom, proposed))).toEqual([403, 'forbidden'])
    expect((await agree(nora, proposed)).status).toBe(200)
    // A month's interest is due: 41.67.
    expect((await own(ada)).loans[0]).toMatchObject({
      ...{ status: 'defaulted', owed: 8_541.67, overdue: 8_541.67, security: 0 },
    })
    expect(await balances(ada)).toEqual({ cash: 0n, security: 0n, owed: -8_541_67n })
    expect(codeOf(await call('owed'))).toEqual([409, 'loan_called_due'])
    const { loans } = (await get(nora, '/loan-book?age=defaulted')).body.data
    expect(loans).toMatchObject([{ id, age: 'defaulted' }])
    // No fee is charged for it any more, and what comes is taken.
    await moveDays(database, 60)
    await give(ada, 1_000_00n)
    await charge()
    expect((await own(ada)).loans[0]).toMatchObject({ owed: 7_541.67, status: 'defaulted' })
    const forgiven = await call('written-off')
    expect((await agree(nora, forgiven)).status).toBe(200)
    expect((await own(ada)).loans[0]).toMatchObject({ owed: 0, status: 'written-off' })
    expect(await balances(ada)).toEqual({ cash: 0n, security: 0n, owed: 0n })
  })
})

describe('what borrowers have paid', () => {
  test('is drawn by two, under a reference once, and no more of it than there is', async () => {
    const ada = await borrower(cora)
    await lent(ada, [cora, carl])
    await toNextDue(ada)
    const { income } = (await get(tom, '/loan-book')).body.data
    expect(income).toBeGreaterThanOrEqual(41.67)
    const draw = (amount: number, reference: string) =>
      post(tom, '/loan-income-draws', { amount, reference })
    expect(codeOf(await draw(income + 0.01, 'INC-0'))).toEqual([422, 'loan_income_short'])
    const before = await house.balances(firm)
    const proposed = await draw(41.67, 'INC-1')
    expect((await agree(nora, proposed)).status).toBe(200)
    const after = await house.balances(firm)
    expect(after['loan-income']).toBe(before['loan-income']! - 41_67n)
    expect(after.capital).toBe(before.capital! + 41_67n)
    expect(codeOf(await draw(1, 'inc 1'))).toEqual([409, 'reference_used'])
  })
})

describe('the book of loans', () => {
  test('says what is owed by age, what comes in by month, and what it comes to agrees with the books', async () => {
    const { body } = await get(nora, '/loan-book')
    const { ages, months, lent: withBorrowers, unpaidIncome } = body.data
    const owed = ages.reduce((sum: number, one: { owed: number }) => sum + one.owed, 0)
    expect(Math.round(owed * 100)).toBe(Math.round((withBorrowers + unpaidIncome) * 100))
    expect(months).toHaveLength(12)
    const all = await get(nora, '/loan-book?limit=2')
    expect(all.body.data.loans).toHaveLength(2)
    const next = await get(nora, `/loan-book?limit=2&cursor=${all.body.data.nextCursor}`)
    expect(next.body.data.loans[0].id).not.toBe(all.body.data.loans[0].id)
    const [{ id, borrower: owner }] = body.data.loans
    const theirs = (await get(nora, `/users/${owner.id}/loans`)).body.data
    expect(theirs).toMatchObject({ waiting: null, loans: [{ id }] })
    expect((await get(nora, `/loan-book/${id}`)).body.data.loan).toMatchObject({ id })
  })
})
