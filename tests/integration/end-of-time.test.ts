/** The demonstration's clock at the end of what dates can say: nobody moves it there, and one that stands there is brought back. */
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

type World = {
  database: Awaited<ReturnType<typeof createTestDatabase>>
  app: Awaited<ReturnType<typeof createTestApp>>
}
const yearOf = async ({ database }: World) =>
  Number(
    (
      await database.owner.query(
        `select extract(year from business_now() at time zone 'UTC')::int as year`,
      )
    ).rows[0].year,
  )
const makeAdmin = ({ database }: World, id: string) => setRole(database, id, 'admin')
const move = ({ app }: World, token: string, days: number) =>
  ask(app, 'POST', `${api}/demo/clock`, { token, payload: { days } })

describe('I12: the clock of a demonstration', async () => {
  const database = await createTestDatabase()
  const world = { database, app: await createTestApp(database) }
  const admin = await signUpSomebody(world.app)
  await makeAdmin(world, admin.id)

  test('is not moved beyond its end, and says so; what else is asked is answered', async () => {
    await database.owner.query(
      `update business_clock set advance = '2199-12-01Z'::timestamptz - clock_timestamp()`,
    )
    expect((await move(world, admin.token, 20)).status).toBe(200)
    const refused = await move(world, admin.token, 20)
    expect([refused.status, refused.body.code]).toEqual([422, 'beyond_calendar'])
    expect([
      (await move(world, admin.token, 1)).status,
      (await ask(world.app, 'GET', `${api}/me`, { token: admin.token })).status,
    ]).toEqual([200, 200])
  })

  test('the database refuses it too, to everybody', async () => {
    for (const db of [database.pool, database.owner]) {
      await expect(
        db.query(`update business_clock set advance = advance + interval '90 days'`),
      ).rejects.toThrow('business time ends with the year 2199')
    }
  })
})

describe('I12: a demonstration whose clock was moved beyond its end before it had one', async () => {
  async function createWorld(): Promise<
    World & { person: Awaited<ReturnType<typeof signUpSomebody>>; plans: Record<string, string> }
  > {
    const database = await createTestDatabase()
    const app = await createTestApp(database)
    const house = createHouse(database)
    const plans = await seedPlans(database)
    await house.fund({ returns: 1_000_000n })
    const person = await signUpSomebody(app)
    await house.run(
      'CreditPlayMoney',
      { owner: person.id, amount: 100_000n, asset: 'BTC' },
      person.id,
    )
    await house.run(
      'OpenInvestment',
      {
        owner: person.id,
        planId: plans.starter,
        amount: 10_000n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      person.id,
    )
    return { database, app, person, plans }
  }
  /** As it stands since then: the trigger is younger. */
  const moveTo = ({ database }: World, moment: string) =>
    database.owner.query(`begin; alter table business_clock disable trigger clock_forward;
      update business_clock set advance = '${moment}'::timestamptz - clock_timestamp();
      alter table business_clock enable trigger clock_forward; commit`)
  const stampOf = async ({ database }: World, id: string) =>
    (
      await database.owner.query<{ at: number }>(
        'select stamped_at as at from owners where id = $1',
        [id],
      )
    ).rows[0]!.at

  test('goes on where it ends', async () => {
    const world = await createWorld()
    const { app, person, plans } = world
    await moveTo(world, '2200-01-01Z')
    expect((await ask(app, 'GET', `${api}/investments`, { token: person.token })).status).toBe(200)
    const invested = await ask(app, 'POST', `${api}/investments`, {
      token: person.token,
      payload: {
        planId: plans.starter,
        amount: 100,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
    })
    expect([invested.status, invested.body.data.investment.openedAt.slice(0, 4)]).toEqual([
      201,
      '2200',
    ])
  })

  test('goes on from its latest stamp, says no moment after the last day, and sells nothing that ends after it', async () => {
    const world = await createWorld()
    const { app, person, plans } = world
    await moveTo(world, '9999-12-30 12:00Z')
    const deposit = () =>
      ask(app, 'POST', `${api}/demo/deposits`, {
        token: person.token,
        payload: { amount: 100, asset: 'BTC' },
      })
    expect((await deposit()).status).toBe(201)
    const stamp = await stampOf(world, person.id)
    await moveTo(world, '10001-01-01Z')
    expect([
      (await deposit()).status,
      (await stampOf(world, person.id)) >= stamp,
      await yearOf(world),
    ]).toEqual([201, true, 9999])
    const invest = await ask(app, 'POST', `${api}/investments`, {
      token: person.token,
      payload: {
        planId: plans.starter,
        amount: 100,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
    })
    expect([invest.status, invest.body.code]).toEqual([422, 'beyond_calendar'])
    await makeAdmin(world, person.id)
    expect([
      (await move(world, person.token, 1)).body.code,
      (await ask(app, 'GET', `${api}/treasury`, { token: person.token })).status,
    ]).toEqual(['beyond_calendar', 200])
  })

  test('stands within the calendar: no clock can be set further', async () => {
    const world = await createWorld()
    await expect(moveTo(world, '12026-01-01Z')).rejects.toThrow('clock_within_calendar')
  })
})
