import { builtInRoles, type BuiltInRole, type Capability } from '../../src/contract/roles.ts'
import { text } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fullPath, takenOf, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { problemSchema, problemType } from '../../src/contract/problems.ts'
import { getMe } from '../../src/contract/user.ts'
import { createApp } from '../../src/app.ts'
import { outboxAddress, outboxKey } from '../../src/http/outbox/key.ts'
import { collectRoutes } from '../../src/http/routes.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { route } from '../../src/platform/route.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  api,
  ask,
  createTestApp,
  readOutbox,
  signUpSomebody,
  testContext,
  type Reply,
} from '../support/http.ts'
import { testSecret, setRole } from '../support/stamp.ts'
import { elements, insides, wordsOf } from '../support/page-head.ts'
import { send, serve } from '../support/socket.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const live = await createTestApp(database, {
  policy: livePolicy,
  publicUrl: 'https://firm.example',
})
const { token } = await signUpSomebody(app)

const json = { 'content-type': 'application/json' }
const logIn = (payload: string | Buffer, headers: Record<string, string> = json) =>
  ask(app, 'POST', `${api}/login`, { payload, headers })
const body = (fields: object = {}) =>
  JSON.stringify({ email: 'nobody@people.example', password: 'whatever it is', ...fields })

function expectProblem(reply: Reply, status: number, code: string) {
  expect([reply.status, reply.body?.code], reply.text).toEqual([status, code])
  expect(reply.headers['content-type']).toBe(problemType)
  expect(reply.body.requestId).toBe(reply.headers['x-request-id'])
  expect(problemSchema.safeParse(reply.body).error).toBeUndefined()
}

/** Every endpoint as a request that finds it, with ids where the path takes some. */
const requests = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
  name,
  endpoint,
  method: endpoint.method,
  path: fullPath(endpoint)
    .replace(':accountId', 'GH-1000000009')
    .replace(/:\w+/g, '0197a000-0000-7000-8000-000000000000'),
}))

