/** What two of staff announce: to whom, once each stopped by one, and read by each. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BuiltInRole } from '../../src/contract/roles.ts'
import { createAnnouncing } from '../../src/domains/announcements/due.ts'
import { callToAgree } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)
await seedPlans(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

async function staff(role: BuiltInRole): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName: `A ${role}` })
  await setRole(database, person.id, role)
  return person
}
const [adam, bea, support] = (await Promise.all(
  (['administrator', 'compliance', 'support'] as const).map(staff),
)) as [Somebody, Somebody, Somebody]

const post = (who: Somebody, path: string, body?: object) =>
  ask(app, 'POST', `${api}${path}`, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(body ? { payload: body } : {}),
  })
const get = (who: Somebody, path: string) => ask(app, 'GET', `${api}${path}`, { token: who.token })

const words = {
  title: 'Closed on Friday',
  text: 'The office is closed on Friday.\n\nWithdrawals are paid on Monday.',
  isMailed: false,
  plan: null,
  status: null,
  country: null,
}
const propose = (over: object = {}, who = adam) =>
  post(who, '/staff-announcements', { ...words, ...over })
type Reply = Awaited<ReturnType<typeof propose>>
const agree = (proposed: Reply, who = bea) => post(who, ...callToAgree(proposed))
const listed = async (title: string) =>
  (await get(adam, '/staff-announcements')).body.data.announcements.find(
    (one: { title: string }) => one.title === title,
  )
const own = async (who: Somebody) => (await get(who, '/announcements')).body.data

/** Agreed to by two; its id. */
async function announced(title: string, over: object = {}): Promise<string> {
  const agreed = await agree(await propose({ title, ...over }))
  expect(agreed.status, agreed.text).toBe(200)
  return (await listed(title)).id
}

/** Turns until none is being sent; at most so many. */
async function send(pace = 999_999, turns = 500): Promise<void> {
  const turn = createAnnouncing({ pool: database.pool, desk: house.desk, pace })
  for (let n = 0; n < turns; n += 1) {
    await turn(() => true)
    const { rows } = await database.pool.query(
      `select from announcements where state = 'sending' limit 1`,
    )
    if (rows.length === 0) return
  }
}

/** How many rows, activities and mails there are of each person who has any. */
async function oftenOf(id: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ often: string }>(
    `select distinct concat_ws(' ',
        (select count(*) from announcement_deliveries d where d.announcement_id = $1 and d.owner_id = o.id),
        (select count(*) from desk.activity a join desk.commands c on c.id = a.command_id
          where a.owner_id = o.id and a.kind = 'announcement-received' and c.input ->> 'announcement' = $1::text),
        (select count(*) from outbox m join desk.commands c on c.id = m.command_id
          where m.owner_id = o.id and m.template = 'announcement' and c.input ->> 'announcement' = $1::text)) as often
      from owners o where o.role <> 'firm'`,
    [id],
  )
  return rows.map(({ often }) => often).toSorted()
}

