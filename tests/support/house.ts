/** A house without its doors: the real desk on a real database, and people to act in it. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll } from 'vitest'
import type { Role } from '../../src/contract/roles.ts'
import { emailMac } from '../../src/desk/journal-mac.ts'
import { Desk, type DeskLimits } from '../../src/desk/desk.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import type { CommandName } from '../../src/domains/nouns.ts'
import type { Reply } from '../../src/desk/decide.ts'
import { planIdOf, seedPlans as offerPlans } from '../../src/domains/plans/seed.ts'
import { createClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { asUsual, type Given } from './as-usual.ts'
import type { TestDatabase } from './database.ts'
import { alarmOfAltered } from '../../src/platform/alarm.ts'
import { testMacKeys, testStamp } from './stamp.ts'

export type TestHouse = {
  database: TestDatabase
  desk: Desk<typeof commands>
  errors: unknown[]
  /** What it would have told whoever runs it at once. */
  alarms: unknown[]
  /** Runs a command as somebody, with a key when one is given. */
  run<N extends CommandName>(
    kind: N,
    command: Given<N>,
    as: string | null,
    options?: { key?: string; bodyHash?: string; id?: string; requestId?: string },
  ): Promise<Reply>
  /** Opens an account for a new person. */
  person(options?: {
    role?: Role
    fullName?: string
    referralCode?: string | null
    cash?: bigint
    /** Whether their email address is confirmed. */
    vouched?: boolean
  }): Promise<string>
  /** Balances of an owner's accounts, in cents. */
  balances(owner: string): Promise<Record<string, bigint>>
  /** Capital, and a returns, referral and corrections pool, in cents. */
  fund(pools?: { returns?: bigint; referral?: bigint; corrections?: bigint }): Promise<void>
}

export function createHouse(database: TestDatabase, limits: Partial<DeskLimits> = {}): TestHouse {
  const errors: unknown[] = []
  const alarms: unknown[] = []
  const watching = {
    log: { error: (alarm: unknown) => void alarms.push(alarm) },
    metrics: { differences: { inc() {} } },
  }
  const desk = new Desk({
    rules: commands,
    writers: writersOf('waiting'),
    stamp: testStamp,
    open: (lockMs) =>
      createClient({
        url: database.url,
        name: 'glasshouse test desk',
        pipeline: true,
        limits: { lockMs },
      }),
    db: database.pool as pg.Pool,
    log: {
      error: (fault: unknown) => {
        errors.push(fault)
        console.error(fault)
      },
      warn: () => {},
    } as never,
    newId,
    limits,
    onAltered: alarmOfAltered(watching as never),
  })
  afterAll(() => desk.close())

  const run: TestHouse['run'] = (
    kind,
    command,
    as,
    {
      key = null,
      bodyHash = '',
      id,
      requestId = 'test',
    }: { key?: string | null; bodyHash?: string; id?: string; requestId?: string } = {},
  ) =>
    desk.run({
      kind,
      command: asUsual(kind, command),
      actor: as,
      key,
      bodyHash,
      requestId,
      ...(id ? { id } : {}),
    } as Parameters<typeof desk.run>[0])

  const person: TestHouse['person'] = async ({
    role = 'user',
    fullName = 'Ada Example',
    referralCode = null,
    cash = 0n,
    vouched = false,
  } = {}) => {
    const owner = randomUUID()
    const email = `${owner}@people.example`
    await database.pool.query(
      `insert into auth.persons (id, full_name, email, email_mac) values ($1, $2, $3, decode($4, 'hex'))`,
      [owner, fullName, email, emailMac(testMacKeys, owner, email)],
    )
    const reply = await run(
      'OpenOwner',
      { owner, fullName, email, role, referralCode, fixed: false, vouched },
      owner,
      { id: owner },
    )
    if (reply.outcome !== 'done') throw new Error(`The account was not opened: ${reply.text}`)
    if (cash > 0n) await run('CreditPlayMoney', { owner, amount: cash, asset: 'BTC' }, owner)
    return owner
  }

  return {
    database,
    desk,
    errors,
    alarms,
    run,
    person,
    async balances(owner) {
      const { rows } = await database.pool.query(
        'select kind, credits - debits as balance from ledger.accounts where owner = $1',
        [owner],
      )
      return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
    },
    async fund({ returns = 0n, referral = 0n, corrections = 0n } = {}) {
      await run(
        'PayInCapital',
        { amount: returns + referral + corrections + 1n, reference: randomUUID() },
        null,
      )
      for (const [pool, amount] of Object.entries({ returns, referral, corrections })) {
        if (amount > 0n) await run('FundPool', { pool: pool as 'returns', amount }, null)
      }
    },
  }
}

/** The Advanced Wealth Builder of the specification, and its neighbours, as a start offers those of a content pack. */
export async function seedPlans(
  database: TestDatabase,
): Promise<Record<'starter' | 'advanced' | 'elite' | 'platinum', string>> {
  const risk = { version: 1, warning: 'All of it can be lost.' }
  const plans = (
    [
      ['starter', 'Starter Growth', '$100-$999', 10_000n, 99_900n, 8, 10],
      ['advanced', 'Advanced Wealth Builder', '$1,000-$9,999', 100_000n, 999_900n, 16, 12],
      ['elite', 'Elite Wealth', '$10,000-$49,999', 1_000_000n, 4_999_900n, 26, 15],
      ['platinum', 'Platinum Pro', 'from $50,000', 5_000_000n, null, 26, 20],
    ] as const
  ).map(([slug, title, range, minimum, maximum, days, percent]) => ({
    slug,
    title,
    range,
    minimum,
    maximum,
    days,
    percent,
    risk,
  }))
  await offerPlans(createHouse(database).desk, plans)
  return Object.fromEntries(plans.map(({ slug }) => [slug, planIdOf(slug)])) as Record<
    (typeof plans)[number]['slug'],
    string
  >
}

/** Moves business time without asking anybody. */
export async function moveDays(database: TestDatabase, days: number): Promise<void> {
  await database.owner.query(
    'update business_clock set advance = advance + make_interval(days => $1)',
    [days],
  )
}

/** How many wait until those who are booking have finished: to close a month, or to sum days (db/migrations/043-months.sql). */
export async function countWaitingForBooks({ owner }: TestDatabase): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and objid = 7401017`,
  )
  return rows[0]!.count
}

/** The database's clock is wrong, as after a failover to a machine whose clock is behind. */
export async function turnClock({ owner }: TestDatabase, ms: number): Promise<void> {
  await owner.query(
    `begin; set local session_replication_role = replica; update business_clock set advance = advance + interval '${ms} milliseconds'; commit`,
  )
}
