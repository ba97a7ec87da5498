/** The demonstration's world: a sample firm with months of history, made by the real commands. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seedDemo, type DemoHouse } from '../../src/demo/seed.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { createReader } from '../../src/platform/pictures/reader.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { everything, thorough } from '../support/extent.ts'
import { createHouse, moveDays, type TestHouse } from '../support/house.ts'
import { ask, api, createTestApp } from '../support/http.ts'
import { testMacKeys } from '../support/stamp.ts'
import { newDataFolder, runProcess, startServer, stopServers } from '../support/server.ts'

const firm = '00000000-0000-0000-0000-000000000000'
const day = 86_400_000

const reader = createReader()
afterAll(() => reader.close())

function demoOf({ desk, database }: TestHouse, changes: Partial<DemoHouse> = {}): DemoHouse {
  return {
    pool: database.pool,
    macKeys: testMacKeys,
    desk,
    policy: demoPolicy,
    log: { info() {}, error: console.error } as never,
    lifecycle: { draining: false },
    files: { reader, keys: testDocumentKeys },
    ...changes,
  }
}

/** Everything that people can see of the world, without the moments, which depend on the day. */
async function worldIn({ owner }: TestDatabase) {
  const tables = {
    owners: `select id, role, status, account_id, referral_code, referrer_id, fixed, version, deposits, withdrawn, transferred_in,
      transferred_out, principal, profit, loss, referral, corrections from owners order by id`,
    persons: 'select id, full_name, email from auth.persons order by id',
    credentials: 'select person_id from auth.passwords order by person_id',
    plans: 'select * from plans join plan_terms on plan_id = id order by minimum',
    accounts:
      'select owner, kind, credits - debits as balance, version from ledger.accounts order by owner, kind',
    investments:
      'select id, owner_id, plan_id, amount, profit, status from investments order by id',
    withdrawals:
      'select id, owner_id, amount, status, reason, payout_reference from withdrawals order by id',
    activity:
      'select owner_id, version, kind, command_id, amount, balance_after from desk.activity order by owner_id, version',
    commands: 'select id, kind, actor, outcome from desk.commands order by id',
  }
  const world: Record<string, unknown[]> = {}
  for (const [name, sql] of Object.entries(tables)) world[name] = (await owner.query(sql)).rows
  return world
}

/** A desk that gives up after so many commands, as a process does that is killed. */
function cutOffAfter(commands: number, { desk }: TestHouse): DemoHouse['desk'] {
  let left = commands
  const run: DemoHouse['desk']['run'] = async (submission) => {
    left -= 1
    if (left < 0) throw new Error('cut off')
    return desk.run(submission)
  }
  return { run, close: () => desk.close(), queued: 0 }
}

const database = await createTestDatabase()
const house = createHouse(database)
let begunAt = 0
beforeAll(async () => {
  begunAt = Date.now()
  await seedDemo(demoOf(house))
})

