/** Two servers and two workers behind HAProxy are restarted one after the other while people invest: nobody loses anything by it. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Plan } from '../../src/contract/plan.ts'
import { times } from '../support/answers.ts'
import { signUp, type ApiReply, type Client } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { haproxyRuns, startHaproxy, whyNoHaproxy } from '../support/haproxy.ts'
import { createHouse, moveDays } from '../support/house.ts'
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

const restarts = 10
const people = 8
const aLongTime = 400_000

/** In seconds. */
const settlesWithin = 10

describe.skipIf(!haproxyRuns)(`ten rolling restarts under load${whyNoHaproxy}`, async () => {
  const database = await createOperatorsDatabase()
  const house = createHouse(database)
  const [port, ...ports] = (await freePorts(3)) as [number, number, number]
  const proxy = await startHaproxy(port, ports)
  const believed = getCACertificates('default')
  afterAll(async () => {
    setDefaultCACertificates(believed)
    await stopServers()
  })

  const env = { ...smallWorld, PUBLIC_URL: proxy.url, GLASSHOUSE_TRUST_PROXY: 'loopback' }
  const databaseUrl = database.serverUrl
  const startServerAt = (at: number) =>
    startServer({ databaseUrl, env: { ...env, PORT: String(at) }, command: serverAlone })
  const startAnyWorker = () => startWorker({ databaseUrl, env })

  /** Each key that was sent, with what it was answered in the end. */
  const answered = new Map<string, { by: Client; reply: ApiReply }>()
  /** How often a request for money got no answer of ours, and was sent again by the same key. */
  let sentAgain = 0
  /** What was answered instead. */
  const failedReads: unknown[] = []
  let reads = 0
  let isOver = false

  async function invest(client: Client, plan: Plan): Promise<void> {
    const key = randomUUID()
    const body = {
      planId: plan.id,
      amount: plan.minimum,
      acceptedRiskVersion: plan.riskVersion,
      acceptedTermsVersion: plan.termsVersion,
    }
    const reply = await vi.waitFor(
      async () => {
        const one = await client.send('POST', '/investments', body, key).catch(() => null)
        if (one === null || one.status >= 500) {
          sentAgain += 1
          throw new Error(`No answer for ${key}: ${one?.status ?? 'cut off'}`)
        }
        return one
      },
      { timeout: 60_000, interval: 50 },
    )
    answered.set(key, { by: client, reply })
  }
  async function goOn(client: Client, plan: Plan): Promise<void> {
    while (!isOver) {
      await invest(client, plan)
      const { status, body } = await client.send('GET', '/me')
      reads += 1
      if (status !== 200) failedReads.push({ status, body })
    }
  }

  let clients: Client[] = []
  /** From when on the database's clock what ends by a business time was due. */
  const moves: { at: number; until: number }[] = []

  beforeAll(async () => {
    setDefaultCACertificates([...believed, proxy.certificate])
    expect((await runMigrate({ DATABASE_OWNER_URL: database.ownerUrl })).code).toBe(0)
    const servers = await Promise.all(ports.map(startServerAt))
    const workers = await Promise.all(times(2, startAnyWorker))
    await proxy.untilAllInUse()
    await house.fund({ returns: 10_000_000_00n })
    clients = await Promise.all(times(people, () => signUp(proxy.url)))
    for (const { user } of clients)
      await house.run(
        'CreditPlayMoney',
        { owner: user.id, amount: 10_000_000_00n, asset: 'BTC' },
        user.id,
      )
    const { plans } = await clients[0]!.ok('GET', '/plans')
    const loads = clients.map((client) => goOn(client, plans[0]))
    for (const round of times(restarts, (n) => n))
      await restart(servers, workers, round % servers.length)
    isOver = true
    await Promise.all(loads)
  }, aLongTime)

  async function restart(servers: TestServer[], workers: TestServer[], which: number) {
    await moveDays(database, 17)
    const { rows } = await database.owner.query(
      'select clock_timestamp() as at, business_now() as until',
    )
    moves.push(rows[0])
    const clean = { code: 0, signal: null }
    expect(await Promise.all([servers[which]!.stop(), workers[which]!.stop()])).toEqual([
      clean,
      clean,
    ])
    servers[which] = await startServerAt(ports[which]!)
    workers[which] = await startAnyWorker()
    await proxy.untilAllInUse()
  }

  test('leave no key without its answer, and cut off no reading', () => {
    const statuses = new Set([...answered.values()].map(({ reply }) => reply.status))
    expect([answered.size > 10 * restarts, [...statuses]]).toEqual([true, [201]])
    expect(failedReads).toEqual([])
    console.info(
      `${answered.size} investments, ${sentAgain} of them asked for again; ${reads} readings`,
    )
  })

  test('book nothing twice', async () => {
    for (const client of clients) {
      const own = [...answered.values()].filter(({ by }) => by === client)
      const { rows } = await database.owner.query<{ id: string }>(
        'select id from investments where owner_id = $1',
        [client.user.id],
      )
      expect(rows.map(({ id }) => id).toSorted()).toEqual(
        own.map(({ reply }) => reply.body.data.investment.id).toSorted(),
      )
    }
  })

  /** Those that ended until then, by business time. */
  async function settlements(until: number) {
    const { rows } = await database.owner.query<{
      times: number
      ends: number
      settled: number | null
    }>(
      `select count(settled.id)::int as times, matures_at as ends, max(settled.recorded_at) as settled
       from investments
       left join desk.commands settled on settled.kind = 'SettleInvestment' and settled.outcome = 'done'
         and settled.input ->> 'investment' = investments.id::text
       where matures_at <= to_timestamp($1 / 1000.0) group by investments.id`,
      [until],
    )
    return rows
  }

  test('settle each investment once, within ten seconds of its time', async () => {
    const { until } = moves.at(-1)!
    const due = await vi.waitFor(
      async () => {
        const rows = await settlements(until)
        expect(rows.filter(({ settled }) => !settled)).toEqual([])
        return rows.map((row) => ({
          times: row.times,
          seconds: (row.settled! - moves.find((move) => move.until >= row.ends)!.at) / 1000,
        }))
      },
      { timeout: 10_000, interval: 100 },
    )
    expect(due.length).toBeGreaterThan(10 * restarts)
    expect(new Set(due.map((one) => one.times))).toEqual(new Set([1]))
    const latest = Math.max(...due.map(({ seconds }) => seconds))
    console.info(`${due.length} settled, the latest after ${Math.round(latest * 1000)} ms`)
    expect(latest).toBeLessThan(settlesWithin)
  })

  test.each([[], ['--chain'], ['--replay']])(
    'npm run audit %s finds nothing',
    async (...option) => {
      const { code, output } = await runAudit(database, ...option)
      expect([code, output]).toEqual([0, output])
    },
    aLongTime,
  )
})
