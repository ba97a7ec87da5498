/** `GET /events`: whoever listens is told within moments, by whichever server, and by nobody else's changes. */
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { logIn, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { smallWorld, startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase()
const start = () => startServer({ databaseUrl: database.url, env: smallWorld })
const server = await start()
const other = await start()
afterAll(stopServers)

type Listening = { status: number; next(): Promise<string | null>; stop(): void }

/** Listens; `next` answers the version that is told next, or null when the stream has ended. */
async function listen(client: Client, { after }: { after?: string } = {}): Promise<Listening> {
  const stopping = new AbortController()
  const reply = await fetch(`${client.url}${basePath}/events`, {
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal: stopping.signal,
  })
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string | null> => {
    const event = /id: (\d+)\nevent: changed\ndata: \1\n\n/.exec(text)
    if (event) {
      text = text.slice(event.index + event[0].length)
      return event[1]!
    }
    const { value, done } = await reader.read()
    if (done) return null
    text += value
    return next()
  }
  return { status: reply.status, next, stop: () => stopping.abort() }
}

const payIn = (client: Client) => client.ok('POST', '/demo/deposits', { amount: 5, asset: 'BTC' })
const version = async (client: Client) => String((await client.me()).version)

describe('whoever listens', () => {
  test('is told the version of now, and then of every change', async () => {
    const client = await signUp(server.url)
    const listening = await listen(client)
    expect(await listening.next()).toBe(await version(client))
    await payIn(client)
    expect(await listening.next()).toBe(await version(client))
    listening.stop()
  })
  test('is told of what staff does, and of what goes through another server', async () => {
    const client = await signUp(server.url)
    const listening = await listen(client)
    const before = await listening.next()
    const admin = await logIn(other.url, 'warden@harbour.example', 'lamp-and-jetty')
    await admin.ok('PATCH', `/${client.user.id}`, { fullName: 'Renamed By Staff' })
    const after = await listening.next()
    expect(Number(after)).toBe(Number(before) + 1)
    listening.stop()
  })
  test('hears nothing of other people', async () => {
    const [client, stranger] = await Promise.all([signUp(server.url), signUp(server.url)])
    const listening = await listen(client)
    await listening.next()
    await payIn(stranger)
    await payIn(client)
    expect(await listening.next()).toBe(await version(client))
    listening.stop()
  })
  test('comes back to where they broke off: told at once of what they missed, and of nothing they know', async () => {
    const client = await signUp(server.url)
    const known = await version(client)
    const quiet = await listen(client, { after: known })
    await payIn(client)
    const missed = await version(client)
    expect(await quiet.next()).toBe(missed)
    quiet.stop()
    const back = await listen(client, { after: known })
    expect(await back.next()).toBe(missed)
    back.stop()
  })
  test.each(['x', '-1', '9'.repeat(40)])(
    'is told the version of now where “%s” is no version',
    async (after) => {
      const client = await signUp(server.url)
      const listening = await listen(client, { after })
      expect(await listening.next()).toBe(await version(client))
      listening.stop()
    },
  )
  test('is told nothing after their session has ended', async () => {
    const client = await signUp(server.url)
    const listening = await listen(client)
    await listening.next()
    await client.ok('POST', '/logout')
    expect(await listening.next()).toBeNull()
  })
  test('must be signed in', async () => {
    const listening = await listen(Object.assign(await signUp(server.url), { token: 'nobody' }))
    expect(listening.status).toBe(401)
  })
  test('has at most eight streams: the oldest ends', async () => {
    const client = await signUp(server.url)
    const streams: Listening[] = []
    for (let i = 0; i < 9; i += 1) {
      streams.push(await listen(client))
      await streams[i]!.next()
    }
    expect(await streams[0]!.next()).toBeNull()
    await payIn(client)
    expect(await streams[8]!.next()).toBe(await version(client))
    for (const { stop } of streams) stop()
  })
})

describe('a listener', () => {
  test('does not keep the session in use', async () => {
    const client = await signUp(server.url)
    const { rows } = await database.owner.query(
      `update auth.sessions set updated_at = now() - interval '10 minutes' where person_id = $1 returning updated_at`,
      [client.user.id],
    )
    const listening = await listen(client)
    await listening.next()
    const { rows: after } = await database.owner.query(
      'select updated_at from auth.sessions where person_id = $1',
      [client.user.id],
    )
    expect(after).toEqual(rows)
    listening.stop()
  })
  test('holds no stop up', async () => {
    const third = await start()
    const client = await signUp(third.url)
    const listening = await listen(client)
    await listening.next()
    const stopped = third.stop()
    expect(await listening.next()).toBeNull()
    expect(await stopped).toEqual({ code: 0, signal: null })
  })
})
