/** The address that people open is the configured one, whatever name a request uses for this server. */
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, testContext } from '../support/http.ts'
import { send, serve } from '../support/socket.ts'

const database = await createTestDatabase()

describe('on a socket', async () => {
  const port = await serve(await createTestApp(database))
  const get = (target: string, ...headers: string[]) =>
    send(port, [`GET ${target} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n'))
  const own = `host: localhost:${port}`

  test.each([
    ['no Host', `${api}/plans`, [], 400],
    ['two Hosts', `${api}/plans`, [own, 'Host: evil.example'], 400],
    ['two Hosts, ours second', `${api}/plans`, ['host: evil.example', own], 400],
    ['another Host', `${api}/plans`, ['host: evil.example'], 421],
    ['an address of another host', `http://evil.example${api}/plans`, [own], 421],
    [
      'an address of ours, and another Host',
      `http://localhost:${port}${api}/plans`,
      ['host: evil.example'],
      421,
    ],
    ['an address of another kind', `file://evil.example${api}/plans`, [own], 421],
    ['one Host, ours', `${api}/plans`, [own, 'x-forwarded-host: evil.example'], 200],
    ['an address of ours', `http://localhost:${port}${api}/plans`, [own], 200],
  ] as const)('A4: %s', async (_, target, headers, status) => {
    expect(await get(target, ...headers)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

test('A4: every link of every mail begins with the configured address, though the proxy passes other names on', async () => {
  const context = testContext(database, { publicUrl: 'https://invest.example' })
  context.config.trustedProxies = ['127.0.0.1']
  context.config.outboxOpen = true
  const app = await createApp(context)
  const poison = {
    host: 'invest.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '192.0.2.7',
    forwarded: 'for=192.0.2.7;host=evil.example;proto=http',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
    'x-original-url': 'http://evil.example/',
  }
  const email = 'poisoned@people.example'
  const form = {
    fullName: 'Ada Example',
    email,
    password: 'glass and paper',
    confirmPassword: 'glass and paper',
  }
  expect((await ask(app, 'POST', `${api}/signup`, { payload: form, headers: poison })).status).toBe(
    201,
  )

  const outbox = await ask(app, 'GET', '/outbox', { headers: { host: 'invest.example' } })
  expect(outbox.text).toContain(email)
  const links = outbox.text.match(/\bhttps?:\/\/[^\s<]+/g) ?? []
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => new URL(link).origin !== 'https://invest.example')).toEqual([])
  expect(outbox.text).not.toContain('evil.example')
  await app.close()
})
