/** Addresses on TRON that are contracts, or that several people use, are named where staff decide. TRON is a simulator: there is no real node. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { usdtContract } from '../../src/lib/tron-transfers.ts'
import { readLooks } from '../../src/domains/withdrawals/looks.ts'
import { readDetails } from '../../src/domains/withdrawals/details.ts'
import { buildPayoutList, getPayoutList, getPayoutLists } from '../../src/contract/payout-list.ts'
import { createTronWatch } from '../../src/domains/coin-deposits/watch.ts'
import { usdtTerms } from '../../src/domains/content/usdt-terms.ts'
import { routes as payoutListRoutes } from '../../src/domains/payout-lists/routes.ts'
import { readSenders } from '../../src/domains/tron/contracts.ts'
import { readWatch } from '../../src/domains/wallets/queries.ts'
import { ofAllNouns } from '../../src/http/routes.ts'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { callAs, payingParts, withdrawing } from '../support/payouts.ts'
import { payment, someAddress } from '../support/tron-simulator/transactions.ts'
import { testMacKeys } from '../support/stamp.ts'
import { confirmTronAccount, onChain, startTron } from '../support/tron-wallets.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const { simulator, tron, bury } = await startTron()
const wallet = await confirmTronAccount(house)
const anna = await house.person({ role: 'admin' })
const usdt = usdtTerms.parse({ minimum: '1' })
const firm = { name: 'A Sample Firm', sample: true, wallets: [], usdt }
const { parts: common } = payingParts({ ...house, alarms: [] }, null)
const parts = { ...common, firm, tron } as never
const watch = createTronWatch(parts)
const routes = payoutListRoutes(parts, ofAllNouns)
const { approved } = withdrawing(house, await house.person({ role: 'admin' }))
const random = new Random(12)
const strangers = () => tronAddressOf(tronHexOf(someAddress(random)), 'tron-sample')

const call = async (endpoint: Endpoint, input: object = {}) =>
  ((await callAs(routes, endpoint, anna, input)) as any).data
async function lookDeep() {
  bury()
  while (await watch.look()) continue
}
async function investor(from = someAddress(random)): Promise<string> {
  const id = await house.person()
  const amount = 100_000_000n
  const theirs = onChain(await wallet.draw(id))
  simulator.produce(payment({ from, to: theirs, amount }))
  simulator.produce(payment({ from: theirs, to: onChain(wallet.own), amount }))
  await lookDeep()
  return id
}
const looksOf = async (id: string) => (await readLooks(database.pool, [id])).get(id)!
const journal = { pool: database.pool, macKeys: testMacKeys } as never
const textsOf = async (id: string) =>
  Object.fromEntries((await readDetails(journal, id))!.looks.map(({ code, text }) => [code, text]))

beforeAll(async () => {
  await watch.look()
})

describe('an address on TRON', () => {
  test('that is a contract is named on the request, in what waits and on the list that pays it', async () => {
    const ada = await investor()
    const [contract, home] = [strangers(), strangers()]
    simulator.deployAt(onChain(contract))
    const [first, second] = [
      await approved(ada, 1_000n, contract),
      await approved(ada, 2_000n, home),
    ]
    expect(await looksOf(first)).not.toContain('contract_address')
    await lookDeep()
    expect(await looksOf(first)).toContain('contract_address')
    expect(await looksOf(second)).not.toContain('contract_address')
    expect((await textsOf(first)).contract_address).toMatch(/a contract, not a person’s wallet/)
    expect((await call(getPayoutLists)).waiting).toMatchObject([
      { withdrawalId: first, looks: ['contract_address'] },
      { withdrawalId: second, looks: [] },
    ])
    const built: any = await callAs(routes, buildPayoutList, anna, {
      body: { withdrawals: [first, second] },
    })
    const { id } = JSON.parse(built.text).data
    expect((await call(getPayoutList, { params: { id } })).payments).toMatchObject([
      { address: contract, looks: ['contract_address'] },
      { address: home, looks: [] },
    ])
  })

  test('that others use too is named with how many, whether they are paid there or were paid from it', async () => {
    const exchange = strangers()
    const [ada, ben, cleo] = [await investor(), await investor(), await investor(onChain(exchange))]
    const first = await approved(ada, 1_000n, exchange)
    expect(await looksOf(first)).toContain('address_of_another')
    expect((await textsOf(first)).address_of_another).toBe(
      'Another person here uses this address too: perhaps an exchange’s.',
    )
    const second = await approved(ben, 1_000n, exchange)
    expect((await textsOf(second)).address_of_another).toBe(
      '2 other people here use this address too: perhaps an exchange’s.',
    )
    const third = await approved(cleo, 1_000n, exchange)
    expect((await textsOf(third)).address_of_another).toContain('2 other people here use')
  })

  test('is asked about, however many wait that only look like one', async () => {
    const [ada, other] = [await investor(), await house.person()]
    await database.owner.query(
      `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at)
        select gen_random_uuid(), $1, 'bank_transfer', 1, 'Mine', word || n, 'pending', now() from generate_series(1, 60) n, unnest(array['T', '27', '2700 wallet ']) word`,
      [other],
    )
    const contract = strangers()
    simulator.deployAt(onChain(contract))
    const request = await approved(ada, 1_000n, contract)
    await lookDeep()
    expect(await looksOf(request)).toContain('contract_address')
  })

  test('that sent USDT is named to whoever verifies the person: a contract, and how many others it paid', async () => {
    const [pool, exchange] = [someAddress(random), someAddress(random)]
    simulator.deployAt(pool)
    const [ada, ben, cleo] = [
      await investor(pool),
      await investor(exchange),
      await investor(exchange),
    ]
    const found = await readSenders(database.pool, [ada, ben, cleo, anna])
    expect([...found]).toEqual(
      expect.arrayContaining([
        [ada, { isContract: true, others: 0 }],
        [ben, { isContract: false, others: 1 }],
        [cleo, { isContract: false, others: 1 }],
      ]),
    )
    expect(found.has(anna)).toBe(false)
  })

  test('is asked about again where the node didn’t answer or it was no contract a day ago, and money goes on', async () => {
    const later = someAddress(random)
    simulator.setLie((path, truth) => (path.endsWith('/getaccount') ? { Error: 'busy' } : truth))
    const ada = await investor(later)
    expect((await readWatch(database.pool, 'USDT'))!.fault).toBeNull()
    expect((await house.balances(ada)).cash).toBe(10_000n)
    simulator.setLie((path, truth) =>
      path.endsWith('/getaccount') ? { address: tronHexOf(someAddress(random)) } : truth,
    )
    const home = strangers()
    const request = await approved(ada, 1_000n, home)
    await lookDeep()
    const asked = async () =>
      (
        await database.pool.query(
          'select is_contract as "isContract" from chain.tron_accounts where address = $1',
          [home],
        )
      ).rows
    expect(await asked()).toEqual([])
    simulator.setLie(null)
    await lookDeep()
    expect(await asked()).toEqual([{ isContract: false }])
    simulator.deployAt(onChain(home))
    await lookDeep()
    expect(await looksOf(request)).not.toContain('contract_address')
    await database.owner.query(
      `update chain.tron_accounts set asked_at = asked_at - interval '25 hours'`,
    )
    await lookDeep()
    expect(await looksOf(request)).toContain('contract_address')
  })
})

describe('an address of which nobody has the key', async () => {
  const app = await createTestApp(await createTestDatabase())
  const { token } = await signUpSomebody(app)
  const lost = [tronHexOf(usdtContract), `41${'0'.repeat(40)}`].flatMap((script) => [
    ...(['tron', 'tron-sample'] as const).map((network) => tronAddressOf(script, network)),
    script,
  ])

  test.each(lost)('%s is refused where it is entered', async (bankNumber) => {
    for (const path of ['/requestWithdrawal', '/destinations']) {
      const { status, body } = await ask(app, 'POST', `${api}${path}`, {
        token,
        headers: { 'idempotency-key': randomUUID() },
        payload: {
          ...(path === '/requestWithdrawal'
            ? { amount: '10', bankName: 'Mine' }
            : { name: 'Mine' }),
          type: 'bank_transfer',
          bankNumber,
        },
      })
      expect([path, status, body.fields?.bankNumber]).toEqual([
        path,
        400,
        expect.stringContaining('Nobody has the key of this address'),
      ])
    }
  })
})
