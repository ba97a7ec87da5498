/** The runbook for keys, followed with a server of its own: a secret that is changed, and one that is gone. */
import { afterAll, describe, expect, test } from 'vitest'
import { logIn, newcomersPassword, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { smallWorld, startRefused, startServer, stopServers } from '../support/server.ts'

afterAll(stopServers)

const [first, second, third] = ['first', 'second', 'third'].map(
  (which) => `the ${which} secret of these tests made of nothing`,
) as [string, string, string]
const email = 'ada@people.example'

/** One house after the other: each is one story, of a server that is stopped and started with other keys. */
async function houseOf() {
  const { url: databaseUrl, ownerUrl } = await createTestDatabase()
  const env = (secret: string, earlier: string) => ({
    ...smallWorld,
    GLASSHOUSE_SECRET: secret,
    GLASSHOUSE_EARLIER_SECRETS: earlier,
  })
  const script = (command: string[], secret: string, earlier = '') =>
    startRefused({
      databaseUrl,
      env: env(secret, earlier),
      command: [process.execPath, ...command],
    })
  return {
    start: (secret: string, earlier = '') =>
      startServer({ databaseUrl, env: env(secret, earlier) }),
    refused: (secret: string) => startRefused({ databaseUrl, env: env(secret, '') }),
    audit: (option: string, secret: string, earlier = '') =>
      script(['scripts/audit.ts', option], secret, earlier),
    secretLost: (secret: string) =>
      startRefused({
        env: { ...env(secret, ''), DATABASE_OWNER_URL: ownerUrl },
        command: [process.execPath, 'scripts/secret-lost.ts'],
      }),
  }
}

/** Somebody signs up, and has money: what they are recognised by, and what they did, is of this secret. */
async function livedIn(house: Awaited<ReturnType<typeof houseOf>>): Promise<Client> {
  const server = await house.start(first)
  const ada = await signUp(server.url, { email })
  await ada.ok('POST', '/demo/deposits', { amount: 70, asset: 'BTC' })
  expect((await server.stop()).code).toBe(0)
  return ada
}

/** The same person at another server, by the password: the session of before has ended. */
async function backAt(url: string, ada: Client): Promise<Client> {
  expect((await ada.through(url).send('GET', '/me')).status).toBe(401)
  return logIn(url, email, newcomersPassword)
}

describe('the secret', () => {
  test('is changed: passwords and what was done stay valid with the earlier one beside it, sessions don’t', async () => {
    const house = await houseOf()
    const ada = await livedIn(house)
    const { code, stderr } = await house.refused(second)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^This database was written with another secret .*\n$/)

    const server = await house.start(second, first)
    const again = await backAt(server.url, ada)
    await again.ok('POST', '/demo/deposits', { amount: 5, asset: 'BTC' })
    expect((await again.me()).accountBalance).toBe(75)
    await server.stop()
    for (const option of ['--chain', '--replay']) {
      expect((await house.audit(option, second, first)).code).toBe(0)
      const without = await house.audit(option, second)
      expect([option, without.code, without.stdout]).toEqual([
        option,
        1,
        expect.stringContaining('of a key of this server'),
      ])
    }
  })

  test('is gone: what people sign in with is believed as it stands, once, and what was done stays checked by its chains', async () => {
    const house = await houseOf()
    const ada = await livedIn(house)
    expect((await house.refused(third)).code).toBe(1)
    expect(await house.secretLost(third)).toMatchObject({ code: 0, stderr: '' })

    const server = await house.start(third)
    expect((await (await backAt(server.url, ada)).me()).accountBalance).toBe(70)
    await server.stop()
    for (const option of ['--chain', '--replay'])
      expect(await house.audit(option, third)).toMatchObject({ code: 0, stderr: '' })
    expect((await house.refused(first)).code).toBe(1)
  })
})
