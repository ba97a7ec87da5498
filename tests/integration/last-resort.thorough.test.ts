/** What nobody caught ends the process: said in the log, what is under way finished, nothing new taken, and an exit code that a service manager starts anew on. */
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { projectFolder, smallWorld, startServer, stopServers } from '../support/server.ts'

const database = await createTestDatabase()
afterAll(stopServers)

const failing = join(projectFolder, 'tests/support/fail-on-signal.mjs')

describe('F3: a fault that nobody caught', () => {
  /** Starts, serves, and ends by the fault. */
  async function failBy(failure: string, word: string): Promise<void> {
    const server = await startServer({
      databaseUrl: database.url,
      command: [process.execPath, '--import', failing, 'src/server.ts'],
      env: { ...smallWorld, FAILURE: failure },
    })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const { port } = new URL(server.url)
    const sending = request({
      host: '127.0.0.1',
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
    server.child.kill('SIGUSR2')
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    sending.end('}')
    expect((await answered)[0].statusCode).toBe(400)
    expect(await server.exited).toEqual({ code: 1, signal: null })
    const said = server
      .output()
      .stderr.split('\n')
      .find((line) => line.includes('nobody caught this'))!
    expect(JSON.parse(said)).toMatchObject({
      level: 'fatal',
      msg: word,
      err: { message: 'nobody caught this' },
    })
  }

  test('ends the server, as an exception or as a rejection, and the next start serves as before', async () => {
    await failBy('exception', 'uncaughtException')
    await failBy('rejection', 'unhandledRejection')
  })
})
