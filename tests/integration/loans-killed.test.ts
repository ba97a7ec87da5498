/** What falls due of many loans on one day is charged once each, though the worker that charges it is killed again and again. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { chargeLoans } from '../../src/domains/loans/due.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument } from '../support/documents.ts'
import { everything } from '../support/extent.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { startLoneWorker } from '../support/lone-worker.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)

const [amount, security, lateFee] = [5_000_00n, 750_00n, 50_00n]
const terms = { yearlyRate: 500, securityPercent: 15, lateFee, graceDays: 5 }

const files = ['identity', 'address', 'income'] as const
const served = { minimumAge: 18, countries: null, notServed: [] }
const legal = { legalName: 'A', birthDate: '1990-01-01', country: 'DE', address: 'A street' }
const bounds = { smallest: amount, largest: amount, minMonths: 12, maxMonths: 12 }

type Staff = readonly [first: string, second: string]

/** Somebody who is verified asks for a loan, and two lend it. */
async function borrower([one, two]: Staff): Promise<string> {
  const owner = await house.person({ vouched: true })
  const [identity, address, income] = await Promise.all(
    files.map((kind) => addDocument(house, owner, kind)),
  )
  const verification = newId()
  const sent = { owner, ...legal, documents: [identity!, address!], served }
  await house.run('SubmitVerification', sent, owner, { id: verification })
  await house.run('VerifyPerson', { verification, until: '2035-01-01' }, one)
  const application = newId()
  const asked = { owner, amount, months: 12, ...terms, income: income!, bounds }
  await house.run('ApplyForLoan', asked, owner, { id: application })
  await Promise.all([one, two].map((who) => house.run('ViewDocument', { document: income! }, who)))
  const facts = { user: owner, application, income: income!, months: 12, yearlyRate: 500 }
  const cents = { amount: String(amount), security: String(security) }
  const proposed = await house.run('ProposeLoan', { facts: { ...facts, ...cents }, words: {} }, one)
  const lent = await house.run('AgreeToProposal', agreementTo(proposed), two)
  if (lent.outcome !== 'done') throw new Error(`Nothing was lent: ${lent.text}`)
  return owner
}

const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'of any kind' } as const

/** Every tenth has asked for all of their money, so that it lacks on the day. */
const hasNothing = (place: number) => place % 10 === 3

async function borrow(staff: Staff, place: number): Promise<void> {
  const owner = await borrower(staff)
  if (hasNothing(place))
    await house.run('RequestWithdrawal', { owner, amount: amount - security, target }, owner)
}

/** Asked so often that it must be quick: a worker is killed as soon as it has charged anything. */
async function countCharged(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select (select count(*)::int from loan_dues) + (select count(*)::int from loan_dues where fee > 0) as count`,
  )
  return rows[0]!.count
}

async function killWorkers(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const before = await countCharged()
    const child = await startLoneWorker('lender.ts', { DATABASE: database.url })
    await expect.poll(countCharged, { interval: 1, timeout: 30_000 }).toBeGreaterThan(before)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** Nothing is done while the database hasn't yet noticed that a worker before was killed. */
async function chargeAll(expected: number): Promise<void> {
  while ((await countCharged()) < expected)
    await chargeLoans({ pool: database.pool, desk: house.desk })
}

const [borrowers, kills] = everything ? [100_000, 20] : [600, 4]

test(
  'each loan has its instalment once and each late one its fee, though the worker is killed in the middle',
  async () => {
    const admin = () => house.person({ role: 'admin', vouched: true })
    const staff = [await admin(), await admin()] as const
    await house.run('PayInCapital', { amount: amount * BigInt(borrowers), reference: 'all' }, null)
    await house.run('FundPool', { pool: 'loan', amount: amount * BigInt(borrowers) }, null)
    for (let n = 0; n < borrowers; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, place) => borrow(staff, place)))
    await moveDays(database, 40)
    await killWorkers(kills - 1)
    expect(await countCharged()).toBeLessThan(borrowers)
    await chargeAll(borrowers)
    // The days of grace are over, which began when it was charged, and nothing else has fallen due.
    await moveDays(database, 6)
    await killWorkers(1)
    const late = borrowers / 10
    await chargeAll(borrowers + late)
    const { rows } = await database.owner.query(
      `select (select count(*)::int from loan_dues) as dues, (select count(distinct loan_id)::int from loan_dues) as loans,
        (select count(*)::int from loans where status = 'running' and next_number = 2) as running,
        (select count(*)::int from loan_dues where fee = $1) as fees,
        (select count(*)::int from loan_dues where paid_interest = interest and paid_principal = principal and fee = 0) as paid,
        (select count(*)::int from loan_dues where paid_interest + paid_principal + paid_fee = 0) as unpaid,
        (select count(*)::int from ledger.postings where event = 'loan-charged') as charged,
        (select sum(amount)::bigint from ledger.postings where event = 'loan-charged') as amount,
        (select count(*)::int from ledger.postings where event = 'loan-repaid') as repaid,
        (select count(*)::int from desk.activity where kind = 'instalment-paid') as told,
        (select count(*)::int from outbox where template = 'instalment-lacking') as lacking,
        (select count(distinct owner_id)::int from outbox where template = 'late-fee-charged') as mailed,
        (select count(*)::int from outbox where template = 'late-fee-charged') as mails`,
      [lateFee],
    )
    const interest = 20_83n * BigInt(borrowers)
    expect(rows[0]).toEqual({
      ...{ dues: borrowers, loans: borrowers, running: borrowers },
      ...{ fees: late, paid: borrowers - late, unpaid: late },
      ...{ charged: borrowers + late, amount: interest + lateFee * BigInt(late) },
      // Principal and interest, and as much beside each of what is owed less.
      repaid: 4 * (borrowers - late),
      ...{ told: borrowers - late, lacking: late, mailed: late, mails: late },
    })
    expect((await auditBooks(database.pool)).faults).toEqual([])
    expect((await auditState(database.pool, testMacKeys)).differences).toEqual([])
  },
  everything ? 3_600_000 : 180_000,
)
