/** What staff read about users and write about them, over the API. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { readCsv } from '../support/csv.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let auditor: Somebody

async function staff(role: 'admin' | 'auditor'): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, role)
  return person
}

async function investor(dollars = 0, fields: object = {}): Promise<Somebody> {
  const person = await signUpSomebody(app, { ...fields })
  if (dollars > 0) await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

const read = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })
const post = (who: Somebody, path: string, payload?: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const data = async (who: Somebody, path: string) => (await read(who, path)).body.data

beforeAll(async () => {
  admin = await staff('admin')
  auditor = await staff('auditor')
})

describe('the list of users as CSV', () => {
  const mark = randomUUID().slice(0, 8)

  test('has a line for each user of the list, in its order and with its figures', async () => {
    for (const dollars of [5, 700, 30])
      await investor(dollars, { fullName: `Csv ${mark} ${dollars}` })
    const reply = await read(auditor, `/users.csv?search=${mark}&sort=-accountBalance`)
    expect([
      reply.status,
      reply.headers['content-type'],
      reply.headers['content-disposition'],
      reply.headers['cache-control'],
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="users.csv"', 'no-store'])
    const [head, ...lines] = readCsv(reply.text)
    const { users } = await data(auditor, `/users?search=${mark}&sort=-accountBalance`)
    expect(lines.map((line) => line[0])).toEqual([
      `Csv ${mark} 700`,
      `Csv ${mark} 30`,
      `Csv ${mark} 5`,
    ])
    const cell = (line: string[], name: string) => line[head!.indexOf(name)]
    expect(
      lines.map((line) => [
        cell(line, 'Email'),
        cell(line, 'Account ID'),
        cell(line, 'Account Balance (USD)'),
        cell(line, 'Since (UTC)'),
        cell(line, 'Id'),
      ]),
    ).toEqual(
      users.map((user: any) => [
        user.email,
        user.accountId,
        user.accountBalance.toFixed(2),
        user.createdAt,
        user.id,
      ]),
    )
  })

  test('goes on over as many pages as there are, everybody once', async () => {
    await Promise.all(
      Array.from({ length: 450 }, (_, n) => house.person({ fullName: `Many ${mark} ${n}` })),
    )
    const lines = readCsv(
      (await read(admin, `/users.csv?search=many%20${mark}&sort=fullName`)).text,
    ).slice(1)
    expect(lines).toHaveLength(450)
    expect(new Set(lines.map((line) => line.at(-1))).size).toBe(450)
    const names = lines.map((line) => line[0]!.toLowerCase())
    expect(names).toEqual(names.toSorted())
  })

  test.each(['=HYPERLINK("https://x.example")', '+1', '@SUM(A1)'])(
    'keeps a name, “%s”, from being taken for a formula',
    async (fullName) => {
      const person = await investor(0, { fullName })
      const [, line] = readCsv(
        (await read(admin, `/users.csv?search=${person.user.accountId}`)).text,
      )
      expect(line![0]).toBe(`'${fullName}`)
    },
  )

  test('is of the status that was asked for, and for staff only', async () => {
    const person = await investor()
    await post(admin, `/users/${person.id}/freeze`, { reason: 'a test' })
    const lines = async (status: string) =>
      readCsv(
        (await read(admin, `/users.csv?search=${person.user.accountId}&status=${status}`)).text,
      ).length - 1
    expect([await lines('frozen'), await lines('active')]).toEqual([1, 0])
    expect((await read(person, '/users.csv')).body.code).toBe('forbidden')
    expect((await read(admin, '/users.csv?sort=password')).body.code).toBe('validation_failed')
  })
})

describe('what a referrer has been credited', () => {
  test('stands beside what the friend has paid in; the newest of both, and what all of it comes to', async () => {
    const referrer = await investor()
    const [friend, other] = [
      await investor(0, { referralCode: referrer.user.referralCode }),
      await investor(10, { referralCode: referrer.user.referralCode }),
    ]
    for (let n = 1; n <= 22; n += 1)
      await post(friend, '/demo/deposits', { amount: n, asset: 'BTC' })
    await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 200 })
    await post(admin, '/credit-referrer', { userId: other.id, fundingAmount: 10 })
    await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 53 })
    const { referral } = await data(auditor, `/users/${friend.id}/referral`)
    expect(referral.deposits).toMatchObject({
      sum: 253,
      earlier: 2,
      latest: Array.from({ length: 20 }, (_, n) => ({ amount: 22 - n })),
    })
    expect(referral.credits).toMatchObject({
      sum: 25.3,
      earlier: 0,
      latest: [
        { fundingAmount: 53, credited: 5.3, by: admin.user.fullName },
        { fundingAmount: 200, credited: 20, by: admin.user.fullName },
      ],
    })
  })

  test('is nothing where nobody was credited, and unknown for nobody', async () => {
    const person = await investor(7)
    expect((await data(admin, `/users/${person.id}/referral`)).referral).toMatchObject({
      deposits: { sum: 7, earlier: 0 },
      credits: { latest: [], sum: 0, earlier: 0 },
    })
    expect((await read(admin, `/users/${randomUUID()}/referral`)).body.code).toBe('unknown_user')
  })
})

describe('a note about a user', () => {
  test('is kept with its author and time, newest first, page by page, and read by all staff', async () => {
    const person = await investor()
    for (const text of ['One', 'Two', '  Three\n<script>  ']) {
      expect((await post(admin, `/users/${person.id}/notes`, { text })).body).toMatchObject({
        message: 'Note written',
        data: { note: { text: text.trim(), by: admin.user.fullName } },
      })
    }
    const first = await data(auditor, `/users/${person.id}/notes?limit=2`)
    expect(first.notes.map((note: any) => [note.text, note.by])).toEqual([
      ['Three\n<script>', admin.user.fullName],
      ['Two', admin.user.fullName],
    ])
    const second = await data(
      auditor,
      `/users/${person.id}/notes?limit=2&cursor=${first.nextCursor}`,
    )
    expect([second.notes.map((note: any) => note.text), second.nextCursor]).toEqual([['One'], null])
  })

  test('is no activity of theirs: neither their list nor the version of their account tells of it', async () => {
    const person = await investor(5)
    const before = (await data(person, '/me')).user.version
    await post(admin, `/users/${person.id}/notes`, { text: 'Called about the address' })
    expect((await data(person, '/me')).user.version).toBe(before)
    expect((await read(person, '/activity')).text).not.toContain('Called')
    expect((await read(person, `/users/${person.id}/notes`)).body.code).toBe('forbidden')
  })

  test('leaves a trace of who and when in the journal, without its words', async () => {
    const person = await investor()
    const { note } = (await post(admin, `/users/${person.id}/notes`, { text: 'Only for staff' }))
      .body.data
    const { rows } = await database.owner.query(
      'select kind, actor, subject, input, outcome, at from desk.commands where id = $1',
      [note.id],
    )
    expect(rows).toEqual([
      {
        kind: 'WriteNote',
        actor: admin.id,
        subject: person.id,
        input: {},
        outcome: 'done',
        at: Date.parse(note.at),
      },
    ])
  })

  test('is erased with the person', async () => {
    const person = await investor()
    await post(admin, `/users/${person.id}/notes`, { text: 'A secret of theirs' })
    expect((await ask(app, 'DELETE', `${api}/${person.id}`, { token: admin.token })).status).toBe(
      200,
    )
    expect((await data(admin, `/users/${person.id}/notes`)).notes).toEqual([])
    const { rows } = await database.owner.query(
      `select count(*)::int as found from desk.particulars where texts::text || reply like '%A secret of theirs%'`,
    )
    expect(rows[0].found).toBe(0)
  })

  test.each([
    ['of nothing', async () => investor(), { text: '   ' }, 400, 'validation_failed'],
    [
      'of more than 2,000 characters',
      async () => investor(),
      { text: 'x'.repeat(2001) },
      400,
      'validation_failed',
    ],
    ['about nobody', async () => ({ id: randomUUID() }), { text: 'x' }, 404, 'unknown_user'],
    ['about oneself', async () => admin, { text: 'x' }, 403, 'not_on_yourself'],
  ])('%s is refused', async (_, about, payload, status, code) => {
    const reply = await post(admin, `/users/${(await about()).id}/notes`, payload)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test('about somebody whose account is closed is refused, and can’t be read of nobody', async () => {
    const person = await investor()
    await ask(app, 'DELETE', `${api}/${person.id}`, { token: admin.token })
    expect((await post(admin, `/users/${person.id}/notes`, { text: 'x' })).body.code).toBe(
      'account_closed',
    )
    expect((await read(admin, `/users/${randomUUID()}/notes`)).body.code).toBe('unknown_user')
  })
})

describe('what staff read of one user', () => {
  test('is what the user reads: explanations, investments, withdrawals', async () => {
    const person = await investor(1_000)
    await post(person, '/investments', {
      planId: plans.starter,
      amount: 200,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    })
    await post(person, '/requestWithdrawal', {
      type: 'bank_transfer',
      amount: 50,
      bankName: 'Home',
      bankNumber: 'a',
    })
    for (const figure of [
      'account-balance',
      'held',
      'invested',
      'estimated-profit',
      'total-profit',
      'accrued-profit',
      'total-investment',
      'total-loss',
    ]) {
      const [theirs, own] = [
        await data(auditor, `/users/${person.id}/explain/${figure}`),
        await data(person, `/explain/${figure}`),
      ]
      expect([figure, theirs.explanation.sum, theirs.explanation.version]).toEqual([
        figure,
        own.explanation.sum,
        own.explanation.version,
      ])
    }
    expect(
      (await data(auditor, `/users/${person.id}/explain/account-balance`)).explanation,
    ).toMatchObject({
      sum: 750,
      lines: [{ label: 'Deposits', amount: 1000 }, { amount: -50 }, { amount: -200 }],
    })
    expect((await data(auditor, `/users/${person.id}/investments`)).investments).toMatchObject([
      { planTitle: 'Starter Growth', amount: 200 },
    ])
    expect(await data(auditor, `/users/${person.id}/withdrawals`)).toMatchObject(
      await data(person, '/withdrawals'),
    )
  })

  test('shows what of their requests is open, with what stands out about each and who approved first', async () => {
    const person = await investor(1_000)
    const request = async (amount: number) =>
      (
        await post(person, '/requestWithdrawal', {
          type: 'bank_transfer',
          amount,
          bankName: 'Home',
          bankNumber: `of ${person.id}`,
        })
      ).body.data.withdrawal._id as string
    const [rejected, owed] = [await request(10), await request(20)]
    const pending = await request(30)
    await post(admin, `/withdrawals/${rejected}/rejection`, { reason: 'No' })
    await post(admin, `/withdrawals/${owed}/approval`)
    const open = `/users/${person.id}/withdrawals?status=open`
    const { withdrawals } = await data(auditor, open)
    const looks = ['first_withdrawal', 'new_address']
    expect(withdrawals).toMatchObject([
      { _id: pending, status: 'pending', looks, firstApprovedById: null, approvedAloneById: null },
      { _id: owed, status: 'approved', looks: [] },
    ])
    const first = await data(auditor, `${open}&limit=1`)
    expect(first.withdrawals).toHaveLength(1)
    expect((await data(auditor, `${open}&limit=1&cursor=${first.nextCursor}`)).withdrawals).toEqual(
      [withdrawals[1]],
    )
    await post(admin, `/withdrawals/${owed}/payout`, { reference: randomUUID() })
    expect((await data(auditor, open)).withdrawals).toHaveLength(1)
    // What is open stands in its owner's own list under the names of its statuses.
    expect((await read(person, '/withdrawals?status=open')).status).toBe(400)
  })

  test.each(['/explain/held', '/investments', '/withdrawals', '/activity', '/notes', '/referral'])(
    '%s of nobody is unknown',
    async (path) => {
      for (const id of [randomUUID(), '00000000-0000-0000-0000-000000000000']) {
        const reply = await read(admin, `/users/${id}${path}`)
        expect([reply.status, reply.body.code]).toEqual([404, 'unknown_user'])
      }
    },
  )
})
