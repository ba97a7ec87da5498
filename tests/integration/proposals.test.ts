/** What takes two administrators, over the API: plans, where a limit is set, and what the application's role writes by itself. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 1_000_000_00n })
const app = await createTestApp(database, {
  policy: { ...demoPolicy, secondApprovalAboveCents: 100_00n },
})

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let [anna, ben] = [] as unknown as [Somebody, Somebody]
beforeAll(async () => {
  anna = await signUpSomebody(app, { fullName: 'Anna First' })
  ben = await signUpSomebody(app, { fullName: 'Ben Second' })
  for (const { id } of [anna, ben]) await setRole(database, id, 'admin')
})

const give = (who: Somebody, method: 'POST' | 'PATCH', path: string, payload?: object) =>
  ask(app, method, api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const waiting = async (who: Somebody, mine?: 'to-decide' | 'waiting') =>
  (await ask(app, 'GET', `${api}/proposals${mine ? `?mine=${mine}` : ''}`, { token: who.token }))
    .body.data.proposals
const offered = async (id: string) =>
  (await ask(app, 'GET', `${api}/plans/all`, { token: anna.token })).body.data.plans.find(
    (plan: { id: string }) => plan.id === id,
  )

/** Other terms of a plan, as they are asked for. */
async function change(who: Somebody, id: string, profitPercent: number) {
  const { title, minimum, maximum, durationDays, riskWarning, termsVersion } = await offered(id)
  const terms = { title, minimum, maximum, durationDays, profitPercent, riskWarning, termsVersion }
  return give(who, 'PATCH', `/plans/${id}`, terms)
}
const agree = (who: Somebody, { id, facts }: { id: string; facts: object }, shown = facts) =>
  give(who, 'POST', `/proposals/${id}/agreement`, { shown })
const end = (who: Somebody, what: 'refusal' | 'withdrawal', id: string) =>
  give(who, 'POST', `/proposals/${id}/${what}`, { reason: 'Too high' })

describe('J: terms of a plan', () => {
  test('are changed by two where a limit is set, and by nobody alone', async () => {
    const before = await offered(plans.advanced)
    const asked = await change(anna, plans.advanced, 100)
    expect([asked.status, asked.body.data.proposal.status]).toEqual([202, 'open'])
    const { proposal } = asked.body.data
    expect(await offered(plans.advanced)).toEqual(before)
    expect(await waiting(anna, 'waiting')).toEqual([proposal])
    expect(await waiting(anna, 'to-decide')).toEqual([])
    expect(await waiting(ben, 'to-decide')).toEqual([proposal])
    expect((await agree(anna, proposal)).body.code).toBe('same_approver')
    expect((await agree(ben, proposal, { ...proposal.facts, profitPercent: 10 })).body.code).toBe(
      'not_as_shown',
    )
    const agreed = await agree(ben, proposal)
    expect([agreed.status, agreed.body.data.proposal]).toMatchObject([
      200,
      { status: 'done', agreements: [{ by: { id: anna.id } }, { by: { id: ben.id } }] },
    ])
    expect((await offered(plans.advanced)).profitPercent).toBe(100)
    expect(await waiting(ben)).toEqual([])
  })

  test('are proposed one at a time, for a week, refused by another and withdrawn by who proposed them', async () => {
    const first = (await change(anna, plans.elite, 50)).body.data.proposal
    expect((await change(ben, plans.starter, 40)).body.code).toBe('change_open')
    expect((await end(anna, 'refusal', first.id)).status).toBe(403)
    const refused = await end(ben, 'refusal', first.id)
    expect(refused.body.data.proposal).toMatchObject({
      status: 'refused',
      refusal: { by: { id: ben.id }, reason: 'Too high' },
    })
    const second = (await change(ben, plans.starter, 40)).body.data.proposal
    expect((await end(ben, 'withdrawal', second.id)).body.data.proposal.status).toBe('withdrawn')
    const third = (await change(ben, plans.starter, 40)).body.data.proposal
    await moveDays(database, 7)
    expect(await waiting(anna)).toEqual([])
    expect((await agree(anna, third)).body.code).toBe('proposal_ended')
    const fourth = await change(anna, plans.starter, 30)
    expect(fourth.status).toBe(202)
    expect((await end(anna, 'withdrawal', fourth.body.data.proposal.id)).status).toBe(200)
  })

  test('are put back on sale by two, and taken off sale by one', async () => {
    expect((await give(anna, 'POST', `/plans/${plans.elite}/withdrawal-from-sale`)).status).toBe(
      200,
    )
    const asked = await give(anna, 'POST', `/plans/${plans.elite}/return-to-sale`)
    expect(asked.status).toBe(202)
    expect((await offered(plans.elite)).onSale).toBe(false)
    expect((await agree(ben, asked.body.data.proposal)).status).toBe(200)
    expect((await offered(plans.elite)).onSale).toBe(true)
  })
})

describe('J4: a proposal that the application’s role writes', () => {
  const write = (text: string, values: unknown[]) => database.pool.query(text, values)

  test('is agreed to by nobody, nor is an agreement that nobody gave counted', async () => {
    const { proposal } = (await change(anna, plans.starter, 20)).body.data
    const forged = randomUUID()
    await write(
      `insert into proposals (id, owner_id, kind, facts, status, ends_at, proposed_at, proposed_by)
        select $1, owner_id, kind, replace(facts, '"profitPercent":20', '"profitPercent":90'), 'open', ends_at, proposed_at, $2 from proposals where id = $3`,
      [forged, anna.id, proposal.id],
    )
    const shown = { ...proposal.facts, profitPercent: 90 }
    expect((await agree(ben, { id: forged, facts: shown })).body.code).toBe('not_as_recorded')
    await write(
      `insert into agreements (proposal_id, agreed_by, agreed_at, shown) values ($1, $2, now(), '{}')`,
      [proposal.id, ben.id],
    )
    expect((await agree(anna, proposal)).body.code).toBe('not_as_recorded')
    expect((await offered(plans.starter)).profitPercent).not.toBe(20)
  })
})
