/** Bad input of every kind gets a clear refusal, and nothing changes. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 10_000_00n })
const app = await createTestApp(database)
const ada = await signUpSomebody(app)
const other = await signUpSomebody(app)
await house.run('CreditPlayMoney', { owner: ada.id, amount: 5_000_00n, asset: 'BTC' }, ada.id)

/** All that a refused request must leave as it was. Refusals of a rule are entries of the journal, at the end of a chain: so the journal counts what was done, and ends don’t count. */
async function state() {
  const { rows } = await database.owner.query(`select
    (select count(*) from desk.commands where outcome = 'done') as commands,
    (select md5(string_agg(a::text, ',' order by owner, kind)) from ledger.accounts a) as accounts,
    (select count(*) from ledger.postings) as postings,
    (select md5(string_agg((to_jsonb(o) - array['head', 'unlisted'])::text, ',' order by id)) from owners o) as owners,
    (select md5(string_agg(p.full_name || p.email, ',' order by id)) from auth.persons p) as persons,
    (select count(*) from investments) as investments, (select count(*) from withdrawals) as withdrawals,
    (select count(*) from outbox) as mails`)
  return rows[0]
}

let before: unknown
beforeEach(async () => {
  before = await state()
})
afterEach(async () => {
  expect(await state()).toEqual(before)
})

async function refused(
  path: string,
  payload: string,
  method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
) {
  const reply = await ask(app, method, path.startsWith('/api/') ? path : api + path, {
    token: ada.token,
    payload,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  })
  expect.soft(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect.soft(reply.status, reply.text).toBeLessThan(500)
  expect.soft(reply.headers['content-type']).toContain('application/problem+json')
  expect.soft(reply.body.message.length).toBeGreaterThan(10)
  expect.soft(reply.body.requestId).toBeTruthy()
  return reply
}

const amounts: [string, string][] = [
  ['a negative amount', '-1'],
  ['zero', '0'],
  ['minus zero', '-0'],
  ['1e308', '1e308'],
  ['a tenth of a cent', '0.001'],
  ['a float that isn’t dollars', '0.30000000000000004'],
  ['decimals that a float forgets', '100.000000000000000001'],
  ['text', '"50"'],
  ['text with a decimal comma', '"50,00"'],
  ['true', 'true'],
  ['null', 'null'],
  ['a list', '[50]'],
  ['an object', '{"$gt":0}'],
  ['beyond what is exact', '9007199254740993'],
  ['a hundred billion and a cent', '100000000000.01'],
]
const calls: [string, string, (amount: string) => string][] = [
  [
    'an investment',
    '/investments',
    (amount) =>
      `{"planId":"${plans.advanced}","amount":${amount},"acceptedRiskVersion":1,"acceptedTermsVersion":1}`,
  ],
  [
    'a wallet withdrawal',
    '/requestWithdrawal',
    (amount) => `{"type":"bank_transfer","amount":${amount},"bankName":"w","bankNumber":"a"}`,
  ],
  [
    'an account transfer',
    '/requestWithdrawal',
    (amount) =>
      `{"type":"tradehub_transfer","amount":${amount},"recipientAccountId":"${other.user.accountId}"}`,
  ],
  ['play money', '/demo/deposits', (amount) => `{"amount":${amount},"asset":"BTC"}`],
]

describe.each(calls)('%s of', (_, path, body) => {
  test.each(amounts)('%s is refused with the words of the specification', async (_, amount) => {
    const reply = await refused(path, body(amount))
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 'validation_failed',
      fields: { amount: 'Please enter a valid amount' },
    })
  })
})

