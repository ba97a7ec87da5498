/** What every reply says to browsers: each route there is, each kind of refusal, over http and over https. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isApi } from '../../src/http/headers.ts'
import { readPack } from '../../src/domains/content/pack.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestSite, signUpSomebody } from '../support/http.ts'
import { routesOf, type BoundRoute } from '../support/routes.ts'
import { send, serve } from '../support/socket.ts'
import { root } from '../support/source.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const pack = readPack(join(root, 'content/demo'), 'demo')
const sites = {
  http: { app: await createTestSite(database, pack), host: 'localhost:3000', transport: undefined },
  https: {
    app: await createTestSite(database, pack, { publicUrl: 'https://invest.example' }),
    host: 'invest.example',
    transport: 'max-age=63072000; includeSubDomains',
  },
}
const admin = await signUpSomebody(sites.http.app)
await setRole(database, admin.id, 'admin')

const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy': expect.stringMatching(
    /^accelerometer=\(\), .*camera=\(\), .*geolocation=\(\), .*microphone=\(\), .*usb=\(\)/,
  ),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
const referrer = 'strict-origin-when-cross-origin'
const ordinary = { ...always, 'x-frame-options': 'DENY', 'referrer-policy': referrer }
const closed = "default-src 'none'; frame-ancestors 'none'"
const hashes = `( 'sha256-[\\w+/=]{44}')*`
const ofPages = new RegExp(
  `^${[
    `default-src 'none'`,
    `script-src 'self'${hashes}`,
    `style-src 'self'${hashes}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types (?:'none'|offline-worker)`,
    'report-uri /csp-reports',
  ].join('; ')}$`,
)
const forever = 'public, max-age=31536000, immutable'

/** By the beginning of the path, the first that fits; what has no row here is a page. */
const kinds: [RegExp, Record<string, unknown>][] = [
  [
    /^\/app\.[\w-]+\.webmanifest$/,
    { ...ordinary, 'content-security-policy': closed, 'cache-control': forever },
  ],
  // The same for everybody, and computed once a minute.
  [
    /^\/invest\/api\/v1\/(claims|proofs)$/,
    { ...ordinary, 'content-security-policy': closed, 'cache-control': 'public, max-age=60' },
  ],
  [
    /^\/invest\/api\/|^\/api\//,
    { ...ordinary, 'content-security-policy': closed, 'cache-control': 'no-store' },
  ],
  [
    /^\/(healthz|readyz)$/,
    { ...ordinary, 'content-security-policy': closed, 'cache-control': 'no-store' },
  ],
  [/^\/assets\//, { ...ordinary, 'content-security-policy': closed, 'cache-control': forever }],
  [
    /^\/pictures\//,
    {
      ...ordinary,
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'$/,
      ),
      'cache-control': forever,
    },
  ],
  [
    /^\/(robots\.txt|WhitepaperPage\.pdf|\.well-known\/security\.txt)$/,
    { ...ordinary, 'content-security-policy': closed, 'cache-control': 'no-cache' },
  ],
  [
    /^\/offline-worker\.js$/,
    {
      ...ordinary,
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      'cache-control': 'no-cache',
    },
  ],
  [
    /^\/proofs\/(all\.jsonl|check\.html)$/,
    { ...ordinary, 'content-security-policy': closed, 'cache-control': 'no-cache' },
  ],
  [/^\/csp-reports$/, { ...ordinary, 'content-security-policy': closed }],
  [
    /^\/outbox$/,
    {
      ...ordinary,
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(ofPages),
      'cache-control': 'no-store',
    },
  ],
  [
    /^\/chart-frame$/,
    {
      ...always,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts$/,
      ),
    },
  ],
  // Only leads to the same path without the slash, and what the path holds may be secret.
  [
    /^\/.+\/$/,
    {
      ...ordinary,
      'referrer-policy': 'no-referrer',
      'content-security-policy': closed,
      'cache-control': 'no-store',
    },
  ],
  // Their address holds a secret until the page has taken it out.
  [
    /^\/(agree-email|reset-password|cancel-request|confirm-email|confirm-own-email|freeze-account|known-browser|staff-invitation|stop-change|undo-factor|verify-email)\b/,
    {
      ...ordinary,
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(ofPages),
      'cache-control': 'no-cache',
    },
  ],
  [
    /^\//,
    {
      ...ordinary,
      'content-security-policy': expect.stringMatching(ofPages),
      'cache-control': 'no-cache',
    },
  ],
]
const kindOf = (path: string) => kinds.find(([beginning]) => beginning.test(path))![1]

/** None of these says anything that a browser needs, and some say what an attacker wants. */
const never = [
  'server',
  'x-powered-by',
  'x-runtime',
  'via',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'timing-allow-origin',
  'x-sourcemap',
  'sourcemap',
]

/** What a parameter may be, where it isn't an id. Of this day there is no proof: a page says so. */
const samples: Record<string, string> = { file: '2026-01.pdf', figure: 'held', day: '2026-01-31' }

type Head = { status: number; headers: Record<string, unknown> }

