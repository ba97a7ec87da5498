/**
 * D6, D9: what a node or a source of rates answers that it shouldn't. The whole product runs, with a real node behind somebody who
 * garbles its answers: each fault is said in the treasury and in the metrics, nothing is booked meanwhile, and afterwards all that
 * has arrived is credited once.
 *
 * @module-tag story
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CoinPosition } from '../../src/contract/coin-exchange.ts'
import type { Watching } from '../../src/contract/wallet.ts'
import { bitcoinTerms } from '../../src/domains/content/bitcoin-terms.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { watchWork } from '../../src/watch.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { garble, saysOfItself, type Lie } from '../support/bitcoin-node/garbled.ts'
import { logIn, signUp, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { createHouse } from '../support/house.ts'
import { startRateServer } from '../support/rate-server.ts'
import { runAudit } from '../support/run-audit.ts'
import { smallWorld, startServer, stopServers, type TestServer } from '../support/server.ts'
import { confirmWallet, regtestWallet } from '../support/wallets.ts'

/** A look takes two seconds, a silent node thirty; the served gauges follow within fifteen. */
const within = { timeout: 60_000, interval: 200 }

/** The same block, but for four bytes of its head: it has another hash. */
const otherNonce = (block: string) => `${block.slice(0, 152)}00000000${block.slice(160)}`

/** Of one deposit: $64 at the rate of the sources, which takes one block. */
const quantity = 100_000n
const cents = 64_00n

