/** Investments that fall due are paid on the day, each once, whoever settles and whatever breaks. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { settleDue } from '../../src/domains/investments/due.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'

const database = await createTestDatabase()
const houses = [createHouse(database), createHouse(database)]
const house = houses[0]!
const plans = await seedPlans(database)
const settle = (n: number) => settleDue({ pool: database.pool, desk: houses[n]!.desk })

let people: string[]

beforeAll(async () => {
  await house.fund({ returns: 10_000_000_00n })
  people = await Promise.all(times(150, () => house.person({ cash: 4_000_00n })))
})

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

/** Everybody has $4,000.00 in cash: four investments of $1,000.00 each, 600 altogether, 16 days. */
async function openSixHundred(): Promise<void> {
  const opened = await Promise.all(times(600, (n) => houses[n % 2]!.run('OpenInvestment', {
    owner: people[n % 150]!, planId: plans.advanced, amount: 1_000_00n, acceptedRiskVersion: 1,
  }, people[n % 150]!)))
  expect(opened.every(({ outcome }) => outcome === 'done')).toBe(true)
}

async function count(sql: string): Promise<number> {
  return Number((await database.owner.query(`select count(*) as n from ${sql}`)).rows[0].n)
}

const running = () => count(`investments where status = 'running'`)
const payments = () => count(`ledger.postings where event = 'investment-matured'`)

/** Ends all connections as soon as the first payment shows, from within the database: nobody is quicker. */
async function cutOffAtFirstPayment(): Promise<void> {
  await database.owner.query(`do $$ begin
    while (select count(*) from investments where status = 'running') = 600 loop end loop;
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
  end $$`)
}

/** Until every pooled connection that was cut off has been noticed and replaced, as the loops do by trying again. */
async function poolRecovered(): Promise<void> {
  const asked = () => [...times(10, () => database.pool), ...times(4, () => database.owner)].map((pool) => pool.query('select 1'))
  await vi.waitFor(() => Promise.all(asked()), { timeout: 10_000 })
}

/** Everybody has their principal back and four profits of $120.00 a round. */
async function expectProfitOf(rounds: bigint): Promise<void> {
  for (const person of people) {
    expect(await house.balances(person)).toMatchObject({ cash: 4_000_00n + rounds * 480_00n, invested: 0n, promised: 0n })
  }
}

describe('six hundred investments that fall due together', () => {
  test('are not paid a day early', async () => {
    await openSixHundred()
    await moveDays(database, 15)
    expect(await settle(0)).toBe(0)
    expect(await running()).toBe(600)
  })

  test('are paid once each by two settlers at once', async () => {
    await moveDays(database, 1)
    const paid = await Promise.all([settle(0), settle(1), settle(1)])
    expect(paid.reduce((sum, one) => sum + one)).toBe(600)
    expect([await running(), await payments()]).toEqual([0, 1200])
    await expectProfitOf(1n)
    expect(await settle(0)).toBe(0)
  })

  test('are paid once each when the settlers are cut off in between and others go on', async () => {
    await openSixHundred()
    await moveDays(database, 16)
    const cutOff = Promise.allSettled([settle(0), settle(0)])
    await cutOffAtFirstPayment()
    await cutOff
    await poolRecovered()
    expect(await running()).toBeGreaterThan(0)
    await settle(1)
    expect([await running(), await payments()]).toEqual([0, 2400])
    await expectProfitOf(2n)
  })

  test('are paid once each when every one of them is also settled by hand at the same time', async () => {
    await openSixHundred()
    await moveDays(database, 16)
    const { rows } = await database.owner.query(`select id, owner_id as owner from investments where status = 'running'`)
    const [, ...byHand] = await Promise.all([settle(0), ...rows.map(({ id, owner }) => houses[1]!.run('SettleInvestment', { investment: id, owner }, null))])
    expect(byHand.every(({ outcome }) => outcome === 'done' || outcome === 'already_settled')).toBe(true)
    expect([await running(), await payments()]).toEqual([0, 3600])
    await expectProfitOf(3n)
  })
})