const one = async (sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows[0]
const idOf = async (email: string): Promise<string> =>
  (await one('select id from auth.persons where email = $1', [email])).id

describe('the people', () => {
  test('are about 25, and four sign-ins with their roles', async () => {
    expect(
      await one(`select count(*)::int as cast from owners where role = 'user' and not fixed`),
    ).toEqual({ cast: 25 })
    const { rows } = await database.owner.query(
      'select email, role, status from owners join auth.persons using (id) where fixed order by email',
    )
    expect(rows).toEqual([
      { email: 'admin@glasshouse.example', role: 'admin', status: 'active' },
      { email: 'auditor@glasshouse.example', role: 'auditor', status: 'active' },
      { email: 'investor@glasshouse.example', role: 'user', status: 'active' },
      { email: 'second-admin@glasshouse.example', role: 'admin', status: 'active' },
    ])
  })

  test('have names of many kinds, one of them very long, and addresses that nobody can have', async () => {
    const { rows } = await database.owner.query<{ name: string; email: string }>(
      'select full_name as name, email from auth.persons',
    )
    expect(rows.filter(({ email }) => !/@(people|glasshouse)\.example$/.test(email))).toEqual([])
    expect(Math.max(...rows.map(({ name }) => name.length))).toBeGreaterThan(80)
    // oxlint-disable-next-line no-control-regex -- ASCII is what is looked for
    expect(rows.filter(({ name }) => /[^\x00-\x7f]/.test(name)).length).toBeGreaterThan(10)
  })

  test('of the sign-ins sign in with the passwords of the charter', async () => {
    const app = await createTestApp(database)
    const passwords = {
      admin: 'glasshouse-admin',
      'second-admin': 'glasshouse-second',
      auditor: 'glasshouse-auditor',
      investor: 'glasshouse-investor',
    }
    for (const [name, password] of Object.entries(passwords)) {
      const { status, body } = await ask(app, 'POST', `${api}/login`, {
        payload: { email: `${name}@glasshouse.example`, password },
      })
      expect([name, status, body.data?.user?.email]).toEqual([
        name,
        200,
        `${name}@glasshouse.example`,
      ])
    }
  })

  test('of the sign-ins can’t be deleted or given another email', async () => {
    const second = await idOf('second-admin@glasshouse.example')
    const admin = await idOf('admin@glasshouse.example')
    for (const name of ['admin', 'auditor', 'investor', 'second-admin']) {
      const user = await idOf(`${name}@glasshouse.example`)
      const actor = name === 'second-admin' ? admin : second
      expect((await house.run('CloseUser', { user }, actor)).outcome).toBe('fixed_account')
      expect(
        (await house.run('CorrectUser', { user, email: `other-${name}@people.example` }, actor))
          .outcome,
      ).toBe('fixed_account')
    }
  })

  test('include one who is frozen and one whose account was closed and erased', async () => {
    const { rows } = await database.owner.query(
      `select o.status, p.full_name from owners o left join auth.persons p using (id) where o.status <> 'active' order by 1`,
    )
    expect(rows).toEqual([
      { status: 'closed', full_name: null },
      { status: 'frozen', full_name: 'Piet Voorbeeld' },
    ])
  })
})

describe('the books', () => {
  test('balance', async () => expect((await auditBooks(database.pool)).faults).toEqual([]))

  test('hold the pools as they were funded, less what they have covered', async () => {
    const funded = {
      'returns-pool': 5_000_000_00n,
      'referral-pool': 250_000_00n,
      'corrections-pool': 50_000_000_00n,
      'loan-pool': 500_000_00n,
    }
    const { rows } = await database.owner.query<{ kind: string; funded: bigint; spent: bigint }>(
      `select kind, sum(amount) filter (where event = 'pool-funded') as funded, coalesce(sum(-amount) filter (where event <> 'pool-funded'), 0) as spent
         from (select event, credit_kind::text as kind, amount from ledger.postings union all select event, debit_kind::text, -amount from ledger.postings) side
        where kind like '%-pool' group by kind`,
    )
    const balances = await house.balances(firm)
    for (const { kind, ...sums } of rows) {
      expect([kind, BigInt(sums.funded)]).toEqual([kind, funded[kind as keyof typeof funded]])
      expect([kind, balances[kind]]).toEqual([kind, BigInt(sums.funded) - BigInt(sums.spent)])
    }
    expect(rows).toHaveLength(4)
    const { covered } = await one('select sum(profit)::bigint as covered from investments')
    expect(balances['returns-pool']).toBe(5_000_000_00n - covered)
  })

  test('give the investor of the demonstration a history that adds up', async () => {
    const investor = await idOf('investor@glasshouse.example')
    expect(await house.balances(investor)).toEqual({
      cash: 8_915_00n,
      held: 1_200_00n,
      invested: 5_500_00n,
      promised: 650_00n,
    })
    const count = async (table: string, status: string) =>
      (
        await one(`select count(*)::int as n from ${table} where owner_id = $1 and status = $2`, [
          investor,
          status,
        ])
      ).n
    expect(await count('investments', 'matured')).toBeGreaterThanOrEqual(4)
    expect(await count('investments', 'running')).toBe(2)
    for (const status of ['paid', 'pending', 'rejected', 'cancelled'])
      expect([status, await count('withdrawals', status)]).not.toEqual([status, 0])
    const correction = await one(
      `select c.actor, d.texts ->> 'reason' as reason from desk.commands c join desk.particulars d on d.command_id = c.id where c.kind = 'CorrectUser' and c.subject = $1
        order by c.recorded_at`,
      [investor],
    )
    expect(correction).toEqual({
      actor: await idOf('second-admin@glasshouse.example'),
      reason: expect.stringContaining('25.00 short'),
    })
  })

  test('know withdrawals of every kind and state', async () => {
    const { rows } = await database.owner.query(
      `select type || ' ' || status as kind from withdrawals group by 1 order by 1`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...['approved', 'cancelled', 'paid', 'pending', 'rejected', 'returned'].map(
        (status) => `bank_transfer ${status}`,
      ),
      ...['approved', 'cancelled', 'pending', 'rejected'].map(
        (status) => `tradehub_transfer ${status}`,
      ),
    ])
  })

  test('know referrals with credits', async () => {
    const { referred, credited } = await one(
      `select count(referrer_id)::int as referred, count(*) filter (where referral > 0)::int as credited from owners`,
    )
    expect(referred).toBeGreaterThanOrEqual(5)
    expect(credited).toBeGreaterThanOrEqual(4)
  })

  test('refused nothing', async () => {
    expect(
      await one(
        `select count(*)::int as refused from desk.commands where outcome <> 'done' and kind not in ('CloseUser', 'CorrectUser')`,
      ),
    ).toEqual({ refused: 0 })
  })
})

