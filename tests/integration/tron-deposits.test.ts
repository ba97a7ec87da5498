/** D1, D2, D5: USDT that arrives at a person's address on a simulated TRON is credited once, by what the node itself says. There is no real node. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { firm as firmsId } from '../../src/ledger/core/chart.ts'
import { compareDue } from '../../src/domains/comparisons/due.ts'
import { readUsdtPosition, whyUsdtDiffers } from '../../src/domains/coin-exchanges/usdt.ts'
import { usdtTerms } from '../../src/domains/content/usdt-terms.ts'
import { createTronWatch } from '../../src/domains/coin-deposits/watch.ts'
import { readWatch } from '../../src/domains/wallets/queries.ts'
import type { Rates } from '../../src/platform/bitcoin/rates.ts'
import { tronNodeAt, type TronNode } from '../../src/platform/tron/node.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { listOf, loadText } from '../support/listed.ts'
import { runAudit } from '../support/run-audit.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'
import { confirmTronAccount, onChain, startTron, tronAccount } from '../support/tron-wallets.ts'
import { startTronSimulator } from '../support/tron-simulator/tron-simulator.ts'
import {
  impostors,
  payment,
  payments,
  someAddress,
  withMemo,
} from '../support/tron-simulator/transactions.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const { simulator, tron, bury } = await startTron()
const wallet = await confirmTronAccount(house)

const usdt = usdtTerms.parse({ minimum: '10', explorer: 'https://explorer.example/tx/{txid}' })
type Facts = { terms?: typeof usdt; rates?: Rates; second?: TronNode | null }
const log = { warn() {}, error() {} } as never
const watchOf = ({ terms = usdt, rates = tron.rates, second = null }: Facts = {}) =>
  createTronWatch({
    pool: database.pool as never,
    desk: house.desk,
    firm: { name: 'A Sample Firm', sample: true, wallets: [], usdt: terms },
    log,
    tron: { ...tron, rates, second },
  })
const watch = watchOf()

const stranger = someAddress(new Random(5))
const to = (address: string, dollars: number) => ({
  from: stranger,
  to: onChain(address),
  amount: BigInt(Math.round(dollars * 1e6)),
})
const cashOf = async (id: string) => (await house.balances(id)).cash ?? 0n
async function investor() {
  const id = await house.person()
  return { id, address: await wallet.draw(id) }
}
/** What is in the last block is read, and booked. */
async function lookDeep(looking = watch): Promise<void> {
  bury()
  await looking.look()
}
const firm = { name: 'A Sample Firm', sample: true, wallets: [], usdt }
const heldItems = async () =>
  (await readUsdtPosition(database.pool as never, usdt)).items.map(({ kind, quantity }) => ({
    kind,
    quantity,
  }))
const refused = async () => (await readWatch(database.pool, 'USDT'))!.refused

beforeAll(async () => {
  await watch.look()
})

