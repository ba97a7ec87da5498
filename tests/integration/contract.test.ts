/** What the contract says about every call's edges, held to over HTTP. */
import type { Role } from '../../src/contract/roles.ts'
import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody, type Reply } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await seedPlans(database)
await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let auditor: Somebody
let ada: Somebody

beforeAll(async () => {
  const staff = async (role: Role) => {
    const person = await signUpSomebody(app)
    await setRole(database, person.id, role)
    return person
  }
  admin = await staff('admin')
  auditor = await staff('auditor')
  ada = await signUpSomebody(app)
  await house.run('CreditPlayMoney', { owner: ada.id, amount: 1_000_00n, asset: 'BTC' }, ada.id)
})

afterAll(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

const get = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })

/** Sends JSON; `payload` as text goes out as it stands. */
const send = (
  who: Somebody,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object | string,
  key: string = randomUUID(),
) =>
  ask(app, method, path.startsWith('/api/') ? path : api + path, {
    token: who.token,
    headers: {
      'idempotency-key': key,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: payload as NonNullable<InjectOptions['payload']> }),
  })

const answer = ({ status, body }: Reply) => [status, body.code]

describe('a cursor', () => {
  const id = randomUUID()
  const cursorOf = (position: unknown) =>
    Buffer.from(JSON.stringify(position)).toString('base64url')
  const foreign = {
    'no list': cursorOf({}),
    'an empty list': cursorOf([]),
    'no JSON': 'abc',
    'a number': cursorOf([5, id]),
    'three parts': cursorOf(['5', id, id]),
    NUL: cursorOf(['\u0000', id]),
    'a lone surrogate': `${Buffer.from('["\\ud800","').toString('base64url')}${Buffer.from(`${id}"]`).toString('base64url')}`,
    'an id of hyphens': cursorOf(['2026-01-01T00:00:00.000Z', '-'.repeat(36)]),
    'a word for an id': cursorOf(['5', 'x']),
    'a date of JavaScript only': cursorOf(['Tue Mar 01 2026', id]),
    'the year 0': cursorOf(['0000-01-01T00:00:00.000Z', id]),
    'a month 13': cursorOf(['2026-13-01T00:00:00.000Z', id]),
    'a year beyond PostgreSQL': cursorOf(['+275760-09-13T00:00:00.000Z', id]),
    'a number beyond bigint': cursorOf(['9'.repeat(30)]),
    'a fraction': cursorOf(['1.5']),
  }
  test.each([
    '/withdrawals',
    '/investments',
    '/activity',
    '/getAllWithdrawals',
    '/users',
    '/users?sort=-createdAt',
  ])('that is not ours is refused at %s', async (path) => {
    for (const [what, cursor] of Object.entries(foreign)) {
      const reply = await get(admin, `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)
      expect([what, ...answer(reply), reply.body.message]).toEqual([
        what,
        400,
        'validation_failed',
        'This cursor was not issued by this server',
      ])
    }
  })

  test('never makes a fault, whatever list it is carried to', async () => {
    const lists = [
      '/withdrawals',
      '/activity',
      ...['createdAt', '-fullName', 'email', '-accountBalance'].map(
        (sort) => `/users?sort=${sort}`,
      ),
    ]
    for (const path of lists) {
      for (const cursor of Object.values(foreign)) {
        expect(
          (await get(admin, `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)).status,
          path,
        ).toBeLessThan(500)
      }
    }
  })

  test('leads through people of equal names and balances without loss or repetition, in every order', async () => {
    const mark = randomUUID()
    for (let n = 0; n < 5; n += 1)
      await signUpSomebody(app, { fullName: `${'🏦'.repeat(60)} ${mark}` })
    for (const sort of ['createdAt', 'fullName', 'email', 'accountBalance'].flatMap((name) => [
      name,
      `-${name}`,
    ])) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body }: Reply = await get(
          admin,
          `/users?search=${mark}&limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        )
        seen.push(...body.data.users.map((user: { id: string }) => user.id))
        cursor = body.data.nextCursor
      }
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 5, 5])
    }
  })
})

describe('a list', () => {
  test('of activity takes times that exist', async () => {
    for (const from of ['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01', 'infinity']) {
      expect([from, ...answer(await get(ada, `/activity?from=${from}`))]).toEqual([
        from,
        400,
        'validation_failed',
      ])
    }
    expect(
      (await get(ada, '/activity?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z')).body.data
        .activity.length,
    ).toBeGreaterThan(0)
  })

  test('of somebody’s activity needs somebody: an unknown id and the firm’s are 404', async () => {
    for (const id of [randomUUID(), firm])
      expect(answer(await get(auditor, `/users/${id}/activity`))).toEqual([404, 'unknown_user'])
    expect((await get(auditor, `/users/${ada.id}/activity`)).status).toBe(200)
  })

  test('of users is searched by names however their letters are composed', async () => {
    const mark = randomUUID()
    await signUpSomebody(app, { fullName: `Nguyễn ${mark}` })
    for (const form of ['NFC', 'NFD']) {
      const { body } = await get(
        admin,
        `/users?search=${encodeURIComponent(`nguyễn ${mark}`.normalize(form))}`,
      )
      expect([form, body.data.users.length]).toEqual([form, 1])
    }
  })
})

describe('what is missing or wrong is said in the specified words', () => {
  test('a funding amount', async () => {
    for (const fundingAmount of [0, -5, '5', null, undefined, 0.001]) {
      const { body } = await send(admin, 'POST', '/credit-referrer', {
        userId: ada.id,
        fundingAmount,
      })
      expect([body.code, body.message]).toEqual([
        'validation_failed',
        'Please enter a valid funding amount',
      ])
    }
  })

  test('the fields of the two types of withdrawals', async () => {
    const wallet = { type: 'bank_transfer', amount: 1, bankName: 'w', bankNumber: 'a' }
    const complaints = [
      [{ ...wallet, bankName: '' }, 'Wallet name is required'],
      [{ ...wallet, bankNumber: undefined }, 'Wallet address is required'],
      [
        { ...wallet, recipientAccountId: 'GH-1000000009' },
        'This belongs to the other type of request',
      ],
      [
        { type: 'tradehub_transfer', amount: 1, recipientAccountId: ' ' },
        'Recipient account ID is required',
      ],
      [{ type: 'tradehub_transfer', amount: 1 }, 'Recipient account ID is required'],
    ] as const
    for (const [body, message] of complaints)
      expect((await send(ada, 'POST', '/requestWithdrawal', body)).body.message).toBe(message)
  })
})

test('methods that nobody asked for are refused as what they are', async () => {
  for (const method of ['OPTIONS', 'PUT', 'TRACE', 'QUERY'] as const) {
    const reply = await app.inject({
      method: method as 'PUT',
      url: `${api}/plans`,
      headers: { host: 'localhost:3000' },
    })
    expect([method, reply.statusCode]).toEqual([method, method === 'QUERY' ? 415 : 405])
  }
})

describe('a path', () => {
  test('is the same in whatever letters it is written: its keys are, and nothing of it is kept by caches', async () => {
    const deposit = (path: string) =>
      send(ada, 'POST', path, { amount: 1, asset: 'BTC' }, 'spelling')
    expect((await deposit('/%64emo/deposits')).text).toBe((await deposit('/demo/deposits')).text)
    const edit = (id: string) => send(admin, 'PATCH', `/${id}`, { totalLoss: 0 }, 'spelling')
    expect((await edit(ada.id.toUpperCase())).text).toBe((await edit(ada.id)).text)
    for (const url of ['/invest/api/%76%31/me', 'http://localhost:3000/invest/api/v1/me']) {
      const reply = await ask(app, 'GET', url, { token: ada.token })
      expect([url, reply.status, reply.headers['cache-control']]).toEqual([url, 200, 'no-store'])
    }
  })
})

describe('a key', () => {
  test('keeps the refusal of another’s id in the body: byte for byte, and for no other body', async () => {
    const request = { type: 'bank_transfer', amount: 1, bankName: 'w', bankNumber: 'a' }
    const calls = [
      (key: string, userId: string) =>
        send(ada, 'POST', '/requestWithdrawal', { ...request, userId }, key),
      (key: string, userId: string) =>
        send(admin, 'PATCH', `/${ada.id}`, { userId, fullName: 'Ada' }, key),
    ]
    for (const call of calls) {
      const key = randomUUID()
      const first = await call(key, auditor.id)
      expect(answer(first)).toEqual([403, 'not_your_account'])
      expect((await call(key, auditor.id)).text).toBe(first.text)
      expect(answer(await call(key, ada.id))).toEqual([422, 'key_reused'])
    }
  })

  test('of an invalid request is free for the right one', async () => {
    const deposit = (amount: number) =>
      send(ada, 'POST', '/demo/deposits', { amount, asset: 'BTC' }, 'mended')
    expect([(await deposit(0)).status, (await deposit(1)).status]).toEqual([400, 201])
  })
})