describe('its time', () => {
  test('is spread over months, in order, on each owner’s list', async () => {
    const { days, busy } = await one(
      `select extract(epoch from max(at) - min(at)) / 86400 as days, count(distinct date_trunc('day', at))::int as busy from desk.activity`,
    )
    expect(Number(days)).toBeGreaterThan(140)
    expect(busy).toBeGreaterThan(90)
    const backwards = await database.owner.query(
      'select a.owner_id from desk.activity a join desk.activity b on b.owner_id = a.owner_id and b.version = a.version + 1 where b.at < a.at',
    )
    expect(backwards.rows).toEqual([])
  })

  test('pays what matured on the day on which it was due', async () => {
    const { rows } = await database.owner.query<{ late: string }>(
      `select extract(epoch from c.at - i.matures_at) as late from investments i join desk.commands c
         on c.kind = 'SettleInvestment' and c.input ->> 'investment' = i.id::text`,
    )
    expect(rows.length).toBeGreaterThan(50)
    for (const { late } of rows) {
      expect(Number(late)).toBeGreaterThanOrEqual(0)
      expect(Number(late)).toBeLessThan(60)
    }
  })

  test('ends now: nothing is to come, nothing is due, and the clock is nowhere ahead', async () => {
    expect(await one(`select advance = '0' as present from business_clock`)).toEqual({
      present: true,
    })
    const { last } = await one('select max(at) as last from desk.activity')
    expect(last).toBeLessThan(begunAt)
    expect(begunAt - last).toBeLessThan(2 * day + day / 2)
    expect(
      await one(
        `select count(*)::int as due from investments where status = 'running' and matures_at <= business_now()`,
      ),
    ).toEqual({ due: 0 })
  })

  test('leaves no mail of the past to be sent', async () => {
    const { rows } = await database.owner.query(
      'select state, count(*)::int > 100 as many from outbox group by 1',
    )
    expect(rows).toEqual([{ state: 'kept', many: true }])
  })
})

describe('seeding again', () => {
  test('changes nothing, and asks the desk for nothing', async () => {
    const before = await worldIn(database)
    await seedDemo(demoOf(house, { desk: cutOffAfter(0, house) }))
    expect(await worldIn(database)).toEqual(before)
  })

  test('doesn’t turn back what staff have changed since', async () => {
    await database.owner.query(`update plans set on_sale = false where slug = 'starter-growth'`)
    await seedDemo(demoOf(house))
    expect(await one(`select on_sale from plans where slug = 'starter-growth'`)).toEqual({
      on_sale: false,
    })
    await database.owner.query(`update plans set on_sale = true where slug = 'starter-growth'`)
  })
})

describe('a history that is cut off', async () => {
  const other = await createTestDatabase()
  const otherHouse = createHouse(other)

  test('goes on and ends in the same world', async () => {
    for (const commands of everything ? [0, 1, 30, 90, 7, 130, 60] : [0, 30, 268]) {
      await expect(
        seedDemo(demoOf(otherHouse, { desk: cutOffAfter(commands, otherHouse) })),
      ).rejects.toThrow('cut off')
    }
    // Whoever was erased before the last cut must not come back.
    const {
      rows: [erased],
    } = await other.owner.query(`select count(*)::int as n from owners where status = 'closed'`)
    expect(erased).toEqual({ n: 1 })
    await seedDemo(demoOf(otherHouse))
    const [whole, mended] = await Promise.all([worldIn(database), worldIn(other)])
    // The refusals that the tests above have tried stand in the journal too.
    expect(mended).toEqual({
      ...whole,
      commands: (whole.commands as { outcome: string }[]).filter(
        ({ outcome }) => outcome === 'done',
      ),
    })
    expect((await auditBooks(other.pool)).faults).toEqual([])
    const { rows } = await other.owner.query(`select advance = '0' as present from business_clock`)
    expect(rows).toEqual([{ present: true }])
  })
})

