/** Where a journal ends, and what was paid of late, as every process asks when it starts: of a long journal few pages are read. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccepted, readLastCommand } from '../../src/desk/journal-seen.ts'
import { payoutKinds } from '../../src/domains/payout-blocks/payouts.ts'
import { firstIdAt, idFromName } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
const client = await database.pool.connect()
afterAll(() => client.release())

const start = Date.UTC(2026, 0, 1)
const minuteMs = 60_000
const dayMs = 86_400_000
const commands = 20_000
const idOf = (minute: number) => firstIdAt(start + minute * minuteMs)

/** A command a minute; every thousandth pays something out. */
beforeAll(async () => {
  await database.owner.query(
    `insert into desk.commands (id, kind, body_hash, input, outcome, at, recorded_at)
     select (lpad(to_hex(${start}::bigint + n * ${minuteMs}), 12, '0') || '70008000000000000000')::uuid,
       case when n % 1000 = 0 then 'PayWithdrawal' else 'RequestWithdrawal' end, '', '{}', 'done', moment, moment
     from generate_series(1, ${commands}) n, to_timestamp(${start / 1000} + n * 60) moment`,
  )
  await database.owner.query('analyze desk.commands')
})

type Counts = { pages: number; scans: number; uses: number }

async function countsOf(index: string): Promise<Counts> {
  const { rows } = await client.query<Counts>(
    `select pg_stat_get_xact_blocks_fetched('desk.commands'::regclass)::float8 / pg_relation_size('desk.commands') * 8192 as pages,
      pg_stat_get_xact_numscans('desk.commands'::regclass)::int as scans, pg_stat_get_xact_numscans($1::regclass)::int as uses`,
    [`desk.${index}`],
  )
  return rows[0]!
}

/** What it answers, which part of the journal's pages it read, and how often it went through all of them or used the index. */
async function counted<T>(read: () => Promise<T>, index: string) {
  await client.query('begin')
  try {
    const before = await countsOf(index)
    const answer = await read()
    const { pages, scans, uses } = await countsOf(index)
    return {
      answer,
      pages: pages - before.pages,
      scans: scans - before.scans,
      uses: uses - before.uses,
    }
  } finally {
    await client.query('rollback')
  }
}

test('the last command is found in few pages of it, whether anything was seen before or not', async () => {
  const last = { id: idOf(commands), recordedAt: start + commands * minuteMs }
  for (const since of [null, last.recordedAt - minuteMs]) {
    const found = await counted(() => readLastCommand(client, since), 'commands_pkey')
    expect(found).toMatchObject({ answer: last, scans: 0 })
    // The planner looks at the end of the index as well.
    expect(found.uses).toBeGreaterThan(0)
    expect(found.pages).toBeLessThan(0.02)
  }
})

test('the last command is the one that was recorded last, though a server’s clock was ten years ahead for many commands', async () => {
  const ids = Array.from({ length: 200 }, (_, n) => firstIdAt(start + 3_653 * dayMs + n))
  await database.owner.query(
    `insert into desk.commands (id, kind, body_hash, input, outcome, at, recorded_at)
     select id, 'RequestWithdrawal', '', '{}', 'done', $2, $2 from unnest($1::uuid[]) id`,
    [ids, new Date(start + 5 * minuteMs)],
  )
  expect(await readLastCommand(client, null)).toMatchObject({ id: idOf(commands) })
})

test('the last command is found whose id says nothing of when it was made', async () => {
  const [id, recordedAt] = [idFromName('an account'), start + (commands + 1) * minuteMs]
  await database.owner.query(
    `insert into desk.commands (id, kind, body_hash, input, outcome, at, recorded_at) values ($1, 'OpenAccount', '', '{}', 'done', $2, $2)`,
    [id, new Date(recordedAt)],
  )
  expect(await readLastCommand(client, null)).toEqual({ id, recordedAt })
  expect(await readLastCommand(client, recordedAt)).toEqual({ id, recordedAt })
  expect(await readLastCommand(client, recordedAt + 1)).toBeNull()
})

test('of what was paid the newest are kept, in their order, found by an index of the kinds that pay', async () => {
  const since = start + 2_500 * minuteMs
  const read = (limit: number) => () => readAccepted(client, { kinds: payoutKinds, since, limit })
  const { answer, ...all } = await counted(read(5_000), 'commands_payouts')
  expect(answer.map(({ id }) => id)).toEqual(
    Array.from({ length: 18 }, (_, n) => idOf((n + 3) * 1_000)),
  )
  expect(all).toMatchObject({ scans: 0, uses: 1 })
  const few = await read(2)()
  expect(few.map(({ id }) => id)).toEqual([idOf(19_000), idOf(20_000)])
})
