/** What ends by a time in its row is counted by the index of that time, however many rows there are. */
import { expect, test } from 'vitest'
import { endingText, readEnding, wallClock } from '../../src/platform/ending.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
const rows = { from: 'probe', until: 'probe.until', clock: wallClock } as const

test('100,000 rows are counted, and those due and next are found by the index', async () => {
  await database.owner.query(`
    create table probe (id bigint generated always as identity, until timestamptz, said text);
    create index probe_due on probe (until) where until is not null;
    insert into probe (until, said)
      select date_trunc('day', clock_timestamp(), 'UTC') + interval '12 hours' + make_interval(days => n / 100 - 5), repeat('x', 200)
        from generate_series(0, 99999) n;
    insert into probe (until, said) values (null, 'never');
    analyze probe`)
  const { held, due, next } = await readEnding(database.owner, { name: 'probe.ending', ...rows })
  expect(held).toBe(100_001)
  // Of each day there are 100, at noon.
  expect([500, 600]).toContain(due)
  expect(next!.count).toBe(100)
  const { rows: plan } = await database.owner.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) ${endingText(rows)}`,
  )
  const lines = plan.map((line) => line['QUERY PLAN'].trim())
  expect(lines.filter((line) => /Index.* using probe_due/.test(line))).toHaveLength(3)
  // All that is kept is counted once, whatever it is read by.
  expect(lines.filter((line) => line.includes('Seq Scan on probe')).length).toBeLessThanOrEqual(1)
})
