/** How the application is connected: as whom, with which limits, and with exact values. */
import { describe, expect, test } from 'vitest'
import { createClient, createPool, withClient } from '../../src/platform/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { isTest, readSources } from '../support/source.ts'

const { url, pool, owner } = await createTestDatabase()

describe('the application’s connection', () => {
  test('has given up the owner’s rights', async () => {
    const { rows } = await pool.query(
      'select current_user, session_user <> current_user as differs',
    )
    expect(rows).toEqual([{ current_user: 'glasshouse_app', differs: true }])
    await expect(pool.query('create table mine ()')).rejects.toThrow('permission denied')
  })

  test('F4: limits statements, locks and idle transactions', async () => {
    const { rows } =
      await pool.query(`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`)
    expect(rows).toEqual([{ statement: '10s', lock: '5s', idle: '10s', zone: 'UTC' }])
    await withClient({ url, name: 'test', limits: { statementMs: 50 } }, async (client) => {
      await expect(client.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
    })
  })

  test('F4: limits them for the desk too, whose locks wait as long as it says', async () => {
    const client = createClient({ url, name: 'test', pipeline: true, limits: { lockMs: 250 } })
    await client.connect()
    const { rows } =
      await client.query(`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`)
    expect(rows).toEqual([{ statement: '10s', lock: '250ms', idle: '10s' }])
    await client.end()
  })

  test('F4: is made in one place, and only starting and the replay go without limits', () => {
    const sources = readSources('src/**/*.ts', 'scripts/**/*.ts').filter(
      ({ path }) => !isTest(path),
    )
    const filesWith = (pattern: RegExp) =>
      sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
    expect(filesWith(/\bnew (pg\.)?(Pool|Client)\(/)).toEqual(['src/platform/database.ts'])
    expect(filesWith(/\b(statementMs|lockMs|idleInTransactionMs): 0\b/)).toEqual([
      'src/domains/replay-aside.ts',
      'src/platform/migrations/migrate.ts',
      'src/platform/postgres/embedded.ts',
    ])
  })

  test('keeps the options that the address itself has', async () => {
    const own = new URL(url)
    own.searchParams.set('options', '-c work_mem=9MB')
    await withClient({ url: own.href, name: 'test' }, async (client) => {
      const { rows } = await client.query(
        `select current_setting('work_mem') as memory, current_user`,
      )
      expect(rows).toEqual([{ memory: '9MB', current_user: 'glasshouse_app' }])
    })
  })

  test('F3: survives the loss of its connections', async () => {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and application_name = 'glasshouse test'`,
    )
    await expect
      .poll(() =>
        pool.query('select 1 as one').then(
          ({ rows }) => rows,
          () => null,
        ),
      )
      .toEqual([{ one: 1 }])
  })

  test('can send statements without waiting for answers', async () => {
    const client = createClient({ url, name: 'test', pipeline: true })
    await client.connect()
    const replies = await client.flight(
      [1, 2, 3].map((n) => ({ text: 'select $1::int as n', values: [n] })),
    )
    expect(replies.map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    await client.end()
  })
})

describe('values', () => {
  test('are exact: bigints, instants in milliseconds, dates as text', async () => {
    const { rows } =
      await pool.query(`select 9007199254740993::int8 as big, array[1, null, 2]::int8[] as bigs,
      timestamptz '2026-01-31 09:30:00.123456+02' as at, array[timestamptz '1969-12-31 23:59:59.999Z'] as ats, date '2026-01-31' as day`)
    expect(rows).toEqual([
      {
        big: 9007199254740993n,
        bigs: [1n, null, 2n],
        at: Date.parse('2026-01-31T07:30:00.123Z'),
        ats: [-1],
        day: '2026-01-31',
      },
    ])
  })

  test('are the driver’s own where a library expects them', async () => {
    const plain = createPool({ url, name: 'test', types: 'driver' })
    const { rows } = await plain.query(
      `select timestamptz '2026-01-31 07:30:00Z' as at, 5::int8 as big`,
    )
    expect(rows).toEqual([{ at: new Date('2026-01-31T07:30:00Z'), big: '5' }])
    await plain.end()
  })

  test('that are no moment are refused rather than bent', async () => {
    await expect(pool.query(`select timestamptz 'infinity' as at`)).rejects.toThrow(
      'not an instant',
    )
  })
})