describe('text', () => {
  test.each([
    ['NUL', '\\u0000'],
    ['a control', '\\u0007'],
    ['a line break', '\\n'],
    ['a lone surrogate', '\\ud800'],
    ['the other half', '\\udc00'],
    ['a line separator', '\\u2028'],
    ['nothing', ''],
    ['blanks', '   '],
    ['too long a text', 'x'.repeat(201)],
  ])('with %s is refused on its field', async (_, value) => {
    const name = await refused(
      '/requestWithdrawal',
      `{"type":"bank_transfer","amount":1,"bankName":"${value}","bankNumber":"a"}`,
    )
    expect(name.body.fields).toHaveProperty('bankName')
    const address = await refused(
      '/requestWithdrawal',
      `{"type":"bank_transfer","amount":1,"bankName":"a","bankNumber":"${value}"}`,
    )
    expect(address.body.fields).toHaveProperty('bankNumber')
  })
})

const id = '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f'

test.each<[string, string, string, number, string]>([
  [
    'below the minimum',
    '/investments',
    `{"planId":"${plans.advanced}","amount":999.99,"acceptedRiskVersion":1,"acceptedTermsVersion":1}`,
    422,
    'below_minimum',
  ],
  [
    'of the next plan',
    '/investments',
    `{"planId":"${plans.starter}","amount":1000,"acceptedRiskVersion":1,"acceptedTermsVersion":1}`,
    422,
    'above_maximum',
  ],
  [
    'of an unknown plan',
    '/investments',
    `{"planId":"${id}","amount":1000,"acceptedRiskVersion":1,"acceptedTermsVersion":1}`,
    404,
    'unknown_plan',
  ],
  [
    'of a plan that is no id',
    '/investments',
    `{"planId":"advanced","amount":1000,"acceptedRiskVersion":1,"acceptedTermsVersion":1}`,
    400,
    'validation_failed',
  ],
  [
    'with another risk warning',
    '/investments',
    `{"planId":"${plans.advanced}","amount":1000,"acceptedRiskVersion":2,"acceptedTermsVersion":1}`,
    409,
    'risk_warning_changed',
  ],
  [
    'without the risk warning',
    '/investments',
    `{"planId":"${plans.advanced}","amount":1000,"acceptedTermsVersion":1}`,
    409,
    'risk_warning_changed',
  ],
  [
    'without the terms',
    '/investments',
    `{"planId":"${plans.advanced}","amount":1000,"acceptedRiskVersion":1}`,
    409,
    'terms_changed',
  ],
  [
    'with terms that are no number',
    '/investments',
    `{"planId":"${plans.advanced}","amount":1000,"acceptedRiskVersion":1,"acceptedTermsVersion":"1"}`,
    400,
    'validation_failed',
  ],
  [
    'with a warning of version 0',
    '/investments',
    `{"planId":"${plans.advanced}","amount":1000,"acceptedRiskVersion":0,"acceptedTermsVersion":1}`,
    400,
    'validation_failed',
  ],
  [
    'beyond the balance',
    '/investments',
    `{"planId":"${plans.advanced}","amount":5000.01,"acceptedRiskVersion":1,"acceptedTermsVersion":1}`,
    422,
    'insufficient_balance_to_invest',
  ],
  [
    'with a field too many',
    '/investments',
    `{"planId":"${plans.advanced}","amount":1000,"acceptedRiskVersion":1,"acceptedTermsVersion":1,"profitPercent":99}`,
    400,
    'validation_failed',
  ],
])('an investment %s is refused', async (_, path, payload, status, code) => {
  const reply = await refused(path, payload)
  expect([reply.status, reply.body.code]).toEqual([status, code])
})

