/** Every row of the matrix of roles, asked by everybody. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { callers, matrix, things, type Caller, type Cell, type Row, type Thing } from '../roles/matrix.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

async function somebody(caller: Caller): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await house.run('CreditPlayMoney', { owner: person.id, amount: 10_000_00n, asset: 'BTC' }, person.id)
  const role = caller === 'auditor' ? 'auditor' : caller === 'administrator' ? 'admin' : 'user'
  await database.owner.query('update owners set role = $2 where id = $1', [person.id, role])
  return person
}

const people = {} as Record<Exclude<Caller, 'nobody'>, Somebody>
for (const caller of callers) if (caller !== 'nobody') people[caller] = await somebody(caller)
const admin = people.administrator.id
const anotherAdmin = await house.person({ role: 'admin' })
await house.run('FreezeUser', { user: people['frozen user'].id, reason: 'A letter from the court' }, admin)

async function requestOf(owner: string): Promise<string> {
  const id = randomUUID()
  // A frozen account can't ask any more: it had asked before.
  await database.owner.query(`update owners set status = 'active' where id = $1`, [owner])
  await house.run('RequestWithdrawal', { owner, amount: 1_00n, target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } }, owner, { id })
  if (owner === people['frozen user'].id) await database.owner.query(`update owners set status = 'frozen' where id = $1`, [owner])
  return id
}

// Room above the plans that are there, for those that a call is about.
await database.owner.query('update plan_terms set maximum = 10000000 where plan_id = $1', [plans.platinum])
let offered = 0
async function planOffered(): Promise<string> {
  const id = randomUUID()
  offered += 1
  const minimum = 20_000_000n + BigInt(offered)
  const terms = { title: `Plan ${offered}`, minimum, maximum: minimum, durationDays: 5, profitPercent: 5, riskWarning: 'All of it can be lost.' }
  await house.run('OfferPlan', terms, admin, { id })
  return id
}

/** Makes what a word in braces stands for, as a thing of `holder`. */
const make: Record<Thing, (holder: Somebody) => Promise<string>> = {
  user: async (holder) => holder.id,
  async frozen() {
    const id = await house.person()
    await house.run('FreezeUser', { user: id, reason: 'A letter from the court' }, admin)
    return id
  },
  newcomer: () => house.person(),
  referred: (holder) => house.person({ referralCode: holder.user.referralCode }),
  pending: ({ id }) => requestOf(id),
  async approved({ id }) {
    const request = await requestOf(id)
    await house.run('ApproveWithdrawal', { withdrawal: request, secondApprovalAbove: null }, admin)
    return request
  },
  async proposed({ id: user }) {
    const id = randomUUID()
    const { rows } = await database.owner.query('select profit from owners where id = $1', [user])
    await house.run('CorrectUser', { user, totalProfit: rows[0].profit + 1n, secondApprovalAbove: 0n }, anotherAdmin, { id })
    return id
  },
  plan: async () => plans.starter,
  'offered plan': planOffered,
  async 'withdrawn plan'() {
    const plan = await planOffered()
    await house.run('WithdrawPlan', { plan }, admin)
    return plan
  },
  accountId: async () => people['another user'].user.accountId,
  email: async (holder) => holder.email,
  'unused email': async () => `${randomUUID()}@people.example`,
  async month() {
    const { rows } = await database.owner.query(`select to_char(business_now() at time zone 'UTC', 'YYYY-MM') as month`)
    return rows[0].month
  },
  unique: async () => randomUUID(),
}

async function filled(text: string, holder: Somebody): Promise<string> {
  let done = text
  for (const thing of things) if (text.includes(`{${thing}}`)) done = done.replace(`{${thing}}`, await make[thing](holder))
  return done
}

type Asked = { method: Endpoint['method'] | 'HEAD'; url: string; body?: string; token?: string }