describe('USDT that arrives on a simulated TRON', () => {
  test('is credited in dollars once its block stays and is deep enough, and never again', async () => {
    const ada = await investor()
    simulator.produce(payment(to(ada.address, 250.5)))
    simulator.produceEmpty(19 + 19)
    await watch.look()
    expect(await cashOf(ada.id)).toBe(0n)
    simulator.produce()
    await watch.look()
    expect(await cashOf(ada.id)).toBe(25_050n)
    await Promise.all([watch.look(), watchOf().look()])
    await Promise.all([lookDeep(), lookDeep(watchOf())])
    expect(await cashOf(ada.id)).toBe(25_050n)
    const books = await house.balances(firmsId)
    expect([books['client-wallet-usdt'], books['exchange-usdt'], books['exchange-usd']]).toEqual([
      -250_500_000n,
      250_500_000n,
      -25_050n,
    ])
  })

  test('is one credit for each of several transfers of one transaction', async () => {
    const [ben, cleo] = [await investor(), await investor()]
    simulator.produce(
      payments(to(ben.address, 20), to(ben.address, 30), to(cleo.address, 40), {
        from: stranger,
        to: stranger,
        amount: 1n,
      }),
    )
    await lookDeep()
    expect([await cashOf(ben.id), await cashOf(cleo.id)]).toEqual([5_000n, 4_000n])
  })

  test.each(Object.entries(impostors))('is not %s', async (_, impostor) => {
    const { id, address } = await investor()
    simulator.produce(impostor(to(address, 500)))
    await lookDeep()
    expect(await cashOf(id)).toBe(0n)
  })

  test('is credited to whoever has the address, whatever its memo says of somebody else', async () => {
    const [ada, ben] = [await investor(), await investor()]
    const { rows } = await database.owner.query<{ account_id: string }>(
      'select account_id from owners where id = $1',
      [ben.id],
    )
    const before = await house.balances(firmsId)
    for (const memo of [ben.id, ben.address, rows[0]!.account_id, `credit ${ben.id}; ${stranger}`])
      simulator.produce(withMemo(payment(to(ada.address, 25)), memo))
    // To nobody here, in somebody's name.
    simulator.produce(withMemo(payment({ ...to(ben.address, 500), to: stranger }), ben.id))
    await lookDeep()
    expect([await cashOf(ada.id), await cashOf(ben.id)]).toEqual([10_000n, 0n])
    const { suspense = 0n } = await house.balances(firmsId)
    expect(suspense).toBe(before.suspense ?? 0n)
  })

  test('below the smallest amount waits for its owner, never for others, until all of it is enough', async () => {
    const [ada, ben] = [await investor(), await investor()]
    for (const one of [ada, ben, ada]) {
      simulator.produce(payment(to(one.address, 4)))
      await lookDeep()
    }
    expect([await cashOf(ada.id), await cashOf(ben.id)]).toEqual([0n, 0n])
    expect(await heldItems()).toContainEqual({ kind: 'below-minimum', quantity: 12_000_000n })
    simulator.produce(payment(to(ada.address, 2)))
    await lookDeep()
    expect([await cashOf(ada.id), await cashOf(ben.id)]).toEqual([1_000n, 0n])
    simulator.produce(payment(to(ben.address, 60)))
    await lookDeep()
    expect(await cashOf(ben.id)).toBe(6_400n)
  })

  test('is kept below the smallest amount, and credited once more has come', async () => {
    const { id, address } = await investor()
    simulator.produce(payment(to(address, 4)))
    await lookDeep()
    expect(await cashOf(id)).toBe(0n)
    simulator.produce(payment(to(address, 6)))
    await lookDeep()
    expect(await cashOf(id)).toBe(1_000n)
  })

  test('waits for a rate, and beyond what the firm holds at once', async () => {
    const { id, address } = await investor()
    simulator.produce(payment(to(address, 100)))
    const none = { now: () => Promise.resolve({ reason: 'apart', says: 'None.' } as const) }
    await lookDeep(watchOf({ rates: none }))
    await watchOf({ terms: { ...usdt, positionLimit: 1_000n } }).look()
    expect(await cashOf(id)).toBe(0n)
    await watch.look()
    expect(await cashOf(id)).toBe(10_000n)
  })

  test('of somebody who has left waits in suspense', async () => {
    const { id, address } = await investor()
    await house.run('CloseUser', { user: id }, await house.person({ role: 'admin' }))
    simulator.produce(payment(to(address, 100)))
    await lookDeep()
    const { rows } = await database.owner.query(
      `select status, coin, owner_id from coin_deposits where amount = 10000 and owner_id is null`,
    )
    expect(rows).toEqual([{ status: 'suspense', coin: 'USDT', owner_id: null }])
    expect((await house.balances(firmsId)).suspense).toBe(10_000n)
  })

  test('is not credited by what somebody wrote into a row of the chain', async () => {
    const { id, address } = await investor()
    const one = payment(to(address, 100))
    simulator.produce(one)
    bury()
    const without = watchOf({
      rates: { now: () => Promise.resolve({ reason: 'apart', says: '' }) },
    })
    await without.look()
    const write = (amount: number) =>
      database.owner.query('update chain.tron_transfers set amount = $2 where txid = $1', [
        one.txid,
        amount,
      ])
    await write(900_000_000)
    await watch.look()
    expect([await cashOf(id), await refused()]).toEqual([0n, 1])
    await write(100_000_000)
    await watch.look()
    expect([await cashOf(id), await refused()]).toEqual([10_000n, 0])
  })

  test('is nowhere credited where the address isn’t the one of its place in the account', async () => {
    const [dora, emil] = [await investor(), await investor()]
    const script = async (address: string) =>
      (
        await database.owner.query('select script from wallet_addresses where address = $1', [
          address,
        ])
      ).rows[0].script as string
    const [theirs, its] = [await script(dora.address), await script(emil.address)]
    const set = (address: string, to: string) =>
      database.owner.query('update wallet_addresses set script = $2 where address = $1', [
        address,
        to,
      ])
    await set(emil.address, `41${'ee'.repeat(20)}`)
    await set(dora.address, its)
    simulator.produce(payment(to(emil.address, 70)))
    await lookDeep()
    expect([await cashOf(dora.id), await cashOf(emil.id), await refused()]).toEqual([0n, 0n, 1])
    await set(dora.address, theirs)
    await set(emil.address, its)
    await watch.look()
    expect([await cashOf(dora.id), await cashOf(emil.id), await refused()]).toEqual([0n, 7_000n, 0])
  })

  test('is credited to nobody where the address became somebody else’s, or was never drawn', async () => {
    const [dora, emil] = [await investor(), await investor()]
    const write = (text: string) =>
      database.owner.query(`begin; set local session_replication_role = replica; ${text}; commit`)
    const give = (owner: string) =>
      write(`update wallet_addresses set owner_id = '${owner}' where address = '${dora.address}'`)
    const ida = await house.person()
    await give(ida)
    simulator.produce(payment(to(dora.address, 80)))
    await lookDeep()
    expect([await cashOf(dora.id), await cashOf(ida)]).toEqual([0n, 0n])
    await give(dora.id)
    const number = async (from: string, to: string) =>
      write(`update wallet_addresses set id = '${to}' where id = '${from}'`)
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from wallet_addresses where address = $1',
      [emil.address],
    )
    const [drawn, forged] = [rows[0]!.id, randomUUID()]
    await number(drawn, forged)
    simulator.produce(payment(to(emil.address, 90)))
    await lookDeep()
    expect([await cashOf(dora.id), await cashOf(emil.id)]).toEqual([8_000n, 0n])
    await number(forged, drawn)
    await watch.look()
    expect(await cashOf(emil.id)).toBe(9_000n)
  })

  test('is never taken away again', async () => {
    const { rows } = await database.owner.query<{ id: string }>(
      `select id from coin_deposits where status = 'booked' limit 1`,
    )
    const reply = await house.run('ReverseDeposit', { deposit: rows[0]!.id }, null)
    expect([reply.outcome, reply.text]).toEqual([
      'nothing_to_change',
      expect.stringContaining('never taken away'),
    ])
  })

  test('is held against the chain, and whatever lies between is named', async () => {
    const position = () => readUsdtPosition(database.pool as never, usdt)
    const before = await position()
    expect([whyUsdtDiffers(before), before.difference]).toEqual([null, 0n])
    const { address } = await investor()
    const own = { from: stranger, to: onChain(wallet.own), amount: 3_000_000n }
    const inside = { from: onChain(address), to: onChain(wallet.own), amount: 1_000_000n }
    simulator.produce(payment(to(address, 2)), payment(own), payment(inside))
    await lookDeep()
    const between = await position()
    expect(between).toMatchObject({
      difference: 0n,
      chain: before.chain + 5_000_000n,
      books: before.books,
    })
    expect(between.items.map(({ kind, quantity }) => [kind, quantity])).toEqual(
      expect.arrayContaining([['own-address', 3_000_000n]]),
    )
    expect(whyUsdtDiffers(between)).toBeNull()
    const gone = [
      payment({ from: onChain(wallet.own), to: stranger, amount: 2_500_000n }),
      payment({ from: onChain(address), to: stranger, amount: 500_000n }),
    ]
    simulator.produce(...gone)
    await lookDeep()
    const left = await position()
    expect(left).toMatchObject({ difference: 0n, chain: before.chain + 2_000_000n })
    for (const [n, { txid }] of gone.entries())
      expect(whyUsdtDiffers(left)).toContain(
        `${['2.5', '0.5'][n]} USDT left the wallet by ${txid}, which no batch and no booked sale knows.`,
      )
    await database.owner.query(
      `delete from chain.tron_transfers where txid = (select txid from coin_deposits where coin = 'USDT' limit 1)`,
    )
    expect(whyUsdtDiffers(await position())).toMatch(/was credited by [0-9a-f]{64}, which is in no/)
  })

  test('is all of what the books have, and decided again alike', async () => {
    const { rows } = await database.owner.query(
      `select sum(quantity)::text as credited from coin_deposits where coin = 'USDT'`,
    )
    const books = await house.balances(firmsId)
    expect(books['client-wallet-usdt']).toBe(-BigInt(rows[0].credited as string))
    expect(await runAudit(database, '--replay')).toMatchObject({ code: 0 })
  })
})

