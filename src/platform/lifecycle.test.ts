import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createLifecycle, endsWithin } from './lifecycle.ts'
import { createLog } from './log.ts'

const silent = createLog({ logLevel: 'silent' })

describe('a stop', () => {
  test('closes what was opened in the opposite order, once', async () => {
    const lifecycle = createLifecycle(silent)
    const closed: string[] = []
    for (const name of ['database', 'pool', 'requests'])
      lifecycle.opened({ name, close: async () => closed.push(name) })
    await Promise.all([lifecycle.stop(), lifecycle.stop()])
    expect(closed).toEqual(['requests', 'pool', 'database'])
  })

  test('goes on when a part fails or takes too long', async () => {
    const lifecycle = createLifecycle(silent)
    let last = false
    lifecycle.opened({ name: 'last', close: async () => (last = true) })
    lifecycle.opened({ name: 'failing', close: () => Promise.reject(new Error('broken')) })
    lifecycle.opened({ name: 'hanging', close: () => new Promise(() => {}), withinMs: 10 })
    await lifecycle.stop()
    expect(last).toBe(true)
  })

  test('is known at once', async () => {
    const lifecycle = createLifecycle(silent)
    expect(lifecycle.draining).toBe(false)
    lifecycle.drain()
    expect([lifecycle.draining, lifecycle.signal.aborted]).toEqual([true, true])
  })
})

test('endsWithin tells what ended from what did not, and passes a failure on', async () => {
  expect(await endsWithin(Promise.resolve(), 1000)).toBe(true)
  expect(await endsWithin(new Promise(() => {}), 5)).toBe(false)
  await expect(endsWithin(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken')
})

test('logs are one JSON line each, without secrets', () => {
  let written = ''
  const log = createLog(
    { logLevel: 'info' },
    new Writable({ write: (chunk, _encoding, done) => ((written += String(chunk)), done()) }),
  )
  log.info(
    {
      body: { password: 'hunter2' },
      headers: { cookie: 'session=abc', 'set-cookie': ['session=def'] },
      token: 'ghi',
    },
    'signed in',
  )
  expect(written.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(written)).toMatchObject({
    level: 'info',
    msg: 'signed in',
    body: { password: '[kept out]' },
  })
  for (const secret of ['hunter2', 'abc', 'def', 'ghi']) expect(written).not.toContain(secret)
})
