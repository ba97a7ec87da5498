/** D8: an address is shown only where the chain is seen, and only as its wallet has it; behind a restore none is drawn twice. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keepWatch } from '../../src/domains/wallets/queries.ts'
import { createSeen } from '../../src/domains/payout-blocks/seen.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'
import { regtestWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const { wallet } = regtestWallet(31)
const { network, descriptor } = wallet
const rates = ratesOf(null)
const bitcoin = {
  network,
  descriptor,
  node: bitcoinNodeAt('http://127.0.0.1:9/', 500),
  rates,
}
const folder = await newFolder()
const seen = createSeen({
  pool: database.pool,
  desk: house.desk,
  config: { dataFolder: join(folder, 'data') },
  log: { error() {}, warn() {} },
})
const [without, app] = [
  await createTestApp(database),
  await createTestApp(database, { bitcoin, seen } as never),
]

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
const post = (who: Somebody, path: string, payload: object = {}, at = app) =>
  ask(at, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })
const mine = async (who: Somebody, at = app) =>
  (await ask(at, 'GET', `${api}/coin-deposits`, { token: who.token })).body.data.bitcoin

const [anna, ben] = [await signUpSomebody(app), await signUpSomebody(app)]
for (const { id } of [anna, ben]) await setRole(database, id, 'admin')
const ada = await signUpSomebody(app)

/** As a worker leaves it that has just looked. */
const look = (fault: string | null = null) =>
  keepWatch(database.pool, 'BTC', {
    fault,
    unknown: null,
    rate: null,
    rateSources: null,
    rateAt: null,
    rateFault: null,
    refused: 0,
  })

describe('an address of one’s own', () => {
  test('isn’t had where the firm takes no bitcoin', async () => {
    expect(await mine(ada, without)).toBeNull()
    const { status, body } = await post(ada, '/wallets/addresses', {}, without)
    expect([status, body.code]).toEqual([404, 'no_bitcoin'])
  })

  test('isn’t had before two have compared the wallet and the chain is read', async () => {
    const refused = async () => {
      const { status, body } = await post(ada, '/wallets/addresses')
      expect([status, body.code]).toEqual([409, 'no_address'])
      return body.detail as string
    }
    expect(await refused()).toMatch(/has not been confirmed by two/)
    const { address } = placeAt(wallet, 'people', 0)
    for (const one of [anna, ben])
      expect((await post(one, '/wallets/comparisons', { address })).status).toBeLessThan(300)
    expect(await refused()).toMatch(/can’t see the Bitcoin network/)
    await database.pool.query(
      `insert into chain.beginning (height, hash) values (0, '${'a'.repeat(64)}')`,
    )
    await look('The Bitcoin node can’t be reached.')
    expect(await refused()).toMatch(/can’t see the Bitcoin network/)
    await look()
    const drawn = await post(ada, '/wallets/addresses')
    expect([drawn.status, drawn.body.data.address]).toEqual([
      201,
      placeAt(wallet, 'people', 1).address,
    ])
    expect((await mine(ada)).address).toEqual({
      address: drawn.body.data.address,
      uri: `bitcoin:${drawn.body.data.address}`,
    })
  })

  test('isn’t shown while nobody looks at the chain', async () => {
    await look()
    await database.owner.query(
      `update chain.watch set looked_at = looked_at - interval '10 minutes'`,
    )
    expect(await mine(ada)).toMatchObject({
      address: null,
      closed: expect.stringContaining('can’t see the Bitcoin network'),
    })
    await look()
    expect((await mine(ada)).address).not.toBeNull()
  })

  test('isn’t shown where somebody has changed its row', async () => {
    const { address, script } = placeAt(wallet, 'people', 700)
    const change = (to: { address: string; script: string }) =>
      database.owner.query(
        'update wallet_addresses set address = $2, script = $3 where owner_id = $1',
        [ada.id, to.address, to.script],
      )
    await change({ address, script })
    expect(await mine(ada)).toMatchObject({
      address: null,
      closed: expect.stringContaining('is being checked'),
    })
    await change(placeAt(wallet, 'people', 1))
    expect((await mine(ada)).address).not.toBeNull()
  })

  test('is drawn for nobody else after a restore that has forgotten whose it was', async () => {
    const { rows } = await database.owner.query<{ next: number }>(
      'select next_index as next from wallets',
    )
    const next = rows[0]!.next
    await seen.look()
    // As the books were before the last one was drawn.
    await database.owner.query(
      `begin; set local session_replication_role = replica;
       delete from wallet_addresses where index = ${next - 1}; update wallets set next_index = ${next - 1}; commit`,
    )
    await believe(database.owner, 'wallets')
    const later = await signUpSomebody(app)
    const drawn = await post(later, '/wallets/addresses')
    expect(drawn.body.data.address).toBe(placeAt(wallet, 'people', next).address)
    const { rows: reserved } = await database.owner.query(
      `select owner.role from wallet_addresses join owners owner on owner.id = owner_id where index = $1`,
      [next - 1],
    )
    expect(reserved).toEqual([{ role: 'firm' }])
  })
})
