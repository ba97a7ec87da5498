/** The list of verifications: graded by what is known, narrowed, sorted, and kept as a file by whoever may. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { rolesOf } from '../../src/contract/roles.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument, approval, openPapers } from '../support/documents.ts'
import { readCsv } from '../support/csv.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, setRoles } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const nothing = { day: null, whole: null }
const limits = { in: nothing, invested: nothing, out: nothing }
const firmOf = (given: object = {}) => ({
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  verification: {
    countries: null,
    highRisk: ['MM'],
    incomeProofAbove: 10_000_00n,
    minimumAge: 18,
    kept: { years: 0, law: null },
    limits: { unverified: limits, submitted: limits, verified: limits },
    ...given,
  },
})
const app = await createTestApp(database, { firm: firmOf() })
const strict = await createTestApp(database, { firm: firmOf({ notServed: ['NO'] }) })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let cora: Somebody
let support: Somebody
const get = (who: Somebody, path: string, to = app) =>
  ask(to, 'GET', api + path, { token: who.token })
const give = (who: Somebody, path: string, payload: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })

/** Sent in under this name; answers the id. */
async function sent(legalName: string, given: object = {}, cash = 0, kinds: 'income'[] = []) {
  const who = await signUpSomebody(app, { fullName: legalName })
  const documents: string[] = []
  for (const kind of ['identity', 'address', ...kinds] as const)
    documents.push(await addDocument(house, who.id, kind))
  const entered = { birthDate: '1990-04-23', country: 'DE', address: `${legalName} Street 1` }
  const body = { legalName, ...entered, ...given, documents }
  expect((await give(who, '/verification', body)).status).toBe(201)
  if (cash > 0) await give(who, '/demo/deposits', { amount: cash, asset: 'BTC' })
  return (await get(who, '/verification')).body.data.lastCase.id as string
}

const ids: Record<string, string> = {}
beforeAll(async () => {
  ;[cora, support] = [await signUpSomebody(app), await signUpSomebody(app)]
  await setRole(database, cora.id, 'compliance')
  await setRole(database, support.id, 'support')
  ids.Plain = await sent('Plain', { birthDate: '2000-01-01' }, 500)
  ids.Rich = await sent('Rich', { birthDate: '1950-01-01' }, 20_000)
  ids.Proven = await sent('Proven', {}, 30_000, ['income'])
  ids.Far = await sent('Far', { country: 'MM', address: 'Shared Road 7, Town' })
  ids.Near = await sent('Near', { country: 'NO', address: 'shared road 7\nTOWN' })
})

type Row = { id: string; user: { fullName: string }; risk: { grade: string; reasons: string[] } }
const listOf = async (query: string, to = app): Promise<Row[]> =>
  (await get(cora, `/verifications?${query}`, to)).body.data.verifications
const names = async (query: string, to = app) =>
  (await listOf(query, to)).map(({ user }) => user.fullName)
const riskOf = async (name: string, to = app) =>
  (await listOf('work=to-review', to)).find(({ id }) => id === ids[name])!.risk

describe('each case', () => {
  test('says its grade, with the reasons in words, the age and the money', async () => {
    expect(await riskOf('Plain')).toEqual({ grade: 'low', reasons: [] })
    expect(await riskOf('Rich')).toEqual({
      grade: 'raised',
      reasons: ['No proof of income for more than $10,000.00'],
    })
    expect(await riskOf('Proven')).toEqual({ grade: 'low', reasons: [] })
    expect(await riskOf('Far')).toEqual({
      grade: 'high',
      reasons: ['High-risk country: Myanmar (Burma)', 'Same address as another person'],
    })
    expect(await riskOf('Near')).toEqual({
      grade: 'raised',
      reasons: ['Same address as another person'],
    })
    const rich = (await get(cora, `/verifications/${ids.Rich}`)).body.data.verification
    expect([rich.moneyAtStake, rich.age]).toEqual([20_000, new Date().getUTCFullYear() - 1950])
  })

  test('of a country that isn’t served any more says so, and stays as it was decided', async () => {
    await openPapers(house, ids.Near!, cora.id)
    const until = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10)
    expect((await give(cora, `/verifications/${ids.Near}/approval`, approval(until))).status).toBe(
      200,
    )
    const [near] = await listOf('country=NO', strict)
    expect(near).toMatchObject({ status: 'verified', user: { state: 'verified' } })
    expect(near!.risk).toEqual({
      grade: 'high',
      reasons: ['Country not served: Norway', 'Same address as another person'],
    })
    expect((await listOf('country=NO'))[0]!.risk.grade).toBe('raised')
  })

  test('whose document was somebody else’s says so too', async () => {
    const until = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10)
    const [one, other] = [await sent('One'), await sent('Other')]
    const identity = { number: 'SAME 1234', expiresOn: null }
    for (const id of [one, other]) {
      await openPapers(house, id, cora.id)
      const given = { identity, sameNumberSeen: true }
      const reply = await give(cora, `/verifications/${id}/approval`, approval(until, given))
      expect(reply.status).toBe(200)
    }
    for (const id of [one, other]) {
      const { risk } = (await get(cora, `/verifications/${id}`)).body.data.verification
      expect(risk).toEqual({ grade: 'high', reasons: ['Same document number as another person'] })
    }
  })
})

