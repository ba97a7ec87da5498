/** D5: a TRON node proves itself before anything is credited or paid by what it says; each proof that fails alone has its line, and stops USDT. */
import { describe, expect, test, vi } from 'vitest'
import { createTronWatch } from '../../src/domains/coin-deposits/watch.ts'
import { usdtTerms } from '../../src/domains/content/usdt-terms.ts'
import { readWatch } from '../../src/domains/wallets/queries.ts'
import { tronNodeAt } from '../../src/platform/tron/node.ts'
import { createProving, proveTron, type KnownPayment } from '../../src/platform/tron/proofs.ts'
import { Random } from '../../proofs/simulation/random.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { startTronSimulator, type Lie } from '../support/tron-simulator/tron-simulator.ts'
import { payment, someAddress } from '../support/tron-simulator/transactions.ts'
import { confirmTronAccount, onChain, startTron } from '../support/tron-wallets.ts'

const random = new Random(21)
const simulator = await startTronSimulator()
const paid = { from: someAddress(random), to: someAddress(random), amount: 12_500_000n }
const seen = payment(paid)
simulator.produce(seen)
simulator.produceEmpty(60)
const node = tronNodeAt(simulator.url, 'tron', 1_000)
/** Another door to the same chain. */
const second = tronNodeAt(simulator.url, 'tron', 1_000)
const known: KnownPayment = { txid: seen.txid, ...paid }
const whole = { node, second, known }

type Sent = { block_header: { raw_data: object } }
const minute = 60_000
const at =
  (path: string, change: (truth: Sent) => unknown): Lie =>
  (asked, truth) =>
    asked === path ? change(truth as Sent) : truth
const solidAt = (ms: number) =>
  at('/walletsolidity/getnowblock', (truth) => ({
    ...truth,
    block_header: { raw_data: { ...truth.block_header.raw_data, timestamp: Date.now() + ms } },
  }))
const constant = (called: string, change: object | string): Lie => {
  const path = '/walletsolidity/triggerconstantcontract'
  return (asked, truth, { function_selector: selector }) => {
    if (asked !== path || selector !== called) return truth
    const changed = typeof change === 'string' ? { constant_result: [change] } : change
    return { ...(truth as object), ...changed }
  }
}
const word = (digits: string) => digits.padStart(64, '0')
const text = (value: string) =>
  word('20') + word(value.length.toString(16)) + Buffer.from(value).toString('hex').padEnd(64, '0')

const [network, goesOn, contract] = [
  'A TRON node of the right network',
  'A TRON node whose chain goes on',
  'A TRON node that has the contract of USDT',
]

/** What fails where the node lies in just that. */
const liesAlone: [what: string, is: string, lie: Lie, found: RegExp][] = [
  [
    network,
    'another one',
    (path, truth, { num }) =>
      path.endsWith('getblockbynum') && num === 0
        ? { ...(truth as object), blockID: `0000000000000000${'d6'.repeat(24)}` }
        : truth,
    /is not on the main network/,
  ],
  [network, 'a node that is busy', (_, t, __, r) => ((r.statusCode = 429), t), /is busy/],
  [goesOn, 'an old block', solidAt(-11 * minute), /is 11 minutes old/],
  [goesOn, 'a block of the future', solidAt(3 * minute), /is 3 minutes ahead of this server/],
  [contract, 'another name', constant('name()', text('Tether')), /its name is “Tether”/],
  [contract, 'another symbol', constant('symbol()', text('USDt')), /its symbol is “USDt”/],
  [contract, '18 decimals', constant('decimals()', word('12')), /it has 18 decimals/],
  [contract, 'none of it', constant('totalSupply()', word('0')), /there are 0 millionths/],
  [contract, 'too much of it', constant('totalSupply()', 'f'.repeat(64)), /there are \d{78} mill/],
  [contract, 'a newer one', constant('deprecated()', word('1')), /it is deprecated/],
  [contract, 'no text', constant('name()', word('20')), /answers name\(\) with no text/],
  [contract, 'no number', constant('decimals()', text('6')), /answers decimals\(\) with no number/],
  [
    contract,
    'no contract',
    constant('name()', { result: { code: 'CONTRACT_VALIDATE_ERROR' }, constant_result: [] }),
    /can’t call name\(\) of the contract of USDT: CONTRACT_VALIDATE_ERROR/,
  ],
  [
    contract,
    'a call that is reverted',
    constant('symbol()', { transaction: { ret: [{ ret: 'FAILED' }] } }),
    /can’t call symbol\(\) of the contract of USDT: it fails/,
  ],
  [
    'A TRON node that has the payment which the firm knows',
    'none',
    at('/walletsolidity/gettransactioninfobyid', () => ({})),
    /it has no [\da-f]{64}/,
  ],
]

