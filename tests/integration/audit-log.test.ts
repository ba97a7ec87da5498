/**
 * What staff did, as administrators and auditors read it: every command, refused ones too, searchable, and as a file.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { staffActions, titleOfAction } from '../../src/contract/audit-actions.ts'
import type { AuditItem } from '../../src/contract/audit.ts'
import { makeRoot } from '../../src/desk/roots.ts'
import { commands } from '../../src/domains/nouns.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { readCsv } from '../support/csv.ts'
import { createTestDatabase } from '../support/database.ts'
import { moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let second: Somebody
let auditor: Somebody
let ada: Somebody
let ben: Somebody
let cay: Somebody

const post = (who: Somebody, path: string, payload?: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const correct = (who: Somebody, user: Somebody, payload: object) =>
  ask(app, 'PATCH', `${api}/${user.id}`, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })
const read = (query = '', who = auditor) =>
  ask(app, 'GET', `${api}/audit${query}`, { token: who.token })
const items = async (query = ''): Promise<AuditItem[]> => (await read(query)).body.data.items
const inShort = (list: AuditItem[]) =>
  list.map(
    ({ kind, subject, outcome }) =>
      `${kind} ${subject?.id === ada.id ? 'Ada' : subject?.id === ben.id ? 'Ben' : subject?.fullName} ${outcome}`,
  )

async function staff(role: 'admin' | 'auditor', fullName: string): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName })
  await setRole(database, person.id, role)
  return person
}

let withdrawal: string
/** A moment of business time between the first and the second half. */
let halfTime: string