describe('kill -9 of the server while it tells the history', async () => {
  const other = await createTestDatabase()
  afterAll(stopServers)

  async function killAfter(commands: number): Promise<void> {
    const server = runProcess({ databaseUrl: other.url }, await newDataFolder())
    let told = 0
    while (told < commands && server.child.exitCode === null)
      told = (await other.owner.query('select count(*)::int as told from desk.commands')).rows[0]
        .told
    server.child.kill('SIGKILL')
    await server.exited
    const { rows } = await other.owner.query('select completed_at from demo_world')
    expect(rows, 'a kill that came too late proves nothing').toEqual([{ completed_at: null }])
  }

  test('leaves a history with which the next start goes on', { tags: [thorough] }, async () => {
    await killAfter(40)
    await killAfter(120)
    await startServer({ databaseUrl: other.url })
    expect(await worldIn(other)).toEqual({
      ...(await worldIn(database)),
      commands: expect.anything(),
    })
    expect((await auditBooks(other.pool)).faults).toEqual([])
  })
})

describe('a history that is cut off for days', async () => {
  const other = await createTestDatabase()
  const otherHouse = createHouse(other)

  test('moves what is left of it on by as many', { tags: [thorough] }, async () => {
    // As a start of twenty days ago has left it, and as the start of today finds it.
    await other.owner.query(`insert into demo_world (reached) values ($1)`, [-150 * day])
    await other.owner.query(
      `update business_clock set advance = date_trunc('day', clock_timestamp(), 'UTC') - interval '170 days' - clock_timestamp()`,
    )
    await expect(
      seedDemo(demoOf(otherHouse, { desk: cutOffAfter(150, otherHouse) })),
    ).rejects.toThrow('cut off')
    await moveDays(other, 20)
    await seedDemo(demoOf(otherHouse))
    expect(await worldIn(other)).toEqual({
      ...(await worldIn(database)),
      commands: expect.anything(),
    })
    const {
      rows: [clock],
    } = await other.owner.query(
      `select advance = '0' as present, (select max(at) < business_now() from desk.activity) as told from business_clock`,
    )
    expect(clock).toEqual({ present: true, told: true })
  })
})

describe('two servers that start at once', async () => {
  const other = await createTestDatabase()
  const [first, second] = [createHouse(other), createHouse(other)]

  test('make one world', { tags: [thorough] }, async () => {
    const turns: number[] = [0, 0]
    const counted = (nth: 0 | 1, { desk }: TestHouse): DemoHouse['desk'] => ({
      run: (submission) => {
        turns[nth]! += 1
        return desk.run(submission)
      },
      close: () => desk.close(),
      queued: 0,
    })
    await Promise.all([
      seedDemo(demoOf(first, { desk: counted(0, first) })),
      seedDemo(demoOf(second, { desk: counted(1, second) })),
    ])
    expect(Math.min(...turns)).toBe(0)
    expect(await worldIn(other)).toEqual({
      ...(await worldIn(database)),
      commands: expect.anything(),
    })
  })
})

