/** The bell: of what somebody is told, how many of it are new, and how far they have read. */
import { describe, expect, test } from 'vitest'
import {
  latestNotifications,
  maxCounted,
  topicsOfBell,
  type Notification,
} from '../../src/contract/notifications.ts'
import { lookedThrough, toldText } from '../../src/domains/activity/notifications.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 1_000_00n, corrections: 1_000_000_00n })
const app = await createTestApp(database)
const admin = await house.person({ role: 'admin', fullName: 'Grace Head' })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

async function bell({
  token,
}: Somebody): Promise<{ newCount: number; notifications: Notification[] }> {
  const { body } = await ask(app, 'GET', `${api}/notifications`, { token })
  return body.data
}
const read = ({ token }: Somebody, upTo: unknown) =>
  ask(app, 'POST', `${api}/notifications/read`, { token, payload: { upTo } })
const kinds = async (person: Somebody) => (await bell(person)).notifications.map(({ kind }) => kind)
const newKinds = async (person: Somebody) =>
  (await bell(person)).notifications.filter(({ isNew }) => isNew).map(({ kind }) => kind)

const credit = (owner: string, amount: bigint) =>
  house.run('CreditPlayMoney', { owner, amount, asset: 'BTC' }, owner)
async function request(owner: string, to: string | null = null): Promise<string> {
  const target = to
    ? ({ type: 'tradehub_transfer', recipientAccountId: to } as const)
    : ({ type: 'bank_transfer', walletName: 'Blue wallet', walletAddress: 'a' } as const)
  const reply = await house.run('RequestWithdrawal', { owner, amount: 10_00n, target }, owner)
  return JSON.parse(reply.text).data.withdrawal._id
}
const approve = (withdrawal: string) =>
  house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
const correct = (user: string, accountBalance: bigint) =>
  house.run('CorrectUser', { user, accountBalance, reason: 'booked short' }, admin)
const changeOfSignIn = (owner: string) =>
  house.run('RecordSecurityChange', { owner, change: 'app-added' }, owner)

/** Somebody of whom staff have made a balance, which they have been told. */
async function somebody(): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await correct(person.id, 500_00n)
  return person
}

