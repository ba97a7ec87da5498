import fastify from 'fastify'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createErrorHandler } from './problems.ts'
import { capInFlight, type FlightLimits } from './in-flight.ts'

const roomy: FlightLimits = {
  requests: 100,
  requestsOfOne: 100,
  connections: 100,
  connectionsOfOne: 100,
}

function serverOf(limits: Partial<FlightLimits>, isProxy?: (address: string) => boolean) {
  const app = fastify({ trustProxy: isProxy !== undefined })
  app.setErrorHandler(createErrorHandler({ error: () => {}, warn: () => {} } as never))
  capInFlight(app, isProxy, { ...roomy, ...limits })
  const gates: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => gates.push(() => resolve({}))))
  app.get('/quick', async () => ({}))
  app.get('/readyz', async () => ({}))
  app.post('/change', async () => ({}))
  app.get(
    '/events',
    { config: { lasting: true } },
    () => new Promise((resolve) => gates.push(() => resolve({}))),
  )
  return { app, gates }
}

async function listening(limits: Partial<FlightLimits>, isProxy?: (address: string) => boolean) {
  const { app } = serverOf(limits, isProxy)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, port: (app.server.address() as AddressInfo).port }
}

/** The head of a change, with a body that doesn't come. */
function halfSent(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  return new Promise((resolve) =>
    socket.write(
      'POST /change HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"',
      () => resolve(socket),
    ),
  )
}

const statusOf = async (url: string) => (await fetch(url)).status

test('F1: says busy beyond its limit, and takes on again what was finished', async () => {
  const { app, gates } = serverOf({ requests: 2 })
  const slow = [app.inject('/slow'), app.inject('/slow')]
  await expect.poll(() => gates.length).toBe(2)
  const third = await app.inject('/quick')
  expect([third.statusCode, third.json().code, third.headers['retry-after']]).toEqual([
    503,
    'busy',
    '1',
  ])
  for (const open of gates) open()
  await Promise.all(slow)
  for (let time = 0; time < 5; time++) expect((await app.inject('/quick')).statusCode).toBe(200)
})

test('F1: a caller who leaves makes room', async () => {
  const { app, gates } = serverOf({ requests: 1 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const left = fetch(`${address}/slow`, { signal: leaving.signal }).catch(() => 'left')
  await expect.poll(() => gates.length).toBe(1)
  leaving.abort()
  expect(await left).toBe('left')
  await expect.poll(async () => (await fetch(`${address}/quick`)).status).toBe(200)
  await app.close()
})

test('F1: a listener takes a place until they are let in, and none while they listen', async () => {
  const { app, gates } = serverOf({ requests: 1, requestsOfOne: 1 })
  const listeners = [app.inject('/events')]
  await expect.poll(() => gates.length).toBe(1)
  listeners.push(app.inject('/events'))
  await expect.poll(() => gates.length).toBe(2)
  const slow = app.inject('/slow')
  await expect.poll(() => gates.length).toBe(3)
  expect((await app.inject('/events')).statusCode).toBe(429)
  for (const open of gates) open()
  expect((await Promise.all([...listeners, slow])).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200,
  ])
})

describe('I8: what is still being sent', () => {
  test('takes no place of all, and one when it has come', async () => {
    const { app, url, port } = await listening({ requests: 2 })
    const sending = await Promise.all(Array.from({ length: 9 }, () => halfSent(port)))
    expect([await statusOf(`${url}/quick`), await statusOf(`${url}/quick`)]).toEqual([200, 200])
    const replies = sending.map((socket) =>
      once(socket, 'data').then(([data]) => String(data).slice(9, 12)),
    )
    for (const socket of sending) socket.write('a":true}')
    expect((await Promise.all(replies)).every((status) => ['200', '503'].includes(status))).toBe(
      true,
    )
    for (const socket of sending) socket.destroy()
    await app.close()
  })

  test('takes of its address’s share, of which health needs none, and is told to hang up beyond it', async () => {
    const { app, url, port } = await listening({ requestsOfOne: 3 })
    const sending = await Promise.all(Array.from({ length: 3 }, () => halfSent(port)))
    await expect.poll(() => statusOf(`${url}/quick`)).toBe(429)
    const fourth = await halfSent(port)
    const [said] = await once(fourth, 'data')
    expect(String(said)).toMatch(/^HTTP\/1\.1 429 [^]*\r\nconnection: close\r\n/i)
    await once(fourth, 'close')
    expect(await statusOf(`${url}/readyz`)).toBe(200)
    for (const socket of sending) socket.destroy()
    await expect.poll(() => statusOf(`${url}/quick`)).toBe(200)
    await app.close()
  })

  test('is counted by the forwarded address behind a proxy that is believed', async () => {
    const { app, gates } = serverOf({ requestsOfOne: 1 }, () => true)
    const from = (address: string, url: string) =>
      app.inject({ url, headers: { 'x-forwarded-for': address } })
    const slow = from('2001:db8::1', '/slow')
    await expect.poll(() => gates.length).toBe(1)
    expect([
      (await from('2001:db8::2', '/quick')).statusCode,
      (await from('2001:db8:0:1::1', '/quick')).statusCode,
    ]).toEqual([429, 200])
    gates[0]!()
    await slow
  })
})

describe('I8: connections', () => {
  const opened = async (port: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  test('of one address are closed beyond its share, and taken again when others have ended', async () => {
    const { app, port } = await listening({ connectionsOfOne: 2 })
    const [first, second] = [await opened(port), await opened(port)]
    await once(await opened(port), 'close')
    first.destroy()
    second.destroy()
    await expect
      .poll(() => statusOf(`http://127.0.0.1:${port}/quick`).catch(() => 'closed'))
      .toBe(200)
    await app.close()
  })
  test('of a proxy that is believed are those of many', async () => {
    const { app, port } = await listening({ connectionsOfOne: 1 }, () => true)
    const sockets = [await opened(port), await opened(port), await opened(port)]
    expect(await statusOf(`http://127.0.0.1:${port}/quick`)).toBe(200)
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
})