/** The status, and the code of a problem. Events go on for as long as somebody listens: of them only the head is read. */
async function answerOf(to: FastifyInstance, { method, url, body, token }: Asked): Promise<{ status: number; code?: string }> {
  const headers = {
    host: 'localhost:3000', 'idempotency-key': randomUUID(), ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const reply = await to.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }), payloadAsStream: true })
  if (String(reply.headers['content-type']).startsWith('text/event-stream')) {
    reply.stream().destroy()
    return { status: reply.statusCode }
  }
  const text = Buffer.concat(await reply.stream().toArray()).toString()
  const isProblem = String(reply.headers['content-type']).startsWith('application/problem+json')
  return { status: reply.statusCode, ...(isProblem && text !== '' ? { code: JSON.parse(text).code } : {}) }
}

async function signInAnew(caller: Exclude<Caller, 'nobody'>): Promise<void> {
  const { email, password } = people[caller]
  const reply = await ask(app, 'POST', `${api}/login`, { payload: { email, password } })
  people[caller] = { ...people[caller], token: reply.body.token }
}

async function askedBy(caller: Caller, endpoint: Endpoint, row: Row): Promise<Asked> {
  const holder = caller === 'frozen user' ? people['frozen user'] : people.user
  let url: string = fullPath(endpoint)
  for (const [name, value] of Object.entries(row.params ?? {})) url = url.replace(`:${name}`, encodeURIComponent(await filled(value, holder)))
  return {
    method: endpoint.method, url, ...(caller === 'nobody' ? {} : { token: people[caller].token }),
    ...(row.body ? { body: await filled(JSON.stringify(row.body), holder) } : {}),
  }
}

const codes: Partial<Record<Cell, string>> = { 401: 'not_signed_in', 403: 'forbidden', frozen: 'account_frozen' }

const expected = (cell: Cell) => ({ status: cell === 'frozen' ? 403 : cell, ...(codes[cell] ? { code: codes[cell] } : {}) })

const rows = Object.entries<Row>(matrix).map(([name, row]) => ({ name, row, endpoint: endpoints[name as keyof typeof endpoints] as Endpoint }))

describe.each(rows)('$name', ({ row, endpoint }) => {
  test.each(callers.map((caller, at) => [caller, row.may[at]!] as const))('answers %s with %s', async (caller, cell) => {
    const answer = await answerOf(app, await askedBy(caller, endpoint, row))
    if (row.endsSession && caller !== 'nobody') await signInAnew(caller)
    expect(answer).toMatchObject(expected(cell))
  })
})

/** Other ways to write the same address, which a check by its beginning would let pass. */
const spellings: Record<string, (url: string) => string> = {
  'a slash at its end': (url) => `${url}/`,
  'two slashes': (url) => url.replace('/v1/', '/v1//'),
  'capitals': (url) => url.replace('/invest/api/', '/INVEST/api/'),
  'a letter in percent': (url) => url.replace('/v1/', '/%76%31/'),
  'a question mark': (url) => `${url}?`,
  'dots': (url) => url.replace('/v1/', '/v1/./'),
}

describe('no other spelling of an address lets anybody in', () => {
  const guarded = rows.filter(({ endpoint }) => endpoint.access !== 'public')
  test.each(Object.keys(spellings))('%s', async (spelling) => {
    for (const { name, row, endpoint } of guarded) {
      for (const caller of ['nobody', 'user', 'auditor'] as const) {
        const cell = row.may[callers.indexOf(caller)]!
        if (typeof cell === 'number' && cell < 400) continue
        const asked = await askedBy(caller, endpoint, row)
        const methods = endpoint.method === 'GET' ? (['GET', 'HEAD'] as const) : [endpoint.method]
        for (const method of methods) {
          const { status } = await answerOf(app, { ...asked, method, url: spellings[spelling]!(asked.url) })
          expect([name, caller, method, status >= 400 && status < 500]).toEqual([name, caller, method, true])
        }
      }
    }
  })
})
