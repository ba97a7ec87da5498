/** A stop lets what is under way finish, and takes nothing new. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase({ world: true })
afterAll(stopServers)

/** What the log says when a stop took its whole time. */
const cutOff = 'stopped before everything had ended'

describe('while stopping', () => {
  test.each(['127.0.0.1', '::1'])(
    'a request under way on %s is answered, then the connection ends',
    async (host) => {
      const server = await startServer({ databaseUrl: database.url })
      const port = Number(new URL(server.url).port)
      // A body that is still arriving keeps the request under way.
      const sending = request({
        host,
        port,
        method: 'POST',
        path: '/invest/api/v1/login',
        headers: {
          host: `localhost:${port}`,
          'content-type': 'application/json',
          'content-length': 2,
        },
      })
      const answered = once(sending, 'response')
      sending.flushHeaders()
      sending.write('{')
      // Only when another request is answered has the first surely arrived.
      await fetch(`${server.url}/healthz`)
      const stopped = server.stop()
      await expect
        .poll(() =>
          fetch(`${server.url}/healthz`).then(
            () => 'taken',
            () => 'refused',
          ),
        )
        .toBe('refused')
      sending.end('}')
      const [reply] = await answered
      expect(reply.statusCode).toBe(400)
      expect(await stopped).toEqual({ code: 0, signal: null })
    },
  )

  test('an idle or a silent connection holds nothing up', async () => {
    const server = await startServer({ databaseUrl: database.url })
    const { port } = new URL(server.url)
    await fetch(`${server.url}/healthz`)
    const silent = connect(Number(port), '127.0.0.1')
    await once(silent, 'connect')
    silent.on('error', () => {})
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.output().stderr).not.toContain(cutOff)
    silent.destroy()
  })

  test('a database given by address goes on', async () => {
    const { rows } = await database.owner.query('select count(*)::int as tables from migrations')
    expect(rows[0].tables).toBeGreaterThan(0)
  })
})
