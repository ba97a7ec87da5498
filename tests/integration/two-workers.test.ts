/** Two workers on one database: what is to be done is done once, whoever is quicker, and by the other when one is killed. */
import type pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { times } from '../support/answers.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { partsOf } from '../support/mime.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import { runAudit } from '../support/run-audit.ts'
import {
  runMigrate,
  serverAlone,
  smallWorld,
  startServer,
  startWorker,
  stopServers,
  type TestServer,
} from '../support/server.ts'

const database = await createOperatorsDatabase()
const house = createHouse(database)
afterAll(stopServers)

/** By the id that a mail keeps at each attempt. */
const received: string[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream
      .on('data', (chunk) => (text += chunk))
      .on('end', () => {
        received.push(/^message-id: (.+)$/im.exec(partsOf(text).headers)![1]!)
        done()
      })
  },
})
// A worker that is killed leaves its connection in the middle of a word.
mailServer.on('error', () => {})
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>((resolve) => mailServer.close(resolve)))

const { port } = mailServer.server.address() as { port: number }
const env = { ...smallWorld, SMTP_URL: `smtp://127.0.0.1:${port}` }
const databaseUrl = database.serverUrl
const startTwo = () => Promise.all(times(2, () => startWorker({ databaseUrl, env })))

async function count(what: string): Promise<number> {
  return Number((await database.owner.query(`select count(*) as n from ${what}`)).rows[0].n)
}
const running = () => count(`investments where status = 'running'`)
const left = async () => [
  await running(),
  await count(`outbox where state = 'waiting'`),
  await count('auth.link_requests'),
  await count('auth.security_changes'),
]
const untilLeft = (expected: unknown[]) =>
  vi.waitFor(async () => expect(await left()).toEqual(expected), { timeout: 45_000, interval: 200 })

let people: string[] = []
let plan = ''

/** Four times $1,000.00 each, for 14 days. */
async function investAll(): Promise<void> {
  const accepted = { acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
  await Promise.all(
    times(4, () => people)
      .flat()
      .map(async (owner) => {
        const command = { owner, planId: plan, amount: 1_000_00n, ...accepted }
        const { outcome, text } = await house.run('OpenInvestment', command, owner)
        expect([outcome, text]).toEqual(['done', text])
      }),
  )
}

/** Each asks for a new password, and each is to be told that a recovery code of theirs was used. */
const asking = `insert into auth.link_requests (email, use) select email, 'reset-password' from auth.persons where id = any ($1)`
const noting = `insert into auth.security_changes (id, person_id, change, told_from)
  select gen_random_uuid(), id, 'recovery-code-used', clock_timestamp() from auth.persons where id = any ($1)`
async function askAll(): Promise<void> {
  await database.owner.query(asking, [people])
  await database.owner.query(noting, [people])
}

const waitingForLock = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and usename = '${database.server}'`

/** Holds a table until both workers wait for it, so that both find there what `work` leaves. */
async function letBothCome(
  table: string,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await database.owner.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    await work(client)
    const waiting = `${waitingForLock} and query ~ '${table}'`
    await vi.waitFor(async () => expect(await count(waiting)).toBe(2), { timeout: 20_000 })
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** Whoever takes a mail is held in the middle of it, until both workers are. */
async function holdTakers(work: () => Promise<unknown>): Promise<void> {
  await database.owner.query(`create function hold_taker() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger hold_taker before update of attempts on outbox for each row execute function hold_taker()`)
  const client = await database.owner.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    await work()
    const taking = `${waitingForLock} and query ~ 'with due'`
    await vi.waitFor(async () => expect(await count(taking)).toBe(2), { timeout: 20_000 })
  } finally {
    client.release(true)
  }
}

let site: TestServer
let workers: TestServer[] = []

beforeAll(async () => {
  expect((await runMigrate({ DATABASE_OWNER_URL: database.ownerUrl })).code).toBe(0)
  site = await startServer({ databaseUrl, env, command: serverAlone })
  plan = (await database.owner.query('select id from plans')).rows[0].id
  await house.fund({ returns: 1_000_000_00n })
  people = await Promise.all(times(15, () => house.person({ cash: 4_000_00n })))
  await investAll()
  await moveDays(database, 17)
  await askAll()
})

describe('a server without a worker', () => {
  test('leaves all work where it is', async () => {
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    expect((await left()).map((n) => n >= 15)).toEqual([true, true, true, true])
    expect(received).toEqual([])
  })
})

describe('two workers', () => {
  beforeAll(async () => {
    workers = await startTwo()
    await untilLeft([0, 0, 0, 0])
  })

  test('that start at the same moment pay each investment once', async () => {
    const payments = `select count(*)::int as n from desk.commands where kind = 'SettleInvestment' and outcome = 'done' group by input ->> 'investment'`
    const { rows } = await database.owner.query<{ n: number }>(payments)
    expect([rows.length >= 60, rows.every(({ n }) => n === 1)]).toEqual([true, true])
    for (const person of people)
      expect(await house.balances(person)).toMatchObject({ cash: 4_120_00n, invested: 0n })
  })

  test('send each mail once, when one takes some while the other is taking', async () => {
    // More than one takes at once.
    const writing = `insert into outbox (owner_id, template, "values") select id, 'welcome', '{}' from auth.persons, generate_series(1, 3) where id = any ($1)`
    await holdTakers(() => database.owner.query(writing, [people]))
    await untilLeft([0, 0, 0, 0])
    expect(received.length).toBeGreaterThan(4 * people.length)
    expect(received.length).toBe(new Set(received).size)
    expect(received.length).toBe(await count(`outbox where state = 'sent'`))
  })

  test('make one link for each who asked, when both look at the same moment', async () => {
    const links = `outbox where template = 'reset-password'`
    const before = await count(links)
    expect(before % people.length).toBe(0)
    await letBothCome('auth.link_requests', (client) => client.query(asking, [people]))
    await untilLeft([0, 0, 0, 0])
    expect(await count(links)).toBe(before + people.length)
  })

  test('tell each change once, when both look at the same moment', async () => {
    const told = `desk.activity where kind = 'recovery-code-used'`
    const before = await count(told)
    expect(before % people.length).toBe(0)
    await letBothCome('auth.security_changes', (client) => client.query(noting, [people]))
    await untilLeft([0, 0, 0, 0])
    expect(await count(told)).toBe(before + people.length)
  })

  test('make one root for the day that ended', async () => {
    await expect
      .poll(() => count(`desk.roots where day = (business_now() at time zone 'UTC')::date - 1`))
      .toBe(1)
  })
})

describe('when one of them is killed', () => {
  beforeAll(async () => {
    await investAll()
    await moveDays(database, 17)
    await workers[0]!.kill9()
    await askAll()
    // Of the mails, those that it had taken follow a minute later.
    await untilLeft([0, expect.any(Number), 0, 0])
  })

  test('the other goes on, and ends as it should', async () => {
    for (const person of people)
      expect(await house.balances(person)).toMatchObject({ cash: 4_240_00n, invested: 0n })
    expect(await workers[1]!.stop()).toEqual({ code: 0, signal: null })
  })

  test.each([[], ['--chain'], ['--replay']])(
    'npm run audit %s finds nothing',
    async (...option) => {
      const { code, output } = await runAudit(database, ...option)
      expect([code, output]).toEqual([0, output])
    },
  )
})