describe('somebody is told', () => {
  test('what staff and the server did in their account, newest first, with how many are new', async () => {
    const [ada, ben] = [await somebody(), await signUpSomebody(app)]
    await house.run(
      'OpenInvestment',
      {
        owner: ada.id,
        planId: plans.starter,
        amount: 100_00n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada.id,
    )
    await approve(await request(ada.id, ben.user.accountId))
    const wallet = await request(ada.id)
    await approve(wallet)
    await house.run('PayWithdrawal', { withdrawal: wallet, reference: 'PAY-1' }, admin)
    await moveDays(database, 8)
    await settleDue({ pool: database.pool, desk: house.desk })
    const told = await bell(ada)
    expect([told.newCount, told.notifications.map(({ kind }) => kind)]).toEqual([
      5,
      [
        'investment-matured',
        'withdrawal-paid',
        'withdrawal-approved',
        'withdrawal-approved',
        'correction-made',
      ],
    ])
    expect(told.notifications[1]).toMatchObject({
      by: 'staff',
      staffName: 'Grace Head',
      about: { noun: 'withdrawal', id: wallet },
      isNew: true,
    })
    expect(await kinds(ben)).toEqual(['transfer-received'])
  })

  test('nothing of what they did themselves', async () => {
    const ada = await signUpSomebody(app)
    await credit(ada.id, 100_00n)
    await house.run(
      'CancelWithdrawal',
      { withdrawal: await request(ada.id), owner: ada.id },
      ada.id,
    )
    expect(await bell(ada)).toEqual({ newCount: 0, notifications: [] })
  })

  test('what concerns the security of their account, in their own name too: a thief would have it', async () => {
    const ada = await signUpSomebody(app)
    await changeOfSignIn(ada.id)
    await house.run('FreezeOwnAccount', { owner: ada.id, reason: null }, ada.id)
    expect([await kinds(ada), (await bell(ada)).notifications.map(({ by }) => by)]).toEqual([
      ['account-frozen', 'app-added'],
      ['you', 'you'],
    ])
  })

  test('nothing of anybody else', async () => {
    const [, ben] = [await somebody(), await signUpSomebody(app)]
    expect(await kinds(ben)).toEqual([])
  })

  test('while their account is frozen, as before', async () => {
    const ada = await somebody()
    await house.run('FreezeUser', { user: ada.id, reason: 'to be asked about' }, admin)
    const { newCount, notifications } = await bell(ada)
    expect(newCount).toBe(2)
    expect((await read(ada, notifications[0]!.version)).status).toBe(200)
    expect((await bell(ada)).newCount).toBe(0)
  })

  test('of a long past the latest, and beyond a hundred that there are a hundred or more', async () => {
    const ada = await signUpSomebody(app)
    for (let n = 1; n <= maxCounted + 1; n += 1) await correct(ada.id, BigInt(n))
    const { newCount, notifications } = await bell(ada)
    expect([newCount, notifications.length]).toEqual([maxCounted, latestNotifications])
    expect(notifications[0]!.changes[0]!.to).toBe('$1.01')
  })
})

describe('reading', () => {
  test('up to a place leaves what came after it new, and what was read in the list', async () => {
    const ada = await somebody()
    await changeOfSignIn(ada.id)
    const [, first] = (await bell(ada)).notifications
    expect((await read(ada, first!.version)).body.data).toEqual({ readUpTo: first!.version })
    expect([await newKinds(ada), await kinds(ada), (await bell(ada)).newCount]).toEqual([
      ['app-added'],
      ['app-added', 'correction-made'],
      1,
    ])
  })

  test('never goes back, nor beyond what has happened, and can be said twice', async () => {
    const ada = await somebody()
    const [{ version }] = (await bell(ada)).notifications as [Notification]
    const places = []
    for (const upTo of [1_000_000_000, 0, version, version])
      places.push((await read(ada, upTo)).body.data.readUpTo)
    expect(places).toEqual([version, version, version, version])
    await changeOfSignIn(ada.id)
    expect(await newKinds(ada)).toEqual(['app-added'])
  })

  test('from many windows at once ends at the furthest', async () => {
    const ada = await signUpSomebody(app)
    for (let n = 1; n <= 8; n += 1) await correct(ada.id, BigInt(n))
    const places = (await bell(ada)).notifications.map(({ version }) => version)
    await Promise.all(places.map((version) => read(ada, version)))
    expect((await bell(ada)).newCount).toBe(0)
    await read(ada, places.at(-1)!)
    expect((await bell(ada)).newCount).toBe(0)
  })

  test('is everybody’s own', async () => {
    const [ada, ben] = [await somebody(), await somebody()]
    await read(ada, 1_000)
    expect([(await bell(ada)).newCount, (await bell(ben)).newCount]).toEqual([0, 1])
  })

  test.each([[-1], [1.5], ['1'], [null], [2 ** 60]])(
    'up to %j is refused, and nothing is marked',
    async (upTo) => {
      const ada = await somebody()
      const reply = await read(ada, upTo)
      expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, ['upTo']])
      expect((await bell(ada)).newCount).toBe(1)
    },
  )

  test('writes no time, and is gone with the person', async () => {
    const ada = await signUpSomebody(app)
    await changeOfSignIn(ada.id)
    const row = async () =>
      (
        await database.owner.query<Record<string, unknown>>(
          'select * from auth.persons where id = $1',
          [ada.id],
        )
      ).rows[0]
    const before = await row()
    const [{ version }] = (await bell(ada)).notifications as [Notification]
    await read(ada, version)
    expect(await row()).toEqual({ ...before, read_up_to: BigInt(version) })
    await house.run('CloseUser', { user: ada.id }, admin)
    expect(await row()).toBeUndefined()
  })

  test('is no word of any command: neither the journal nor the person’s activity knows of it', async () => {
    const ada = await somebody()
    const counted = async () =>
      (
        await database.owner.query(
          `select (select count(*) from desk.commands where actor = $1 or subject = $1) as commands, version, unlisted from owners where id = $1`,
          [ada.id],
        )
      ).rows[0]
    const before = await counted()
    await read(ada, 1_000)
    expect(await counted()).toEqual(before)
  })
})

test('looking at the bell is no use of a session: an open page keeps nobody signed in', async () => {
  const ada = await somebody()
  await database.owner.query(
    `update auth.sessions set updated_at = clock_timestamp() - interval '1 hour' where person_id = $1`,
    [ada.id],
  )
  const used = async () =>
    (
      await database.owner.query<{ updated_at: unknown }>(
        'select updated_at from auth.sessions where person_id = $1',
        [ada.id],
      )
    ).rows[0]!.updated_at
  const before = await used()
  await bell(ada)
  expect(await used()).toEqual(before)
  await read(ada, 1)
  expect(await used()).not.toEqual(before)
})