describe('bodies', () => {
  test('A11: only application/json in UTF-8 is read; forms, text, tabs and other charsets are not', async () => {
    const types = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; charset=utf-8',
      'application/xml',
      'application/json\ta',
      'application/json\t; charset=utf-8',
      'application/json ; charset=latin1',
      'application/jsonp',
      'application/json, text/plain',
      'application/ld+json',
      'a',
      'application/json; charset=utf-16',
    ]
    for (const type of types)
      expectProblem(await logIn(body(), { 'content-type': type }), 415, 'not_json_type')
    for (const type of [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
    ]) {
      expectProblem(await logIn(body(), { 'content-type': type }), 401, 'wrong_credentials')
    }
  })

  test('F2: what is no JSON, too large or too deep is refused', async () => {
    const malformed = [
      '{',
      '{"email":',
      'null,',
      "{'email':1}",
      '\ufeff{}',
      '{"a":1}{"b":2}',
      '{"a":NaN}',
      '\u0000',
    ]
    for (const text of malformed) expectProblem(await logIn(text), 400, 'not_json')
    expectProblem(
      await logIn(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      400,
      'not_json',
    )
    expectProblem(await logIn(body({ password: 'x'.repeat(1024 * 1024) })), 413, 'too_large')
    expectProblem(await logIn(body({ password: 'x'.repeat(63 * 1024) })), 400, 'validation_failed')
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    expect((await logIn(deep)).body.message).toBe('The body is nested too deeply.')
    expect((await logIn(`{"email":${'{"a":'.repeat(17)}1${'}'.repeat(17)}}`)).body.message).toBe(
      'The body is nested too deeply.',
    )
  })

  test('names every wrong field, and the first one in the sentence', async () => {
    const reply = await logIn(JSON.stringify({ email: 'x', extra: 1, nested: { a: 1 } }))
    expectProblem(reply, 400, 'validation_failed')
    expect(reply.body.fields).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password is required',
      extra: 'Unknown field: extra',
      nested: 'Unknown field: nested',
    })
    expect(reply.body.detail).toBe(reply.body.message)
    expect(Object.values(reply.body.fields)).toContain(reply.body.message)
    for (const text of ['[]', '1', '"text"', 'null', 'true']) {
      expect((await logIn(text)).body).toMatchObject({
        code: 'validation_failed',
        message: 'The body must be a JSON object.',
      })
    }
    expect((await ask(app, 'POST', `${api}/login`)).body.message).toBe(
      'The body must be a JSON object.',
    )
  })

  test('A13: keys that are given twice or mean something to JavaScript are refused', async () => {
    const twice = '{"email":"a@people.example","password":"one","pass\\u0077ord"  \n :"two"}'
    expect((await logIn(twice)).body).toMatchObject({
      code: 'validation_failed',
      fields: { password: 'This field is given twice: password' },
    })
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect(
        (await logIn(`{"email":"a@people.example","password":"x","${key}":{"role":"admin"}}`)).body
          .fields,
      ).toEqual({ [key]: `Unknown field: ${key}` })
    }
    expectProblem(
      await logIn('{"email":"a:b{\\"}[@people.example","password":"\\\\"}'),
      400,
      'validation_failed',
    )
  })

  test('NUL and lone surrogates are refused wherever they stand', async () => {
    const evil = ['a\u0000b', '\ud800', 'x\udfffy']
    for (const text of evil) {
      expectProblem(await logIn(body({ password: text })), 400, 'validation_failed')
      expectProblem(await logIn(body({ email: text })), 400, 'validation_failed')
      expectProblem(await logIn(JSON.stringify({ [text]: 1 })), 400, 'validation_failed')
    }
    expectProblem(
      await ask(app, 'GET', `${api}/activity?kind=%00`, { token }),
      400,
      'validation_failed',
    )
    expectProblem(
      await ask(app, 'GET', `${api}/recipients/GH-%00`, { token }),
      400,
      'validation_failed',
    )
  })

  test('a call without a body takes none, or an empty one', async () => {
    for (const options of [{}, { payload: '', headers: json }, { payload: '{}', headers: json }]) {
      expect((await ask(app, 'POST', `${api}/logout`, options)).status).toBe(200)
    }
    expect(
      (await ask(app, 'POST', `${api}/logout`, { payload: '{"all":true}', headers: json })).body
        .fields,
    ).toEqual({ all: 'Unknown field: all' })
  })
})

describe('paths and queries', () => {
  test('unknown paths below the API are 404 problems, and the others too where no pages are bound', async () => {
    for (const path of [
      `${api}/nothing`,
      `${api}/`,
      api,
      `${api}//login`,
      `${api}/users/x/y/z`,
      '/api',
      '/api/users',
      '/invest',
      '/',
      `${api}/ME`,
      '/invest/api/v2/me',
    ]) {
      expectProblem(await ask(app, 'GET', path), 404, 'not_found')
    }
    for (const method of ['PATCH', 'DELETE'] as const)
      expectProblem(await ask(app, method, `${api}/nothing`), 404, 'not_found')
    expectProblem(await ask(app, 'GET', `${api}/%E0%A4%A`), 404, 'not_found')
  })

  test('a wrong method says which are right', async () => {
    const cases = [
      ['GET', '/login', 'POST'],
      ['PATCH', '/me', 'GET, HEAD'],
      ['DELETE', '/getAllWithdrawals', 'GET, HEAD'],
      ['DELETE', '/investments', 'POST, GET, HEAD'],
      ['GET', '/0197a000-0000-7000-8000-000000000000', 'PATCH, DELETE'],
    ] as const
    for (const [method, path, allow] of cases) {
      const reply = await ask(app, method, api + path, { token })
      expectProblem(reply, 405, 'method_not_allowed')
      expect(reply.headers.allow).toBe(allow)
    }
    const head = await app.inject({
      method: 'HEAD',
      url: `${api}/plans`,
      headers: { host: 'localhost:3000' },
    })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
  })

  test('F2: long paths and parameters', async () => {
    expectProblem(
      await ask(app, 'GET', `${api}/recipients/${'9'.repeat(500)}`, { token }),
      414,
      'uri_too_long',
    )
  })

  test('queries are as strict as bodies', async () => {
    const cases = {
      '/me?x=1': 'x',
      '/investments?limit=0': 'limit',
      '/investments?limit=1&limit=2': 'limit',
      '/investments?status=open': 'status',
      '/investments?cursor=%27': 'cursor',
      '/activity?from=yesterday': 'from',
    }
    for (const [path, field] of Object.entries(cases)) {
      const reply = await ask(app, 'GET', api + path, { token })
      expectProblem(reply, 400, 'validation_failed')
      expect(Object.keys(reply.body.fields)).toEqual([field])
    }
  })

  test('the calls of the demonstration do not exist elsewhere', async () => {
    expectProblem(
      await ask(live, 'POST', `${api}/demo/deposits`, { token, headers: { host: 'firm.example' } }),
      404,
      'not_found',
    )
    expectProblem(
      await ask(live, 'GET', '/outbox', { headers: { host: 'firm.example' } }),
      404,
      'not_found',
    )
  })
})

