/** A stop lets what is under way finish, and takes nothing new. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { smallWorld, startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase()
afterAll(stopServers)

/** What the log says when a stop took its whole time. */
const cutOff = 'stopped before everything had ended'

/** A body that is still arriving keeps the request under way. */
function beginRequest(host: string, port: number) {
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
  return { sending, answered }
}

describe('while stopping', () => {
  test('requests under way on either address are answered, then the connections end; an idle or a silent one holds nothing up', async () => {
    const server = await startServer({ databaseUrl: database.url, env: smallWorld })
    const port = Number(new URL(server.url).port)
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    silent.on('error', () => {})
    const underWay = ['127.0.0.1', '::1'].map((host) => beginRequest(host, port))
    // Only when other requests are answered have the first surely arrived. Their connections stay, and are idle.
    for (const host of ['127.0.0.1', '[::1]']) await fetch(`http://${host}:${port}/healthz`)
    const stopped = server.stop()
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    for (const { sending } of underWay) sending.end('}')
    const replies = await Promise.all(underWay.map(async ({ answered }) => (await answered)[0]))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400])
    expect(await stopped).toEqual({ code: 0, signal: null })
    expect(server.output().stderr).not.toContain(cutOff)
    silent.destroy()
    // A database given by address goes on.
    const { rows } = await database.owner.query('select count(*)::int as tables from migrations')
    expect(rows[0].tables).toBeGreaterThan(0)
  })
})