describe('the page', () => {
  const at = async () =>
    createTestApp(database, { tron, firm: { name: 'F', sample: true, wallets: [], usdt } } as never)

  test('has an address of this person’s and what arrived there', async () => {
    const app = await at()
    const nora = await signUpSomebody(app)
    const mine = async () =>
      (await ask(app, 'GET', `${api}/coin-deposits`, { token: nora.token })).body.data
    await watch.look()
    expect(await mine()).toMatchObject({ bitcoin: null, usdt: { address: null, closed: null } })
    const drawn = await ask(app, 'POST', `${api}/wallets/addresses`, {
      token: nora.token,
      payload: { coin: 'USDT' },
      headers: { 'idempotency-key': randomUUID() },
    })
    const { address } = drawn.body.data
    expect([drawn.status, address]).toEqual([201, expect.stringMatching(/^27/)])
    const small = payment(to(address, 5))
    simulator.produce(small)
    await lookDeep()
    expect((await mine()).usdt).toMatchObject({
      network: 'tron-sample',
      address: { address, uri: address },
      minimum: '10',
      deposits: [{ state: 'held-up', heldUpBy: 'minimum', coins: '5', txid: small.txid }],
    })
    simulator.produce(payment(to(address, 7.25)))
    await lookDeep()
    expect((await mine()).usdt.deposits).toMatchObject([
      { state: 'credited', coins: '7.25', amount: 7.25, rate: 1 },
      {
        state: 'credited',
        coins: '5',
        amount: 5,
        explorer: `https://explorer.example/tx/${small.txid}`,
      },
    ])
  })

  test('shows no address that isn’t the one of its place, and none while the chain isn’t seen', async () => {
    const app = await at()
    const nora = await signUpSomebody(app)
    await ask(app, 'POST', `${api}/wallets/addresses`, {
      token: nora.token,
      payload: { coin: 'USDT' },
      headers: { 'idempotency-key': randomUUID() },
    })
    const mine = async () =>
      (await ask(app, 'GET', `${api}/coin-deposits`, { token: nora.token })).body.data.usdt
    const set = (address: string) =>
      database.owner.query('update wallet_addresses set address = $2 where owner_id = $1', [
        nora.id,
        address,
      ])
    const { address } = (await mine()).address
    await set('27ZCnZgvFSu4mXTYYSrJHLstaBusLB8eF5b')
    expect(await mine()).toMatchObject({
      address: null,
      closed: expect.stringContaining('is being checked'),
    })
    await set(address)
    simulator.setLie(() => '{}')
    await watch.look()
    expect(await mine()).toMatchObject({
      address: null,
      closed: expect.stringContaining('can’t see the TRON network'),
    })
    simulator.setLie(null)
    await watch.look()
    expect((await mine()).address.address).toBe(address)
  })

  test('of a firm that takes none says so', async () => {
    const app = await createTestApp(database)
    const nora = await signUpSomebody(app)
    const { status, body } = await ask(app, 'POST', `${api}/wallets/addresses`, {
      token: nora.token,
      payload: { coin: 'USDT' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([status, body.code]).toEqual([404, 'no_usdt'])
  })

  test('of an administrator compares the account beside the wallet of bitcoin', async () => {
    const app = await at()
    const anna = await signUpSomebody(app)
    await setRole(database, anna.id, 'admin')
    const { body } = await ask(app, 'GET', `${api}/wallets`, { token: anna.token })
    expect(body.data).toMatchObject({
      current: null,
      earlier: [],
      usdt: {
        current: { ...tronAccount(), status: 'confirmed', threshold: 1 },
        watching: { fault: null, rate: 1 },
      },
    })
    const compared = await ask(app, 'POST', `${api}/wallets/comparisons`, {
      token: anna.token,
      payload: { coin: 'USDT', address: 'elsewhere' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(compared.body.code).toBe('signer_differs')
  })
})

describe('USDT from an address on a list under sanctions', () => {
  test('is not credited before two have said that it is somebody else’s, and what others send is', async () => {
    const [ada, ben] = [await investor(), await investor()]
    const sender = someAddress(new Random(77))
    await loadText(database, listOf([{ name: 'Sanctioned Wallet', address: sender }]))
    const parts = { pool: database.pool, desk: house.desk, macKeys: testMacKeys, firm }
    const compare = () => compareDue(parts as never)
    simulator.produce(payment({ ...to(ada.address, 300), from: sender }))
    simulator.produce(payment(to(ben.address, 50)))
    await lookDeep()
    expect([await cashOf(ada.id), await cashOf(ben.id)]).toEqual([0n, 5_000n])
    expect(await heldItems()).toContainEqual({ kind: 'checked', quantity: 300_000_000n })
    await compare()
    await lookDeep()
    expect(await cashOf(ada.id)).toBe(0n)
    const checksNow = async () =>
      (
        await database.owner.query(
          `select id, status from checks where owner_id = $1 order by begun_at`,
          [ada.id],
        )
      ).rows
    const [check] = await checksNow()
    expect(check).toMatchObject({ status: 'open' })
    const [one, two] = [
      await house.person({ role: 'admin' }),
      await house.person({ role: 'admin' }),
    ]
    const answer = { isAsRecorded: true }
    const decision = { check: check.id, ends: true, reason: 'Another’s address', answer }
    const proposed = await house.run('ProposeCheckDecision', decision, one)
    const agreed = agreementTo(proposed, answer)
    expect((await house.run('AgreeToProposal', agreed, two)).outcome).toBe('done')
    await compare()
    await lookDeep()
    expect(await cashOf(ada.id)).toBe(30_000n)
    await database.owner.query('delete from screening_lists')
  })
})

describe('a node of a thief’s', () => {
  test('that invents a payment credits nothing where a second node hasn’t it', async () => {
    const { id, address } = await investor()
    const other = await startTronSimulator({ network: 'tron-sample' })
    other.produceEmpty(simulator.heights().head - other.heights().head)
    const second = tronNodeAt(other.url, 'tron-sample', 2_000)
    const doubting = watchOf({ second })
    simulator.produce(payment(to(address, 900)))
    other.produceEmpty(1)
    bury()
    other.produceEmpty(39)
    await doubting.look()
    expect([await cashOf(id), await refused()]).toEqual([0n, 1])
    await watch.look()
    expect(await cashOf(id)).toBe(90_000n)
  })
})
