/** `kill -9` in the middle of a load, and two servers at once: what was acknowledged is there once, nothing twice. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createTestDatabase } from '../support/database.ts'
import { everything } from '../support/extent.ts'
import { logIn, signUp, type ApiReply, type Client } from '../support/client.ts'
import { smallWorld, startServer, stopServers, type TestServer } from '../support/server.ts'

const database = await createTestDatabase()
afterAll(stopServers)

const secret = 'the same secret for two servers, 0123456789'
const start = () =>
  startServer({ databaseUrl: database.url, env: { ...smallWorld, GLASSHOUSE_SECRET: secret } })

const kills = everything ? 3 : 1

type Sent = {
  client: Client
  path: string
  body: Record<string, unknown>
  key: string
  reply: ApiReply | null
}

async function send(sent: Sent): Promise<void> {
  try {
    sent.reply = await sent.client.send('POST', sent.path, sent.body, sent.key)
  } catch {
    sent.reply = null // the connection broke: booked or not, the same key will tell
  }
}

/** One person after another asks for the next thing as soon as the last is answered, until told to stop. */
async function load(
  clients: Client[],
  journal: Sent[],
  shouldContinue: () => boolean,
): Promise<void> {
  await Promise.all(
    clients.map(async (client, i) => {
      for (let turn = 0; shouldContinue(); turn += 1) {
        const sent: Sent =
          turn % 2 === 0
            ? {
                client,
                path: '/demo/deposits',
                body: { amount: 10 + i, asset: 'BTC' },
                key: randomUUID(),
                reply: null,
              }
            : {
                client,
                path: '/requestWithdrawal',
                body: { type: 'bank_transfer', amount: 3 + i, bankName: 'w', bankNumber: 'a' },
                key: randomUUID(),
                reply: null,
              }
        journal.push(sent)
        await send(sent)
        if (sent.reply === null) return
      }
    }),
  )
}

const isBooked = (sent: Sent) => sent.reply !== null && sent.reply.status < 300

async function countedByKey(keys: string[]): Promise<Map<string, number>> {
  const { rows } = await database.owner.query(
    `select split_part(key, ' ', 3) as key, count(*)::int as times from desk.commands where outcome = 'done' and split_part(key, ' ', 3) = any ($1) group by 1`,
    [keys],
  )
  return new Map(rows.map(({ key, times }) => [key, times]))
}

describe('kill -9 of the server in the middle of a load', () => {
  test('loses nothing that was acknowledged and books nothing twice', async () => {
    let server = await start()
    let clients = await Promise.all(Array.from({ length: 12 }, () => signUp(server.url)))
    const journal: Sent[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const before = journal.length
      const enough = () => journal.slice(before).filter(isBooked).length >= 100 + 40 * kill
      let killed = null as Promise<unknown> | null
      await load(clients, journal, () => {
        if (killed === null && enough()) killed = server.kill9()
        return true
      })
      await killed
      server = await start()
      clients = clients.map((client) => client.through(server.url))
    }
    const unknown = journal.filter((sent) => sent.reply === null)
    const acknowledged = journal.filter(isBooked)
    expect(acknowledged.length).toBeGreaterThanOrEqual(100 * kills)
    expect(unknown.length, 'a run in which the kill hit nothing proves nothing').toBeGreaterThan(0)

    const atOnce = await countedByKey(acknowledged.map(({ key }) => key))
    expect(acknowledged.filter(({ key }) => atOnce.get(key) !== 1)).toEqual([])
    await Promise.all(
      unknown.map((sent) => send(Object.assign(sent, { client: sent.client.through(server.url) }))),
    )
    expect(unknown.filter((sent) => !isBooked(sent))).toEqual([])
    const afterwards = await countedByKey(journal.map(({ key }) => key))
    expect([...afterwards.values()].filter((times) => times !== 1)).toEqual([])
    expect((await auditBooks(database.pool)).faults).toEqual([])
  })
})

describe('two servers on one database', () => {
  let one: TestServer
  let two: TestServer
  beforeAll(async () => {
    ;[one, two] = await Promise.all([start(), start()])
  })

  test('accept exactly one of 100 parallel requests for a whole balance', async () => {
    const nora = await signUp(one.url)
    await nora.ok('POST', '/demo/deposits', { amount: 100, asset: 'USDT' })
    const doors = [nora, nora.through(two.url)]
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        doors[i % 2]!.send('POST', '/requestWithdrawal', {
          type: 'bank_transfer',
          amount: 100,
          bankName: 'w',
          bankNumber: 'a',
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(
      new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code)),
    ).toEqual(new Set(['insufficient_balance']))
    expect(await nora.me()).toMatchObject({ accountBalance: 0, held: 100 })
  })

  test('book 50 parallel copies with one key once and answer all alike', async () => {
    const nora = await signUp(one.url)
    const doors = [nora, nora.through(two.url)]
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        doors[i % 2]!.send('POST', '/demo/deposits', { amount: 7, asset: 'BTC' }, key),
      ),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(201)
    expect(await nora.me()).toMatchObject({ accountBalance: 7 })
    expect((await auditBooks(database.pool)).faults).toEqual([])
  })

  test('let exactly one of approve, reject and cancel win, and tell the others', async () => {
    const [nora, admin] = await Promise.all([
      signUp(one.url),
      logIn(one.url, 'warden@harbour.example', 'lamp-and-jetty'),
    ])
    await nora.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
    const winners: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const { withdrawal } = await nora.ok('POST', '/requestWithdrawal', {
        type: 'bank_transfer',
        amount: 1,
        bankName: 'w',
        bankNumber: 'a',
      })
      const path = `/withdrawals/${withdrawal._id}`
      const replies = await Promise.all([
        admin.send('POST', `${path}/approval`),
        admin.through(two.url).send('POST', `${path}/rejection`, { reason: 'No' }),
        nora.through(round % 2 ? one.url : two.url).send('DELETE', path),
      ])
      const won = replies.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(
        replies.filter(
          ({ status, body }) =>
            status === 409 && ['already_decided', 'not_pending'].includes(body.code),
        ),
      ).toHaveLength(2)
      winners.push(won[0]!.body.data.withdrawal.status)
    }
    const approved = winners.filter((status) => status === 'approved').length
    expect(await nora.me()).toMatchObject({ accountBalance: 100 - approved, held: approved })
    expect((await auditBooks(database.pool)).faults).toEqual([])
  })
})
