/**
 * D11, D12: how the firm closes its position in coins, and how what the books and the chain say of them is held against
 * each other.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  getCoinEntries,
  getCoinPosition,
  recordCoinExchange,
  recordPositionCover,
  type CoinEntry,
  type CoinPosition,
} from '../../src/contract/coin-exchange.ts'
import { agreeToProposal, refuseProposal, type Proposal } from '../../src/contract/proposal.ts'
import { buildPayoutBatch, sendPayoutBatch } from '../../src/contract/payout-batch.ts'
import { bitcoinTerms } from '../../src/domains/content/bitcoin-terms.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { bitcoinFromSatoshi } from '../../src/lib/bitcoin-amount.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { bitcoinNodeAt, NodeFault, type PayingNode } from '../../src/platform/bitcoin/node.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { watchWork } from '../../src/watch.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { payingHouse } from '../support/payouts.ts'
import { runAudit } from '../support/run-audit.ts'
import { regtestWallet } from '../support/wallets.ts'

type Reply = { outcome: string; text: string }
const coin = 100_000_000n
/** Somebody else's. */
const elsewhere = placeAt(regtestWallet(9).wallet, 'people', 0)
const fee = 1_000n

describe.skipIf(noBitcoinNode)(
  `coins in the books and on the chain${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 240_000 },
  async () => {
    const [real, other] = noBitcoinNode
      ? []
      : await Promise.all([startBitcoinNode({ coins: 'odd' }), startBitcoinNode({ coins: 'even' })])
    const node = bitcoinNodeAt(real?.url ?? 'http://localhost/')
    const own = regtestWallet()
    const database = await createTestDatabase()
    const house = createHouse(database)
    const paying = await payingHouse({ house, wallet: own.wallet, node, miner: real! })
    const { anna, ben, call, look, investor, approved } = paying
    let ada = ''

    beforeAll(async () => {
      // Before, the node refuses to spend what has a witness.
      while ((await real!.rpc<number>('getblockcount')) < 440) await real!.mine(55)
      await other!.follow(real!, 0)
      await look()
      await house.fund()
      await house.run('PayInCapital', { amount: 5_000_00n, reference: randomUUID() }, null)
      ada = await investor(2n * coin, coin / 2n)
    })

    const metrics = createMetrics()
    /** As a worker says it after another look. */
    async function figure(name: string): Promise<number> {
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

    const position = async () =>
      ((await call(getCoinPosition, anna)) as { data: { position: CoinPosition } }).data.position
    const itemsOf = async () =>
      (await position()).items.map(({ kind, coins, txid }) => [kind, coins, txid])
    const entries = async () =>
      (
        (await call(getCoinEntries, anna)) as {
          data: { entries: CoinEntry[] }
        }
      ).data.entries
    const outcomeOf = (work: Promise<unknown>) =>
      work.then(
        (reply) => (reply as Reply).outcome,
        (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
      )
    /** Nothing is between the two, and payouts may leave. */
    const agree = async () => {
      const { books, chain, items, difference, payoutsStopped } = await position()
      expect({ items, difference, payoutsStopped }).toEqual({
        items: [],
        difference: '0',
        payoutsStopped: null,
      })
      expect(books).toBe(chain)
    }

    /** The signer spends a coin of the wallet beside all batches; answers its id and what left. */
    async function spendBeside(keep: bigint) {
      const { rows } = await database.owner.query<{
        txid: string
        output: number
        amount: bigint
        script: string
        index: number
        branch: string
      }>(
        `select txid, output, amount, output.script, index, branch from chain.outputs output join wallet_addresses address on address.script = output.script
           where height is not null and spent_by is null and amount > 900000 order by amount limit 1`,
      )
      const [spent] = rows
      const { txid, output, amount, script, index, branch } = spent!
      const key = own.master.derive(`m/84'/1'/0'/${branch === 'people' ? 0 : 1}/${index}`)
      const made = new Transaction()
      made.addInput({
        txid,
        index: output,
        witnessUtxo: { script: hex.decode(script), amount },
      })
      made.addOutput({ script: hex.decode(elsewhere.script), amount: amount - keep - fee })
      if (keep > 0n)
        made.addOutput({
          script: hex.decode(placeAt(own.wallet, 'people', 0).script),
          amount: keep,
        })
      made.sign(key.privateKey!)
      made.finalize()
      await node.send(made.hex)
      await expect.poll(() => real!.rpc<string[]>('getrawmempool')).toContain(made.id)
      return { txid: made.id, left: amount - keep }
    }

    const record = (given: { quantity: bigint; [field: string]: unknown }, as = anna) =>
      call(recordCoinExchange, as, {
        body: {
          ...{ kind: 'sale', reference: randomUUID(), ...given },
          quantity: bitcoinFromSatoshi(given.quantity),
        } as never,
      }) as Promise<Reply>
    const proposed = ({ text }: Reply) => JSON.parse(text).data.proposal as Proposal
    const agreeTo = ({ id, facts }: Proposal, as = ben, asked: PayingNode = node, other = {}) => {
      const body = { shown: { ...facts, ...other } }
      return call(agreeToProposal, as, { params: { id }, body }, asked) as Promise<Reply>
    }
    const latest = async () => (await entries())[0]!
    const build = async (withdrawal: string) =>
      (await call(buildPayoutBatch, anna, {
        body: { withdrawals: [withdrawal], feeRate: 2, replaces: undefined },
      })) as Reply

    test('are the same after deposits, and what is not credited yet is named', async () => {
      await agree()
      expect(await position()).toMatchObject({
        books: '2.5',
        owed: 160_000,
        value: 160_000,
        open: 0,
        limit: null,
        read: { fault: null, rateFault: null, refused: 0 },
      })
      const { rows } = await database.owner.query<{ script: string }>(
        `select script from wallet_addresses where owner_id = $1`,
        [ada],
      )
      await real!.send({ script: rows[0]!.script, amount: 2_000_000n })
      await real!.mine()
      await look()
      // Worth $1,280, which takes three blocks.
      const named = await position()
      expect(named.difference).toBe('0')
      expect(named.items.map(({ kind, coins }) => [kind, coins])).toEqual([['confirming', '0.02']])
      expect(named.payoutsStopped).toBeNull()
      await real!.mine(6)
      await look()
      await real!.send({ script: rows[0]!.script, amount: 500n })
      await real!.mine(6)
      await look()
      expect(await itemsOf()).toEqual([['below-minimum', '0.000005', null]])
      await real!.send({ script: rows[0]!.script, amount: 9_600n })
      await real!.mine(6)
      await look()
      await agree()
    })

    test('spent by a transaction that no batch knows are named, and payouts stop until it is booked', async () => {
      const withdrawal = await approved(ada, 50_00n, elsewhere.address)
      const { data } = JSON.parse((await build(withdrawal)).text) as {
        data: { id: string; txid: string }
      }
      const { txid, left } = await spendBeside(0n)
      await real!.mine()
      await look()
      const { items, difference, payoutsStopped } = await position()
      expect({ items, difference }).toEqual({
        items: [
          {
            kind: 'unknown-spending',
            coins: `-${Number(left) / 1e8}`,
            count: 1,
            txid,
            stopsPayouts: true,
          },
        ],
        difference: '0',
      })
      expect(payoutsStopped).toContain(txid)
      expect(await figure('coins_payouts_stopped')).toBe(1)
      expect(await figure('chain_height')).toBe(await real!.rpc('getblockcount'))
      const second = await approved(ada, 40_00n, elsewhere.address)
      await expect(build(second)).rejects.toMatchObject({
        refusal: { code: 'coins_differ', message: expect.stringContaining(txid) },
      })
      const send = () =>
        call(sendPayoutBatch, anna, { params: { id: data.id }, body: { txid: data.txid } })
      expect(await outcomeOf(send())).toBe('coins_differ')

      // It was a sale: all that left the wallet, its fee too.
      const coins = Number(left) / 1e8
      const amount = (left * 6_400_000n) / coin
      const sale = { quantity: left, amount, txid }
      expect(await outcomeOf(record({ ...sale, quantity: left - fee }))).toBe('coins_not_moved')
      const reference = 'Exchange 77'
      const recorded = await record({ ...sale, reference })
      expect(recorded.text).toContain('the last rate')
      expect(await outcomeOf(record({ ...sale, reference: 'other' }))).toBe('change_open')
      const { facts, ...entry } = proposed(recorded)
      expect(facts).toMatchObject({ kind: 'sale', txid, lastRate: 64_000 })
      expect(Number(facts.quantity)).toBe(coins)
      expect(await entries()).toEqual([])
      // Recorded by one is not booked.
      expect((await position()).payoutsStopped).toContain(txid)
      expect(await outcomeOf(agreeTo({ ...entry, facts }, anna))).toBe('same_approver')
      expect(await outcomeOf(agreeTo({ ...entry, facts }, ben, node, { amount: 0.01 }))).toBe(
        'not_as_shown',
      )
      const gone = { ...node, hashAt: () => Promise.reject(new NodeFault('It can’t be reached.')) }
      expect(await outcomeOf(agreeTo({ ...entry, facts }, ben, gone))).toBe('coins_not_moved')
      const forked = { ...node, hashAt: () => Promise.resolve('ab'.repeat(32)) }
      expect(await outcomeOf(agreeTo({ ...entry, facts }, ben, forked))).toBe('coins_not_moved')
      expect((await agreeTo({ ...entry, facts })).outcome).toBe('done')
      expect(await latest()).toMatchObject({ kind: 'sale', txid, lastRate: 64_000 })
      await agree()
      expect(await figure('coins_payouts_stopped')).toBe(0)
      const receipt = { owner: ada, amount: 1n, payerText: null, payerAccount: null }
      const valueDate = new Date().toISOString().slice(0, 10)
      expect(
        await house.run('RecordReceipt', { ...receipt, reference: 'EXCHANGE-77', valueDate }, anna),
      ).toMatchObject({ outcome: 'reference_used' })
      expect((await build(second)).outcome).toBe('done')
    })

    test('that were recorded as something else than what two see are not booked, and named by an alarm', async () => {
      const { txid, left } = await spendBeside(100_000n)
      await real!.mine()
      await look()
      const sale = { quantity: left, amount: (left * 6_400_000n) / coin, txid }
      const recorded = proposed(await record(sale))
      const { id } = recorded
      const of = 'from proposals where id = $1'
      const { rows } = await database.owner.query<{ facts: string }>(`select facts ${of}`, [id])
      const put = (facts: string) =>
        database.owner.query('update proposals set facts = $2 where id = $1', [id, facts])
      const other = { reference: 'Another' }
      await put(canonical({ ...JSON.parse(rows[0]!.facts), ...other }))
      expect(await outcomeOf(agreeTo(recorded, ben, node, other))).toBe('not_as_recorded')
      expect(JSON.stringify(paying.alarms)).toContain(id)
      await put(rows[0]!.facts)
      expect(await outcomeOf(agreeTo(recorded))).toBe('done')
      await agree()
    })

    test('that come to the firm’s own address are named until two booked their purchase', async () => {
      const { script } = placeAt(own.wallet, 'people', 0)
      const txid = await real!.send({ script, amount: coin / 100n })
      await real!.mine()
      await look()
      expect(await itemsOf()).toEqual([['own-address', '0.01', null]])
      expect((await position()).payoutsStopped).toBeNull()
      const { capital } = await house.balances(firm)
      const bought = { kind: 'purchase', quantity: coin / 100n, txid }
      expect(await outcomeOf(record({ ...bought, amount: 900_00n }))).toBe('rate_unexplained')
      const dear = await record({ ...bought, amount: 900_00n, reason: 'In a hurry' })
      expect(dear.text).toContain('40.6% above the last rate of $64,000.00')
      const { id, words } = proposed(dear)
      expect(words).toEqual({ reason: 'In a hurry' })
      await call(refuseProposal, ben, { params: { id }, body: { reason: 'Too dear' } })
      const recorded = proposed(await record({ ...bought, amount: 650_00n }))
      expect(recorded.facts.offBy).toBe('1.5')
      expect((await agreeTo(recorded)).outcome).toBe('done')
      await agree()
      // The ten dollars that it cost more are the open position's, until capital covers them.
      const { open } = await position()
      expect(open).toBeLessThan(0)
      const reference = randomUUID()
      const body = { amount: 10_00n, reference } as never
      const cover = (await call(recordPositionCover, anna, { body })) as Reply
      expect((await agreeTo(proposed(cover))).outcome).toBe('done')
      expect(await latest()).toMatchObject({ kind: 'cover', quantity: null, amount: 10 })
      expect((await position()).open).toBeCloseTo(open! + 10, 6)
      expect((await house.balances(firm)).capital).toBe(capital! - 10_00n)
    })

    test('that somebody wrote into the rows of the chain are a difference that nothing explains', async () => {
      await database.pool.query(
        `insert into chain.outputs (txid, output, script, amount, is_mined_coin, height, is_waiting) values ($1, 0, $2, 7, false, (select max(height) from chain.blocks), false)`,
        ['cd'.repeat(32), elsewhere.script],
      )
      const { difference, payoutsStopped } = await position()
      expect(difference).toBe('0.00000007')
      expect(await figure('coins_difference_satoshi')).toBe(7)
      expect(payoutsStopped).toContain('0.00000007 BTC more than the books')
      await database.owner.query('delete from chain.outputs where txid = $1', ['cd'.repeat(32)])
      await agree()
    })

    test('credited and taken away by the chain, with nobody to bear it, are named and stop payouts; deposits go on', async () => {
      const fork = await real!.rpc<number>('getblockcount')
      await other!.follow(real!, 440)
      const rich = await house.person()
      const wallet = await paying.draw(rich)
      const txid = await real!.send({ script: wallet.script, amount: 20n * coin })
      await real!.mine(6)
      await look()
      await agree()
      // $1,280,000, of which nothing is left in the balance.
      await paying.ask(rich, 1_280_000_00n, elsewhere.address)
      const waits = await approved(ada, 30_00n, elsewhere.address)
      await other!.mine(8)
      await real!.follow(other!, fork)
      await look()
      await look()
      expect(await itemsOf()).toEqual([['credited-in-no-block', '-20', txid]])
      expect((await position()).payoutsStopped).toContain(txid)
      expect(await outcomeOf(build(waits))).toBe('coins_differ')
      const cash = (await house.balances(ada)).cash!
      const { script } = await paying.draw(await house.person())
      await real!.send({ script, amount: coin / 200n })
      await real!.mine()
      await look()
      expect(await itemsOf()).toEqual([['credited-in-no-block', '-20', txid]])
      expect((await house.balances(ada)).cash).toBe(cash)
      // Once capital can bear it, it is taken away, and payouts go on.
      await house.run('PayInCapital', { amount: 2_000_000_00n, reference: randomUUID() }, null)
      await look()
      await agree()
      expect(await outcomeOf(build(waits))).toBe('done')
    })

    test('leave an audit that finds nothing', async () => {
      expect(house.errors).toEqual([])
      expect(await runAudit(database)).toMatchObject({ code: 0 })
    })
  },
)