beforeAll(async () => {
  admin = await staff('admin', 'Adam Admin')
  second = await staff('admin', 'Sue Second')
  auditor = await staff('auditor', 'Otto Auditor')
  ada = await signUpSomebody(app, { fullName: 'Ada Example' })
  ben = await signUpSomebody(app, { fullName: 'Ben Example' })
  cay = await signUpSomebody(app, { fullName: 'Cay Leaving' })
  await post(admin, `/users/${cay.id}/freeze`, { reason: 'a word about Cay' })
  await post(admin, `/users/${cay.id}/unfreeze`, { reason: 'another word' })
  await ask(app, 'DELETE', `${api}/${cay.id}`, {
    token: admin.token,
    headers: { 'idempotency-key': randomUUID() },
  })
  await post(admin, '/treasury/capital', { amount: 500, reference: 'wire 1' })
  await post(admin, '/treasury/funding', { pool: 'corrections', amount: 500 })
  await post(ada, '/demo/deposits', { amount: 100, asset: 'BTC' })
  withdrawal = (
    await post(ada, '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 20,
      bankName: 'w',
      bankNumber: 'a',
    })
  ).body.data.withdrawal._id
  await post(admin, `/withdrawals/${withdrawal}/rejection`, { reason: '=HYPERLINK("http://x")' })
  await moveDays(database, 1)
  halfTime = (
    await database.owner.query(
      `select to_char(business_now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    )
  ).rows[0].at
  await correct(second, ben, {
    fullName: 'Ben Corrected',
    totalProfit: 10,
    reason: 'a letter was missing',
  })
  await correct(second, ben, { totalLoss: 900_000, reason: 'far too much' })
  await post(second, `/users/${ben.id}/freeze`, { reason: 'asked for' })
  await post(second, `/withdrawals/${withdrawal}/approval`)
})

describe('GET /audit', () => {
  test('tells every command of staff, newest first, and none of what people do with their own money', async () => {
    await post(admin, '/demo/deposits', { amount: 1, asset: 'BTC' })
    expect(inShort(await items())).toEqual([
      'ApproveWithdrawal Ada already_decided',
      'FreezeUser Ben done',
      'CorrectUser Ben balance_below_zero',
      'CorrectUser Ben done',
      'RejectWithdrawal Ada done',
      'FundPool The firm done',
      'PayInCapital The firm done',
      'CloseUser Closed account done',
      'UnfreezeUser Closed account done',
      'FreezeUser Closed account done',
    ])
  })

  test('says who, when, about whom, why, what changed, and which row of the chain holds it', async () => {
    const [item] = await items('?kind=CorrectUser&outcome=done')
    const {
      rows: [row],
    } = await database.owner.query(
      `select a.command_id as id, encode(a.hash, 'hex') as hash from desk.activity a where a.owner_id = $1 and a.kind = 'correction-made'`,
      [ben.id],
    )
    expect(item).toEqual({
      ...row,
      at: expect.stringMatching(/^\d{4}-/),
      actor: { id: second.id, fullName: 'Sue Second' },
      kind: 'CorrectUser',
      title: 'Edited user',
      sentence: 'Sue Second edited Ben Corrected’s account: “a letter was missing”',
      subject: { id: ben.id, fullName: 'Ben Corrected' },
      outcome: 'done',
      reason: 'a letter was missing',
      amount: 10,
      details: expect.any(Object),
      changes: expect.arrayContaining([
        { field: 'fullName', from: 'Ben Example', to: 'Ben Corrected' },
      ]),
    })
    const [funding] = await items('?kind=FundPool')
    expect(funding).toMatchObject({
      amount: 500,
      details: { pool: 'corrections' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const [refused] = await items('?outcome=refused')
    expect(refused).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: { id: ada.id },
    })
  })

  test.each<[string, () => string, number]>([
    ['an actor', () => `actor=${second.id}`, 4],
    ['an actor and a kind', () => `actor=${second.id}&kind=FreezeUser`, 1],
    ['somebody whom it is about', () => `subject=${ada.id}`, 2],
    ['a kind', () => 'kind=PayInCapital', 1],
    ['an unknown kind', () => 'kind=Nothing', 0],
    ['what was refused', () => 'outcome=refused', 2],
    ['what was done', () => 'outcome=done', 8],
    ['what came after a moment', () => `from=${halfTime}`, 4],
    ['what came before a moment', () => `to=${halfTime}`, 6],
    ['a person who is no staff', () => `actor=${ada.id}`, 0],
  ])('can be asked for %s', async (_, query, count) =>
    expect(await items(`?${query()}`)).toHaveLength(count),
  )

  test('says each in a sentence', async () => {
    expect((await items()).map(({ sentence }) => sentence)).toEqual([
      'Sue Second tried to approve Ada Example’s withdrawal, and was refused: already decided.',
      'Sue Second froze Ben Corrected: “asked for”',
      'Sue Second tried to edit Ben Corrected’s account, and was refused: balance below zero.',
      'Sue Second edited Ben Corrected’s account: “a letter was missing”',
      'Adam Admin rejected Ada Example’s withdrawal of $20.00: “=HYPERLINK("http://x")”',
      'Adam Admin moved $500.00 from capital to the corrections pool.',
      'Adam Admin paid in $500.00 of capital, reference wire 1.',
      'Adam Admin deleted a closed account.',
      'Adam Admin unfroze a closed account.',
      'Adam Admin froze a closed account.',
    ])
  })

  test.each<[string, () => string, number]>([
    ['a name, whatever its case', () => 'ada EXAMPLE', 2],
    ['a reason', () => 'letter missing', 1],
    ['a reference', () => 'wire 1', 1],
    ['the words of an action', () => 'edited user', 2],
    ['words of an outcome', () => 'refused below zero', 1],
    ['an amount, however it is written', () => '$500', 2],
    ['an amount with its cents', () => '500.00 pool', 1],
    ['what a value was before', () => 'Ben Example', 1],
    ['the id of a request', () => withdrawal, 2],
    ['words of somebody erased', () => 'a word about Cay', 0],
    ['the name of somebody erased', () => 'Cay Leaving', 0],
  ])('finds %s', async (_, words, count) =>
    expect(await items(`?search=${encodeURIComponent(words())}`)).toHaveLength(count),
  )

  test('keeps what somebody did who is no staff any more', async () => {
    await setRole(database, second.id, 'user')
    const without = await items(`?actor=${second.id}`)
    await setRole(database, second.id, 'admin')
    expect(without).toHaveLength(4)
    expect(without).toEqual(await items(`?actor=${second.id}`))
  })

  test('goes on by its cursor, none twice and none left out', async () => {
    for (const search of ['', '&search=sue']) {
      const found: AuditItem[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { items: AuditItem[]; nextCursor: string | null } = (
          await read(`?limit=2${search}${cursor && `&cursor=${cursor}`}`)
        ).body.data
        found.push(...page.items)
        cursor = page.nextCursor
      }
      expect(found.length).toBeGreaterThan(2)
      expect(found).toEqual(await items(search && `?${search.slice(1)}`))
    }
  })

  test.each(['actor=nobody', 'outcome=maybe', 'from=yesterday', 'cursor=abc', 'limit=0', 'who=me'])(
    'refuses %s',
    async (query) => expect((await read(`?${query}`)).status).toBe(400),
  )

  test('keeps what was done when its person is erased, without the words', async () => {
    const about = await items(`?subject=${cay.id}`)
    expect(
      about.map(({ kind, subject, reason, hash }) => ({
        kind,
        name: subject!.fullName,
        reason,
        chained: hash !== null,
      })),
    ).toEqual(
      ['CloseUser', 'UnfreezeUser', 'FreezeUser'].map((kind) => ({
        kind,
        name: 'Closed account',
        reason: null,
        chained: true,
      })),
    )
  })
})

describe('GET /audit.csv', () => {
  test('has a line for each, in which nothing is a formula', async () => {
    const reply = await app.inject({
      method: 'GET',
      url: `${api}/audit.csv?to=${halfTime}`,
      headers: { host: 'localhost:3000', authorization: `Bearer ${auditor.token}` },
    })
    const [head, ...lines] = readCsv(reply.body)
    expect([
      reply.statusCode,
      reply.headers['content-type'],
      reply.headers['content-disposition'],
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="audit.csv"'])
    expect(head!.slice(0, 7)).toEqual([
      'Time (UTC)',
      'By',
      'Action',
      'About',
      'Outcome',
      'Amount (USD)',
      'Reason',
    ])
    expect(lines.map((line) => line.slice(1, 7))).toEqual([
      [
        'Adam Admin',
        'Rejected withdrawal',
        'Ada Example',
        'done',
        '20.00',
        `'=HYPERLINK("http://x")`,
      ],
      ['Adam Admin', 'Funded pool', 'The firm', 'done', '500.00', ''],
      ['Adam Admin', 'Paid in capital', 'The firm', 'done', '500.00', ''],
      ...['Deleted user', 'Unfroze user', 'Froze user'].map((action) => [
        'Adam Admin',
        action,
        'Closed account',
        'done',
        '',
        '',
      ]),
    ])
    expect(lines[0]!.at(-1)).toMatch(/^[0-9a-f]{64}$/)
  })

  test('has no formula for the name of one of staff either, in whichever column it stands', async () => {
    const odd = await staff('admin', '=HYPERLINK(1)')
    await post(odd, `/users/${ada.id}/freeze`, { reason: '@SUM(1)' })
    const reply = await app.inject({
      method: 'GET',
      url: `${api}/audit.csv?actor=${odd.id}`,
      headers: { host: 'localhost:3000', authorization: `Bearer ${auditor.token}` },
    })
    const [, line] = readCsv(reply.body)
    expect(line).toContain("'=HYPERLINK(1)")
    expect(line).toContain("'@SUM(1)")
    expect(line!.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([])
    expect(line!.filter((cell) => cell.includes('HYPERLINK'))).toHaveLength(2)
    await post(odd, `/users/${ada.id}/unfreeze`, { reason: 'over' })
  })
})