describe.skipIf(noBitcoinNode)(
  `bad answers${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 240_000 },
  async () => {
    const { wallet } = regtestWallet()
    const { script } = placeAt(wallet, 'people', 1)
    const real = noBitcoinNode ? null : await startBitcoinNode()
    const node = await garble(real?.url ?? 'http://localhost/')
    const [one, two] = [await startRateServer(), await startRateServer()]
    const database = await createTestDatabase()
    let server: TestServer
    let staff: Client
    let investor: Client
    const deposits: string[] = []

    beforeAll(async () => {
      await real!.mine(120)
      server = await startServer({
        databaseUrl: database.url,
        env: {
          ...smallWorld,
          BITCOIN_DESCRIPTOR: wallet.descriptor,
          BITCOIN_RPC_URL: node.url,
          RATES_BTC_USD: `${one.setting}; ${two.setting}`,
        },
      })
      staff = await logIn(server.url, 'warden@harbour.example', 'lamp-and-jetty')
      await confirmWallet(createHouse(database), { wallet })
      investor = await signUp(server.url)
    }, 400_000)
    afterAll(stopServers)

    test('are none at first: an address is given as soon as the chain is read', async () => {
      await expect
        .poll(async () => (await investor.send('POST', '/wallets/addresses', {})).status, within)
        .toBe(201)
      await arrive()
      await expectAllCreditedOnce()
    })

    const watching = async (): Promise<Watching> => (await staff.ok('GET', '/wallets')).watching
    const position = async (): Promise<CoinPosition> =>
      (await staff.ok('GET', '/coin-position')).position

    const metrics = createMetrics()
    /** As a worker’s metrics say it after another look. */
    async function gauge(name: string): Promise<number> {
      const facts = { name: 'F', sample: true, wallets: [], bitcoin: bitcoinTerms.parse({}) }
      await watchWork({
        pool: database.pool,
        metrics,
        bitcoin: { node } as never,
        tron: null,
        policy: demoPolicy,
        firm: facts,
      })
      const { values } = await metrics.registry.getSingleMetric(`glasshouse_${name}`)!.get()
      return values[0]!.value
    }

    /** As the running worker’s own metrics say it, which looks again within fifteen seconds. */
    async function servedGauge(name: string): Promise<number> {
      const lines = (await (await fetch(server.metricsUrl)).text()).split('\n')
      return Number(lines.find((line) => line.startsWith(`glasshouse_${name} `))?.split(' ')[1])
    }

    /** All that was ever booked. */
    const booked = async () =>
      (
        await database.owner.query(
          `select (select count(*) from desk.commands)::int as commands, (select count(*) from ledger.postings)::int as postings`,
        )
      ).rows[0]

    /** Somebody’s coins come to a block of the real node’s. */
    async function arrive(blocks = 1): Promise<void> {
      deposits.push(await real!.send({ script, amount: quantity }))
      await real!.mine(blocks)
    }

    /** Each one that has arrived so far, once, and what the books have is what the chain has. */
    async function expectAllCreditedOnce(): Promise<void> {
      const read = async () =>
        (
          await database.owner.query<{ txid: string }>(
            `select txid from coin_deposits where status <> 'reversed' order by txid`,
          )
        ).rows.map(({ txid }) => txid)
      await expect.poll(read, within).toEqual(deposits.toSorted())
      const { rows } = await database.owner.query<{ cash: bigint }>(
        `select credits - debits as cash from ledger.accounts where owner = $1 and kind = 'cash'`,
        [investor.user.id],
      )
      expect(rows[0]!.cash).toBe(BigInt(deposits.length) * cents)
      const { books, chain, items, difference, payoutsStopped } = await position()
      expect({ items, difference, payoutsStopped }).toEqual({
        items: [],
        difference: '0',
        payoutsStopped: null,
      })
      expect(books).toBe(chain)
    }

    describe('of a node', () => {
      type Fault = [what: string, lie: Lie, says: (height: number, tip: string) => string]
      const faults = extent<Fault>(
        [
          [
            'that is gone',
            () => 'gone',
            () => 'The Bitcoin node can’t be reached: getblockchaininfo failed.',
          ],
          [
            'that says it has more blocks than it has',
            saysOfItself(({ blocks }) => ({ blocks: blocks + 500, headers: blocks + 500 })),
            (height) =>
              `The Bitcoin node says that it has blocks up to ${height + 500}, and hasn’t the one at ${height + 1}. Nothing is booked by what it says.`,
          ],
        ],
        [
          [
            'of another chain',
            saysOfItself(() => ({ chain: 'main' })),
            () =>
              'The Bitcoin node is on the network main, and the settings say regtest. Nothing is read from it.',
          ],
          [
            'of a chain that nobody knows',
            saysOfItself(() => ({ chain: 'main2' })),
            () => 'The Bitcoin node is on an unknown chain, main2.',
          ],
          [
            'that has thrown away what wasn’t read',
            saysOfItself(() => ({ pruned: true, pruneheight: 1_000_001 })),
            (height) =>
              `The Bitcoin node has thrown away blocks that were not read yet: it begins after 1000000, and ${height} was the last. Use a node that has them all.`,
          ],
          [
            'that is behind what was read',
            saysOfItself(() => ({ blocks: 20, headers: 20 })),
            (height) =>
              `The Bitcoin node is behind: it has blocks up to 20, and ${height} were read already. It is waited for.`,
          ],
          [
            'that hasn’t all blocks that it knows of',
            saysOfItself(({ blocks }) => ({ headers: blocks + 200 })),
            (height) =>
              `The Bitcoin node is still fetching blocks: it has ${height} of ${height + 200}. What it has was read; nothing is booked before it has them all.`,
          ],
          [
            'that says no height',
            saysOfItself(() => ({ blocks: 7.5 })),
            () => 'The Bitcoin node answers getblockchaininfo wrongly.',
          ],
          [
            'on a chain of its own',
            (method, answer) =>
              method === 'getblockhash' ? { ...answer, result: 'ab'.repeat(32) } : answer,
            (height) =>
              `The Bitcoin node has another chain than the one that was read: they differ by more than 100 blocks below ${height}. Nothing was changed. Check that the node is your own and on the right chain.`,
          ],
          [
            'that sends another block',
            (method, answer) =>
              method === 'getblock'
                ? { ...answer, result: otherNonce(String(answer.result)) }
                : answer,
            (_, tip) => `The Bitcoin node sent something else than ${tip}.`,
          ],
          [
            'that answers without an end',
            () => ({ text: 'x'.repeat(21_000_000) }),
            () => 'The Bitcoin node answers more than it can have to say.',
          ],
          [
            'that answers a page',
            () => ({ text: '<html>' }),
            () => 'The Bitcoin node answers something that is no JSON-RPC.',
          ],
          [
            'that is starting',
            () => ({ result: null, error: { code: -28, message: 'Loading block index...' } }),
            () => 'The Bitcoin node refuses getblockchaininfo: Loading block index...',
          ],
          [
            'that is busy',
            () => ({ status: 503 }),
            () => 'The Bitcoin node is busy: it did not take getblockchaininfo. It is asked again.',
          ],
          [
            'that knows another password',
            () => ({ status: 401 }),
            () => 'The Bitcoin node refuses the name or the password of BITCOIN_RPC_URL.',
          ],
          [
            'that never answers',
            () => 'silent',
            () => 'The Bitcoin node did not answer getblockchaininfo within 30 s.',
          ],
        ],
      )
      test.each(faults)(
        '%s are said in the treasury and in the metrics; nothing is booked, and all of it afterwards',
        async (_, lie, says) => {
          const before = await booked()
          node.lies(lie)
          await arrive()
          const tip = await real!.rpc<string>('getbestblockhash')
          await expect
            .poll(async () => {
              const { fault, height } = await watching()
              return fault === says(height!, tip) || fault
            }, within)
            .toBe(true)
          expect((await position()).read.fault).toBe((await watching()).fault)
          expect(await gauge('chain_fault')).toBe(1)
          expect(await booked()).toEqual(before)
          expect((await investor.send('POST', '/wallets/addresses', {})).status).toBe(409)
          node.isHonest()
          await expectAllCreditedOnce()
          expect((await watching()).fault).toBeNull()
        },
      )

      test('that doesn’t say what waits hide nothing of what is in blocks', async () => {
        node.lies((method, answer) => (method === 'getrawmempool' ? { status: 503 } : answer))
        await expect
          .poll(async () => (await watching()).unknown, within)
          .toBe('The Bitcoin node is busy: it did not take getrawmempool. It is asked again.')
        await arrive()
        await expectAllCreditedOnce()
        expect(await gauge('chain_waiting_unknown')).toBe(1)
        node.isHonest()
        await expect.poll(async () => (await watching()).unknown, within).toBeNull()
        expect(await gauge('chain_waiting_unknown')).toBe(0)
        expect(await gauge('chain_fault')).toBe(0)
      })
    })

    describe('of a source of rates', () => {
      const onlyOne = 'At least two sources must have a rate of the last 60 s, and only one has.'
      const ofTwo = (what: string) => `${onlyOne} The rate source ${two.name} ${what}`
      type Fault = [what: string, lie: () => void, says: string]
      const faults = extent<Fault>(
        [
          ['that says 0', () => two.says(0), ofTwo('has a rate at p that isn’t above zero.')],
          [
            'that is 10% off',
            () => two.says(70_400),
            `The sources are more than 1% apart: a coin is $64,000.00 by ${one.name}, and $70,400.00 by ${two.name}.`,
          ],
        ],
        [
          [
            'that is below zero',
            () => two.says(-64_000),
            ofTwo('has a rate at p that isn’t above zero.'),
          ],
          [
            'that says text',
            () => two.says('n/a'),
            ofTwo('has no plain number at p: it must be dollars for a coin, like 64000.25.'),
          ],
          [
            'that has stood still',
            () => two.says(64_000, 90_000),
            `${onlyOne} ${two.name} doesn’t count: its rate is older than 60 s.`,
          ],
          [
            'that is gone',
            () => two.does((_, response) => void response.destroy()),
            ofTwo('can’t be reached (UND_ERR_SOCKET).'),
          ],
          [
            'that never answers',
            () => two.does(() => {}),
            ofTwo('did not answer in full within 8 s.'),
          ],
        ],
      )
      let credited = 0
      beforeAll(() => {
        credited = deposits.length
      })
      const waiting = () => Number(BigInt(deposits.length - credited) * quantity) / 1e8

      test.each(faults)(
        '%s are said in the treasury and in the metrics; what arrives waits',
        async (_, lie, says) => {
          lie()
          await expect.poll(async () => (await watching()).rateFault, within).toBe(says)
          const before = await booked()
          // Without a rate nobody knows what it is worth: as deep as anything must be.
          await arrive(6)
          await expect
            .poll(
              async () => (await position()).items.map(({ kind, coins }) => [kind, Number(coins)]),
              within,
            )
            .toEqual([['without-rate', waiting()]])
          const { read, rate, open } = await position()
          expect([read.rateFault, rate, open]).toEqual([says, null, null])
          expect(await gauge('coin_rate_fault')).toBe(1)
          expect(await booked()).toEqual(before)
        },
      )

      test('are in the metrics that the running worker serves', async () => {
        await expect.poll(() => servedGauge('coin_rate_fault'), within).toBe(1)
        expect(await servedGauge('chain_fault')).toBe(0)
      })

      test('are over once the sources agree: all that waited is credited once', async () => {
        two.says(64_000)
        await expectAllCreditedOnce()
        expect((await watching()).rateFault).toBeNull()
        expect(await gauge('coin_rate_fault')).toBe(0)
      })
    })

    test('leave an audit that finds nothing', async () => {
      expect(await runAudit(database)).toMatchObject({ code: 0 })
    })
  },
)
