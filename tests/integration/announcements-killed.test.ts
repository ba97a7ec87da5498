/** An announcement reaches everybody once, though the worker that sends it is killed again and again. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createAnnouncing } from '../../src/domains/announcements/due.ts'
import { auditState } from '../../src/domains/audit-state.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { startLoneWorker } from '../support/lone-worker.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)

/** How many have it, in its row, in the activity and by mail; and the most that anybody has of each. */
async function reached(): Promise<{ rows: number[]; most: number[] }> {
  const { rows } = await database.owner.query<{ all: number; most: number }>(
    `select coalesce(sum(often), 0)::int as all, coalesce(max(often), 0)::int as most from (select count(*) as often from announcement_deliveries group by owner_id) a
     union all select coalesce(sum(often), 0)::int, coalesce(max(often), 0)::int from (select count(*) as often from desk.activity where kind = 'announcement-received' group by owner_id) b
     union all select coalesce(sum(often), 0)::int, coalesce(max(often), 0)::int from (select count(*) as often from outbox where template = 'announcement' group by owner_id) c`,
  )
  return { rows: rows.map((row) => row.all), most: rows.map((row) => row.most) }
}
/** Asked so often that it must be quick: a worker is killed as soon as it has reached anybody. */
async function countReached(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from announcement_deliveries',
  )
  return rows[0]!.count
}

const kills = 20

test('everybody is reached once, in the app and by mail, though the worker is killed 20 times', async () => {
  // Each worker can reach twenty before it has to rest, so that none reaches all.
  const [people, pace] = [50 + 20 * kills, 120]
  const [one, two] = [
    await house.person({ role: 'admin', vouched: true }),
    await house.person({ role: 'admin', vouched: true }),
  ]
  for (let n = 0; n < people; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => house.person({ vouched: true })))
  const words = { title: 'Under fire', text: 'Read this once.', isMailed: true }
  const to = { plan: null, planTitle: null, status: null, country: null, reaches: people }
  const proposed = await house.run('ProposeAnnouncement', { ...words, ...to }, one)
  await house.run('AgreeToProposal', agreementTo(proposed), two, { id: newId() })
  for (let n = 0; n < kills; n += 1) {
    const before = await countReached()
    // The pace counts what was reached a moment ago, by the clock on the wall, and what waits for the mail server.
    await database.owner.query(
      `update announcement_deliveries set reached_at = reached_at - interval '1 minute'`,
    )
    await database.owner.query(`update outbox set state = 'kept' where state = 'waiting'`)
    const child = await startLoneWorker('announcer.ts', {
      DATABASE: database.url,
      PACE: String(pace),
    })
    await expect.poll(countReached, { interval: 1, timeout: 20_000 }).toBeGreaterThan(before)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect(await countReached()).toBeLessThan(people)
  const turn = createAnnouncing({ pool: database.pool, desk: house.desk, pace: 999_999 })
  for (let isSending = true; isSending;) {
    await turn(() => true)
    await database.owner.query(`update outbox set state = 'kept' where state = 'waiting'`)
    const { rows } = await database.owner.query('select state, reached::int from announcements')
    isSending = rows[0].state === 'sending'
    if (!isSending) expect(rows[0]).toEqual({ state: 'sent', reached: people + 2 })
  }
  expect(await reached()).toEqual({
    rows: [people + 2, people + 2, people + 2],
    most: [1, 1, 1],
  })
  const report = await auditState(database.pool, testMacKeys)
  expect(report.differences).toEqual([])
}, 180_000)
