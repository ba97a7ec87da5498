/** Reports of pages that broke their policy: whatever is sent to their address, the answer is short and the log is whole. */
import { Writable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../support/database.ts'
import { ask, createTestApp } from '../support/http.ts'

const database = await createTestDatabase()
const written: string[] = []
const log = createLog(
  { logLevel: 'warn' },
  new Writable({ write: (chunk, _encoding, done) => (written.push(String(chunk)), done()) }),
)
const lines = () =>
  written.map((line) => JSON.parse(line)).filter(({ event }) => event === 'policy-violation')
beforeEach(() => void (written.length = 0))

let addresses = 0
const app = await createTestApp(database, { log })
/** From an address of its own, unless said. */
const tell = (
  payload: unknown,
  type = 'application/csp-report',
  remoteAddress = `198.51.100.${(addresses += 1)}`,
) =>
  ask(app, 'POST', '/csp-reports', {
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': type },
    remoteAddress,
  })

const token = 'a1B2c3D4e5F6g7H8i9J0k1L2'
const told = {
  'document-uri': `https://invest.example/reset-password/${token}?x=${token}#${token}`,
  'effective-directive': 'script-src-elem',
  'blocked-uri': `https://evil.example/a.js?${token}`,
  'source-file': 'https://invest.example/assets/entry.js',
  'line-number': 7,
  'original-policy': "default-src 'none'",
  'script-sample': token,
  disposition: 'enforce',
}
const known = {
  level: 'warn',
  event: 'policy-violation',
  page: 'https://invest.example/reset-password/…',
  directive: 'script-src-elem',
  blocked: 'https://evil.example/a.js',
  source: 'https://invest.example/assets/entry.js',
  line: 7,
}

test('E4: a report becomes one line of the log, without what may be a secret', async () => {
  expect((await tell({ 'csp-report': told })).status).toBe(204)
  expect(lines()).toEqual([expect.objectContaining(known)])
  expect(written.join('')).not.toContain(token)
})

test('E4: so does one whose page the browser hides, as WebKit does, and says that it is of the same site', async () => {
  const hidden = (url: string, site: string) =>
    ask(app, 'POST', url, {
      payload: JSON.stringify({ 'csp-report': told }),
      headers: {
        'content-type': 'application/csp-report',
        origin: 'null',
        'sec-fetch-site': site,
      },
      remoteAddress: `198.51.100.${(addresses += 1)}`,
    })
  expect((await hidden('/csp-reports', 'same-origin')).status).toBe(204)
  expect(lines()).toEqual([expect.objectContaining(known)])
  for (const [url, site] of [
    ['/csp-reports', 'cross-site'],
    ['/csp-reports', 'same-site'],
    ['/api/v1/login', 'same-origin'],
  ] as const)
    expect(await hidden(url, site)).toMatchObject({ status: 403, body: { code: 'cross_site' } })
})

test('E4: so does a list of reports, as browsers will send them', async () => {
  const body = {
    documentURL: told['document-uri'],
    effectiveDirective: 'script-src-elem',
    blockedURL: told['blocked-uri'],
    sourceFile: told['source-file'],
    lineNumber: 7,
    sample: token,
  }
  expect(
    (
      await tell(
        [{ type: 'csp-violation', age: 1, url: told['document-uri'], user_agent: 'x', body }],
        'application/reports+json',
      )
    ).status,
  ).toBe(204)
  expect(lines()).toEqual([expect.objectContaining(known)])
  expect(written.join('')).not.toContain(token)
})

describe('E4: what is no report', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  test.each([
    ['nothing', '', 400],
    ['no JSON', '{', 400],
    ['another shape', { report: 1 }, 400],
    ['a list of nothing', [], 400],
    ['a report of something else', [{ type: 'deprecation', body: {} }], 400],
    ['wrong kinds of values', { 'csp-report': { 'document-uri': 5 } }, 400],
    ['a prototype', '{"csp-report":{"__proto__":{"x":1}}}', 400],
    ['depth', deep, 400],
    ['too much', { 'csp-report': { 'document-uri': 'x'.repeat(20_000) } }, 413],
  ] as const)('such as %s is refused, and not logged', async (_, payload, status) => {
    expect((await tell(payload)).status).toBe(status)
    expect(lines()).toEqual([])
  })

  test('such as a type that forms can send, or a change from elsewhere, is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json'])
      expect((await tell({ 'csp-report': told }, type)).status).toBe(415)
    const reply = await ask(app, 'POST', '/csp-reports', {
      payload: JSON.stringify({ 'csp-report': told }),
      headers: { 'content-type': 'application/csp-report', origin: 'https://evil.example' },
      remoteAddress: '198.51.100.250',
    })
    expect(reply.status).toBe(403)
    expect(lines()).toEqual([])
  })

  test('such as words that would forge a line is cut and quoted', async () => {
    const forged = '\n{"level":"fatal"}'
    expect(
      (
        await tell({
          'csp-report': {
            'document-uri': forged,
            'violated-directive': forged.repeat(50),
            'blocked-uri': 'inline',
          },
        })
      ).status,
    ).toBe(204)
    expect(written.join('').trim().split('\n')).toHaveLength(1)
    expect(lines()[0].directive.length).toBeLessThan(50)
    expect(lines()[0].blocked).toBe('inline')
  })
})

test('F1: one address fills no log, nor do many', async () => {
  const report = { 'csp-report': told }
  const flood = await createTestApp(database, { log })
  const from = async (remoteAddress: string) =>
    (
      await ask(flood, 'POST', '/csp-reports', {
        payload: JSON.stringify(report),
        headers: { 'content-type': 'application/csp-report' },
        remoteAddress,
      })
    ).status
  const ofOne = await Promise.all(Array.from({ length: 50 }, () => from('192.0.2.1')))
  expect(ofOne.filter((status) => status === 204)).toHaveLength(20)
  expect(ofOne.filter((status) => status === 429)).toHaveLength(30)
  expect(await from('192.0.2.2')).toBe(204)
  const ofMany = await Promise.all(Array.from({ length: 400 }, (_, n) => from(`203.0.113.${n}`)))
  expect(ofMany.filter((status) => status === 204).length).toBeLessThan(300)
  expect(lines().length).toBeLessThanOrEqual(300)
})
