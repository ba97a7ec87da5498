/** More than can be done: whoever comes too late is told so at once, nobody waits without end, and afterwards everything goes on. */
import type { FastifyInstance } from 'fastify'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPool } from '../../src/platform/database.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { photo } from '../support/files.ts'
import { createHouse } from '../support/house.ts'
import { serve } from '../support/socket.ts'
import { api, ask, createTestApp, signUpSomebody, type Reply } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database, { queue: 20 })

/** Holds what a statement locks until it is let go, or the test ends. */
async function foreignLock(statement: string): Promise<() => Promise<void>> {
  const client = await database.owner.connect()
  await client.query('begin')
  await client.query(statement)
  let isHeld = true
  const letGo = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(letGo)
  return letGo
}

/** What has been answered already, without waiting for the others. */
function watch(replies: readonly Promise<Reply>[]): Reply[] {
  const answered: Reply[] = []
  for (const reply of replies) void reply.then((one) => answered.push(one))
  return answered
}

const me = (app: FastifyInstance, token: string, remoteAddress = '127.0.0.1') =>
  ask(app, 'GET', `${api}/me`, { token, remoteAddress })
const isBusy = ({ status, body, headers }: Reply) =>
  status === 503 && body.code === 'busy' && Number(headers['retry-after']) > 0
const count = (replies: readonly Reply[], fits: (reply: Reply) => boolean) =>
  replies.filter(fits).length

async function sendFile(app: FastifyInstance, token: string): Promise<Reply> {
  return ask(app, 'POST', `${api}/documents?kind=identity`, {
    token,
    payload: await photo(),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

describe('F1: more requests at once than are taken', () => {
  test('are refused at once while the others wait, the process stays alive, and serves when it can again', async () => {
    const app = await createTestApp(database)
    const people = await Promise.all(times(20, () => signUpSomebody(app)))
    const { token } = people[0]!
    const letGo = await foreignLock('lock table auth.sessions in access exclusive mode')
    // Of many people at many addresses: each has a share only.
    const flood = times(2_600, (n) => me(app, people[n % 20]!.token, `192.0.2.${n % 20}`))
    const answered = watch(flood)
    await expect.poll(() => answered.length).toBe(100)
    expect(count(answered, isBusy)).toBe(100)
    expect((await ask(app, 'GET', '/healthz')).status).toBe(200)
    expect(isBusy(await ask(app, 'GET', `${api}/plans`))).toBe(true)
    await letGo()
    const all = await Promise.all(flood)
    expect(count(all, ({ status }) => status === 200)).toBe(2_500)
    expect((await me(app, token)).status).toBe(200)
  })
})

describe('I8: half-sent requests of one address', () => {
  const head =
    'POST /invest/api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"'

  // Every address of 127.0.0.0/8 is this machine's on Linux only.
  test.skipIf(process.platform !== 'linux')(
    '2,510 of them, and those of others, are nobody else’s matter: they are served, and health says so',
    async () => {
      const app = await createTestApp(database)
      const { token } = await signUpSomebody(app)
      const port = await serve(app)
      const from = (localAddress: string, count: number) =>
        times(count, () => connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}))
      // More than are taken in all, within their shares.
      const flood = [
        ...from('127.0.0.2', 2_510),
        ...from('127.0.0.3', 900),
        ...from('127.0.0.4', 900),
      ]
      await Promise.all(
        flood.map(
          (socket) =>
            new Promise<void>((resolve) =>
              socket.once('close', () => resolve()).write(head, () => resolve()),
            ),
        ),
      )
      const others = await Promise.all(
        ['/healthz', '/readyz', `${api}/plans`, `${api}/me`].map(async (path) => {
          const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
            headers: { authorization: `Bearer ${token}` },
          })
          return `${path} ${status}`
        }),
      )
      for (const socket of flood) socket.destroy()
      expect(others).toEqual(['/healthz 200', '/readyz 200', `${api}/plans 200`, `${api}/me 200`])
    },
  )
})

describe('J18: files that are announced and don’t come', () => {
  const head = (token: string) =>
    `POST ${api}/documents?kind=identity HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 10485760\r\n\r\nx`

  test('hold nobody up: with one byte each of twelve of them, another person’s file is taken', async () => {
    const app = await createTestApp(database)
    const people = await Promise.all(times(12, () => signUpSomebody(app)))
    const port = await serve(app)
    const begun = new Set<string>()
    app.server.on('request', ({ headers }) => void begun.add(String(headers.authorization)))
    const sockets = people.map(({ token }) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(head(token))
      return socket
    })
    await expect.poll(() => begun.size).toBe(12)
    // A second one of the same person is refused once the first has its place.
    const second = () => sendFile(app, people[0]!.token)
    await expect.poll(async () => (await second()).status).toBe(429)
    const { token } = await signUpSomebody(app)
    const other = await sendFile(app, token)
    for (const socket of sockets) socket.destroy()
    expect([other.status, other.body.status]).toEqual([201, 'success'])
  })
})

describe('F4: a lock that somebody holds and doesn’t let go', () => {
  test('ends the waiting of all in a time that is known, and nothing is kept back afterwards', async () => {
    const app = await createTestApp(database)
    const { token } = await signUpSomebody(app)
    const letGo = await foreignLock('lock table auth.sessions in access exclusive mode')
    const waiting = await Promise.all(times(50, () => me(app, token)))
    expect(count(waiting, isBusy)).toBe(50)
    await letGo()
    expect(
      count(await Promise.all(times(50, () => me(app, token))), ({ status }) => status === 200),
    ).toBe(50)
  })
})

describe('F1: more commands than the queue takes', () => {
  test('are refused at once, each is either booked once or not at all, and the next is booked', async () => {
    const app = await createTestApp(database, { desk: house.desk })
    const { token, id } = await signUpSomebody(app)
    const deposit = () =>
      ask(app, 'POST', `${api}/demo/deposits`, { token, payload: { amount: 1, asset: 'BTC' } })
    const letGo = await foreignLock(`select from owners where id = '${id}' for no key update`)
    const flood = times(60, deposit)
    const answered = watch(flood)
    await expect.poll(() => answered.length).toBeGreaterThanOrEqual(39)
    expect(count(answered, isBusy)).toBe(answered.length)
    await letGo()
    const done = count(await Promise.all(flood), ({ status }) => status === 201)
    expect(done).toBeGreaterThanOrEqual(20)
    expect((await deposit()).status).toBe(201)
    expect((await me(app, token)).body.data.user.accountBalance).toBe(done + 1)
  })
})

describe('F1: more statements than there are connections', () => {
  test('wait for a time that is known, and go on as soon as there is one', async () => {
    const pool = createPool({ url: database.url, name: 'two connections', max: 2 })
    // Ten seconds is what people wait, and no time for a test.
    pool.options.connectionTimeoutMillis = 300
    const app = await createTestApp(database, { pool })
    const { token } = await signUpSomebody(app)
    const held = await Promise.all([pool.connect(), pool.connect()])
    const refused = await Promise.all(times(20, () => me(app, token)))
    expect(
      refused.map(({ status, body, headers }) => [status, body.code, headers['retry-after']]),
    ).toEqual(times(20, () => [503, 'unavailable', '5']))
    for (const client of held) client.release()
    expect((await me(app, token)).status).toBe(200)
    await app.close()
    await pool.end()
  })
})
