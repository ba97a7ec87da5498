/** D10, D11: batches that take each other's place among what waits, are forgotten by nodes, or lose their block: one alone is ever paid by the chain, and booked once. */
import { randomUUID } from 'node:crypto'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import {
  buildPayoutBatch,
  cancelPayoutBatch,
  getFeeRates,
  getPayoutBatch,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
  type FeeRates,
} from '../../src/contract/payout-batch.ts'
import { readTransaction } from '../../src/lib/bitcoin-block.ts'
import { scriptOfAddress } from '../../src/lib/payout-batch.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { bitcoinNodeAt, type PayingNode } from '../../src/platform/bitcoin/node.ts'
import { startChainSimulator } from '../support/chain-simulator/chain-simulator.ts'
import { createTestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { createHouse } from '../support/house.ts'
import { payingHouse, signedBy } from '../support/payouts.ts'
import { runAudit } from '../support/run-audit.ts'
import { regtestWallet } from '../support/wallets.ts'

type Reply = { outcome: string; text: string }
type Batch = { id: string; txid: string }

const elsewhere = regtestWallet(9).wallet
let places = 0
const address = () => placeAt(elsewhere, 'people', (places += 1)).address

/** A firm of its own on a chain of its own. */
async function firmOn(confirmations?: { below?: number; blocks: number }[]) {
  const miner = await startChainSimulator()
  const { chain } = miner
  await miner.mine(110)
  const own = regtestWallet()
  const database = await createTestDatabase()
  const house = createHouse(database)
  const node = bitcoinNodeAt(miner.url)
  const paying = await payingHouse({ house, wallet: own.wallet, node, miner, confirmations })
  const { anna, call, look, coins } = paying
  await look()
  await house.fund()
  await house.run('PayInCapital', { amount: 100_000_00n, reference: randomUUID() }, null)

  const build = async (withdrawals: string[], feeRate: number, replaces?: string) =>
    (await call(buildPayoutBatch, anna, { body: { withdrawals, feeRate, replaces } })) as Reply
  async function built(...given: Parameters<typeof build>): Promise<Batch> {
    const reply = await build(...given)
    if (reply.outcome !== 'done') throw new Error(reply.text)
    return (JSON.parse(reply.text) as { data: Batch }).data
  }
  async function sign({ id }: Batch): Promise<void> {
    const { data } = (await call(getPayoutFile, anna, { params: { id } })) as {
      data: { psbt: string }
    }
    await call(signPayoutBatch, anna, {
      params: { id },
      body: Buffer.from(signedBy(data.psbt, own.master)) as never,
    })
  }
  async function sent(...given: Parameters<typeof build>): Promise<Batch> {
    const batch = await built(...given)
    await sign(batch)
    await call(sendPayoutBatch, anna, { params: { id: batch.id }, body: { txid: batch.txid } })
    return batch
  }
  return {
    ...paying,
    miner,
    chain,
    database,
    house,
    build,
    built,
    sign,
    sent,
    waiting: () => chain.waiting.map(({ txid }) => txid),
    async shown({ id }: Batch) {
      const shown = (await call(getPayoutBatch, anna, { params: { id } })) as {
        data: { batch: { status: string; place: string; spentBy: string | null } }
      }
      return shown.data.batch
    },
    async statusOf(id: string) {
      const { rows } = await database.owner.query<{ status: string; reference: string | null }>(
        'select status, payout_reference as reference from withdrawals where id = $1',
        [id],
      )
      return rows[0]!
    },
    async isReconciled() {
      const { chain: onChain, books } = await coins()
      expect(books).toBe(onChain)
      expect(await runAudit(database)).toMatchObject({ code: 0 })
      expect(house.errors).toEqual([])
    },
  }
}

describe('payouts of a firm whose batches', { timeout: 120_000 }, async () => {
  const firm = await firmOn()
  const { anna, chain, miner, call, look, approved, sent, built, waiting, shown, statusOf } = firm
  let ada = ''
  beforeAll(async () => {
    ada = await firm.investor(20_000_000n, 15_000_000n, 9_000_000n)
  })

  test('are rebuilt ten times each take the place of the one before, and the last is paid', async () => {
    const withdrawal = await approved(ada, 60_00n, address())
    const batches = [await sent([withdrawal], 2)]
    for (let rate = 3; rate < 13; rate += 1) {
      expect(waiting()).toEqual([batches.at(-1)!.txid])
      batches.push(await sent([withdrawal], rate, batches.at(-1)!.id))
    }
    const last = batches.at(-1)!
    expect(waiting()).toEqual([last.txid])
    await look()
    expect(await shown(last)).toMatchObject({ status: 'sent', place: 'waiting' })
    await miner.mine(6)
    expect(await look()).toMatchObject({ paid: 1, settled: 1, voided: 10, says: [] })
    expect(await statusOf(withdrawal)).toEqual({ status: 'paid', reference: `${last.txid}:0` })
    await firm.isReconciled()
  })

  test('take another’s place too late are never paid: the miner had the first', async () => {
    const withdrawal = await approved(ada, 70_00n, address())
    const first = await sent([withdrawal], 2)
    const { hex } = chain.waiting[0]!
    const second = await sent([withdrawal], 9, first.id)
    expect(waiting()).toEqual([second.txid])
    chain.mineOn(chain.at(-1)!.hash, [hex])
    expect(waiting()).toEqual([])
    expect(await look()).toMatchObject({ paid: 1, settled: 1, handedIn: 0 })
    expect(await statusOf(withdrawal)).toEqual({ status: 'paid', reference: `${first.txid}:0` })
    await miner.mine(5)
    expect(await look()).toMatchObject({ voided: 1 })
    expect(await shown(second)).toMatchObject({ status: 'void', spentBy: first.txid })
    await firm.isReconciled()
  })

  test('are forgotten by the node are handed in again, as they were', async () => {
    const withdrawal = await approved(ada, 80_00n, address())
    const batch = await sent([withdrawal], 4)
    chain.evict(batch.txid)
    expect(waiting()).toEqual([])
    expect(await look()).toMatchObject({ handedIn: 1 })
    expect(waiting()).toEqual([batch.txid])
    await miner.mine()
    expect(await look()).toMatchObject({ paid: 1, settled: 1 })
    await firm.isReconciled()
  })

  test('pay less than the node takes say so, and one that pays more goes', async () => {
    const withdrawal = await approved(ada, 90_00n, address())
    const first = await sent([withdrawal], 3)
    chain.require(20n)
    expect(waiting()).toEqual([])
    const { says } = await look()
    expect(says).toMatchObject([{ batch: first.id }])
    expect(says[0]!.text).toContain('mempool min fee not met')
    expect(await shown(first)).toMatchObject({ status: 'sent', place: 'unseen' })
    const second = await sent([withdrawal], 25, first.id)
    expect(waiting()).toEqual([second.txid])
    chain.require(0n)
    await miner.mine(6)
    expect(await look()).toMatchObject({ paid: 1, settled: 1, voided: 1 })
    expect(await statusOf(withdrawal)).toEqual({ status: 'paid', reference: `${second.txid}:0` })
    await firm.isReconciled()
  })

  test('are proposed a fee rate by the node, and take none by themselves', async () => {
    const proposed = async (asked?: PayingNode) =>
      ((await call(getFeeRates, anna, {}, asked)) as { data: FeeRates }).data
    chain.require(7n)
    expect(await proposed()).toMatchObject({ minimum: 7, proposals: [], fault: null })
    chain.require(0n)
    const gone = bitcoinNodeAt('http://127.0.0.1:1/')
    expect(await proposed(gone)).toMatchObject({
      minimum: null,
      proposals: [],
      fault: expect.stringContaining('The Bitcoin node can’t be reached'),
    })
  })

  test('would spend what a reorganisation may take away are not built until it can’t', async () => {
    const young = await firmOn()
    const bea = await young.investor(2_000_000n)
    const first = await young.approved(bea, 40_00n, address())
    const second = await young.approved(bea, 50_00n, address())
    await young.sent([first], 3)
    await young.miner.mine(5)
    await young.look()
    await expect(young.built([second], 3)).rejects.toThrow(
      /0 BTC of the wallet’s coins are 6 blocks deep, 0\.00078125 BTC less than these payouts take\. 0\.0\d+ BTC more can be spent once they are as deep/,
    )
    await young.miner.mine()
    await young.look()
    await young.sent([second], 3)
    await young.miner.mine()
    await young.look()
    expect(await young.statusOf(second)).toMatchObject({ status: 'paid' })
  })

  test('were cancelled after they were signed don’t come between', async () => {
    const withdrawal = await approved(ada, 55_00n, address())
    const first = await built([withdrawal], 3)
    await firm.sign(first)
    await call(cancelPayoutBatch, anna, { params: { id: first.id } })
    const second = await sent([withdrawal], 5)
    expect(waiting()).toEqual([second.txid])
    await miner.mine(6)
    expect(await look()).toMatchObject({ paid: 1, settled: 1, voided: 1 })
    expect(await shown(first)).toMatchObject({ status: 'void', spentBy: second.txid })
    await firm.isReconciled()
  })

  test('J23: were cancelled, and sent by whoever had the file, are replaced by more alone', async () => {
    const withdrawal = await approved(ada, 65_00n, address())
    const first = await built([withdrawal], 5)
    await firm.sign(first)
    const { data } = (await call(getPayoutFile, anna, { params: { id: first.id } })) as {
      data: { psbt: string }
    }
    await call(cancelPayoutBatch, anna, { params: { id: first.id } })
    const signed = Transaction.fromPSBT(base64.decode(data.psbt))
    signed.finalize()
    chain.send(signed.hex)
    await look()
    expect(await shown(first)).toMatchObject({ status: 'cancelled', place: 'waiting' })
    await expect(built([withdrawal], 5)).rejects.toMatchObject({
      refusal: { code: 'fee_too_low' },
    })
    expect(waiting()).toEqual([first.txid])
    const second = await sent([withdrawal], 8)
    expect(waiting()).toEqual([second.txid])
    await miner.mine(6)
    expect(await look()).toMatchObject({ paid: 1, settled: 1, voided: 1 })
    await firm.isReconciled()
  })

  test('were cancelled are not built a second time as they were', async () => {
    const withdrawal = await approved(ada, 45_00n, address())
    const first = await built([withdrawal], 3)
    await call(cancelPayoutBatch, anna, { params: { id: first.id } })
    await expect(built([withdrawal], 3)).rejects.toThrow(
      'This is the same transaction as that of a batch that was cancelled. Choose another fee rate. Nothing was built.',
    )
    const second = await built([withdrawal], 4)
    await call(cancelPayoutBatch, anna, { params: { id: second.id } })
  })
})

type Firm = Awaited<ReturnType<typeof firmOn>>
type Asked = { id: string; script: string; batches: Batch[] }

/** How often the final chain pays each, by the chain's own bytes. */
function paymentsOf({ chain }: Firm, asked: readonly Asked[]): number[] {
  const scripts: string[] = []
  for (let height = 1; height <= chain.height; height += 1)
    for (const { hex } of chain.at(height)!.transactions)
      for (const { script } of readTransaction(Uint8Array.fromHex(hex)).outputs)
        scripts.push(script)
  return asked.map(({ script }) => scripts.filter((one) => one === script).length)
}

/** One of the things that may happen next; what the house refuses changes nothing. */
async function happen(firm: Firm, random: Random, ada: string, asked: Asked[]): Promise<void> {
  const { chain, approved, sent, miner, look } = firm
  const one = asked[random.below(asked.length)]
  const rate = 2 + random.below(30)
  switch (random.below(9)) {
    case 0: {
      const to = address()
      const id = await approved(ada, BigInt(30_00 + random.below(40_00)), to)
      asked.push({ id, script: scriptOfAddress(to, 'regtest')!, batches: [] })
      return
    }
    case 1:
    case 2: {
      if (!one) return
      const last = one.batches.at(-1)?.id
      const batch = await sent([one.id], rate, last).catch(() => null)
      if (batch) one.batches.push(batch)
      return
    }
    case 3:
      return void (await miner.mine(1 + random.below(2)))
    case 4: {
      // Another miner's branch: without what waited here, or with what somebody kept of it.
      const depth = random.below(4)
      const kept = chain.waiting.filter(() => random.below(2) === 0).map(({ hex }) => hex)
      let { hash } = chain.at(-1 - depth)!
      for (let n = 0; n <= depth; n += 1)
        try {
          hash = chain.mineOn(hash, n === depth ? kept : [])
        } catch {
          hash = chain.mineOn(hash, [])
        }
      return
    }
    case 5: {
      const [waiting] = chain.waiting
      if (waiting) chain.evict(waiting.txid)
      return
    }
    case 6:
      return chain.require(BigInt(random.below(20)))
    default:
      await look()
  }
}

describe('whatever becomes of what waits and of the last blocks', { timeout: 300_000 }, () => {
  test.each(
    extent(
      [1, 2, 3],
      Array.from({ length: 37 }, (_, n) => n + 4),
    ),
  )('each payout is in the chain once, and booked once: %i', async (seed) => {
    // Deeper than any branch here.
    const firm = await firmOn([{ blocks: 6 }])
    const { chain, miner, look, statusOf } = firm
    const random = new Random(seed)
    const ada = await firm.investor(20_000_000n, 15_000_000n, 9_000_000n, 3_000_000n)
    const asked: Asked[] = []
    for (let step = 0; step < 60; step += 1) await happen(firm, random, ada, asked)
    chain.require(0n)
    for (let round = 0; round < 4; round += 1) {
      await look()
      await miner.mine(8)
    }
    await look()
    const isSent = asked.map(({ batches }) => batches.length > 0)
    expect(paymentsOf(firm, asked)).toEqual(isSent.map((was) => (was ? 1 : 0)))
    const statuses = await Promise.all(asked.map(({ id }) => statusOf(id)))
    expect(statuses.map(({ status }) => status)).toEqual(
      isSent.map((was) => (was ? 'paid' : 'approved')),
    )
    await firm.isReconciled()
  })
})
