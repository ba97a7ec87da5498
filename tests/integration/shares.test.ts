/** What is scarce is shared: of two, one of whom is greedy, the other is served; and nothing is done for nobody. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createLive } from '../../src/domains/activity/live.ts'
import { createPool } from '../../src/platform/database.ts'
import type { Principal } from '../../src/platform/route.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  api,
  ask,
  createTestApp,
  signUpSomebody,
  testContext,
  type Reply,
} from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const admin = await signUpSomebody(app)
await setRole(database, admin.id, 'admin')

describe('I13: event streams', () => {
  test('of one person are a few, over however many sessions: the oldest end, and others find a place', () => {
    const live = createLive(testContext(database), 30)
    const listen = (owner: string) =>
      live.listen({ owner, session: { id: randomUUID() } } as Principal, null)
    const greedy = times(627, () => listen('greedy'))
    expect(greedy.filter(({ writableEnded }: any) => !writableEnded)).toHaveLength(24)
    expect(greedy.slice(-24).every(({ writableEnded }: any) => !writableEnded)).toBe(true)
    const others = times(6, () => listen('other'))
    expect(others.every(({ writableEnded }: any) => !writableEnded)).toBe(true)
    for (const stream of [...greedy, ...others]) stream.destroy()
  })

  test('J20: are shared evenly where all are taken: whoever has most loses the oldest to whoever comes with fewer', () => {
    const live = createLive(testContext(database), 48)
    const listen = (owner: string) =>
      live.listen({ owner, session: { id: randomUUID() } } as Principal, null)
    const isOpen = ({ writableEnded }: any) => !writableEnded
    const greedy = times(48, (n) => listen(n % 2 === 0 ? 'greedy' : 'greedy too'))
    const others = times(20, (n) => listen(`other ${n}`))
    expect(others.every(isOpen)).toBe(true)
    expect(greedy.filter(isOpen)).toHaveLength(28)
    expect(greedy.slice(0, 20).some(isOpen)).toBe(false)
    // Who has as many as anybody takes nobody's: of 28 places three people have 10, 9 and 9.
    const own = times(9, () => listen('one more'))
    expect(() => listen('one more')).toThrow('The server is busy')
    expect(own.every(isOpen)).toBe(true)
    expect(greedy.filter(isOpen)).toHaveLength(19)
    expect(others.every(isOpen)).toBe(true)
    for (const stream of [...greedy, ...others, ...own]) stream.destroy()
  })
})

/** What has been answered already, without waiting for the others. */
function watch(replies: readonly Promise<Reply>[]): Reply[] {
  const answered: Reply[] = []
  for (const reply of replies) void reply.then((one) => answered.push(one))
  return answered
}

describe('I13: many calls that move the clock', () => {
  test('settle one after the other, and wait without a connection: others read meanwhile', async () => {
    const pool = createPool({ url: database.url, name: 'four connections', max: 4 })
    pool.options.connectionTimeoutMillis = 1000
    const own = await createTestApp(database, { pool })
    const settler = await database.owner.connect()
    await settler.query('select pg_advisory_lock(7401003)')
    const calls = times(14, () =>
      ask(own, 'POST', `${api}/demo/clock`, { token: admin.token, payload: { days: 1 } }),
    )
    const refused = watch(calls)
    await expect.poll(() => refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
    // The first one waits for whoever settles, with a connection in hand; the others without one.
    await expect
      .poll(
        async () =>
          (await database.owner.query(`select from pg_stat_activity where wait_event = 'advisory'`))
            .rowCount,
      )
      .toBe(1)
    const read = await Promise.all(
      times(8, () => ask(own, 'GET', `${api}/me`, { token: admin.token })),
    )
    expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]))
    await settler.query('select pg_advisory_unlock(7401003)')
    settler.release()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([10, 4])
    await own.close()
    await pool.end()
  })
})

const reading = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET')
const ordinary: Record<string, string> = {
  file: '2026-01.pdf',
  figure: 'account-balance',
  accountId: admin.user.accountId,
  page: '1',
  policy: 'TermsOfService',
}
const queries: Record<string, string> = {
  '/staff-work/people': `?work=proposals&item=${admin.id}`,
}
/** With a link where the query has to have one, or a piece of work. */
const pathOf = (endpoint: Endpoint) =>
  fullPath(endpoint)
    .replace('/years/:file', '/years/2026.csv')
    .replaceAll(/:(\w+)/g, (_, name: string) => ordinary[name] ?? admin.id) +
  (endpoint.query?.safeParse({}).success === false ? (queries[endpoint.path] ?? '?link=any') : '')

describe('I14: HEAD', async () => {
  /** Whoever has a connection does something with it. */
  async function connectionsTaken(work: () => Promise<unknown>): Promise<number> {
    let taken = 0
    const count = () => void (taken += 1)
    database.pool.on('acquire', count)
    await work()
    database.pool.off('acquire', count)
    return taken
  }
  const head = (path: string, token?: string) =>
    app.inject({
      method: 'HEAD',
      url: path,
      headers: { host: 'localhost:3000', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })

  const me = () => ask(app, 'GET', `${api}/me`, { token: admin.token })
  const ofMe = await connectionsTaken(me)

  test.each(reading)('of %s asks who it is, and no more', async (_, endpoint) => {
    let reply!: Awaited<ReturnType<typeof head>>
    const taken = await connectionsTaken(async () => {
      reply = await head(pathOf(endpoint), admin.token)
      // Files are read after the head was sent: time for that.
      await me()
    })
    const media =
      'media' in endpoint.reply ? endpoint.reply.media : 'application/json; charset=utf-8'
    expect([
      reply.statusCode,
      reply.headers['content-type'],
      reply.headers['content-length'],
      reply.payload,
    ]).toEqual([200, media, undefined, ''])
    expect(taken).toBeLessThanOrEqual(1 + ofMe)
  })

  test('says to whoever may not what GET says to them', async () => {
    const user = await signUpSomebody(app)
    expect([
      (await head(`${api}/users.csv`)).statusCode,
      (await head(`${api}/users.csv`, user.token)).statusCode,
      (await head(`${api}/users?limit=0`, admin.token)).statusCode,
    ]).toEqual([401, 403, 400])
  })
})