/** Events go on for as long as somebody listens: begun, and left. Refused, they are an answer like any other. */
async function leaveAtOnce(path: string, held: string): Promise<string | null> {
  const reply = await app.inject({
    method: 'GET',
    url: path,
    headers: { host: 'localhost:3000', authorization: `Bearer ${held}` },
    payloadAsStream: true,
  })
  if (reply.statusCode !== 200)
    return (JSON.parse(await text(reply.stream())) as { code: string }).code
  reply.stream().destroy()
  return null
}

describe('access', () => {
  const accessOf = async (role: 'user' | BuiltInRole) => {
    const { token: held, id } = await signUpSomebody(app)
    await setRole(database, id, role)
    const refused = new Map<string, string>()
    for (const { name, endpoint, method, path } of requests) {
      if (endpoint.access === 'public') continue
      if ('media' in endpoint.reply && endpoint.reply.media === 'text/event-stream') {
        const code = await leaveAtOnce(path, held)
        if (code !== null) refused.set(name, code)
        continue
      }
      const reply = await ask(app, method, path, {
        token: held,
        payload: method === 'GET' ? undefined : '[]',
        headers: method === 'GET' ? {} : json,
      } as never)
      if (reply.status === 401 || (reply.status === 403 && reply.body.code === 'forbidden'))
        refused.set(name, reply.body.code)
    }
    return refused
  }
  test('C1: every call that is not public is refused without a session', async () => {
    for (const { endpoint, method, path } of requests) {
      const reply = await ask(app, method, path, {
        payload: method === 'GET' ? undefined : '[]',
        headers: method === 'GET' ? {} : json,
      } as never)
      if (endpoint.access === 'public') expect(reply.status, path).not.toBe(401)
      else expectProblem(reply, 401, 'not_signed_in')
    }
  })

  test.each(['user', ...Object.keys(builtInRoles)] as ('user' | BuiltInRole)[])(
    'C1: who is %s reaches what that takes, and nothing else',
    async (role) => {
      const may: readonly Capability[] = role === 'user' ? [] : builtInRoles[role].may
      const others = requests.filter(({ endpoint }) => {
        const taken = takenOf(endpoint)
        return taken.length === 0
          ? endpoint.access === 'investor' && role === 'auditor'
          : taken.some((capability) => !may.includes(capability))
      })
      expect([...(await accessOf(role)).keys()]).toEqual(others.map(({ name }) => name))
    },
  )
})