describe('what is switched off', () => {
  const everything = Object.fromEntries(topicsOfBell.map((topic) => [topic, true]))
  const choices = ({ token }: Somebody, payload?: object) =>
    ask(app, payload === undefined ? 'GET' : 'PATCH', `${api}/notification-choices`, {
      token,
      ...(payload ? { payload } : {}),
    })

  test('is neither listed nor counted, and is there again when it is switched on', async () => {
    const [ada, ben] = [await somebody(), await somebody()]
    await choices(ada, { 'deposit-received': false })
    await approve(await request(ben.id, ada.user.accountId))
    expect([await kinds(ada), (await bell(ada)).newCount]).toEqual([['correction-made'], 1])
    await choices(ada, { 'deposit-received': true })
    expect(await newKinds(ada)).toEqual(['transfer-received', 'correction-made'])
  })

  test('is what was named; the rest, the mails and other people’s choices stay', async () => {
    const [ada, ben] = [await somebody(), await somebody()]
    expect((await choices(ada)).body.data.notifications).toEqual(everything)
    const mailsOf = async () =>
      (await ask(app, 'GET', `${api}/mail-choices`, { token: ada.token })).body.data.mails
    const mails = await mailsOf()
    const reply = await choices(ada, { 'withdrawal-paid': false })
    expect(reply.body.data.notifications).toEqual({ ...everything, 'withdrawal-paid': false })
    expect((await choices(ada)).body).toEqual(reply.body)
    expect((await choices(ben)).body.data.notifications).toEqual(everything)
    expect(await mailsOf()).toEqual(mails)
  })

  test('from two pages at once is all of it', async () => {
    const ada = await signUpSomebody(app)
    await Promise.all(topicsOfBell.map((topic) => choices(ada, { [topic]: false })))
    const { body } = await choices(ada)
    expect(Object.values(body.data.notifications)).toEqual(topicsOfBell.map(() => false))
  })

  test.each([
    { 'correction-made': false },
    { 'password-changed': false },
    { 'account-frozen': false },
    { 'investment-opened': false },
    { 'deposit-received': 'no' },
  ])('can’t be %j: nothing is changed', async (payload) => {
    const ada = await signUpSomebody(app)
    expect((await choices(ada, payload)).status).toBe(400)
    expect((await choices(ada)).body.data.notifications).toEqual(everything)
  })

  test('can’t be security in the database either', async () => {
    const ada = await signUpSomebody(app)
    const mute = (topics: (string | null)[]) =>
      database.pool.query('update auth.persons set muted_notifications = $2 where id = $1', [
        ada.id,
        topics,
      ])
    for (const topic of ['correction-made', 'password-changed', 'sign-in', null])
      await expect(mute([topic]), String(topic)).rejects.toThrow(
        'persons_mute_notifications_that_may_be_muted',
      )
    await mute([...topicsOfBell])
  })

  test('leaves what concerns the security of the account, whatever else is off', async () => {
    const ada = await signUpSomebody(app)
    await choices(ada, Object.fromEntries(topicsOfBell.map((topic) => [topic, false])))
    await changeOfSignIn(ada.id)
    await correct(ada.id, 1n)
    expect(await kinds(ada)).toEqual(['correction-made', 'app-added'])
  })
})

test('the latest five thousand entries are looked through, by the key of the activity', async () => {
  const ada = await signUpSomebody(app)
  await correct(ada.id, 1n)
  const opened = (entries: number) =>
    database.owner.query(
      `with passed as (update owners set version = version + $2 where id = $1 returning version)
       insert into desk.activity (hash, owner_id, version, command_id, kind, at)
       select '', $1, version - $2 + n, gen_random_uuid(), 'investment-opened', now() from passed, generate_series(1, $2::int) n`,
      [ada.id, entries],
    )
  await opened(lookedThrough - 1)
  expect(await kinds(ada)).toEqual(['correction-made'])
  const { rows } = await database.owner.query<{ 'QUERY PLAN': string }>(`explain ${toldText}`, [
    ada.id,
    [],
    0,
  ])
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('activity_pkey')
  await opened(1)
  expect(await kinds(ada)).toEqual([])
})
