/** Investments that fall due are paid on the day, each once, whoever settles and whatever breaks. */
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readStatements } from '../../src/desk/load.ts'
import { dueText, lanes, settleDue } from '../../src/domains/investments/due.ts'
import { dueWithin } from '../../src/domains/investments/table.ts'
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
  const opened = await Promise.all(
    times(600, (n) =>
      houses[n % 2]!.run(
        'OpenInvestment',
        {
          owner: people[n % 150]!,
          planId: plans.advanced,
          amount: 1_000_00n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        },
        people[n % 150]!,
      ),
    ),
  )
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
    if not exists (select from investments where status = 'running') then raise exception 'all was paid before the cut'; end if;
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
  end $$`)
}

/** Until every pooled connection that was cut off has been noticed and replaced, as the loops do by trying again. */
async function poolRecovered(): Promise<void> {
  const asked = () =>
    [...times(10, () => database.pool), ...times(4, () => database.owner)].map((pool) =>
      pool.query('select 1'),
    )
  await vi.waitFor(() => Promise.all(asked()), { timeout: 10_000 })
}

/** Everybody has their principal back and four profits of $120.00 a round. */
async function expectProfitOf(rounds: bigint): Promise<void> {
  for (const person of people) {
    expect(await house.balances(person)).toMatchObject({
      cash: 4_000_00n + rounds * 480_00n,
      invested: 0n,
      promised: 0n,
    })
  }
}

describe('looking for what is due', () => {
  const [counted] = readStatements([dueWithin.of(3)]).statements
  const startOfAll = ['-infinity', '00000000-0000-0000-0000-000000000000', 256]

  test.each([
    ['reads no more of those that run than what is due', dueText, startOfAll],
    ['counts what a moved clock makes due, and no more', counted!.text, counted!.values!],
  ] as const)('%s', async (_, text, values) => {
    const client = await database.pool.connect()
    try {
      // So few are here that all of them would be the least to read.
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_bitmapscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index (Only )?Scan using investments_due/)
      expect(plan).toMatch(/Index Cond: .*matures_at <= /)
      expect(plan).not.toMatch(/Filter: .*matures_at/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('six hundred investments that fall due together', () => {
  test('are not paid a day early', async () => {
    await openSixHundred()
    await moveDays(database, 15)
    expect(await settle(0)).toBe(0)
    expect(await running()).toBe(600)
  })

  test('are paid once each by two settlers at once, who bring as many at once as the desk takes: more than are read at once', async () => {
    await moveDays(database, 1)
    const all = Promise.withResolvers<void>()
    onTestFinished(() => all.resolve())
    let atTheDoor = 0
    // The real desk, which opens when all lanes are there.
    const opening = ({ desk }: typeof house) =>
      ({
        async run(work: Parameters<typeof desk.run>[0]) {
          atTheDoor += 1
          if (atTheDoor === lanes) all.resolve()
          await all.promise
          return desk.run(work)
        },
      }) as typeof house.desk
    const paid = await Promise.all(
      [0, 1, 1].map((n) => settleDue({ pool: database.pool, desk: opening(houses[n]!) })),
    )
    expect(paid.reduce((sum, one) => sum + one)).toBe(600)
    expect([await running(), await payments()]).toEqual([0, 1200])
    await expectProfitOf(1n)
    expect(await settle(0)).toBe(0)
  }, 30_000)

  test('are paid once each when the settlers are cut off in between and others go on', async () => {
    await openSixHundred()
    await moveDays(database, 16)
    const cutOff = Promise.allSettled([settle(0), settle(0)])
    await cutOffAtFirstPayment()
    await cutOff
    await poolRecovered()
    // Some were left at the cut, which says so itself; a desk that is connected again may have paid them meanwhile.
    await settle(1)
    expect([await running(), await payments()]).toEqual([0, 2400])
    await expectProfitOf(2n)
  })

  test('are paid once each when every one of them is also settled by hand at the same time', async () => {
    await openSixHundred()
    await moveDays(database, 16)
    const { rows } = await database.owner.query(
      `select id, owner_id as owner from investments where status = 'running'`,
    )
    const [, ...byHand] = await Promise.all([
      settle(0),
      ...rows.map(({ id, owner }) =>
        houses[1]!.run('SettleInvestment', { investment: id, owner }, null),
      ),
    ])
    expect(byHand.every(({ outcome }) => outcome === 'done' || outcome === 'already_settled')).toBe(
      true,
    )
    expect([await running(), await payments()]).toEqual([0, 3600])
    await expectProfitOf(3n)
  })
})
