import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createErrorHandler } from './problems.ts'
import { capInFlight } from './in-flight.ts'

function serverOf(limit: number) {
  const app = fastify()
  app.setErrorHandler(createErrorHandler({ error: () => {}, warn: () => {} } as never))
  capInFlight(app, limit)
  const gates: (() => void)[] = []
  app.get('/slow', () => new Promise((resolve) => gates.push(() => resolve({}))))
  app.get('/quick', async () => ({}))
  return { app, gates }
}

test('F1: says busy beyond its limit, and takes on again what was finished', async () => {
  const { app, gates } = serverOf(2)
  const slow = [app.inject('/slow'), app.inject('/slow')]
  await expect.poll(() => gates.length).toBe(2)
  const third = await app.inject('/quick')
  expect([third.statusCode, third.json().code, third.headers['retry-after']]).toEqual([503, 'busy', '1'])
  for (const open of gates) open()
  await Promise.all(slow)
  for (let time = 0; time < 5; time++) expect((await app.inject('/quick')).statusCode).toBe(200)
})

test('F1: a caller who leaves makes room', async () => {
  const { app, gates } = serverOf(1)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const left = fetch(`${address}/slow`, { signal: leaving.signal }).catch(() => 'left')
  await expect.poll(() => gates.length).toBe(1)
  leaving.abort()
  expect(await left).toBe('left')
  await expect.poll(async () => (await fetch(`${address}/quick`)).status).toBe(200)
  await app.close()
})
