/**
 * @module-tag story
 * The money of imported people arrives in two lines of the bank, by two (RecordMigrationClearing); a reconciled statement that shows
 * them clears the import, and new business goes on.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo, agreementToEntry } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { bookImports, digestOf, fileWith, keepImport } from '../support/importing.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
const [one, two] = [
  await house.person({ role: 'admin', vouched: true }),
  await house.person({ role: 'admin', vouched: true }),
]
await house.fund({ returns: 1_000_000_00n, corrections: 1_000_000_00n })
const ada = await house.person({ cash: 1_000_00n, vouched: true })

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
  expect((await auditState(database.pool, testMacKeys)).differences).toEqual([])
})

const today = (
  await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
  )
).rows[0].day
const state = async () =>
  (
    await database.owner.query(
      'select state, taken_back::int as "takenBack", cleared::int as cleared from imports',
    )
  ).rows[0]
const record = (amount: bigint, reference: string, by = one) =>
  house.run('RecordMigrationClearing', { amount, reference, valueDate: today }, by)
async function clear(amount: bigint, reference: string) {
  const recorded = await record(amount, reference)
  expect(recorded.outcome, recorded.text).toBe('done')
  return (await house.run('AgreeToProposal', agreementToEntry(recorded), two)).outcome
}
const takeBack = (user: string, amount: bigint) =>
  house.run('ProposeOpeningReversal', { user, amount, reason: 'A wrong line' }, one)
const moved = async (name: string) =>
  (
    await database.owner.query<{ id: string }>('select id from auth.persons where email like $1', [
      `${name}@%`,
    ])
  ).rows.map(({ id }) => id)
const invest = () =>
  house.run(
    'OpenInvestment',
    {
      ...{ owner: ada, planId: plans.advanced!, amount: 1_000_00n },
      ...{ acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
    },
    ada,
  )
/** A statement with all that is booked but these versions, which the bank doesn't have yet. */
async function reconcile(inTransit: string, inTransitSum = 0n) {
  const { rows } = await database.owner.query<{ balance: bigint; version: bigint }>(
    `select debits - credits as balance, version from ledger.accounts where owner = $1 and kind = 'client-bank'`,
    [firm],
  )
  const { balance, version } = rows[0]!
  return house.run(
    'ReconcileBank',
    {
      ...{ account: 'client-bank', statementAccount: null, statementDay: today },
      ...{
        closing: balance - inTransitSum,
        balance,
        upTo: Number(version),
        inTransit,
        inTransitSum,
      },
      ...{
        digest: digestOf(randomUUID()),
        unbooked: 0,
        astray: 0,
        firstAstray: null,
        openingAfter: null,
      },
    },
    one,
  )
}

test('nothing is cleared before an import waits for money', async () => {
  expect((await record(1n, 'NONE')).outcome).toBe('not_awaited')
  const file = fileWith(
    '1,Ada,moved-1@people.example,100,USD',
    '2,Bo,moved-2@people.example,50.50,USD',
  )
  const [amount, digest] = ['15050', digestOf(file)]
  const found = { digest, people: '2', amount, wrong: '0' }
  const facts = { file: await keepImport(database, file), digest, people: 2, amount }
  const proposed = await house.run('ProposeImport', { ...facts, found }, one)
  await house.run('AgreeToProposal', agreementTo(proposed, found), two, { id: newId() })
  expect((await record(1n, 'EARLY')).outcome).toBe('not_awaited')
  await bookImports(database, house)
  expect(await state()).toEqual({ state: 'booked', takenBack: 0, cleared: 0 })
})

test('a wrong opening is taken back by two, only out of what is there, and before the import is cleared', async () => {
  expect((await takeBack(ada, 1n)).outcome).toBe('unknown_import')
  const [bo] = await moved('moved-2')
  expect((await takeBack(bo!, 50_51n)).outcome).toBe('opening_spent')
  const transfer = { type: 'bank_transfer', walletName: 'W', walletAddress: 'place-2' } as const
  const asked = randomUUID()
  await house.run('RequestWithdrawal', { owner: bo!, amount: 50_00n, target: transfer }, bo!, {
    id: asked,
  })
  // Held for a request: it isn't in the balance.
  expect((await takeBack(bo!, 50_50n)).outcome).toBe('opening_spent')
  await house.run('CancelWithdrawal', { owner: bo!, withdrawal: asked }, bo!)
  const proposed = await takeBack(bo!, 50n)
  expect(proposed.outcome, proposed.text).toBe('done')
  expect((await house.run('AgreeToProposal', agreementTo(proposed), one)).outcome).toBe(
    'same_approver',
  )
  expect((await house.run('AgreeToProposal', agreementTo(proposed), two)).outcome).toBe('done')
  expect((await house.balances(bo!)).cash).toBe(50_00n)
  expect(await state()).toEqual({ state: 'booked', takenBack: 50, cleared: 0 })
})

test('lines of the bank clear no more than what is awaited, each by two and once', async () => {
  expect((await record(150_01n, 'TOO-MUCH')).outcome).toBe('not_awaited')
  expect(await clear(100_00n, 'MIG-1')).toBe('done')
  expect((await record(50_00n, 'mig 1')).outcome).toBe('reference_used')
  expect((await record(50_01n, 'MIG-2')).outcome).toBe('not_awaited')
  // Two that are proposed side by side: the second has no room left when it is agreed to.
  const [first, second] = [await record(50_00n, 'MIG-2'), await record(50_00n, 'MIG-3')]
  expect((await house.run('AgreeToProposal', agreementToEntry(first), two)).outcome).toBe('done')
  expect((await house.run('AgreeToProposal', agreementToEntry(second), two)).outcome).toBe(
    'not_awaited',
  )
  expect((await house.balances(firm)).migration).toBe(0n)
  expect(await state()).toEqual({ state: 'booked', takenBack: 50, cleared: 150_00 })
  expect((await invest()).outcome).toBe('import_not_cleared')
})

test('a statement that lacks one of them clears nothing; the one that has all does', async () => {
  const { rows } = await database.owner.query<{ version: string }>(
    `select max(debit_version)::text as version from ledger.postings where event = 'migration-cleared'`,
  )
  expect((await reconcile(rows[0]!.version, 50_00n)).outcome).toBe('done')
  expect((await state()).state).toBe('booked')
  expect((await invest()).outcome).toBe('import_not_cleared')
  expect((await reconcile('')).outcome).toBe('done')
  expect((await state()).state).toBe('cleared')
  const [first] = await moved('moved-1')
  expect((await takeBack(first!, 1n)).outcome).toBe('opening_stays')
  expect((await invest()).outcome).toBe('done')
})