describe('what only waits for a second person', () => {
  let dan: Somebody
  beforeAll(async () => {
    const strict = await createTestApp(database, {
      policy: { ...demoPolicy, secondApprovalAboveCents: 100_00n },
    })
    const give = (who: Somebody, method: 'POST' | 'PATCH', path: string, payload?: object) =>
      ask(strict, method, api + path, {
        token: who.token,
        headers: { 'idempotency-key': randomUUID() },
        ...(payload ? { payload } : {}),
      })
    const eve = await signUpSomebody(app, { fullName: 'Eve Referrer' })
    dan = await signUpSomebody(app, {
      fullName: 'Dan Waiting',
      referralCode: eve.user.referralCode,
    })
    await post(dan, '/demo/deposits', { amount: 1_000, asset: 'BTC' })
    await post(admin, '/treasury/capital', { amount: 200, reference: 'wire 2' })
    await post(admin, '/treasury/funding', { pool: 'referral', amount: 200 })
    const asked = (
      await post(dan, '/requestWithdrawal', {
        type: 'bank_transfer',
        amount: 450,
        bankName: 'w',
        bankNumber: 'a',
      })
    ).body.data.withdrawal._id
    const replies = [
      await give(admin, 'PATCH', `/${dan.id}`, {
        accountBalance: 800,
        reason: 'a deposit was missing',
      }),
      await give(admin, 'POST', '/credit-referrer', { userId: dan.id, fundingAmount: 1_500 }),
      await give(admin, 'POST', `/withdrawals/${asked}/approval`),
      await give(second, 'POST', `/withdrawals/${asked}/approval`),
    ]
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 200])
  })

  test('says that it was proposed or is the first of two, whatever came of it later', async () => {
    const outcomes = async (query: string) =>
      (await items(`?from=${halfTime}&${query}`)).map(({ kind, outcome }) => `${kind} ${outcome}`)
    expect(await outcomes(`subject=${dan.id}`)).toEqual([
      'ApproveWithdrawal done',
      'ApproveWithdrawal first_approval',
      'CorrectUser proposed',
    ])
    expect(await outcomes('kind=CreditReferrer')).toEqual(['CreditReferrer proposed'])
    expect(await outcomes('outcome=waited')).toEqual([
      'ApproveWithdrawal first_approval',
      'CreditReferrer proposed',
      'CorrectUser proposed',
    ])
    expect(await outcomes(`subject=${dan.id}&outcome=done`)).toEqual(['ApproveWithdrawal done'])
    expect((await items()).filter(({ outcome }) => outcome === 'done')).toEqual(
      await items('?outcome=done'),
    )
  })

  test('says in the file that nothing was posted, and names what was to change', async () => {
    const reply = await app.inject({
      method: 'GET',
      url: `${api}/audit.csv?subject=${dan.id}`,
      headers: { host: 'localhost:3000', authorization: `Bearer ${auditor.token}` },
    })
    const [, ...lines] = readCsv(reply.body)
    expect(lines.map((line) => [line[2], line[4], line[7]])).toEqual([
      ['Approved withdrawal', 'done', ''],
      ['Approved withdrawal', 'First of two: nothing was posted', ''],
      [
        'Edited user',
        'Proposed: nothing was posted or changed',
        'Account balance: $550.00 to $800.00',
      ],
    ])
  })
})

describe('GET /audit/roots', () => {
  test('tells the daily roots, newest first, page by page', async () => {
    for (let day = 0; day < 3; day += 1) {
      await moveDays(database, 1)
      await makeRoot(database.pool)
    }
    const page = async (query: string) =>
      (await ask(app, 'GET', `${api}/audit/roots${query}`, { token: auditor.token })).body.data
    const first = await page('?limit=2')
    const rest = await page(`?limit=2&cursor=${first.nextCursor}`)
    const roots = [...first.roots, ...rest.roots]
    expect(roots).toHaveLength(3)
    expect(rest.nextCursor).toBeNull()
    expect(roots.map(({ previous }) => previous)).toEqual([roots[1].root, roots[2].root, null])
    expect(roots[0]).toEqual({
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous: roots[1].root,
      heads: expect.any(Number),
      madeAt: expect.any(String),
    })
  })
})

test('the kinds to choose from are the commands of staff, and read like words', () => {
  const given = Object.entries(commands).filter(([, kind]) => kind.may !== undefined)
  expect(given.map(([name]) => name).toSorted()).toEqual([...staffActions])
  expect(titleOfAction('PayInCapital')).toBe('Paid in capital')
})