describe('other sites', () => {
  const change = (headers: Record<string, string>, to = app) =>
    ask(to, 'POST', `${api}/logout`, { headers })

  test('A11: a change that another site asks for is refused', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:4000' },
      { origin: 'http://localhost.evil.example:3000' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://localhost:3000/' },
      { origin: '' },
      { origin: 'http://127.0.0.2:3000' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ]
    for (const headers of foreign) expectProblem(await change(headers), 403, 'cross_site')
    for (const method of ['PATCH', 'DELETE'] as const) {
      expectProblem(
        await ask(app, method, `${api}/0197a000-0000-7000-8000-000000000000`, {
          token,
          headers: { origin: 'https://evil.example' },
        }),
        403,
        'cross_site',
      )
    }
  })

  test('A11: the own pages, by every name of the machine, and programs are not', async () => {
    const own: Record<string, string>[] = [
      {},
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://127.0.0.1:3000' },
      { origin: 'http://[::1]:3000' },
      { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' },
      { host: '192.168.7.7:3000', origin: 'http://192.168.7.7:3000' },
      { 'sec-fetch-site': 'none' },
    ]
    for (const headers of own)
      expect((await change(headers)).status, JSON.stringify(headers)).toBe(200)
    expect(
      (await change({ host: 'firm.example', origin: 'https://firm.example' }, live)).status,
    ).toBe(200)
    expectProblem(
      await change({ host: 'firm.example', origin: 'http://firm.example' }, live),
      403,
      'cross_site',
    )
  })

  test('A4: names that are not ours are refused, whatever is asked', async () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example:3000',
      'evil.example@localhost:3000',
      'localhost:3000/',
      'localhost:x',
    ]) {
      expectProblem(
        await ask(app, 'GET', `${api}/plans`, { headers: { host } }),
        421,
        'unknown_host',
      )
    }
    expectProblem(
      await ask(live, 'GET', `${api}/plans`, { headers: { host: 'localhost' } }),
      421,
      'unknown_host',
    )
    expect(
      (
        await ask(live, 'GET', `${api}/plans`, {
          headers: { host: 'Firm.Example', 'x-forwarded-host': 'evil.example' },
        })
      ).status,
    ).toBe(200)
  })

  test('the cookie of https is bound to the host', async () => {
    const form = {
      fullName: 'Ada',
      email: 'secure@people.example',
      password: 'paper and glass',
      confirmPassword: 'paper and glass',
    }
    const reply = await ask(live, 'POST', `${api}/signup`, {
      payload: form,
      headers: { host: 'firm.example' },
    })
    expect(reply.headers['set-cookie']).toEqual([
      `__Host-session=${reply.body.token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400; Secure`,
      expect.stringMatching(/^__Host-known-browser=.*; Secure$/),
    ])
    const me = (cookie: string) =>
      ask(live, 'GET', `${api}/me`, { headers: { host: 'firm.example', cookie } })
    expect([
      (await me(`session=${reply.body.token}`)).status,
      (await me(`__Host-session=${reply.body.token}`)).status,
    ]).toEqual([401, 200])
  })
})