describe('the list', () => {
  test('of work is sorted by risk, money, country and age, page by page too', async () => {
    expect(await names('work=to-review&sort=-risk')).toEqual(['Far', 'Rich', 'Plain', 'Proven'])
    expect(await names('work=to-review&sort=-moneyAtStake')).toEqual([
      'Proven',
      'Rich',
      'Plain',
      'Far',
    ])
    expect(await names('work=to-review&sort=country')).toEqual(['Plain', 'Rich', 'Proven', 'Far'])
    expect((await names('work=to-review&sort=-age'))[0]).toBe('Rich')
    expect((await names('work=to-review&sort=age'))[0]).toBe('Plain')
    const paged: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 4; pages += 1) {
      const path = `/verifications?work=to-review&sort=-risk&limit=1${cursor && `&cursor=${cursor}`}`
      const { verifications, nextCursor } = (await get(cora, path)).body.data
      paged.push(verifications[0].user.fullName)
      cursor = nextCursor
    }
    expect([paged, cursor]).toEqual([['Far', 'Rich', 'Plain', 'Proven'], null])
    expect((await get(cora, '/verifications?sort=-risk')).status).toBe(400)
    expect((await get(cora, '/verifications?work=to-review&sort=risk')).status).toBe(400)
    expect((await get(cora, '/verifications?work=to-review&sort=-risk&cursor=x')).status).toBe(400)
  })

  test('is narrowed by country and grade, also where few of many have it', async () => {
    expect(await names('work=to-review&risk=raised')).toEqual(['Rich'])
    expect(await names('work=to-review&country=MM')).toEqual(['Far'])
    expect(await names('risk=low&country=MM')).toEqual([])
    expect((await names('risk=high')).toSorted()).toEqual(['Far', 'One', 'Other'])
    // A page at a time, until there is one.
    const { verifications } = (await get(cora, '/verifications?risk=raised&limit=1')).body.data
    expect(verifications).toHaveLength(1)
  })
})

describe('the file', () => {
  test('has what was chosen, in its order, without addresses and numbers, and stands in the audit', async () => {
    const reply = await get(cora, '/verifications.csv?work=to-review&sort=-risk&country=DE')
    const [head, ...lines] = readCsv(reply.text)
    expect(head!.slice(0, 8)).toEqual([
      'Sent In (UTC)',
      'Person',
      'Email',
      'Age',
      'Country',
      'Risk',
      'Reasons',
      'Money at Stake (USD)',
    ])
    expect(lines.map(([, name]) => name)).toEqual(['Rich', 'Plain', 'Proven'])
    expect(lines[0]).toEqual(
      expect.arrayContaining(['DE', 'raised', 'No proof of income for more than $10,000.00']),
    )
    const whole = (await get(cora, '/verifications.csv')).text
    for (const secret of ['Street 1', 'Shared Road', 'SAME1234', 'SAME 1234', '1990-04-23'])
      expect(whole).not.toContain(secret)
    const { items } = (await get(cora, '/audit?kind=ExportList')).body.data
    expect(items[1].details).toMatchObject({
      file: 'verifications.csv',
      filter: 'country=DE sort=-risk work=to-review',
      rows: '3',
    })
  })

  test('is for whoever reads cases and may keep lists of people: one of both is not enough', async () => {
    const reader = await signUpSomebody(app)
    const keeper = await signUpSomebody(app)
    const made = (capabilities: ('read-cases' | 'export-people')[]) =>
      rolesOf([{ name: 'Clerk', capabilities }])
    await setRoles(database, reader.id, made(['read-cases']))
    await setRoles(database, keeper.id, made(['export-people']))
    expect((await get(reader, '/verifications')).status).toBe(200)
    for (const who of [reader, keeper, support])
      expect((await get(who, '/verifications.csv')).status).toBe(403)
    expect((await get(support, '/verifications')).status).toBe(403)
  })

  test.each(['/withdrawals.csv', '/bank-entries.csv'])(
    'has its like in %s: names of people leave with whoever may keep them alone',
    async (path) => {
      const made = (capabilities: ('read-money' | 'export-people')[]) =>
        rolesOf([{ name: 'Clerk', capabilities }])
      const clerk = await signUpSomebody(app)
      for (const [capabilities, status] of [
        [['read-money'], 403],
        [['export-people'], 403],
        [['read-money', 'export-people'], 200],
      ] as const) {
        await setRoles(database, clerk.id, made([...capabilities]))
        expect((await get(clerk, path)).status).toBe(status)
      }
    },
  )
})
