/** What waits for staff: who may decide on it, who began it, and since when the oldest of it waits. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualDueTimes, type StaffWork } from '../../src/contract/staff-work.ts'
import { waits } from '../../src/domains/nouns.ts'
import { tellOfWork } from '../../src/domains/staff-work/daily-mail.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, verified } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await house.fund({ corrections: 100_000_00n, referral: 100_000_00n })
const app = await createTestApp(database, {
  policy: { ...demoPolicy, secondApprovalAboveCents: 100_00n },
})

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let [anna, ben, carla, auditor, investor] = [] as unknown as Somebody[]
beforeAll(async () => {
  anna = await signUpSomebody(app, { fullName: 'Anna First' })
  ben = await signUpSomebody(app, { fullName: 'Ben Second' })
  carla = await signUpSomebody(app, { fullName: 'Carla Third' })
  auditor = await signUpSomebody(app, { fullName: 'Otto Reader' })
  investor = await signUpSomebody(app, { fullName: 'Ines Placer' })
  for (const { id } of [anna, ben, carla]) await setRole(database, id, 'admin')
  await setRole(database, auditor.id, 'auditor')
})

const give = async (who: Somebody, method: 'POST' | 'PATCH', path: string, payload: object) => {
  const reply = await ask(app, method, api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })
  expect(reply.status).toBeLessThan(300)
  return reply.body.data
}
const work = async (who: Somebody): Promise<StaffWork[]> =>
  (await ask(app, 'GET', `${api}/staff-work`, { token: who.token })).body.data.work
/** In short: how much to decide, and how much of their own. */
const ofKind = async (who: Somebody, kind: StaffWork['of']) => {
  const found = (await work(who)).find(({ of }) => of === kind)
  return found ? [found.toDecide, found.yours] : [0, 0]
}

describe('what waits for staff', () => {
  test('is nothing at first, for administrators and auditors', async () => {
    expect(await work(anna!)).toEqual([])
    expect(await work(auditor!)).toEqual([])
  })

  test('a request waits for everybody but whom it is about, and for another once somebody approved it', async () => {
    await give(investor!, 'POST', '/demo/deposits', { amount: 5_000, asset: 'USDT' })
    const target = { type: 'bank_transfer', bankName: 'Mine', bankNumber: 'A wallet of mine' }
    const { withdrawal } = await give(investor!, 'POST', '/requestWithdrawal', {
      amount: 500,
      ...target,
    })
    const before = (await work(anna!)).find(({ of }) => of === 'withdrawals')
    expect(before).toEqual({
      of: 'withdrawals',
      toDecide: 1,
      oldestAt: withdrawal.createdAt,
      late: 0,
      mine: 0,
      lateOfMine: 0,
      yours: 0,
    })
    await give(anna!, 'POST', `/withdrawals/${withdrawal._id}/approval`, {})
    expect(await ofKind(anna!, 'withdrawals')).toEqual([0, 1])
    expect(await ofKind(ben!, 'withdrawals')).toEqual([1, 0])
    await give(ben!, 'POST', `/withdrawals/${withdrawal._id}/approval`, {})
    expect(await ofKind(ben!, 'withdrawals')).toEqual([0, 0])
  })

  test('a correction waits for another than who proposed it', async () => {
    const { proposal } = await give(anna!, 'PATCH', `/${investor!.id}`, { accountBalance: 9_000 })
    expect(await ofKind(anna!, 'proposals')).toEqual([0, 1])
    expect(await ofKind(ben!, 'proposals')).toEqual([1, 0])
    await give(anna!, 'POST', `/proposals/${proposal.id}/withdrawal`, { reason: 'A mistake' })
    expect(await ofKind(ben!, 'proposals')).toEqual([0, 0])
  })

  test('a credit waits for another than the friend for whom it is given', async () => {
    const friend = await signUpSomebody(app, { referralCode: investor!.user.referralCode })
    await setRole(database, friend.id, 'admin')
    const { proposal } = await give(anna!, 'POST', '/credit-referrer', {
      userId: friend.id,
      fundingAmount: 5_000,
    })
    expect(await ofKind(ben!, 'proposals')).toEqual([1, 0])
    expect(await ofKind(friend, 'proposals')).toEqual([0, 0])
    await give(anna!, 'POST', `/proposals/${proposal.id}/withdrawal`, { reason: 'A mistake' })
  })

  test('nobody decides on their own role, and after a week nobody does', async () => {
    await give(anna!, 'POST', `/users/${carla!.id}/role-changes`, {
      roles: [],
      reason: 'She works elsewhere now',
    })
    expect(await ofKind(anna!, 'proposals')).toEqual([0, 1])
    expect(await ofKind(ben!, 'proposals')).toEqual([1, 0])
    expect(await ofKind(carla!, 'proposals')).toEqual([0, 0])
    await moveDays(database, 7)
    expect(await ofKind(ben!, 'proposals')).toEqual([0, 0])
  })

  test('a pack with names in it waits for two others than who asked, one after the other', async () => {
    const { id } = await give(anna!, 'POST', '/evidence-packs', {
      from: '2026-01-01',
      to: '2026-01-31',
      withPersons: true,
    })
    expect(await ofKind(anna!, 'proposals')).toEqual([0, 1])
    const shown = { from: '2026-01-01', to: '2026-01-31' }
    await give(ben!, 'POST', `/proposals/${id}/agreement`, { shown })
    expect(await ofKind(ben!, 'proposals')).toEqual([0, 1])
    expect(await ofKind(carla!, 'proposals')).toEqual([1, 0])
  })
})