describe.each(Object.entries(sites))('over %s', async (_, { app, host, transport }) => {
  async function headOf(
    method: string,
    url: string,
    headers: Record<string, string> = {},
  ): Promise<Head> {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers: { host, ...headers },
      payloadAsStream: true,
    })
    reply.stream().destroy()
    return { status: reply.statusCode, headers: reply.headers }
  }
  const check = (what: string, { headers }: Head, kind: Record<string, unknown>) => {
    expect(headers, what).toMatchObject(kind)
    expect(headers['strict-transport-security'], what).toBe(transport)
    expect(
      never.filter((name) => name in headers),
      what,
    ).toEqual([])
  }
  const routes = await routesOf(app)
  const addressOf = ({ path }: BoundRoute) =>
    path.replace(/:(\w+)(?:\([^)]*\))?/g, (_whole, name: string) => samples[name] ?? randomUUID())

  test('E4: every route answers with the headers of its kind, to nobody and to an administrator', async () => {
    expect(routes.length).toBeGreaterThan(100)
    for (const one of routes) {
      for (const method of one.methods) {
        for (const credential of [{}, { authorization: `Bearer ${admin.token}` }]) {
          const head = await headOf(method, addressOf(one), credential)
          check(`${method} ${one.path} ${head.status}`, head, kindOf(one.path))
        }
      }
    }
  })

  test('E4: every refusal does, whatever is wrong', async () => {
    const json = { 'content-type': 'application/json' }
    const refused: [number, string, string, Record<string, string>?][] = [
      [404, 'GET', `${api}/nothing`],
      [404, 'GET', '/nothing'],
      [404, 'GET', '/dashboard/nothing'],
      [404, 'GET', '/assets/nothing.js'],
      [404, 'GET', `${api}/%E0%A4%A`],
      [404, 'GET', '/%E0%A4%A'],
      [405, 'GET', `${api}/login`],
      [405, 'TRACE', `${api}/plans`],
      [405, 'OPTIONS', `${api}/plans`],
      [404, 'TRACE', '/'],
      [404, 'POST', '/login'],
      [401, 'GET', `${api}/me`],
      [403, 'POST', `${api}/logout`, { origin: 'https://evil.example' }],
      [415, 'POST', `${api}/login`, { 'content-type': 'text/plain', 'content-length': '2' }],
      [400, 'POST', `${api}/login`, json],
      [414, 'GET', `${api}/recipients/${'9'.repeat(500)}`],
      [421, 'GET', '/', { host: 'evil.example' }],
      [421, 'GET', `${api}/plans`, { host: 'evil.example' }],
      [415, 'POST', '/csp-reports', { ...json, 'content-length': '2' }],
      [413, 'POST', `${api}/login`, { ...json, 'content-length': '70000' }],
    ]
    for (const [status, method, url, headers] of refused) {
      const head = await headOf(method, url, headers)
      expect([method, url, head.status]).toEqual([method, url, status])
      const isPage = head.headers['content-type'] === 'text/html; charset=utf-8'
      check(
        `${method} ${url} ${status}`,
        head,
        isPage
          ? kindOf('/')
          : {
              ...ordinary,
              'content-security-policy': closed,
              ...(isApi(url) ? { 'cache-control': 'no-store' } : {}),
            },
      )
    }
  })
})

describe('E4: nothing is served that isn’t meant to be', () => {
  const { app } = sites.http
  const unknown = () => ask(app, 'GET', '/nothing/of/the/kind')

  test.each([
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.npmrc',
    '/package.json',
    '/package-lock.json',
    '/src/server.ts',
    '/data/secret',
    '/assets',
    '/assets/',
    '/pictures/',
    '/.well-known/',
    '/docs',
    '/docs/',
    '/metrics',
    '/debug',
    '/server-status',
    '/.DS_Store',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/static/../package.json',
    '/design',
    '/graphql',
    '/swagger.json',
    '/.vite/manifest.json',
    '/assets/.vite/manifest.json',
    '/backup.sql',
    '/index.html',
    '/server/index.js',
  ])('%s is the page for what is unknown', async (path) => {
    const reply = await ask(app, 'GET', path)
    expect([reply.status, reply.text === (await unknown()).text]).toEqual([404, true])
  })

  test('no file names the sources it was made from', async () => {
    const assets = (await routesOf(app)).filter(({ path }) => path.startsWith('/assets/'))
    expect(assets.filter(({ path }) => path.endsWith('.map'))).toEqual([])
    for (const { path } of assets.filter((one) => /\.(js|css)$/.test(one.path)))
      expect((await ask(app, 'GET', path)).text, path).not.toContain('sourceMappingURL')
  })

  test('no method repeats a request or opens a way through', async () => {
    const port = await serve(app)
    const sent = (first: string) =>
      send(
        port,
        `${first} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: session=mine\r\nconnection: close\r\n\r\n`,
      )
    for (const method of ['TRACE', 'TRACK', 'DEBUG', 'PROPFIND', 'PUT', 'DELETE']) {
      for (const path of ['/', `${api}/plans`]) {
        const received = await sent(`${method} ${path}`)
        expect(received, method).toMatch(/^HTTP\/1\.1 4\d\d /)
        expect(received, method).not.toContain('session=mine')
      }
    }
    expect(await sent('CONNECT localhost:5432')).not.toMatch(/^HTTP\/1\.1 2/)
  })
})

describe('E4: who finds a weakness', () => {
  test.each(Object.entries(sites))(
    'is told over %s whom to write to, and that this is a demonstration',
    async (scheme, { app, host }) => {
      const reply = await ask(app, 'GET', '/.well-known/security.txt', { headers: { host } })
      expect([reply.status, reply.headers['content-type']]).toEqual([
        200,
        'text/plain; charset=utf-8',
      ])
      expect(reply.text).toMatch(/^# A demonstration: play money/)
      const fields = Object.fromEntries(
        reply.text
          .split('\n')
          .filter((one) => /^[A-Z]/.test(one))
          .map((one) => one.split(/: (.*)/).slice(0, 2)),
      )
      const { Expires: expires, ...rest } = fields
      expect(rest).toEqual({
        Contact: `mailto:${pack.firm.email.address}`,
        'Preferred-Languages': 'en',
        ...(scheme === 'https'
          ? { Canonical: 'https://invest.example/.well-known/security.txt' }
          : {}),
      })
      const days = (Date.parse(expires!) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(100)
      expect(days).toBeLessThan(365)
    },
  )
})
