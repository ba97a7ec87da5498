/** Where a journal ends, and what was paid of late, as every process asks when it starts: of a long journal few pages are read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAccepted, readLastCommand } from '../../src/desk/journal-seen.ts'
import { payoutKinds } from '../../src/domains/payout-blocks/payouts.ts'
import { firstIdAt, idFromName, newId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
const client = await database.pool.connect()
afterAll(() => client.release())

const start = Date.UTC(2026, 0, 1)
const minuteMs = 60_000
const commands = 80_000
const idOf = (minute: number) => firstIdAt(start + minute * minuteMs)

/** A command a minute; every thousandth pays something out. */
beforeAll(async () => {
  await database.owner.query(
    `insert into desk.commands (id, kind, body_hash, rules, mac, particulars_digest, input, outcome, at, recorded_at)
     select (lpad(to_hex(${start}::bigint + n * ${minuteMs}::bigint), 12, '0') || '70008000000000000000')::uuid,
       case when n % 1000 = 0 then 'PayWithdrawal' else 'RequestWithdrawal' end, '', 1, '', '', '{}', 'done', moment, moment
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
    const found = await counted(() => readLastCommand(client, since), 'commands_recorded')
    expect(found).toMatchObject({ answer: last, scans: 0, uses: 0 })
    expect(found.pages).toBeLessThan(0.2)
  }
  expect(await readLastCommand(client, last.recordedAt + 1)).toBeNull()
})

const record = (ids: readonly string[], recordedAt: number, kind = 'RequestWithdrawal') =>
  database.owner.query(
    `insert into desk.commands (id, kind, body_hash, rules, mac, particulars_digest, input, outcome, at, recorded_at)
     select id, $3, '', 1, '', '', '{}', 'done', moment, moment from unnest($1::uuid[]) id, to_timestamp($2::float8 / 1000) moment`,
    [ids, recordedAt, kind],
  )

describe('the last command is the one that was recorded last', () => {
  let minute = commands
  const nextMinute = () => start + ++minute * minuteMs

  test.each([
    ['was a year ahead for many commands', 366 * 24 * 60],
    ['was an hour ahead for many commands', 60],
    ['has been set back by an hour', -60],
    ['has been set back by a month', -31 * 24 * 60],
  ])('though a server’s clock %s', async (_, minutes) => {
    const recordedAt = nextMinute()
    const clock = recordedAt + minutes * minuteMs
    const ids = [...Array(300).keys()].map((n) => firstIdAt(clock + 1 + n))
    await record(ids, recordedAt)
    expect(await readLastCommand(client, null)).toEqual({ id: ids.at(-1), recordedAt })
    const next = { id: firstIdAt(recordedAt + minuteMs), recordedAt: nextMinute() }
    await record([next.id], next.recordedAt)
    expect(await readLastCommand(client, recordedAt)).toEqual(next)
  })

  test('though its id says nothing of when it was made', async () => {
    const made = { id: idFromName('an account'), recordedAt: nextMinute() }
    await record([made.id], made.recordedAt)
    expect(await readLastCommand(client, null)).toEqual(made)
  })
})

test('of what was paid the newest are kept, in their order, found by an index of the kinds that pay', async () => {
  const since = start + 2_500 * minuteMs
  const read = (limit: number) => () => readAccepted(client, { kinds: payoutKinds, since, limit })
  const { answer, ...all } = await counted(read(5_000), 'commands_paid_or_exported')
  expect(answer.map(({ id }) => id)).toEqual(
    Array.from({ length: 78 }, (_, n) => idOf((n + 3) * 1_000)),
  )
  expect(all).toMatchObject({ scans: 0, uses: 1 })
  const few = await read(2)()
  expect(few.map(({ id }) => id)).toEqual([idOf(79_000), idOf(80_000)])
})

test('what was paid since the database’s clock was set back is found', async () => {
  const id = newId()
  await record([id], Date.now(), 'PayWithdrawal')
  const since = Date.now() + 10 * minuteMs
  const found = await readAccepted(client, { kinds: payoutKinds, since, limit: 5_000 })
  expect(found.map((one) => one.id)).toEqual([id])
})