const failing = (proofs: Awaited<ReturnType<typeof proveTron>>) =>
  proofs.flatMap(({ what, found }) => (found === null ? [] : [{ what, found }]))

describe('a TRON node', () => {
  test('that has all of it proves itself', async () => {
    const proofs = await proveTron(whole)
    expect(proofs.map(({ found }) => found)).toEqual([null, null, null, null, null])
    expect(new Set(proofs.map(({ what }) => what)).size).toBe(5)
    expect(await proveTron({ node, second: null, known: null })).toHaveLength(3)
  })

  test.each(liesAlone)('fails in “%s” alone with %s', async (what, _, lie, found) => {
    simulator.setLie(lie)
    const proofs = await proveTron({ ...whole, second: null })
    simulator.setLie(null)
    expect(failing(proofs)).toEqual([{ what, found: expect.stringMatching(found) }])
  })

  test('fails with another amount of the payment that the firm knows', async () => {
    const proofs = await proveTron({ ...whole, known: { ...known, amount: 12_500_001n } })
    expect(failing(proofs)).toMatchObject([{ found: expect.stringMatching(/doesn’t move that/) }])
  })

  test('fails beside a second one that has another chain, is behind, or isn’t there', async () => {
    const what = 'A second TRON node that has the same chain'
    const other = await startTronSimulator({ salt: 'another chain' })
    other.produceEmpty(61)
    const beside = async () =>
      failing(await proveTron({ ...whole, second: tronNodeAt(other.url, 'tron', 1_000) }))
    expect(await beside()).toEqual([{ what, found: expect.stringMatching(/^block \d+ is /) }])
    other.produceEmpty(300)
    expect(await beside()).toEqual([{ what, found: expect.stringMatching(/^it has solidified /) }])
    other.stop()
    expect(await beside()).toEqual([{ what, found: expect.stringMatching(/can’t be reached/) }])
  })

  test('is asked again once a day, each minute where it fails, and must have gone on', async () => {
    let now = Date.now()
    const asks = vi.fn(node.checkNetwork)
    const proving = createProving({
      ...{ node: { ...node, checkNetwork: asks }, second: null, known: null },
      now: () => now,
    })
    expect(proving.last()).toBeNull()
    expect(await Promise.all([proving.why(), proving.why()])).toEqual([null, null])
    expect(asks).toHaveBeenCalledTimes(1)
    now += 24 * 60 * minute - 1
    expect(await proving.why()).toBeNull()
    expect(asks).toHaveBeenCalledTimes(1)
    now += 1
    const why = /^The TRON node doesn’t prove itself\. A TRON node whose chain goes on: it has sol/
    expect(await proving.why()).toMatch(why)
    expect(await proving.why()).toMatch(why)
    expect(asks).toHaveBeenCalledTimes(2)
    now += minute
    expect(await proving.why()).toMatch(why)
    expect(asks).toHaveBeenCalledTimes(3)
    expect(proving.last()).toMatchObject({ at: now })
  })
})

describe('a node that stops agreeing', () => {
  test('credits nothing, says why, and credits all once it has proved itself again', async () => {
    const database = await createTestDatabase()
    const house = createHouse(database)
    const { simulator: chain, tron, bury } = await startTron()
    const wallet = await confirmTronAccount(house)
    let why: string | null = null
    const proving = { ...tron.proving, why: async () => why }
    const watch = createTronWatch({
      pool: database.pool as never,
      desk: house.desk,
      firm: {
        ...{ name: 'A Sample Firm', sample: true, wallets: [] },
        usdt: usdtTerms.parse({ minimum: '10' }),
      },
      log: { warn() {}, error() {} } as never,
      tron: { ...tron, proving },
    })
    await watch.look()
    const ada = await house.person()
    const to = onChain(await wallet.draw(ada))
    chain.produce(payment({ from: someAddress(random), to, amount: 100_000_000n }))
    bury()
    why = 'The TRON node doesn’t prove itself.'
    const fault = async () => (await readWatch(database.pool, 'USDT'))!.fault
    await watch.look()
    expect(await fault()).toBe(why)
    why = null
    chain.setLie(solidAt(-11 * minute))
    await watch.look()
    expect(await fault()).toMatch(/^The TRON node stands still: .* is 11 minutes old\.$/)
    expect((await house.balances(ada)).cash ?? 0n).toBe(0n)
    chain.setLie(null)
    await watch.look()
    expect(await fault()).toBeNull()
    expect((await house.balances(ada)).cash).toBe(10_000n)
  })
})