/** The kinds of commands that the journal has of it. */
async function journaled(): Promise<string[]> {
  const { rows } = await database.owner.query<{ kind: string }>(
    `select distinct kind from desk.commands where kind like '%Announcement' and outcome = 'done' order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

/** As if what was sent had been sent a while ago. */
const forgetPace = () =>
  database.owner.query(
    `update announcement_deliveries set reached_at = reached_at - interval '1 minute'`,
  )

describe('what two announce', () => {
  test('is agreed to as it was shown, delivered, and opened', async () => {
    const ada = await signUpSomebody(app, { fullName: 'Ada Reader' })
    const proposed = await propose()
    expect(proposed.status, proposed.text).toBe(202)
    expect((await agree(proposed, adam)).status).toBe(409)
    expect((await agree(proposed, support)).body.code).toBe('forbidden')
    const { id, facts } = proposed.body.data.proposal
    expect(facts).toEqual({ ...words, planTitle: null, reaches: expect.any(Number) })
    const wider = { shown: { ...facts, status: 'active' } }
    expect((await post(bea, `/proposals/${id}/agreement`, wider)).body.code).toBe('not_as_shown')
    expect(await listed(words.title)).toBeUndefined()
    expect((await agree(proposed)).status).toBe(200)
    await send()
    const [announcement] = (await own(ada)).announcements
    expect(announcement).toMatchObject({ title: words.title, text: words.text, readAt: null })
    expect((await own(ada)).unread).toBe(1)
    const { notifications } = (await get(ada, '/notifications')).body.data
    expect(notifications[0]).toMatchObject({
      title: 'Announcement',
      by: 'system',
      details: { announced: words.title },
    })
    expect((await post(bea, `/announcements/${announcement.id}/read`)).body.code).toBe(
      'unknown_announcement',
    )
    const read = `/announcements/${announcement.id}/read`
    expect((await post(ada, read)).status).toBe(200)
    expect((await post(ada, read)).body.code).toBe('nothing_to_change')
    expect(await own(ada)).toMatchObject({ unread: 0 })
    const sent = await listed(words.title)
    expect(sent).toMatchObject({ state: 'sent', read: 1, expected: sent.reached })
    const readers = (list: string) =>
      get(adam, `/staff-announcements/${sent.id}/people?list=${list}&limit=100`)
    const { people } = (await readers('read')).body.data
    expect(people.map(({ user }: { user: { id: string } }) => user.id)).toEqual([ada.id])
    expect(await journaled()).toEqual([
      'DeliverAnnouncement',
      'FinishAnnouncement',
      'ProposeAnnouncement',
      'ReadAnnouncement',
    ])
    const unread = (await readers('unread')).body.data.people
    expect(unread.length).toBe(sent.reached - 1)
  })

  test.for([
    ['a fee', { text: 'Pay the release fee of $50 before your withdrawal is paid.' }, /paid/],
    [
      'half of it in the title',
      { title: 'Your withdrawal is held until', text: 'you pay a fee of $50.' },
      /paid/,
    ],
    [
      'another place',
      { text: 'Read more at https://glasshouse.example.evil.com/now' },
      /another place/,
    ],
    ['a promise', { text: 'The new plan is guaranteed.' }, /safety/],
    ['two alphabets', { text: 'The p\u0430yment is late.' }, /alphabets/],
    ['a turned direction', { text: 'Closed \u202Eno Friday' }, /cannot be stored/],
    ['10,000 signs', { text: 'x'.repeat(10_000) }, /2000/],
    ['nothing', { text: ' \n ' }, /required/],
  ] as const)('is refused with %s in it', async ([, over, why]) => {
    const refused = await propose(over)
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(why)
  })

  test('goes to nobody whom no filter names, and says so before it is proposed', async () => {
    expect((await propose({ country: 'IS' })).body.code).toBe('nobody_reached')
    expect((await propose({ plan: randomUUID() })).body.code).toBe('unknown_plan')
    const { reaches } = (await get(adam, '/staff-announcements/audience?status=active')).body.data
    expect(reaches).toBeGreaterThan(2)
    expect((await get(support, '/staff-announcements/audience')).status).toBe(403)
  })

  test('goes to whom a filter names as it is sent, frozen ones too, never to closed ones or to who came later', async () => {
    const [frozen, closed] = [
      await signUpSomebody(app, { fullName: 'Fay Frozen' }),
      await signUpSomebody(app, { fullName: 'Cal Closed' }),
    ]
    await house.run('FreezeUser', { user: frozen.id, reason: 'Asked for' }, adam.id)
    const all = await announced('To all', { isMailed: true })
    const onlyFrozen = await announced('To frozen ones', { status: 'frozen' })
    const late = await signUpSomebody(app, { fullName: 'Lea Late' })
    await house.run(
      'CloseUser',
      { user: closed.id, unverified: false, asked: false, kept: null },
      adam.id,
    )
    await send()
    const titles = async (who: Somebody) =>
      (await own(who)).announcements.map(({ title }: { title: string }) => title)
    expect(await titles(frozen)).toEqual(['To frozen ones', 'To all'])
    expect(await titles(late)).toEqual([])
    const { rows } = await database.pool.query(
      'select count(*)::int as count from announcement_deliveries where owner_id = $1',
      [closed.id],
    )
    expect(rows[0].count).toBe(0)
    expect((await listed('To frozen ones')).reached).toBe(1)
    // Nobody has confirmed an address here: a stranger gets no mail.
    expect(await oftenOf(all)).toEqual(['0 0 0', '1 1 0'])
    expect(await oftenOf(onlyFrozen)).toEqual(['0 0 0', '1 1 0'])
  })

  test('is stopped by one and goes on by two, and nobody gets it twice', async () => {
    await forgetPace()
    const id = await announced('Stopped once')
    const turn = createAnnouncing({ pool: database.pool, desk: house.desk, pace: 6 })
    await turn(() => true)
    expect((await listed('Stopped once')).reached).toBe(1)
    const stop = `/staff-announcements/${id}/stop`
    expect((await post(support, stop, { reason: 'A wrong day' })).status).toBe(403)
    expect((await post(bea, stop, { reason: 'A wrong day' })).status).toBe(200)
    expect((await post(bea, stop, { reason: 'A wrong day' })).body.code).toBe(
      'announcement_not_sending',
    )
    const late = { owner: support.id, announcement: id }
    expect((await house.run('DeliverAnnouncement', late, null)).outcome).toBe(
      'announcement_not_sending',
    )
    await send()
    expect(await listed('Stopped once')).toMatchObject({ state: 'stopped', reached: 1 })
    const going = await post(adam, `/staff-announcements/${id}/resuming`)
    expect(going.status, going.text).toBe(202)
    expect((await agree(going, adam)).status).toBe(409)
    expect((await agree(going)).status).toBe(200)
    expect((await post(adam, `/staff-announcements/${id}/resuming`)).body.code).toBe(
      'announcement_not_stopped',
    )
    await send()
    expect(await listed('Stopped once')).toMatchObject({ state: 'sent' })
    expect(await journaled()).toEqual(
      expect.arrayContaining(['ResumeAnnouncement', 'StopAnnouncement']),
    )
    expect(await oftenOf(id)).toEqual(['0 0 0', '1 1 0'])
  })

  test('keeps to its pace', async () => {
    await forgetPace()
    await announced('Slowly')
    const turn = createAnnouncing({ pool: database.pool, desk: house.desk, pace: 18 })
    for (let n = 0; n < 5; n += 1) await turn(() => true)
    const { reached } = await listed('Slowly')
    // Three within ten seconds; one more where those ten have passed meanwhile.
    expect(reached).toBeGreaterThanOrEqual(3)
    expect(reached).toBeLessThan(7)
    await send()
  })

  test('is not sent in other words than the two agreed to, whoever writes into the table', async () => {
    const id = await announced('As agreed')
    await database.owner.query(`update announcements set body = 'Other words' where id = $1`, [id])
    const before = house.errors.length
    await announced('After it')
    await expect(send()).rejects.toThrow()
    expect((await listed('As agreed')).reached).toBe(0)
    expect((await listed('After it')).state).toBe('sent')
    await database.owner.query(`update announcements set body = $2 where id = $1`, [id, words.text])
    await send()
    expect((await listed('As agreed')).state).toBe('sent')
    house.errors.splice(before)
  })
})