test.each<[string, string, number, string]>([
  ['of an unknown type', '{"type":"cash","amount":1}', 400, 'validation_failed'],
  ['without a type', '{"amount":1}', 400, 'validation_failed'],
  [
    'beyond the balance',
    '{"type":"bank_transfer","amount":5000.01,"bankName":"w","bankNumber":"a"}',
    422,
    'insufficient_balance',
  ],
  [
    'with fields of both types',
    `{"type":"bank_transfer","amount":1,"bankName":"w","bankNumber":"a","recipientAccountId":"${other.user.accountId}"}`,
    400,
    'validation_failed',
  ],
  [
    'to a mistyped account ID',
    '{"type":"tradehub_transfer","amount":1,"recipientAccountId":"GH-1234567890"}',
    400,
    'validation_failed',
  ],
  [
    'to an unknown account ID',
    '{"type":"tradehub_transfer","amount":1,"recipientAccountId":"GH-1000000005"}',
    404,
    'unknown_recipient',
  ],
  [
    'to oneself',
    `{"type":"tradehub_transfer","amount":1,"recipientAccountId":"${ada.user.accountId}"}`,
    422,
    'own_account',
  ],
  [
    'to a mistyped Bitcoin address',
    '{"type":"bank_transfer","amount":1,"bankName":"w","bankNumber":"tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy"}',
    422,
    'address_mistyped',
  ],
  [
    'for somebody else',
    `{"type":"bank_transfer","amount":1,"bankName":"w","bankNumber":"a","userId":"${other.id}"}`,
    403,
    'not_your_account',
  ],
  [
    'with a field too many',
    '{"type":"bank_transfer","amount":1,"bankName":"w","bankNumber":"a","fee":1}',
    400,
    'validation_failed',
  ],
])('a withdrawal %s is refused', async (_, payload, status, code) => {
  const reply = await refused('/requestWithdrawal', payload)
  expect([reply.status, reply.body.code]).toEqual([status, code])
})

test.each<[string, 'POST' | 'PATCH' | 'DELETE', string, string]>([
  ['edit a user', 'PATCH', `/${other.id}`, '{"accountBalance":1000000}'],
  ['edit oneself', 'PATCH', `/${ada.id}`, '{"accountBalance":1000000}'],
  ['delete a user', 'DELETE', `/${other.id}`, ''],
  ['freeze a user', 'POST', `/users/${other.id}/freeze`, '{"reason":"x"}'],
  ['credit a referrer', 'POST', '/credit-referrer', `{"userId":"${other.id}","fundingAmount":100}`],
  ['approve a withdrawal', 'POST', `/withdrawals/${id}/approval`, ''],
  ['pay a withdrawal', 'POST', `/withdrawals/${id}/payout`, '{"reference":"x"}'],
  ['fund a pool', 'POST', '/treasury/funding', '{"pool":"returns","amount":1}'],
  ['pay capital in', 'POST', '/treasury/capital', '{"amount":1,"reference":"x"}'],
  ['move the clock', 'POST', '/demo/clock', '{"days":1}'],
])('a user cannot %s', async (_, method, path, payload) => {
  const reply = await ask(app, method, api + path, {
    token: ada.token,
    ...(payload ? { payload, headers: { 'content-type': 'application/json' } } : {}),
  })
  expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
})

test('somebody else’s withdrawal is as unknown as one that doesn’t exist', async () => {
  const theirs = await house.person({ cash: 100n })
  const requested = crypto.randomUUID()
  await house.run(
    'RequestWithdrawal',
    {
      owner: theirs,
      amount: 100n,
      target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' },
    },
    theirs,
    { id: requested },
  )
  before = await state()
  const [foreign, missing] = await Promise.all(
    [requested, id].map((one) =>
      ask(app, 'DELETE', `${api}/withdrawals/${one}`, { token: ada.token }),
    ),
  )
  expect(foreign!.status).toBe(404)
  expect({ ...foreign!.body, requestId: '' }).toEqual({ ...missing!.body, requestId: '' })
})

test.each<[string, string, number]>([
  ['no JSON', '{"amount":', 400],
  ['nothing', '', 400],
  ['a text', '"amount"', 400],
  ['null', 'null', 400],
  ['a list', '[]', 400],
  ['1 MB', `{"amount":1,"asset":"${'x'.repeat(1_000_000)}"}`, 413],
])('a body of %s is refused', async (_, payload, status) => {
  expect((await refused('/demo/deposits', payload)).status).toBe(status)
})
