/** `GET /events/staff`: staff are told by ids what has changed, through whichever server, for as long as they may know. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath, unattended } from '../../src/contract/endpoint.ts'
import { administrators, capabilitiesOf } from '../../src/contract/roles.ts'
import { ProblemError } from '../../src/contract/problems.ts'
import { createStaffLive } from '../../src/domains/activity/staff-live.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { testContext } from '../support/http.ts'
import { startServer, stopServers } from '../support/server.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase({ world: true })
const start = () => startServer({ databaseUrl: database.url })
const [server, other] = [await start(), await start()]
afterAll(stopServers)
const admin = await logInAsAdmin(other.url)
const whoReadsAll = (person: string, stillMay: () => Promise<void>) => ({
  person,
  may: capabilitiesOf(administrators),
  stillMay,
})
const investor = await signUp(server.url)
await investor.ok('POST', '/demo/deposits', { amount: 5_000, asset: 'BTC' })

type Told = { event: string; id: string; data: string }
type Listening = { status: number; next(): Promise<Told | null>; stop(): void }

/** Listens; `next` answers what is told next besides that the stream stands, or null when it has ended. */
async function listen({ url, token }: Client, after?: string): Promise<Listening> {
  const stopping = new AbortController()
  const reply = await fetch(`${url}${basePath}/events/staff`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal: stopping.signal,
  })
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Told | null> => {
    const end = text.indexOf('\n\n')
    if (end === -1) {
      const { value, done } = await reader.read()
      text += value ?? ''
      return done ? null : next()
    }
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    const field = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? ''
    const told = { event: field('event'), id: field('id'), data: field('data') }
    return told.event === 'listening' ? next() : told
  }
  return { status: reply.status, next, stop: () => stopping.abort() }
}

/** Reads on until a message names this id; answers it. */
async function hears(listening: Listening, id: string): Promise<Told> {
  for (let told = await listening.next(); told; told = await listening.next())
    if (told.data.includes(id)) return told
  throw new Error(`The stream ended without a word of ${id}`)
}

const request = async (client: Client): Promise<string> =>
  (
    await client.ok('POST', '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 11,
      bankName: 'Secret wallet name',
      bankNumber: `secret-address-${randomUUID()}`,
    })
  ).withdrawal._id

/** One of staff who is nobody else’s, signed in. */
async function colleague(role: 'admin' | 'auditor' | 'treasurer' | 'support'): Promise<Client> {
  const client = await signUp(server.url)
  await setRole(database, client.user.id, role)
  return client
}

describe('staff who listen', () => {
  test('are told of requests and decisions by ids alone, through whichever server', async () => {
    const listening = await listen(await colleague('admin'))
    const id = await request(investor)
    const asked = await hears(listening, id)
    await admin.ok('POST', `/withdrawals/${id}/rejection`, { reason: 'Secret reason' })
    const decided = await hears(listening, id)
    for (const { event, data } of [asked, decided]) {
      expect(event).toBe('changed')
      const { withdrawals, users, ...more } = JSON.parse(data)
      expect(more).toEqual({})
      expect([...withdrawals, ...users].join('')).toMatch(/^[\da-f-]*$/)
      expect(users).toContain(investor.user.id)
    }
    listening.stop()
  })
  test('are told of a correction by the user’s id', async () => {
    const listening = await listen(await colleague('auditor'))
    await admin.ok('PATCH', `/${investor.user.id}`, { fullName: 'Secret New Name', reason: 'ok' })
    const { data } = await hears(listening, investor.user.id)
    expect(data).not.toContain('Secret')
    listening.stop()
  })
  test('are told of both whom a transfer is about', async () => {
    const listening = await listen(await colleague('admin'))
    const friend = await signUp(server.url)
    const { withdrawal } = await investor.ok('POST', '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 12,
      recipientAccountId: friend.user.accountId,
    })
    // Of the request first; what says that it was approved comes after it.
    await hears(listening, withdrawal._id)
    await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
    const { withdrawals, users } = JSON.parse((await hears(listening, withdrawal._id)).data)
    expect(withdrawals).toEqual([withdrawal._id])
    expect(users.toSorted()).toEqual([investor.user.id, friend.user.id].toSorted())
    listening.stop()
  })
  test('are told of who has just signed up', async () => {
    const listening = await listen(await colleague('auditor'))
    await hears(listening, (await signUp(server.url)).user.id)
    listening.stop()
  })
  test('come back to where they broke off, and learn what they missed', async () => {
    const client = await colleague('admin')
    const before = await listen(client)
    const { id: position } = await hears(before, await request(investor))
    before.stop()
    const missed = await request(investor)
    const back = await listen(client, position)
    await hears(back, missed)
    back.stop()
  })
  test.each(['1', '1000000000000'])(
    'after a long time (%s) are told that everything may have changed',
    async (after) => {
      const back = await listen(await colleague('admin'), after)
      expect(await back.next()).toMatchObject({ event: 'everything', data: '' })
      back.stop()
    },
  )
  test('are told what is new where “x” is no moment', async () => {
    const listening = await listen(await colleague('admin'), 'x')
    await hears(listening, await request(investor))
    listening.stop()
  })
})

