/** Nobody sets what is the server's to know: every name of the database, added to every body. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { fullPath, ofStaff, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { matrix, type Row } from '../roles/matrix.ts'
import { createTestDatabase } from '../support/database.ts'
import { digestOf } from '../support/digest.ts'
import { everything } from '../support/extent.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
const app = await createTestApp(database)
const admin = await signUpSomebody(app)
await house.run('CreditPlayMoney', { owner: admin.id, amount: 5_000_00n, asset: 'BTC' }, admin.id)
await setRole(database, admin.id, 'admin')
const auditor = await signUpSomebody(app)
await setRole(database, auditor.id, 'auditor')

const { rows } = await database.owner.query<{ column_name: string }>(
  `select distinct column_name from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')`,
)
const columns = rows.map(({ column_name: name }) => name)
const camelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const words = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'isAdmin',
  'admin',
  'accountBalance',
  'referredBy',
  'emailVerified',
  '$where',
  '',
]
const names = [...new Set([...columns, ...columns.map(camelCase), ...words])]

/** The fields that a body may have, of every kind it may be of. */
function fieldsOf(schema: z.ZodType | undefined): Set<string> {
  if (!schema) return new Set()
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    anyOf?: { properties?: object }[]
    oneOf?: { properties?: object }[]
  }
  return new Set(
    [json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].flatMap(({ properties }) =>
      Object.keys(properties ?? {}),
    ),
  )
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const filled = (text: string) =>
  text
    .replaceAll('{plan}', plans.starter)
    .replaceAll('{accountId}', admin.user.accountId)
    .replaceAll('{email}', admin.email)
    .replaceAll('{unused email}', 'unused@people.example')
    .replaceAll('{today}', dayIn(0))
    .replaceAll('{in a year}', dayIn(365))
    .replaceAll(/\{[a-z ]+\}/g, () => randomUUID())

const changes = Object.entries<Endpoint>(endpoints)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name, endpoint], at) => ({
    name,
    at,
    endpoint,
    row: matrix[name as keyof typeof endpoints] as Row,
  }))
  // The bytes of a file have no fields.
  .filter(({ row }) => !row.picture)

/** Those that are no column's everywhere, of the others a quarter each: another one at the next endpoint. */
const triedAt = (at: number) =>
  names.filter((name, nth) => everything || words.includes(name) || nth % 4 === at % 4)

describe('A13: no name of the database is taken from a body', () => {
  test.each(changes)('by $name', async ({ at: nth, endpoint, row }) => {
    const path = Object.entries(row.params ?? {}).reduce(
      (url, [name, value]) => url.replace(`:${name}`, filled(value)),
      fullPath(endpoint),
    )
    const body = filled(JSON.stringify(row.body ?? {}))
    const known = fieldsOf(endpoint.body)
    if (row.body) expect(known.size).toBeGreaterThan(0)
    const before = await digestOf(database)
    for (const [at, name] of triedAt(nth)
      .filter((one) => !known.has(one))
      .entries()) {
      const value = at % 2 === 0 ? '"admin"' : '{"role":"admin"}'
      const added = body.replace(
        /^\{(?=(.?))/,
        (_, next) => `{${JSON.stringify(name)}:${value}${next === '}' ? '' : ','}`,
      )
      const reply = await ask(app, endpoint.method as 'POST', path, {
        token: (ofStaff(endpoint) === 'draw-samples' ? auditor : admin).token,
        payload: added,
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      })
      expect([reply.status, reply.body.fields], added).toEqual([
        400,
        { [name]: `Unknown field: ${name}` },
      ])
    }
    expect(await digestOf(database)).toEqual(before)
  })

  test('that list has what matters most', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'role',
        'status',
        'email',
        'owner',
        'credits',
        'version',
        'hash',
        'fullName',
        'referralCode',
      ]),
    )
    expect(names.length).toBeGreaterThan(150)
  })

  test('and nothing has seeped into the objects of the server', async () => {
    const polluted = {
      payload: `{"email":"a@people.example","password":"x","__proto__":{"polluted":1}}`,
      headers: { 'content-type': 'application/json' },
    }
    await ask(app, 'POST', `${api}/login`, polluted)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
