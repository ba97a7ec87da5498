import fastify from 'fastify'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { behindAfter, endSlowReaders, type LeastRate } from './least-rate.ts'

const rate = { bytesPerSecond: 1000 }
const patient = { timeout: 10_000 }

describe('J20: how far a reader is behind the least rate', () => {
  test.each([
    ['taken everything', { taken: 0, behindMs: 9_000 }, { given: 500, taken: 500 }, 0],
    ['taken nothing', { taken: 100, behindMs: 9_000 }, { given: 500, taken: 100 }, 14_000],
    ['taken half as fast', { taken: 0, behindMs: 0 }, { given: 9_000, taken: 2_500 }, 2_500],
    ['taken as fast', { taken: 0, behindMs: 700 }, { given: 9_000, taken: 5_000 }, 700],
    ['caught up', { taken: 0, behindMs: 3_000 }, { given: 90_000, taken: 7_000 }, 1_000],
    [
      'been ahead, which saves nothing up',
      { taken: 0, behindMs: 0 },
      { given: 90_000, taken: 80_000 },
      0,
    ],
  ])('in five seconds, having %s', (_, before, now, behindMs) =>
    expect(behindAfter(before, now, 5_000, rate)).toBe(behindMs),
  )
})

describe('J20: a connection', () => {
  const strict: LeastRate = { bytesPerSecond: 100_000, graceMs: 200, lookMs: 20 }
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    // Connections first: a server waits for them.
    for (const close of closing.splice(0).reverse()) await close()
  })

  const piece = Buffer.alloc(64 * 1024, 'x')
  const size = 32 * 1024 * 1024

  /** Counts the replies that are under way. */
  async function serving(rate = strict) {
    const app = fastify({ forceCloseConnections: true })
    endSlowReaders(app, rate)
    let underWay = 0
    app.addHook('onRequest', async (_request, reply) => {
      underWay += 1
      reply.raw.once('close', () => (underWay -= 1))
    })
    app.get('/stream', async (_request, reply) =>
      reply.send(
        Readable.from(
          (function* () {
            for (let n = 0; n < size / piece.length; n += 1) yield piece
          })(),
        ),
      ),
    )
    app.get('/at-once', async () => Buffer.alloc(size, 'x'))
    app.get('/later', async () => new Promise((resolve) => later.push(() => resolve({}))))
    const later: (() => void)[] = []
    await app.listen({ port: 0, host: '127.0.0.1' })
    closing.push(() => app.close())
    const { port } = app.server.address() as AddressInfo
    return { port, later, underWay: () => underWay }
  }

  async function asking(port: number, path: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    closing.push(async () => socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }

  test.each(['/stream', '/at-once'])(
    'whose reader takes nothing more ends, and its place is free again: %s',
    async (path) => {
      const { port, underWay } = await serving()
      const socket = await asking(port, path)
      await once(socket, 'readable')
      await expect.poll(underWay, patient).toBe(0)
    },
  )

  test('of a reader who takes what comes brings all of it', async () => {
    // A busy machine is a slow reader too: it has the time that readers have.
    const { port } = await serving({ ...strict, graceMs: 30_000 })
    const reply = await fetch(`http://127.0.0.1:${port}/at-once`)
    expect((await reply.bytes()).length).toBe(size)
  })

  test('that waits for its reply isn’t slow, however long that takes', async () => {
    const { port, later, underWay } = await serving()
    const waiting = fetch(`http://127.0.0.1:${port}/later`)
    await expect.poll(() => later.length, patient).toBe(1)
    const slow = await asking(port, '/stream')
    await once(slow, 'readable')
    await expect.poll(underWay, patient).toBe(1)
    later[0]!()
    expect((await waiting).status).toBe(200)
  })
})