describe('headers', () => {
  const expected = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-robots-tag': 'noindex, nofollow',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  }
  const closed = {
    ...expected,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }

  test('E4: stand on every reply of the API, refusals of every kind included', async () => {
    const replies = await Promise.all([
      ...requests
        .filter(({ name }) => name !== 'getClaims' && name !== 'getProofs')
        .map(({ method, path }) => ask(app, method, path)),
      ask(app, 'GET', `${api}/me`, { token }),
      ask(app, 'GET', `${api}/plans`),
      ask(app, 'GET', `${api}/openapi.json`),
      ask(app, 'GET', `${api}/nothing`),
      ask(app, 'GET', `${api}/login`),
      ask(app, 'GET', `${api}/%E0%A4%A`),
      logIn('{'),
      logIn(body(), { 'content-type': 'text/plain' }),
      logIn(body({ password: 'x'.repeat(1024 * 1024) })),
      ask(app, 'POST', `${api}/logout`, { headers: { origin: 'null' } }),
      ask(app, 'GET', `${api}/plans`, { headers: { host: 'evil.example' } }),
      ask(app, 'GET', `${api}/recipients/${'9'.repeat(500)}`, { token }),
    ])
    for (const reply of replies) expect(reply.headers, reply.text).toMatchObject(closed)
    // Public figures, for a minute.
    for (const path of ['/claims', '/proofs']) {
      const { headers } = await ask(app, 'GET', api + path)
      expect(headers).toMatchObject({ ...closed, 'cache-control': 'public, max-age=60' })
    }
  })

  test('E4: https is asked for where it is spoken, and only the demonstration hides from search engines', async () => {
    const { headers } = await ask(live, 'GET', `${api}/plans`, {
      headers: { host: 'firm.example' },
    })
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(headers['x-robots-tag']).toBeUndefined()
    expect(
      (await ask(app, 'GET', `${api}/plans`)).headers['strict-transport-security'],
    ).toBeUndefined()
  })

  test('the request id is ours, whatever the caller says', async () => {
    const { headers } = await ask(app, 'GET', `${api}/plans`, {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(headers).toMatchObject(expected)
  })
})

describe('keys', () => {
  const deposit = (key: string | undefined, amount: number) =>
    ask(app, 'POST', `${api}/demo/deposits`, {
      token,
      payload: { amount, asset: 'BTC' },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })

  test('B2: the same key and body get the first reply byte for byte, another body is refused', async () => {
    const [first, second] = [await deposit('one', 10), await deposit('one', 10)]
    expect(first.status).toBe(201)
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expectProblem(await deposit('one', 11), 422, 'key_reused')
    expect((await ask(app, 'GET', `${api}/me`, { token })).body.data.user.accountBalance).toBe(10)
    const reordered = await ask(app, 'POST', `${api}/demo/deposits`, {
      token,
      payload: '{"asset":"BTC", "amount":10.00}',
      headers: { ...json, 'idempotency-key': 'one' },
    })
    expect(reordered.text).toBe(first.text)
  })

  test('a key that cannot be kept is refused', async () => {
    for (const key of ['', 'x'.repeat(256), 'tab\there', 'ümlaut'])
      expectProblem(await deposit(key, 1), 400, 'validation_failed')
    expect((await deposit('x'.repeat(255), 1)).status).toBe(201)
  })

  test('money requests are counted for a user where the policy says so', async () => {
    const policy = {
      ...livePolicy,
      playMoney: true,
      moneyRequestsPerUser: { count: 3, withinMs: 60_000 },
    }
    const strict = await createTestApp(database, { policy })
    const { token: held } = await signUpSomebody(app)
    const pay = () =>
      ask(strict, 'POST', `${api}/demo/deposits`, {
        token: held,
        payload: { amount: 1, asset: 'BTC' },
      })
    for (let time = 0; time < 3; time++) expect((await pay()).status).toBe(201)
    const fourth = await pay()
    expectProblem(fourth, 429, 'too_many_requests')
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(strict, 'GET', `${api}/me`, { token: held })).status).toBe(200)
  })

  test('decisions of staff are counted by themselves: a morning has hundreds, a thief of a session none without end', async () => {
    const policy = {
      ...demoPolicy,
      moneyRequestsPerUser: { count: 0, withinMs: 60_000 },
      decisionsPerStaff: { count: 2, withinMs: 60_000 },
    }
    const strict = await createTestApp(database, { policy })
    const { id, token: held } = await signUpSomebody(app)
    await setRole(database, id, 'admin')
    const charge = (n: number) =>
      ask(strict, 'POST', `${api}/bank-charges`, {
        token: held,
        payload: {
          account: 'firm-bank',
          amount: 1,
          reference: `FEE ${n}`,
          valueDate: '1999-01-01',
        },
      })
    const statuses = [(await charge(1)).status, (await charge(2)).status, (await charge(3)).status]
    expect(statuses).toEqual([422, 422, 429])
    const own = { token: held, payload: { amount: 1, asset: 'BTC' } }
    expect((await ask(strict, 'POST', `${api}/demo/deposits`, own)).status).toBe(429)
  })
})

