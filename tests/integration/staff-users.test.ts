/** What staff read about users and write about them, over the API. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { readCsv } from '../support/csv.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await seedPlans(database)
await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let admin: Somebody
let auditor: Somebody

async function staff(role: 'admin' | 'auditor'): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await database.owner.query('update owners set role = $2 where id = $1', [person.id, role])
  return person
}

async function investor(dollars = 0, fields: object = {}): Promise<Somebody> {
  const person = await signUpSomebody(app, { ...fields })
  if (dollars > 0) await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

const read = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })
const post = (who: Somebody, path: string, payload?: object) =>
  ask(app, 'POST', api + path, { token: who.token, headers: { 'idempotency-key': randomUUID() }, ...(payload ? { payload } : {}) })
const data = async (who: Somebody, path: string) => (await read(who, path)).body.data

beforeAll(async () => {
  admin = await staff('admin')
  auditor = await staff('auditor')
})

describe('the list of users as CSV', () => {
  const mark = randomUUID().slice(0, 8)

  test('has a line for each user of the list, in its order and with its figures', async () => {
    for (const dollars of [5, 700, 30]) await investor(dollars, { fullName: `Csv ${mark} ${dollars}` })
    const reply = await read(auditor, `/users.csv?search=${mark}&sort=-accountBalance`)
    expect([reply.status, reply.headers['content-type'], reply.headers['content-disposition'], reply.headers['cache-control']])
      .toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="users.csv"', 'no-store'])
    const [head, ...lines] = readCsv(reply.text)
    const { users } = await data(auditor, `/users?search=${mark}&sort=-accountBalance`)
    expect(lines.map((line) => line[0])).toEqual([`Csv ${mark} 700`, `Csv ${mark} 30`, `Csv ${mark} 5`])
    const cell = (line: string[], name: string) => line[head!.indexOf(name)]
    expect(lines.map((line) => [cell(line, 'Email'), cell(line, 'Account ID'), cell(line, 'Account Balance (USD)'), cell(line, 'Since (UTC)'), cell(line, 'Id')]))
      .toEqual(users.map((user: any) => [user.email, user.accountId, user.accountBalance.toFixed(2), user.createdAt, user.id]))
  })

  test('goes on over as many pages as there are, everybody once', async () => {
    await Promise.all(Array.from({ length: 450 }, (_, n) => house.person({ fullName: `Many ${mark} ${n}` })))
    const lines = readCsv((await read(admin, `/users.csv?search=many%20${mark}&sort=fullName`)).text).slice(1)
    expect(lines).toHaveLength(450)
    expect(new Set(lines.map((line) => line.at(-1))).size).toBe(450)
    const names = lines.map((line) => line[0]!.toLowerCase())
    expect(names).toEqual(names.toSorted())
  })

  test.each(['=HYPERLINK("https://x.example")', '+1', '@SUM(A1)'])('keeps a name, “%s”, from being taken for a formula', async (fullName) => {
    const person = await investor(0, { fullName })
    const [, line] = readCsv((await read(admin, `/users.csv?search=${person.user.accountId}`)).text)
    expect(line![0]).toBe(`'${fullName}`)
  })

  test('is of the status that was asked for, and for staff only', async () => {
    const person = await investor()
    await post(admin, `/users/${person.id}/freeze`, { reason: 'a test' })
    const lines = async (status: string) => readCsv((await read(admin, `/users.csv?search=${person.user.accountId}&status=${status}`)).text).length - 1
    expect([await lines('frozen'), await lines('active')]).toEqual([1, 0])
    expect((await read(person, '/users.csv')).body.code).toBe('forbidden')
    expect((await read(admin, '/users.csv?sort=password')).body.code).toBe('validation_failed')
  })
})

describe('what a referrer has been credited', () => {
  test('stands beside what the friend has paid in; the newest of both, and what all of it comes to', async () => {
    const referrer = await investor()
    const [friend, other] = [await investor(0, { referralCode: referrer.user.referralCode }), await investor(10, { referralCode: referrer.user.referralCode })]
    for (let n = 1; n <= 22; n += 1) await post(friend, '/demo/deposits', { amount: n, asset: 'BTC' })
    await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 200 })
    await post(admin, '/credit-referrer', { userId: other.id, fundingAmount: 10 })
    await post(admin, '/credit-referrer', { userId: friend.id, fundingAmount: 53 })
    const { referral } = await data(auditor, `/users/${friend.id}/referral`)
    expect(referral.deposits).toMatchObject({ sum: 253, earlier: 2, latest: Array.from({ length: 20 }, (_, n) => ({ amount: 22 - n })) })
    expect(referral.credits).toMatchObject({
      sum: 25.3, earlier: 0,
      latest: [{ fundingAmount: 53, credited: 5.3, by: admin.user.fullName }, { fundingAmount: 200, credited: 20, by: admin.user.fullName }],
    })
  })

  test('is nothing where nobody was credited, and unknown for nobody', async () => {
    const person = await investor(7)
    expect((await data(admin, `/users/${person.id}/referral`)).referral)
      .toMatchObject({ deposits: { sum: 7, earlier: 0 }, credits: { latest: [], sum: 0, earlier: 0 } })
    expect((await read(admin, `/users/${randomUUID()}/referral`)).body.code).toBe('unknown_user')
  })
})
