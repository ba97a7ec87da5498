/** An announcement to 100,000 people leaves at its pace, and reaches each once, though the worker is killed 20 times. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { root } from '../support/source.ts'

const people = 100_000
/** A minute; so within ten seconds a sixth of it. */
const pace = 60_000
const inTenSeconds = pace / 6
/** What was under way when a worker was killed still comes. */
const underWay = 128

const database = await createTestDatabase()
const house = createHouse(database)

async function fill(): Promise<void> {
  const statements = [
    'set session_replication_role = replica',
    `create temp table made as select md5('person ' || n)::uuid as id, n from generate_series(1, ${people}) as numbers(n)`,
    `insert into auth.persons (id, full_name, email) select id, 'Person ' || n, 'person.' || n || '@people.example' from made`,
    `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at, version, email_verified)
      select id, 'user', 'active', 'GH-' || 1000000000 + n, 'R' || n, '2020-01-01Z', '2020-01-01Z', 0, true from made order by n`,
    'analyze owners, auth.persons',
  ]
  const client = await database.owner.connect()
  for (const statement of statements) await client.query(statement)
  client.release(true)
}

async function read<Row extends object>(text: string): Promise<Row> {
  const { rows } = await database.owner.query<Row>(text)
  return rows[0]!
}

const sent = () =>
  read<{ count: number; state: string }>(
    `select (select count(*)::int from announcement_deliveries) as count, (select state from announcements) as state`,
  )

/** In place of a mail server: without one they are kept. */
const takeMails = () =>
  database.owner.query(`update outbox set state = 'kept' where state = 'waiting'`)

/** A worker of its own, until the announcement has reached so many more, or everybody. */
async function sendUntil(count: number): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'tests/support/announcer.ts')], {
    env: { ...process.env, DATABASE: database.url, PACE: String(pace) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  for (let now = await sent(); now.count < count && now.state === 'sending'; now = await sent())
    await takeMails()
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('100,000 people are reached once each, at the pace, under 20 kills', async () => {
  const [one, two] = [
    await house.person({ role: 'admin', vouched: true }),
    await house.person({ role: 'admin', vouched: true }),
  ]
  await fill()
  const words = { title: 'To everybody', text: 'Read this once.', isMailed: true }
  const to = { plan: null, planTitle: null, status: null, country: null, reaches: people }
  const proposed = await house.run('ProposeAnnouncement', { ...words, ...to }, one)
  await house.run('AgreeToProposal', agreementTo(proposed), two, { id: newId() })
  for (let kills = 1; kills <= 20; kills += 1) await sendUntil((kills * people) / 21)
  expect((await sent()).state).toBe('sending')
  await sendUntil(people + 3)
  expect(await read('select state, reached::int from announcements')).toEqual({
    state: 'sent',
    reached: people + 2,
  })
  const often = (from: string) =>
    read(
      `select count(*)::int as people, max(often)::int as most from (select count(*) as often from ${from} group by owner_id) each`,
    )
  const each = { people: people + 2, most: 1 }
  expect(await often('announcement_deliveries')).toEqual(each)
  expect(await often(`desk.activity where kind = 'announcement-received'`)).toEqual(each)
  expect(await often(`outbox where template = 'announcement'`)).toEqual(each)
  const { most, seconds } = await read<{ most: number; seconds: number }>(
    `select max(count)::int as most, extract(epoch from max(at) - min(at))::int as seconds from (
        select at, count(*) over (order by at range between interval '9.999 seconds' preceding and current row) as count from announcement_deliveries) counted`,
  )
  console.log(`${people} people in ${seconds} s, ${most} within ten seconds at most`)
  expect(most).toBeLessThanOrEqual(inTenSeconds + underWay)
}, 1_200_000)