describe('the contract', () => {
  test('the server refuses to start when an endpoint has no route, or two', async () => {
    const context = testContext(database)
    const routes = collectRoutes(context)
    const ofMe = routes.find(({ endpoint }) => endpoint === getMe)!
    const others = routes.filter((known) => known !== ofMe)
    await expect(createApp(context, null, others)).rejects.toThrow('getMe is not bound')
    await expect(createApp(context, null, [...routes, ofMe])).rejects.toThrow(
      'getMe is bound twice',
    )
    const stranger = route({ ...getMe, path: '/stranger' }, async () => {
      throw new Error('never')
    })
    await expect(createApp(context, null, [...routes, stranger])).rejects.toThrow(
      '/stranger is not in the contract',
    )
  })

  test('E6: a reply with a field too many is a fault of ours and says nothing', async () => {
    const context = testContext(database)
    const routes = collectRoutes(context).map((known) =>
      known.endpoint === getMe
        ? {
            endpoint: getMe,
            handle: async () => ({ status: 'success', data: { user: { password: 'secret' } } }),
          }
        : known,
    )
    const careless = await createApp(context, null, routes)
    const reply = await ask(careless, 'GET', `${api}/me`, { token })
    expectProblem(reply, 500, 'internal_error')
    expect(reply.text).not.toContain('secret')
  })

  test('OpenAPI 3.1 describes every endpoint with its parameters, body and reply', async () => {
    const { body: description } = await ask(app, 'GET', `${api}/openapi.json`)
    expect(description.openapi).toBe('3.1.0')
    const described = Object.entries<Record<string, { operationId: string }>>(
      description.paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    )
    expect(described.sort()).toEqual(
      Object.entries<Endpoint>(endpoints)
        .map(
          ([name, endpoint]) =>
            `${endpoint.method} ${fullPath(endpoint).replace(/:(\w+)/g, '{$1}')} ${name}`,
        )
        .sort(),
    )
    const signUp = description.paths[`${api}/signup`].post
    expect(signUp.requestBody.content['application/json'].schema).toMatchObject({
      additionalProperties: false,
      required: ['fullName', 'email', 'password', 'confirmPassword'],
    })
    expect(
      signUp.responses['201'].content['application/json'].schema.properties.data.properties.user
        .required,
    ).toContain('accountBalance')
    expect(description.paths[`${api}/requestWithdrawal`].post.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header' },
    ])
    expect(
      description.paths[`${api}/users`].get.parameters.map(({ name }: { name: string }) => name),
    ).toContain('search')
  })
})

describe('I18: the outbox', async () => {
  const outbox = (options: object, to = app, path = '/outbox') =>
    ask(to, 'GET', path, options as never)
  const shows = ({ status, text }: Reply) => [status, text.includes('Welcome to A Sample Firm')]

  test('says to whoever comes without its key where that is, wherever they come from, and shows nothing', async () => {
    for (const options of [
      {},
      { remoteAddress: '192.0.2.1' },
      { headers: { 'x-forwarded-for': '192.0.2.1' } },
      { headers: { cookie: 'outbox=x' } },
      { path: '/outbox?key=x' },
      { path: '/outbox?key=x&key=y' },
    ]) {
      const { path, ...rest } = options as { path?: string }
      const page = await outbox(rest, app, path)
      expect([
        shows(page),
        page.headers['set-cookie'],
        page.text.includes('printed when it started'),
      ]).toEqual([[403, false], undefined, true])
    }
  })
  test('takes the key out of the address, keeps it in a cookie that no script reads, and opens with it', async () => {
    const { pathname, search } = new URL(outboxAddress('http://localhost:3000', testSecret, false))
    const first = await ask(app, 'GET', pathname + search)
    expect([first.status, first.headers.location, first.text]).toEqual([303, '/outbox', ''])
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^outbox=[\w-]{43}; Path=\/outbox; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    expect(shows(await outbox({ headers: { cookie: cookie.split(';')[0]! } }))).toEqual([200, true])
    expect(
      shows(
        await outbox(
          { headers: { cookie: `a=b; ${cookie.split(';')[0]!}` } },
          await createApp(
            testContext(database, { secret: 'another secret, 0123456789 abcdefghij' }),
          ),
        ),
      ),
    ).toEqual([403, false])
  })
  test('opens for an administrator who isn’t frozen, and for nobody else who is signed in', async () => {
    const person = await signUpSomebody(app)
    for (const [role, status, opens] of [
      ['user', 'active', false],
      ['auditor', 'active', false],
      ['admin', 'active', true],
      ['admin', 'frozen', false],
    ] as const) {
      await setRole(database, person.id, role)
      await database.owner.query('update owners set status = $2 where id = $1', [person.id, status])
      expect([
        role,
        status,
        shows(await outbox({ headers: { cookie: `session=${person.token}` } })),
      ]).toEqual([role, status, [opens ? 200 : 403, opens]])
    }
  })
  test('is everybody’s where a setting opens it', async () => {
    const opened = testContext(database)
    opened.config.outboxOpen = true
    expect(shows(await outbox({ remoteAddress: '192.0.2.1' }, await createApp(opened)))).toEqual([
      200,
      true,
    ])
    expect(outboxAddress('http://localhost:3000', testSecret, true)).toBe(
      'http://localhost:3000/outbox',
    )
  })
  test('asks for no mails where only the head is asked for', async () => {
    const { pool } = database
    const asked: unknown[] = []
    const counted = Object.assign(Object.create(pool) as typeof pool, {
      query: (...query: [string]) => (asked.push(query), pool.query(...query)),
    })
    const counting = await createTestApp(database, { pool: counted })
    const head = await counting.inject({
      method: 'HEAD',
      url: '/outbox',
      headers: { host: 'localhost:3000', cookie: `outbox=${outboxKey(testSecret)}` },
    })
    expect([head.statusCode, head.payload, head.headers['cache-control'], asked]).toEqual([
      200,
      '',
      'no-store',
      [],
    ])
    await readOutbox(counting)
    expect(asked).toHaveLength(1)
  })
})