describe('the mail of each morning', () => {
  const tell = () =>
    tellOfWork(database.pool, { waits, due: { times: usualDueTimes, closedDays: [] } })
  const mailed = async ({ id }: Somebody) =>
    (
      await database.owner.query<{ values: Record<string, string> }>(
        `select "values" from outbox where owner_id = $1 and template = 'work-waiting'`,
        [id],
      )
    ).rows.map(({ values }) => values)
  /** It was another morning when they were told. */
  const sleep = () =>
    database.owner.query('update auth.persons set told_of_work_on = told_of_work_on - 1')

  beforeAll(async () => {
    await give(investor!, 'POST', '/demo/deposits', { amount: 400, asset: 'USDT' })
    await give(investor!, 'POST', '/requestWithdrawal', {
      amount: 400,
      type: 'bank_transfer',
      bankName: 'Mine',
      bankNumber: 'A wallet of mine',
    })
    anna = await verified(app, database, anna!)
    for (const one of [ben!, auditor!, investor!]) await verified(app, database, one)
  })

  test('counts what an administrator may decide, once a morning, and names nobody', async () => {
    const counts = await work(anna!)
    expect(counts.some(({ toDecide }) => toDecide > 0)).toBe(true)
    await tell()
    await tell()
    const first = await mailed(anna!)
    expect(first).toEqual([
      Object.fromEntries(
        counts
          .filter(({ toDecide }) => toDecide > 0)
          .map(({ of, toDecide, oldestAt, late }) => [
            of,
            `${toDecide}, the oldest since ${oldestAt!.slice(0, 10)}${late > 0 ? `; ${late} late` : ''}`,
          ]),
      ),
    ])
    await sleep()
    await tell()
    expect(await mailed(anna!)).toHaveLength(2)
    // Neither an auditor nor an investor decides, and Carla's address is not confirmed.
    for (const other of [auditor!, investor!, carla!]) expect(await mailed(other)).toEqual([])
  })

  test('says what is late, and what is hers', async () => {
    await moveDays(database, 4)
    const { body } = await ask(app, 'GET', `${api}/staff-work/items?work=withdrawals`, {
      token: anna!.token,
    })
    const mine = body.data.items.find(({ mayHold }: { mayHold: boolean }) => mayHold)
    await give(anna!, 'POST', `/staff-work/withdrawals/${mine.id}/taking`, { seen: null })
    await sleep()
    await tell()
    expect((await mailed(anna!)).at(-1)!.withdrawals).toMatch(
      /^\d+, the oldest since [\d-]{10}; \d+ late; 1 yours, of which 1 late$/,
    )
  })

  test('is not sent to who switched it off, or is frozen', async () => {
    await sleep()
    const [before, others] = [await mailed(anna!), await mailed(ben!)]
    await ask(app, 'PATCH', `${api}/mail-choices`, {
      token: anna!.token,
      payload: { 'work-waiting': false },
    })
    await house.run('FreezeUser', { user: ben!.id, reason: 'Left' }, carla!.id)
    await tell()
    expect([await mailed(anna!), await mailed(ben!)]).toEqual([before, others])
  })
})
