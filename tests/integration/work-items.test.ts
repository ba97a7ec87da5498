/** Work that belongs to somebody: taken, given, given back and put off, seen by who may read it, and late when it is. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualDueTimes, type StaffWorkItem } from '../../src/contract/staff-work.ts'
import { journalOf } from '../../src/domains/archives/journal.ts'
import { waits } from '../../src/domains/nouns.ts'
import { readWorkItems } from '../../src/domains/staff-work/queries.ts'
import { administrators } from '../../src/contract/roles.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, type Reply } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await house.fund({ corrections: 100_000_00n })
const app = await createTestApp(database, {
  policy: { ...demoPolicy, secondApprovalAboveCents: 100_00n },
})

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
const called = async (fullName: string, role?: Parameters<typeof setRole>[2]) => {
  const person = await signUpSomebody(app, { fullName })
  if (role) await setRole(database, person.id, role)
  return person
}
let [ada, ben, carla, support, treasurer, auditor, mara] = [] as unknown as Somebody[]
beforeAll(async () => {
  ada = await called('Ada Approver', 'approver')
  ben = await called('Ben Approver', 'approver')
  carla = await called('Carla Admin', 'admin')
  support = await called('Sue Support', 'support')
  treasurer = await called('Tom Treasurer', 'treasurer')
  auditor = await called('Otto Auditor', 'auditor')
  mara = await called('Mara Quill')
  await post(mara!, '/demo/deposits', { amount: 90_000, asset: 'USDT' })
})

const post = (who: Somebody, path: string, payload: object): Promise<Reply> =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })

async function requested(amount = 50): Promise<string> {
  const { body } = await post(mara!, '/requestWithdrawal', {
    amount,
    type: 'bank_transfer',
    bankName: 'Mine',
    bankNumber: 'A wallet of mine',
  })
  return body.data.withdrawal._id
}

type Act = 'taking' | 'giving' | 'return' | 'putting-off'
const act = (who: Somebody, item: string, what: Act, body: object) =>
  post(who, `/staff-work/withdrawals/${item}/${what}`, body)
const take = (who: Somebody, item: string, seen: string | null = null) =>
  act(who, item, 'taking', { seen })
const give = (
  who: Somebody,
  item: string,
  to: Somebody,
  seen: string | null,
  note: string | null = null,
) => act(who, item, 'giving', { seen, to: to.id, note })
const putOff = (who: Somebody, item: string, until: string, seen: string | null = null) =>
  act(who, item, 'putting-off', { seen, until, note: 'Waits for a letter of the bank' })

async function items(who: Somebody, query = ''): Promise<StaffWorkItem[]> {
  const { body } = await ask(app, 'GET', `${api}/staff-work/items?limit=200${query}`, {
    token: who.token,
  })
  return body.data.items
}
const seenBy = async (who: Somebody, item: string, whose = '') =>
  (await items(who, `&item=${item}${whose && `&whose=${whose}`}`))[0]
const holderOf = async (item: string) => (await seenBy(ada!, item))!.holder?.fullName ?? null

async function dayIn(days: number): Promise<string> {
  const { rows } = await database.owner.query<{ day: string }>(
    `select to_char(business_now() at time zone 'UTC' + make_interval(days => $1), 'YYYY-MM-DD') as day`,
    [days],
  )
  return rows[0]!.day
}
const codeOf = ({ status, body }: Reply) => (status < 300 ? status : body.code)

describe('a piece of work', () => {
  test('is nobody’s, is taken, given with a note and given back, and the audit says so', async () => {
    const item = await requested()
    expect(await seenBy(ada!, item)).toMatchObject({
      of: 'withdrawals',
      about: { fullName: 'Mara Quill' },
      amount: 50,
      holder: null,
      mayHold: true,
    })
    expect((await take(ada!, item)).body.message).toBe('Request taken: it is yours.')
    expect(await seenBy(ada!, item, 'mine')).toMatchObject({ holder: { id: ada!.id } })
    expect(await seenBy(ben!, item, 'nobodys')).toBeUndefined()
    const given = await give(ada!, item, ben!, ada!.id, 'She called: the wallet is hers')
    expect(given.body.message).toBe('Request given to Ben Approver.')
    expect(await seenBy(carla!, item)).toMatchObject({
      holder: { fullName: 'Ben Approver' },
      note: { text: 'She called: the wallet is hers', by: { fullName: 'Ada Approver' } },
    })
    expect(codeOf(await act(ada!, item, 'return', { note: null }))).toBe('work_taken')
    expect(codeOf(await act(ben!, item, 'return', { note: null }))).toBe(200)
    expect(await holderOf(item)).toBeNull()
    const { body } = await ask(app, 'GET', `${api}/audit?limit=4`, { token: auditor!.token })
    expect(
      body.data.items
        .filter(({ outcome }: { outcome: string }) => outcome === 'done')
        .map(({ sentence }: { sentence: string }) => sentence),
    ).toEqual([
      'Ben Approver gave back a request of Mara Quill.',
      'Ada Approver gave a colleague a request of Mara Quill.',
      'Ada Approver took a request of Mara Quill.',
    ])
  })

  test('is taken by one of two at once, and the other is told by whom', async () => {
    const item = await requested()
    const [one, other] = await Promise.all([take(ada!, item), take(ben!, item)])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const late = one.status === 409 ? one : other
    expect(late.body.message).toMatch(
      /^Taken meanwhile by (Ada|Ben) Approver\. Nothing was changed\.$/,
    )
  })

  test('is taken from another by who saw it with them, and is no lock', async () => {
    const item = await requested()
    await take(ada!, item)
    expect(codeOf(await take(ben!, item))).toBe('work_taken')
    expect(codeOf(await take(ben!, item, ada!.id))).toBe(200)
    expect(await holderOf(item)).toBe('Ben Approver')
    expect((await post(ada!, `/withdrawals/${item}/approval`, {})).status).toBe(200)
    const afterwards = await take(ada!, item, ben!.id)
    expect(afterwards.body).toMatchObject({ code: 'work_done' })
    expect(afterwards.body.message).toContain('decided meanwhile')
    expect(await seenBy(ada!, item)).toBeUndefined()
  })

  test('is of those who may decide on it alone, and never of whom it is about', async () => {
    const item = await requested(500)
    for (const who of [support!, treasurer!, auditor!])
      expect(codeOf(await take(who, item))).toBe('forbidden')
    for (const to of [support!, treasurer!, auditor!, mara!])
      expect(codeOf(await give(ada!, item, to, null))).toBe('cannot_be_given')
    expect(codeOf(await take(mara!, item))).toBe('forbidden')
    const { body } = await ask(
      app,
      'GET',
      `${api}/staff-work/people?work=withdrawals&item=${item}`,
      {
        token: ada!.token,
      },
    )
    expect(body.data.people.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'Ben Approver',
      'Carla Admin',
    ])
    await setRole(database, mara!.id, 'admin')
    expect(codeOf(await take(mara!, item))).toBe('not_on_yourself')
    expect(await items(mara!, '&work=withdrawals')).toEqual([])
    expect(codeOf(await give(ada!, item, mara!, null))).toBe('cannot_be_given')
    await setRole(database, mara!.id, 'user')
    // Whoever approved it first decides no second time.
    await post(ada!, `/withdrawals/${item}/approval`, {})
    expect(codeOf(await take(ada!, item))).toBe('not_your_work')
    expect(codeOf(await give(ben!, item, ada!, null))).toBe('cannot_be_given')
  })

  test('lets go of whoever is frozen, has lost the role, or had a part in it since', async () => {
    const item = await requested(500)
    const dora = await called('Dora Approver', 'approver')
    await take(dora, item)
    expect(await holderOf(item)).toBe('Dora Approver')
    await post(carla!, `/users/${dora.id}/freeze`, { reason: 'Lost her telephone' })
    expect(await holderOf(item)).toBeNull()
    expect(codeOf(await give(ada!, item, dora, null))).toBe('cannot_be_given')
    expect(codeOf(await take(ben!, item))).toBe(200)
    await setRole(database, ben!.id, 'support')
    expect(await holderOf(item)).toBeNull()
    await setRole(database, ben!.id, 'approver')
    expect(await holderOf(item)).toBe('Ben Approver')
    await post(ben!, `/withdrawals/${item}/approval`, {})
    expect(await holderOf(item)).toBeNull()
  })

  test('that isn’t there is nobody’s', async () => {
    const nothing = randomUUID()
    expect(codeOf(await take(ada!, nothing))).toBe('unknown_work')
    expect(
      (await post(ada!, `/staff-work/verifications/${nothing}/taking`, { seen: null })).status,
    ).toBe(404)
    expect((await post(ada!, `/staff-work/gifts/${nothing}/taking`, { seen: null })).status).toBe(
      400,
    )
  })
})

describe('what is put off', () => {
  test('comes back by itself on that day, and is hidden from nobody', async () => {
    const item = await requested()
    expect((await putOff(ada!, item, await dayIn(3))).body.message).toBe(
      `Request put off until ${await dayIn(3)}.`,
    )
    expect(await seenBy(ada!, item, 'mine')).toBeUndefined()
    for (const who of [ada!, ben!])
      expect(await seenBy(who, item, 'put-off')).toMatchObject({
        holder: { fullName: 'Ada Approver' },
        putOffUntil: `${await dayIn(3)}T00:00:00.000Z`,
        note: { text: 'Waits for a letter of the bank' },
      })
    expect(await seenBy(ben!, item)).toBeDefined()
    await moveDays(database, 3)
    expect(await seenBy(ada!, item, 'put-off')).toBeUndefined()
    expect(await seenBy(ada!, item, 'mine')).toMatchObject({ putOffUntil: null })
  })

  test('is put off to a later day, by 30 at most, with a reason, and by who has it', async () => {
    const item = await requested()
    for (const [days, code] of [
      [0, 'not_that_day'],
      [-1, 'not_that_day'],
      [32, 'not_that_day'],
      [30, 200],
    ] as const)
      expect(codeOf(await putOff(ada!, item, await dayIn(days), null))).toBe(code)
    expect(codeOf(await putOff(ben!, item, await dayIn(2), null))).toBe('work_taken')
    expect(codeOf(await putOff(ben!, item, await dayIn(2), ada!.id))).toBe('work_taken')
    const nothingSaid = { seen: ada!.id, until: await dayIn(2), note: ' ' }
    expect((await act(ada!, item, 'putting-off', nothingSaid)).status).toBe(400)
    // Whoever takes it has it now.
    await take(ben!, item, ada!.id)
    expect(await seenBy(ben!, item, 'mine')).toMatchObject({ putOffUntil: null })
  })

  test('is late all the same when it is due, so that nobody waits until it is too late', async () => {
    const item = await requested()
    await putOff(ada!, item, await dayIn(20))
    await moveDays(database, 5)
    expect(await seenBy(ben!, item)).toMatchObject({ isLate: true })
    const { body } = await ask(app, 'GET', `${api}/staff-work`, { token: ada!.token })
    const counted = body.data.work.find(({ of }: { of: string }) => of === 'withdrawals')
    expect(counted.late).toBeGreaterThan(0)
    expect(counted.lateOfMine).toBeGreaterThan(0)
    const all = await items(ada!)
    expect(all.map(({ dueAt }) => dueAt)).toEqual(all.map(({ dueAt }) => dueAt).toSorted())
  })

  test('lapses on no day to which it is put off', async () => {
    await setRole(database, ben!.id, 'admin')
    const { body } = await post(carla!, `/users/${support!.id}/role-changes`, {
      roles: [],
      reason: 'She works elsewhere now',
    })
    const { id } = body.data.proposal
    const to = (until: string) =>
      post(ben!, `/staff-work/proposals/${id}/putting-off`, { seen: null, until, note: 'Later' })
    const refused = await to(await dayIn(8))
    expect(codeOf(refused)).toBe('not_that_day')
    expect(refused.body.message).toContain('It lapses on')
    expect(codeOf(await to(await dayIn(2)))).toBe(200)
    expect((await items(ben!, `&item=${id}`))[0]).toMatchObject({ isLate: false, of: 'proposals' })
    await setRole(database, ben!.id, 'approver')
  })
})

describe('a note that is handed over', () => {
  test('is read by who may read the piece, and by nobody whom it is about', async () => {
    const item = await requested()
    await putOff(ada!, item, await dayIn(2))
    const text = 'Waits for a letter of the bank'
    expect((await seenBy(treasurer!, item))?.note?.text).toBe(text)
    expect((await seenBy(auditor!, item))?.note?.text).toBe(text)
    expect(await items(support!)).toEqual([])
    const copied = []
    for await (const row of journalOf(database.pool, mara!.id)) copied.push(row)
    expect(copied.length).toBeGreaterThan(3)
    expect(JSON.stringify(copied)).not.toContain('letter of the bank')
    const kinds = ['TakeWork', 'GiveWork', 'ReturnWork', 'PutOffWork']
    expect(copied.filter(({ command, by }) => by !== 'you' && kinds.includes(command))).toEqual([])
    const activity = await ask(app, 'GET', `${api}/activity`, { token: mara!.token })
    expect(activity.status).toBe(200)
    expect(activity.text).not.toContain('letter of the bank')
    const audit = await ask(app, 'GET', `${api}/audit?limit=50`, { token: auditor!.token })
    expect(audit.text).not.toContain('letter of the bank')
  })

  test('goes with the person', async () => {
    const zed = await called('Zed Leaver')
    await post(zed, '/demo/deposits', { amount: 50, asset: 'USDT' })
    const { body } = await post(zed, '/requestWithdrawal', {
      amount: 50,
      type: 'bank_transfer',
      bankName: 'M',
      bankNumber: 'A wallet of his',
    })
    const item = body.data.withdrawal._id
    await putOff(ada!, item, await dayIn(2))
    await post(ada!, `/withdrawals/${item}/approval`, {})
    await post(treasurer!, `/withdrawals/${item}/payout`, { reference: randomUUID() })
    const notes = () =>
      database.owner.query('select note from work_items where item_id = $1', [item])
    expect((await notes()).rows).toEqual([{ note: 'Waits for a letter of the bank' }])
    expect(
      (
        await ask(app, 'DELETE', `${api}/${zed.id}`, {
          token: carla!.token,
          headers: { 'idempotency-key': randomUUID() },
        })
      ).status,
    ).toBe(200)
    expect((await notes()).rows).toEqual([{ note: null }])
  })
})

test('each kind has a time until which it is due, and weekends are no working days', async () => {
  const due = (at: string, days: number, working: boolean, closedDays: string[] = []) =>
    readWorkItems(
      database.pool,
      [
        {
          ...waits.find(({ of }) => of === 'withdrawals')!,
          text: `select '${randomUUID()}'::uuid as id, 1::bigint as amount, '${at}'::timestamptz as at, array[]::uuid[] as begun, array[]::uuid[] as about`,
        },
      ],
      { times: { ...usualDueTimes, withdrawals: { days, working } }, closedDays },
      { by: { owner: randomUUID(), roles: administrators } },
    ).then(({ items: [item] }) => item!.dueAt.slice(0, 16))
  // 2026-11-27 is a Friday.
  expect(await due('2026-11-26T10:00Z', 1, true)).toBe('2026-11-27T10:00')
  expect(await due('2026-11-27T10:00Z', 1, true)).toBe('2026-11-30T10:00')
  expect(await due('2026-11-28T10:00Z', 1, true)).toBe('2026-12-01T00:00')
  expect(await due('2026-11-29T23:59Z', 1, true)).toBe('2026-12-01T00:00')
  expect(await due('2026-11-25T10:00Z', 5, true)).toBe('2026-12-02T10:00')
  expect(await due('2026-11-27T10:00Z', 2, false)).toBe('2026-11-29T10:00')
  // Christmas is a Friday, and the days of the pack may fall on weekends too.
  const closed = ['2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01']
  expect(await due('2026-12-24T10:00Z', 1, true, closed)).toBe('2026-12-29T10:00')
  expect(await due('2026-12-25T10:00Z', 1, true, closed)).toBe('2026-12-30T00:00')
  expect(await due('2026-12-24T10:00Z', 5, true, closed)).toBe('2027-01-05T10:00')
  expect(await due('2026-12-24T10:00Z', 1, false, closed)).toBe('2026-12-25T10:00')
})