describe('the mails of the outbox', () => {
  const origin = 'http://localhost:3000'
  const foreign = [
    'http://evil.example/reset',
    `${origin}@evil.example/`,
    `${origin}.evil.example/`,
    `${origin}/dashboard"onclick="x`,
    'javascript:alert(1)',
    `HTTP://evil.example/${origin}/login`,
  ]
  const write = async (template: string, values: object, at: string, state = 'kept') => {
    const { id } = (
      await database.owner.query<{ id: string }>(
        'select id from owners where account_id is not null limit 1',
      )
    ).rows[0]!
    await database.owner.query(
      'insert into outbox (owner_id, template, "values", state, created_at) values ($1, $2, $3, $4, $5)',
      [id, template, values, state, at],
    )
  }
  /** The HTML of the mail in an article. */
  const mailIn = (article: string) => insides(article, 'template')[0]!
  const textIn = (article: string) => article.slice(article.indexOf('</template>'))
  /** Of the newest mails. */
  const articles = async () => (await readOutbox(app)).text.split('<article>').slice(1)

  test('have links to this site where they name its addresses, and words for all others', async () => {
    await write('reset-password', { link: 'abc' }, '2026-01-02T15:04:05.678Z')
    const [reset] = await articles()
    const link = /<a href="(http:\/\/localhost:3000\/reset-password\/[\w.-]+)">([^<]+)<\/a>/.exec(
      reset!,
    )!
    expect(link[2]).toBe(link[1])
    for (const part of [mailIn(reset!), textIn(reset!)])
      expect(elements(part, 'a').map(({ href }) => href)).toEqual([link[1], `${origin}/dashboard`])
    await write(
      'staff-change',
      { reason: `${foreign.join(' ')} ${origin}/login` },
      '2026-01-02T15:04:05.678Z',
    )
    const [told] = await articles()
    expect(elements(textIn(told!), 'a').map(({ href }) => href)).toEqual([
      `${origin}/login`,
      `${origin}/dashboard/activity`,
    ])
    for (const address of foreign) expect(wordsOf(told!)).toContain(address)
    expect(elements(mailIn(told!), 'a').map(({ href }) => href)).toEqual([
      `${origin}/dashboard/activity`,
    ])
  })
  test('are words, whatever was written into them', async () => {
    await write(
      'withdrawal-decided',
      {
        amount: '<b>$1</b>',
        decision: 'rejected',
        reason:
          '</details><script>alert(1)</script><img src=x onerror="alert(1)"> $& $1 data-filled="">',
      },
      '2026-01-02T15:04:05.678Z',
    )
    const [mail] = await articles()
    expect(mail).not.toMatch(
      /<(?!\/?(?:details|summary|h1|h2|span|time|div|p|a|article|main|body|html|template|style|table|tbody|tr|th|td)\b)/,
    )
    expect(insides(mail!, 'h2')).toEqual(['Withdrawal of <b>$1</b> rejected'])
    expect(insides(mail!, 'h1')).toEqual(['Withdrawal of <b>$1</b> rejected'])
    expect(wordsOf(mail!)).toContain(
      'Reason: </details><script>alert(1)</script><img src=x onerror="alert(1)"> $& $1 data-filled="">',
    )
  })
  test('are shown as people get them, with their own style and no other, which the policy of the page names', async () => {
    await write('welcome', {}, '2026-01-02T15:04:05.678Z')
    const page = await readOutbox(app)
    const [mail] = page.text.split('<article>').slice(1)
    expect(elements(mail!, 'template')).toEqual([{ shadowrootmode: 'open' }])
    const [style] = insides(mail!, 'style')
    expect(mailIn(mail!)).toContain(`<style>${style}</style>`)
    expect(wordsOf(mailIn(mail!))).toContain('Your account is open.')
    const hash = createHash('sha256').update(style!).digest('base64')
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(`; style-src 'self'[^;]* 'sha256-${RegExp.escape(hash)}'[^;]*;`),
    )
  })
  test('say when they were written in words, the newest first and open, and what became of them', async () => {
    await write('welcome', {}, '2026-01-02T15:04:05.678Z', 'failed')
    await write('deposit-received', { amount: '$5.00' }, '2026-01-03T00:30:00.000Z')
    const [newest, before] = await articles()
    expect(newest).toContain('<details open><summary><h2>You received $5.00</h2>')
    expect(newest).toContain(
      '<time datetime="2026-01-03T00:30:00.000Z" data-local="">Jan 3, 2026, 12:30 AM UTC</time></span></summary>',
    )
    expect(before).toContain('<details><summary><h2>Welcome to A Sample Firm</h2>')
    expect(before).toContain('Jan 2, 2026, 03:04 PM UTC</time> · could not be sent</span>')
  })
})