describe('refused is', async () => {
  const other = await createTestDatabase()
  const otherHouse = createHouse(other)
  const standard = join(import.meta.dirname, '../../content/demo')

  /** A copy of the pack in which one text is another. */
  async function packWith(file: string, from: string, to: string): Promise<string> {
    const parent = await mkdtemp(join(tmpdir(), 'glasshouse-pack-'))
    onTestFinished(() => rm(parent, { recursive: true }))
    const folder = join(parent, 'demo')
    await cp(standard, folder, { recursive: true })
    const text = await readFile(join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} doesn’t have ${from}`)
    await writeFile(join(folder, file), text.replace(from, to))
    return folder
  }

  test.each([
    [
      'plans.yaml',
      'minimum: 1000',
      'minimum: "1000"',
      /^demo\/plans\.yaml, line \d+, plans\.1\.minimum: Please enter a valid amount\.$/,
    ],
    [
      'plans.yaml',
      'minimum: 1000',
      'minimum: 100',
      /plans\.0\.minimum: The plans must stand in the order of their minimum/,
    ],
    ['plans.yaml', 'can be lost', 'may fall', /plans\.0\.risk\.warning: The risk warning must say/],
    ['plans.yaml', 'percent: 12', 'percent: 12.5', /line 25, plans\.1\.percent: /],
    [
      'plans.yaml',
      'title: Elite Wealth',
      'titel: Elite Wealth',
      /plans\.2\.title: .*plans\.2: Unrecognized key: "titel"/,
    ],
    ['plans.yaml', 'plans:', 'plans: [', /^demo\/plans\.yaml, line \d+: /],
    [
      'cast.yaml',
      'email: tobias@people.example',
      'email: tobias@somewhere.org',
      /cast\.yaml, line \d+, people\.0\.email: Sample people live at people\.example/,
    ],
    [
      'cast.yaml',
      'when: 148 10:15',
      'when: yesterday',
      /people\.0\.story\.1\.when: A moment is written like/,
    ],
    [
      'cast.yaml',
      'plan: starter-growth',
      'plan: growth',
      /signIns\.3\.story\.1\.plan: There is no such plan/,
    ],
    [
      'cast.yaml',
      'referredBy: tobias',
      'referredBy: nobody',
      /people\.1\.referredBy: Nobody has this slug/,
    ],
    [
      'cast.yaml',
      'tb1qf9lyt6fyvh9jl3hxf4wffchh3vphr62sw9yjs6',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      /wallet\.address: A sample wallet must not be one that real money can reach/,
    ],
    [
      'cast.yaml',
      'tb1qf9lyt6fyvh9jl3hxf4wffchh3vphr62sw9yjs6',
      'tb1qf9lyt6fyvh9jl3hxf4wffchh3vphr62sw9yjs7',
      /wallet\.address: This looks like a Bitcoin address/,
    ],
    [
      'cast.yaml',
      'approved: 112 14:40, paid: 111 09:05',
      'paid: 111 09:05',
      /signIns\.3\.story\.4\.approved: Only what was approved/,
    ],
  ])('a pack whose %s has “%s” as “%s”, naming the place', async (file, from, to, complaint) => {
    await expect(seedDemo(demoOf(otherHouse), await packWith(file, from, to))).rejects.toThrow(
      complaint,
    )
    const { rows } = await other.owner.query('select count(*)::int as commands from desk.commands')
    expect(rows).toEqual([{ commands: 0 }])
  })

  test('a story that the books refuse, naming its line', async () => {
    const folder = await packWith(
      'cast.yaml',
      'amount: 10000, plan: elite-wealth',
      'amount: 20000, plan: elite-wealth',
    )
    await expect(seedDemo(demoOf(otherHouse), folder)).rejects.toThrow(
      /^demo\/cast\.yaml, (signIns|people)\.\d+\.story\.\d+: OpenInvestment was refused: /,
    )
  })

  test('a house that has a history of its own', async () => {
    const lived = await createTestDatabase()
    const livedHouse = createHouse(lived)
    await livedHouse.person()
    await expect(seedDemo(demoOf(livedHouse))).rejects.toThrow(
      'This database has a history of its own',
    )
  })

  test('anything but the demonstration', async () => {
    await expect(seedDemo(demoOf(otherHouse, { policy: livePolicy }))).rejects.toThrow(
      'outside of the demonstration',
    )
  })
})

describe('a stop', async () => {
  const other = await createTestDatabase()

  test('breaks the history off between two commands', async () => {
    const otherHouse = createHouse(other)
    const lifecycle = { draining: false }
    const desk = cutOffAfter(100, otherHouse)
    let commands = 0
    const stopping: DemoHouse['desk'] = {
      ...desk,
      run: (submission) => {
        commands += 1
        lifecycle.draining = commands === 20
        return desk.run(submission)
      },
    }
    await seedDemo(demoOf(otherHouse, { desk: stopping, lifecycle }))
    expect(commands).toBe(20)
    const { rows } = await other.owner.query('select completed_at from demo_world')
    expect(rows).toEqual([{ completed_at: null }])
  })
})
