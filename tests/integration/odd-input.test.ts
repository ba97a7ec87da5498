/** Days that no calendar has, numbers that no column holds, positions of other lists: over every parameter of every address. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { oddCursors, oddValues } from '../../proofs/fuzz/broken.ts'
import { matrix, type Row } from '../roles/matrix.ts'
import { createTestDatabase } from '../support/database.ts'
import { everything } from '../support/extent.ts'
import { createHouse, seedPlans } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 10_000_00n, corrections: 10_000_00n })
const app = await createTestApp(database)
const somebody = await signUpSomebody(app)
await house.run(
  'CreditPlayMoney',
  { owner: somebody.id, amount: 10_000_00n, asset: 'BTC' },
  somebody.id,
)
await house.run(
  'OpenInvestment',
  { owner: somebody.id, planId: plans.starter, amount: 100_00n, acceptedRiskVersion: 1 } as never,
  somebody.id,
)
await setRole(database, somebody.id, 'admin')

const reading = Object.entries<Endpoint>(endpoints).filter(
  ([, { method, reply }]) =>
    method === 'GET' && !('media' in reply && reply.media === 'text/event-stream'),
)

function queryOf({ query }: Endpoint): string[] {
  if (!query) return []
  const { properties } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  return Object.keys(properties ?? {})
}

const paramsOf = (endpoint: Endpoint) =>
  [...fullPath(endpoint).matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** What a parameter is when another one is the odd one. */
const ordinary: Record<string, string> = {
  file: '2026-01.pdf',
  figure: 'account-balance',
  accountId: somebody.user.accountId,
}
const pathOf = (endpoint: Endpoint, odd: Record<string, string> = {}) =>
  fullPath(endpoint).replaceAll(
    /:(\w+)/g,
    (_, name: string) => odd[name] ?? encodeURIComponent(ordinary[name] ?? somebody.id),
  )

/** In an order that a list may be sorted by, since a position means another thing in each. */
function sortsOf({ query }: Endpoint): string[] {
  const { properties } = query
    ? (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, { enum?: string[] }>
      })
    : {}
  const sorts = (properties?.sort?.enum ?? []).filter((sort) => everything || !sort.startsWith('-'))
  return ['', ...sorts.map((sort) => `&sort=${sort}`)]
}

const values = oddValues.map((value) => encodeURIComponent(value))
const pathsOf = (endpoint: Endpoint) =>
  paramsOf(endpoint).flatMap((name) => values.map((value) => pathOf(endpoint, { [name]: value })))
const changing = Object.entries<Endpoint>(endpoints).filter(
  ([, endpoint]) => endpoint.method !== 'GET' && paramsOf(endpoint).length > 0,
)

function addressesOf(endpoint: Endpoint): string[] {
  const fields = queryOf(endpoint)
  return [
    ...fields.flatMap((name) => values.map((value) => `${pathOf(endpoint)}?${name}=${value}`)),
    ...(fields.includes('cursor')
      ? sortsOf(endpoint).flatMap((sort) =>
          oddCursors.map((cursor) => `${pathOf(endpoint)}?cursor=${cursor}${sort}`),
        )
      : []),
    ...pathsOf(endpoint),
  ]
}

/** A few at a time: how many at once are taken is asked elsewhere. */
async function faultsOf(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  paths: string[],
  payload?: object,
) {
  const left = paths.values()
  const faults: { path: string; status: number }[] = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const path of left) {
        const { status } = await ask(app, method, path, {
          token: somebody.token,
          ...(payload ? { payload } : {}),
        })
        if (status >= 500) faults.push({ path, status })
      }
    }),
  )
  return faults
}

describe('I16: odd parameters', () => {
  test.each(
    reading.filter(([, endpoint]) => queryOf(endpoint).length + paramsOf(endpoint).length > 0),
  )('of %s are answered or refused, and never a fault of the server', async (_, endpoint) => {
    expect(await faultsOf('GET', addressesOf(endpoint))).toEqual([])
  })

  test.each(changing)('in the path of %s', async (name, endpoint) => {
    expect(
      await faultsOf(
        endpoint.method,
        pathsOf(endpoint),
        (matrix as Record<string, Row>)[name]!.body,
      ),
    ).toEqual([])
  })

  test('a day that no calendar has is no position in a list', async () => {
    const cursor = Buffer.from(JSON.stringify(['2026-02-30T00:00:00.000Z', somebody.id])).toString(
      'base64url',
    )
    for (const list of [
      '/investments',
      '/withdrawals',
      '/users',
      '/getAllWithdrawals',
      '/proposals',
      '/audit',
    ]) {
      const reply = await ask(app, 'GET', `${api}${list}?cursor=${cursor}`, {
        token: somebody.token,
      })
      expect([list, reply.status, reply.body.fields]).toEqual([
        list,
        400,
        { cursor: 'This cursor was not issued by this server' },
      ])
    }
  })

  test('the last month that can be written has no statement', async () => {
    for (const month of ['9998-12', '9999-12']) {
      const reply = await ask(app, 'GET', `${api}/statements/${month}.pdf`, {
        token: somebody.token,
      })
      expect([month, reply.status, reply.body.code]).toEqual([month, 404, 'unknown_statement'])
    }
  })
})