describe('the stream', () => {
  /** What comes last on it, beside news. */
  async function ending(listening: Listening): Promise<Told> {
    for (let told = await listening.next(); told; told = await listening.next())
      if (told.event === 'ended') {
        expect(await listening.next()).toBeNull()
        return told
      }
    throw new Error('The stream ended without saying so')
  }

  test.each([
    ['whose session has ended', 'not_signed_in', (client: Client) => client.ok('POST', '/logout')],
    [
      'who lost the role',
      'forbidden',
      (client: Client) => setRole(database, client.user.id, 'user'),
    ],
    [
      'who were frozen, and their sessions with them',
      'not_signed_in',
      (client: Client) => admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'Left' }),
    ],
    [
      'who have been idle for too long',
      'not_signed_in',
      ({ user }: Client) =>
        database.owner.query(
          `update auth.sessions set updated_at = now() - interval '40 days' where person_id = $1`,
          [user.id],
        ),
    ],
  ])('ends for staff %s, and says so', async (_, code, happens) => {
    const client = await colleague('admin')
    const listening = await listen(client)
    await happens(client)
    expect((await ending(listening)).data).toBe(code)
  })
  test('keeps no session in use', async () => {
    const client = await colleague('admin')
    const used = 'select updated_at from auth.sessions where person_id = $1'
    await database.owner.query(
      `update auth.sessions set updated_at = now() - interval '10 minutes' where person_id = $1`,
      [client.user.id],
    )
    const { rows } = await database.owner.query(used, [client.user.id])
    const listening = await listen(client)
    await hears(listening, await request(investor))
    expect((await database.owner.query(used, [client.user.id])).rows).toEqual(rows)
    listening.stop()
  })
  test('leads to questions that keep none in use either, while nobody is at the page', async () => {
    const client = await colleague('admin')
    const ago = async () => {
      const { rows } = await database.owner.query(
        `select updated_at < now() - interval '5 minutes' as idle from auth.sessions where person_id = $1`,
        [client.user.id],
      )
      return rows[0].idle
    }
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}${basePath}/getAllWithdrawals`, {
        headers: { authorization: `Bearer ${client.token}`, ...headers },
      })
    await database.owner.query(
      `update auth.sessions set updated_at = now() - interval '10 minutes' where person_id = $1`,
      [client.user.id],
    )
    expect((await ask({ [unattended]: '1' })).status).toBe(200)
    expect(await ago()).toBe(true)
    expect((await ask({})).status).toBe(200)
    expect(await ago()).toBe(false)
  })
  test('is given to nobody but staff', async () => {
    expect((await listen(investor)).status).toBe(403)
    expect((await listen(Object.assign(await signUp(server.url), { token: 'x' }))).status).toBe(401)
    const auditor = await logIn(server.url, 'auditor@glasshouse.example', 'glasshouse-auditor')
    const listening = await listen(auditor)
    expect(listening.status).toBe(200)
    listening.stop()
  })
  test('holds no stop up', async () => {
    const third = await start()
    const client = await logInAsAdmin(third.url)
    const listening = await listen(client)
    const stopped = third.stop()
    for (let told = await listening.next(); told; told = await listening.next());
    expect(await stopped).toEqual({ code: 0, signal: null })
  })
})

describe('I13: streams of staff', () => {
  test('beyond a person’s share are refused, and others find a place', () => {
    const live = createStaffLive(testContext(database), { whole: 5, each: 3 })
    const listen = (person: string) =>
      live.listen(
        whoReadsAll(person, async () => {}),
        null,
      )
    const greedy = [listen('greedy'), listen('greedy'), listen('greedy')]
    expect(() => listen('greedy')).toThrow('Too many requests')
    const others = [listen('other'), listen('other')]
    // J20: all are taken, and whoever has most makes room.
    const another = listen('another')
    expect(greedy.map(({ writableEnded }: any) => writableEnded)).toEqual([true, false, false])
    expect(() => listen('another')).toThrow('The server is busy')
    for (const stream of [...greedy, ...others, another]) stream.destroy()
  })
  test('tell nothing more to who may no longer know', async () => {
    const live = createStaffLive(testContext(database))
    const refused = async () => {
      throw new ProblemError('forbidden')
    }
    const stream = live.listen(whoReadsAll('one', refused), null)
    // Whoever reads late is no trouble: several looks come to the ended stream.
    let looks = 0
    const other = live.listen(
      whoReadsAll('other', async () => void (looks += 1)),
      null,
    )
    await request(investor)
    await expect.poll(() => looks).toBeGreaterThan(3)
    other.destroy()
    let text = ''
    for await (const piece of stream) {
      text += piece
      if (text.includes('event: changed')) break
    }
    expect(text).toMatch(/event: ended\ndata: forbidden\n\n$/)
  })
  test('are counted for whoever operates the house', async () => {
    const context = testContext(database)
    const streams = async () =>
      /^glasshouse_staff_streams (\d+)$/m.exec(await context.metrics.registry.metrics())?.[1]
    const live = createStaffLive(context)
    const [one, other] = ['one', 'other'].map((person) =>
      live.listen(
        whoReadsAll(person, async () => {}),
        null,
      ),
    )
    expect(await streams()).toBe('2')
    const closed = new Promise((resolve) => other!.once('close', resolve))
    other!.destroy()
    await closed
    expect(await streams()).toBe('1')
    one!.destroy()
  })
  test('are told of a commit by the second look after it at the latest: each half second', async () => {
    const live = createStaffLive(testContext(database))
    let looks = 0
    const stream = live.listen(
      whoReadsAll('one', async () => void (looks += 1)),
      null,
    )
    const id = await request(investor)
    const looksThen = looks
    for await (const piece of stream) if (String(piece).includes(id)) break
    expect(looks - looksThen).toBeLessThanOrEqual(2)
  })
  test('give their place back when they close', async () => {
    const live = createStaffLive(testContext(database), { whole: 1, each: 1 })
    const first = live.listen(
      whoReadsAll('one', async () => {}),
      null,
    )
    const closed = new Promise((resolve) => first.once('close', resolve))
    first.destroy()
    await closed
    live
      .listen(
        whoReadsAll('one', async () => {}),
        null,
      )
      .destroy()
  })
  test('are told that everything may have changed where more has than is listed', async () => {
    const live = createStaffLive(testContext(database))
    await Promise.all(Array.from({ length: 101 }, () => request(investor)))
    const stream = live.listen(
      whoReadsAll('one', async () => {}),
      null,
    )
    let text = ''
    for await (const piece of stream) {
      text += piece
      if (text.includes('event: everything')) break
    }
    expect(text).toMatch(/id: \d+\nevent: everything\ndata:\n\n/)
  })
})

test('who reads no money is told of no request, and who reads no people of no user', async () => {
  const [treasurer, support] = [await colleague('treasurer'), await colleague('support')]
  const [money, people] = [await listen(treasurer), await listen(support)]
  const id = await request(investor)
  expect(JSON.parse((await hears(money, id)).data).withdrawals).toContain(id)
  expect(JSON.parse((await hears(people, investor.user.id)).data).withdrawals).toEqual([])
  for (const one of [money, people]) one.stop()
})