describe('on a socket', async () => {
  const context = testContext(database)
  const served = await createApp(context)
  const port = await serve(served)

  test('F2: what is no HTTP, or has endless headers, gets a problem and the door', async () => {
    const nonsense = await send(port, 'NONSENSE\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /)
    expect(nonsense).toContain('"code":"bad_request"')
    const endless = await send(
      port,
      `GET ${api}/plans HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    )
    expect(endless).toMatch(/^HTTP\/1\.1 431 /)
    expect(endless).toContain('"code":"headers_too_large"')
    for (const header of [
      'content-length: 5\r\ntransfer-encoding: chunked',
      'content-length: 1\r\ncontent-length: 2',
    ]) {
      expect(
        await send(
          port,
          `POST ${api}/logout HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n0\r\n\r\n`,
        ),
      ).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  test('F2: whoever sends slowly is not waited for', () => {
    expect(served.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 })
  })

  test('forwarded addresses and names count only from a trusted proxy', async () => {
    const trusting = testContext(database, {
      policy: { ...livePolicy, playMoney: true, signUpsPerAddress: { count: 1, withinMs: 60_000 } },
    })
    trusting.config.trustedProxies = ['127.0.0.1']
    const behind = await createApp(trusting)
    const from = (forwarded: string, number: number, remoteAddress = '127.0.0.1') =>
      ask(behind, 'POST', `${api}/signup`, {
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
        payload: {
          fullName: 'Ada',
          email: `proxied-${number}@people.example`,
          password: 'paper and glass',
          confirmPassword: 'paper and glass',
        },
      })
    expect((await from('198.51.100.1', 1)).status).toBe(201)
    expect((await from('203.0.113.5, 198.51.100.1', 2)).status).toBe(429)
    expect((await from('198.51.100.2', 3)).status).toBe(201)
    expect((await from('198.51.100.3', 4, '192.0.2.50')).status).toBe(201)
    expect((await from('198.51.100.4', 5, '192.0.2.50')).status).toBe(429)
  })
})
