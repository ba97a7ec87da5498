/** D10, D11: withdrawals that leave in coins: built here, signed elsewhere, followed in the chain, and booked once, at their depth. */
import { hash, randomUUID } from 'node:crypto'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildPayoutBatch,
  cancelPayoutBatch,
  getPayoutBatch,
  getPayoutBatches,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
} from '../../src/contract/payout-batch.ts'
import { followBatches } from '../../src/domains/payout-batches/due.ts'
import { prepareBatch } from '../../src/domains/payout-batches/build.ts'
import { payoutsAmong } from '../../src/domains/payout-blocks/payouts.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { bitcoinNodeAt, NodeFault, type PayingNode } from '../../src/platform/bitcoin/node.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  electrumOfOne,
  electrumOfSeveral,
  noElectrum,
  walletOfSeveral,
} from '../support/electrum.ts'
import { createHouse } from '../support/house.ts'
import { listOf, loadText } from '../support/listed.ts'
import { skippedBy } from '../support/outside.ts'
import { payingHouse, signedBy } from '../support/payouts.ts'
import { runAudit } from '../support/run-audit.ts'
import { testMacKeys } from '../support/stamp.ts'
import { regtestWallet } from '../support/wallets.ts'
import { agreementToLift } from '../support/agreements.ts'

type Reply = { outcome: string; status: number; text: string }
type Built = { data: { id: string; txid: string } }
type Shown = {
  data: {
    difference: string | null
    batch: {
      spentBy: string | null
      status: string
      place: string
      confirmations: number
      needed: number
      isSigned: boolean
    }
    payments: {
      withdrawalId: string
      reference: string
      address: string | null
      quantity: number
    }[]
  }
}

/** Somebody else's. */
const elsewhere = regtestWallet(9).wallet
let places = 0
const address = () => placeAt(elsewhere, 'people', (places += 1)).address

test('nothing is followed before the chain was read', async () => {
  const database = await createTestDatabase()
  const house = createHouse(database)
  const node = bitcoinNodeAt('http://localhost:1/')
  expect(
    await followBatches({ pool: database.pool, macKeys: testMacKeys, desk: house.desk, node }),
  ).toMatchObject({
    paid: 0,
    says: [],
  })
})

describe.skipIf(noBitcoinNode)(
  `payouts in coins${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
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
    const { anna, ben, call, look, investor, approved, coins } = paying
    const { run } = house
    let ada = ''

    beforeAll(async () => {
      // Before, the node refuses to spend what has a witness.
      while ((await real!.rpc<number>('getblockcount')) < 440) await real!.mine(55)
      await other!.follow(real!, 0)
      await look()
      await house.fund()
      await run('PayInCapital', { amount: 100_000_00n, reference: randomUUID() }, null)
      ada = await investor(20_000_000n, 15_000_000n, 9_000_000n, 3_000_000n)
    })

    async function build(
      withdrawals: string[],
      { feeRate = 3, replaces }: { feeRate?: number; replaces?: string } = {},
      as = anna,
    ): Promise<Reply> {
      return (await call(buildPayoutBatch, as, {
        body: { withdrawals, feeRate, replaces },
      })) as Reply
    }
    async function built(...args: Parameters<typeof build>) {
      const reply = await build(...args)
      expect(reply).toMatchObject({ outcome: 'done', status: 201 })
      return (JSON.parse(reply.text) as Built).data
    }
    const fileOf = async (id: string) =>
      ((await call(getPayoutFile, anna, { params: { id } })) as { data: { psbt: string } }).data
        .psbt
    const upload = (id: string, file: string) =>
      call(signPayoutBatch, anna, { params: { id }, body: Buffer.from(file) as never })
    async function signed(id: string) {
      expect(await upload(id, signedBy(await fileOf(id), own.master))).toMatchObject({
        outcome: 'done',
      })
    }
    const send = (id: string, txid: string, as = anna, asked: PayingNode = node) =>
      call(sendPayoutBatch, as, { params: { id }, body: { txid } }, asked)
    const shown = async (id: string) =>
      ((await call(getPayoutBatch, anna, { params: { id } })) as Shown).data
    const isWaiting = (txid: string) =>
      expect.poll(() => real!.rpc<string[]>('getrawmempool')).toContain(txid)
    const statusOf = async (id: string) =>
      (
        await database.owner.query<{ status: string; payout_reference: string | null }>(
          'select status, payout_reference from withdrawals where id = $1',
          [id],
        )
      ).rows[0]!
    /** The books' coins are those of the chain. */
    const isReconciled = async () => {
      const { chain, books } = await coins()
      expect(books).toBe(chain)
    }
    async function sent(withdrawals: string[], options?: Parameters<typeof build>[1]) {
      const batch = await built(withdrawals, options)
      await signed(batch.id)
      expect(await send(batch.id, batch.txid)).toMatchObject({ outcome: 'done' })
      return batch
    }
    const refusalOf = (work: Promise<unknown>) =>
      work.then(
        (reply) => (reply as Reply).outcome,
        (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
      )

    test('are paid at their depth, and the network’s fee out of capital', async () => {
      const [first, second] = [
        await approved(ada, 500_00n, address()),
        await approved(ada, 700_00n, address()),
      ]
      const capital = (await house.balances(firm)).capital!
      const batch = await sent([first, second])
      await isWaiting(batch.txid)
      await look()
      expect((await shown(batch.id)).batch).toMatchObject({ status: 'sent', place: 'waiting' })
      // $1,200 take three blocks.
      await real!.mine(2)
      await look()
      expect((await shown(batch.id)).batch).toMatchObject({
        place: 'confirming',
        confirmations: 2,
        needed: 3,
      })
      expect(await statusOf(first)).toMatchObject({ status: 'approved' })
      await real!.mine()
      expect(await look()).toMatchObject({ paid: 2, settled: 1, says: [] })
      expect(await statusOf(first)).toEqual({
        status: 'paid',
        payout_reference: `${batch.txid}:0`,
      })
      expect(await statusOf(second)).toEqual({
        status: 'paid',
        payout_reference: `${batch.txid}:1`,
      })
      const { payments } = await shown(batch.id)
      // 500 and 700 dollars at 64,000, rounded down.
      expect(payments.map(({ quantity }) => quantity)).toEqual([781_250, 1_093_750])
      await isReconciled()
      const { rows } = await database.owner.query<{ fee: number }>(
        'select fee::float8 as fee from payout_batches where id = $1',
        [batch.id],
      )
      const cost = BigInt(Math.ceil((rows[0]!.fee * 64_000) / 1_000_000))
      expect((await house.balances(firm)).capital).toBe(capital - cost)
      expect(await look()).toMatchObject({ paid: 0, settled: 0 })
      const { rows: files } = await database.owner.query('select from payout_files')
      expect(files).toEqual([])
    })

    test('are not taken back with anything changed, and only once', async () => {
      const batch = await built([await approved(ada, 30_00n, address())])
      const psbt = await fileOf(batch.id)
      const changed = (change: (of: Transaction) => void) => {
        const made = Transaction.fromPSBT(base64.decode(psbt))
        change(made)
        return signedBy(base64.encode(made.toPSBT()), own.master)
      }
      const theirs = placeAt(elsewhere, 'people', 99_999).script
      for (const file of [
        changed((made) => made.updateOutput(0, { script: Uint8Array.fromHex(theirs) })),
        changed((made) => made.updateOutput(0, { amount: made.getOutput(0).amount! - 1n })),
        changed((made) => made.updateInput(0, { sequence: 0xffffffff })),
        psbt,
        'not a file',
      ])
        expect(await refusalOf(upload(batch.id, file))).toBe('signature_wrong')
      expect((await shown(batch.id)).batch.isSigned).toBe(false)
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('batch_not_signed')
      await signed(batch.id)
      expect(await refusalOf(upload(batch.id, signedBy(psbt, own.master)))).toBe(
        'nothing_to_change',
      )
      expect(await refusalOf(send(batch.id, 'ab'.repeat(32)))).toBe('not_as_shown')
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('done')
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('batch_ended')
      expect(await refusalOf(call(cancelPayoutBatch, anna, { params: { id: batch.id } }))).toBe(
        'batch_ended',
      )
      await isWaiting(batch.txid)
      await real!.mine()
      expect(await look()).toMatchObject({ paid: 1, settled: 1 })
      await isReconciled()
    })

    test('are in one batch at a time, and neither paid by hand nor returned meanwhile', async () => {
      const withdrawal = await approved(ada, 40_00n, address())
      // The later one is refused by what it reads, or by the rule, whichever comes first.
      const attempt = (as: string) =>
        build([withdrawal], {}, as).catch(({ refusal }: { refusal: { code: string } }) => ({
          outcome: refusal.code,
          text: '',
        }))
      const twice = await Promise.all([attempt(anna), attempt(ben)])
      expect(twice.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'in_a_batch'])
      const done = twice.find(({ outcome }) => outcome === 'done')!
      const { id } = (JSON.parse(done.text) as Built).data
      expect(await refusalOf(build([withdrawal]))).toBe('in_a_batch')
      const reference = 'PAY-1'
      expect(await run('PayWithdrawal', { withdrawal, reference }, anna)).toMatchObject({
        outcome: 'in_a_batch',
      })
      const giveBack = () =>
        run('ReturnWithdrawal', { withdrawal, reason: 'a wrong address' }, anna)
      expect(await giveBack()).toMatchObject({ outcome: 'in_a_batch' })
      expect(await call(getPayoutBatches, anna)).toMatchObject({
        data: {
          network: 'regtest',
          waiting: [],
          inBatches: [{ withdrawalId: withdrawal, batchId: id }],
        },
      })
      expect(await refusalOf(call(cancelPayoutBatch, ben, { params: { id } }))).toBe('done')
      expect(await shown(id)).toMatchObject({ signatures: [], cancelledBy: { id: ben } })
      expect(await call(getPayoutBatches, anna)).toMatchObject({
        data: { waiting: [{ withdrawalId: withdrawal }], inBatches: [] },
      })
      expect(await giveBack()).toMatchObject({ outcome: 'done' })
      await expect(
        database.pool.query(`update payout_batches set status = 'built' where id = $1`, [id]),
      ).rejects.toThrow(/./)
    })

    test('cancelled after somebody has signed them are paid by nothing that could confirm beside it', async () => {
      const withdrawal = await approved(ada, 45_00n, address())
      const first = await built([withdrawal])
      const file = signedBy(await fileOf(first.id), own.master)
      await upload(first.id, file)
      expect(await refusalOf(call(cancelPayoutBatch, anna, { params: { id: first.id } }))).toBe(
        'done',
      )
      expect(
        await run('ReturnWithdrawal', { withdrawal, reason: 'not wanted' }, anna),
      ).toMatchObject({ outcome: 'in_a_batch' })
      // Another payment spends its coin, so that it never comes.
      const second = await sent([await approved(ada, 20_00n, address())])
      await isWaiting(second.txid)
      await real!.mine(6)
      expect(await look()).toMatchObject({ paid: 1, settled: 1 })
      expect(await shown(first.id)).toMatchObject({
        batch: { status: 'void', spentBy: second.txid },
        signatures: [{ by: { id: anna } }],
        cancelledBy: { id: anna },
      })
      expect(
        await run('ReturnWithdrawal', { withdrawal, reason: 'not wanted' }, anna),
      ).toMatchObject({ outcome: 'done' })
      await isReconciled()
    })

    test('that a signer sent without asking are booked all the same', async () => {
      const withdrawal = await approved(ada, 25_00n, address())
      const batch = await built([withdrawal])
      const made = Transaction.fromPSBT(base64.decode(signedBy(await fileOf(batch.id), own.master)))
      made.finalize()
      await node.send(made.hex)
      await isWaiting(batch.txid)
      await real!.mine()
      expect(await look()).toMatchObject({ paid: 1, settled: 1 })
      expect(await statusOf(withdrawal)).toMatchObject({ status: 'paid' })
      await isReconciled()
    })

    test('of a server that ends between noting and handing in are handed in by the next', async () => {
      const withdrawal = await approved(ada, 35_00n, address())
      const batch = await built([withdrawal])
      await signed(batch.id)
      const gone = {
        ...node,
        send: () => Promise.reject(new NodeFault('The Bitcoin node can’t be reached.')),
      }
      expect(await refusalOf(send(batch.id, batch.txid, anna, gone))).toBe('done')
      expect((await shown(batch.id)).batch).toMatchObject({ status: 'sent', place: 'unseen' })
      expect((await look(gone)).says).toMatchObject([{ batch: batch.id }])
      await look()
      await isWaiting(batch.txid)
      await look()
      await real!.mine()
      expect(await look()).toMatchObject({ paid: 1, settled: 1 })
      await isReconciled()
    })

    test('that a reorganisation takes away are waited for again, and booked once', async () => {
      const fork = await real!.rpc<number>('getblockcount')
      await other!.follow(real!, 440)
      const withdrawal = await approved(ada, 1_500_00n, address())
      const batch = await sent([withdrawal])
      await isWaiting(batch.txid)
      await real!.mine(2)
      await look()
      expect((await shown(batch.id)).batch).toMatchObject({ place: 'confirming', confirmations: 2 })
      await other!.mine(3)
      await real!.follow(other!, fork)
      await look()
      expect((await shown(batch.id)).batch).toMatchObject({ status: 'sent', confirmations: 0 })
      expect(await statusOf(withdrawal)).toMatchObject({ status: 'approved' })
      await look()
      await isWaiting(batch.txid)
      await real!.mine(3)
      expect(await look()).toMatchObject({ paid: 1, settled: 1 })
      await isReconciled()
      await other!.follow(real!, fork)
    })

    test('rebuilt ten times are paid once', async () => {
      const withdrawal = await approved(ada, 60_00n, address())
      const cash = (await house.balances(ada)).cash
      const first = await sent([withdrawal], { feeRate: 2 })
      await isWaiting(first.txid)
      let last = first
      const all = [first.id]
      for (let n = 1; n <= 10; n += 1) {
        expect(await refusalOf(build([withdrawal], { feeRate: n + 1, replaces: last.id }))).toBe(
          'fee_too_low',
        )
        // The node of the tests takes none that pays more instead; what counts is which one it mines.
        last = await sent([withdrawal], { feeRate: n + 2, replaces: last.id })
        all.push(last.id)
      }
      const { data } = (await call(getPayoutBatches, anna)) as {
        data: { batches: { id: string; replacedBy: string | null }[] }
      }
      const replacing = all.map((id) => data.batches.find((one) => one.id === id)!.replacedBy)
      expect(replacing).toEqual([...all.slice(1), null])
      await look()
      await real!.kill9()
      await real!.restart()
      // It has forgotten what waited: only the last is handed in again.
      await expect
        .poll(async () => (await look()).handedIn + (await node.waiting()).length)
        .not.toBe(0)
      await isWaiting(last.txid)
      await real!.mine(6)
      expect(await look()).toMatchObject({ paid: 1, settled: 1, voided: 10 })
      expect(await statusOf(withdrawal)).toMatchObject({ payout_reference: `${last.txid}:0` })
      expect(await house.balances(ada)).toMatchObject({ cash, held: 0n })
      await isReconciled()
      expect((await shown(first.id)).batch.status).toBe('void')
    })

    test('say what is in the way of building them', async () => {
      const withdrawal = await approved(ada, 10_00n, address())
      // Drawn only after it was asked for.
      const { rows } = await database.owner.query(`select next_index from wallets`)
      const drawnLater = placeAt(own.wallet, 'people', rows[0].next_index).address
      const toFirm = await approved(ada, 10_00n, drawnLater)
      expect((await paying.draw(await house.person())).address).toBe(drawnLater)
      const onMain = await approved(ada, 10_00n, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
      const toBank = await approved(ada, 10_00n, 'somewhere else')
      expect(await refusalOf(build([toFirm]))).toBe('not_a_coin_address')
      expect(await refusalOf(build([onMain]))).toBe('not_a_coin_address')
      expect(await refusalOf(build([toBank]))).toBe('not_a_coin_address')
      expect(await refusalOf(build([randomUUID()]))).toBe('not_approved')
      expect(await refusalOf(build([withdrawal], { replaces: randomUUID() }))).toBe('unknown_batch')
      const small = await approved(ada, 10n, address())
      expect(await refusalOf(build([small]))).toBe('batch_not_built')
      await run('FreezeUser', { user: ada, reason: 'a test' }, anna)
      expect(await refusalOf(build([withdrawal]))).toBe('account_frozen')
      await run('UnfreezeUser', { user: ada, reason: 'a test' }, anna)
      await database.owner.query(
        `begin; set local session_replication_role = replica;
         update withdrawals set wallet_address = '${address()}' where id = '${withdrawal}'; commit`,
      )
      expect(await refusalOf(build([withdrawal]))).toBe('not_as_recorded')
    })

    test('J6: are handed to no signer, nor offered, while an account that they pay is frozen', async () => {
      const [inBatch, waiting] = [
        await approved(ada, 50_00n, address()),
        await approved(ada, 60_00n, address()),
      ]
      const batch = await built([inBatch])
      const isOffered = async () => {
        const page = (await call(getPayoutBatches, anna)) as {
          data: { waiting: { withdrawalId: string }[] }
        }
        return page.data.waiting.some(({ withdrawalId }) => withdrawalId === waiting)
      }
      expect([await isOffered(), await refusalOf(fileOf(batch.id))]).toEqual([true, undefined])
      await run('FreezeUser', { user: ada, reason: 'a test' }, anna)
      expect([await isOffered(), await refusalOf(fileOf(batch.id))]).toEqual([
        false,
        'account_frozen',
      ])
      await run('UnfreezeUser', { user: ada, reason: 'a test' }, anna)
      // A list with which nobody is compared yet.
      await loadText(database, listOf([]))
      expect([await isOffered(), await refusalOf(fileOf(batch.id))]).toEqual([false, 'law_check'])
      await database.owner.query('delete from screening_lists')
      expect([await isOffered(), await refusalOf(fileOf(batch.id))]).toEqual([true, undefined])
      await signed(batch.id)
      await run('FreezeUser', { user: ada, reason: 'a test' }, anna)
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('account_frozen')
      await run('UnfreezeUser', { user: ada, reason: 'a test' }, anna)
      await run('CancelPayoutBatch', { batch: batch.id, spent: null }, anna)
    })

    test('are never of other quantities, coins or outputs than their withdrawals make', async () => {
      const withdrawal = await approved(ada, 50_00n, address())
      const bitcoin = {
        network: own.wallet.network,
        descriptor: own.wallet.descriptor,
        node,
        rates: ratesOf(null),
      }
      const id = randomUUID()
      const right = await prepareBatch({ pool: database.pool, bitcoin }, id, {
        withdrawals: [withdrawal],
        feeRate: 3,
      })
      const [payment] = right.payments
      for (const wrong of [
        { txid: 'ab'.repeat(32) },
        { fee: right.fee + 1n },
        { rate: right.rate + 1_000_000n },
        { coins: right.coins.map((coin) => ({ ...coin, output: coin.output + 1 })) },
        { payments: [{ ...payment!, quantity: payment!.quantity + 1n }] },
        { payments: [payment!, payment!] },
        { change: { ...right.change!, amount: right.change!.amount + 1n } },
      ])
        expect(
          await run('BuildPayoutBatch', { ...right, ...wrong }, anna, { id: randomUUID() }),
        ).toMatchObject({ outcome: 'batch_wrong' })
      const early = { ...right, change: { ...right.change!, index: right.change!.index + 1 } }
      expect(await run('BuildPayoutBatch', early, anna, { id: randomUUID() })).toMatchObject({
        outcome: 'batch_changed',
      })
      expect(await run('BuildPayoutBatch', right, ada, { id: randomUUID() })).toMatchObject({
        outcome: 'forbidden',
      })
    })

    test('that somebody changes in the database leave by nothing', async () => {
      const batch = await built([await approved(ada, 15_00n, address())])
      await signed(batch.id)
      await database.owner.query(
        `update payout_batch_payments set quantity = quantity + 1 where batch_id = $1`,
        [batch.id],
      )
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('not_as_recorded')
      await database.owner.query(
        `update payout_batch_payments set quantity = quantity - 1 where batch_id = $1`,
        [batch.id],
      )
      const { rows } = await database.owner.query(
        'delete from payout_batch_payments payment where batch_id = $1 returning to_jsonb(payment) as payment',
        [batch.id],
      )
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('not_as_recorded')
      expect(await refusalOf(fileOf(batch.id))).toBe('not_as_recorded')
      await database.owner.query(
        'insert into payout_batch_payments select (jsonb_populate_record(null::payout_batch_payments, $1)).*',
        [rows[0].payment],
      )
      expect(await refusalOf(fileOf(batch.id))).toBeUndefined()
      await database.owner.query(`update payout_files set psbt = psbt || ' ' where batch_id = $1`, [
        batch.id,
      ])
      expect(await refusalOf(fileOf(batch.id))).toBe('not_as_recorded')
      expect(await refusalOf(call(cancelPayoutBatch, anna, { params: { id: batch.id } }))).toBe(
        'done',
      )
    })

    test('J3: keep their requests, whatever the application’s role writes into their rows: they are neither batched again, nor paid by hand, nor given back', async () => {
      const withdrawal = await approved(ada, 18_00n, address())
      const batch = await built([withdrawal])
      await signed(batch.id)
      await database.pool.query(
        `update payout_batches set status = 'void', ended_at = business_now(), spent_by = repeat('a', 64) where id = $1`,
        [batch.id],
      )
      const code = 'not_as_recorded'
      const byHand = { withdrawal, reference: 'once more' }
      expect(await run('PayWithdrawal', byHand, anna)).toMatchObject({ outcome: code })
      const back = { withdrawal, reason: 'a test' }
      expect(await run('ReturnWithdrawal', back, anna)).toMatchObject({ outcome: code })
      expect(await refusalOf(build([withdrawal]))).toBe(code)
      await database.owner.query(
        `begin; set local session_replication_role = replica;
         update payout_batches set status = 'built', ended_at = null, spent_by = null where id = '${batch.id}'; commit`,
      )
      expect(await refusalOf(build([withdrawal]))).toBe('in_a_batch')
      expect(await refusalOf(call(cancelPayoutBatch, anna, { params: { id: batch.id } }))).toBe(
        'done',
      )
    })

    test('J3: whose file somebody swaps as the application’s role are handed to no signer, signed or not, rebuilt or not', async () => {
      const write = (text: string, values: string[]) => database.pool.query(text, values)
      const swap = async (id: string, psbt: string) => {
        const digest = hash('sha256', psbt, 'hex')
        await write('insert into payout_files (batch_id, digest, psbt) values ($1, $2, $3)', [
          id,
          digest,
          psbt,
        ])
        await write(
          'update payout_batches set signed_digest = $2, is_signed = true where id = $1',
          [id, digest],
        )
      }
      const differenceOf = async (id: string) =>
        ((await call(getPayoutBatch, anna, { params: { id } })) as Shown).data.difference
      const first = await built([await approved(ada, 16_00n, address())])
      const thief = await built([await approved(ada, 17_00n, address())])
      const back = (more: string) =>
        database.owner.query(`begin; set local session_replication_role = replica; ${more}; commit`)
      expect(await differenceOf(first.id)).toBeNull()
      await swap(first.id, await fileOf(thief.id))
      expect(await refusalOf(fileOf(first.id))).toBe('not_as_recorded')
      expect(await differenceOf(first.id)).toBe('it is not as the last command left it')
      expect(paying.alarms.at(-1)).toMatchObject({ table: 'payout_batches', id: first.id })
      await write(
        `update payout_batches set status = 'sent', sent_at = business_now(), sent_by = '${ben}' where id = $1`,
        [first.id],
      )
      const { says } = await look()
      expect(says).toContainEqual({
        batch: first.id,
        text: expect.stringContaining('not what was recorded'),
      })
      const unsigned = `status = 'built', signed_digest = null, is_signed = false, sent_at = null, sent_by = null`
      await back(`update payout_batches set ${unsigned} where id = '${first.id}'`)
      const { payments } = await shown(first.id)
      const withdrawals = payments.map(({ withdrawalId }) => withdrawalId)
      const next = await built(withdrawals, { replaces: first.id, feeRate: 4 })
      await expect(fileOf(next.id)).resolves.toEqual(expect.any(String))
      const turned = (one: string, other: string) =>
        `update payout_batches set status = 'cancelled', ended_at = business_now() where id = '${one}';
         update payout_batches set status = 'built', ended_at = null where id = '${other}'`
      await back(turned(next.id, first.id))
      for (const { id } of [first, next])
        expect([await refusalOf(fileOf(id)), await differenceOf(id)]).toEqual([
          'not_as_recorded',
          'it is not as the last command left it',
        ])
      await back(
        `${turned(first.id, next.id)}; update payout_batches set ended_at = (select built_at from payout_batches where id = '${next.id}') where id = '${first.id}'`,
      )
      for (const { id } of [next, thief])
        expect(await refusalOf(call(cancelPayoutBatch, anna, { params: { id } }))).toBe('done')
      expect(await differenceOf(first.id)).toBeNull()
    })

    test('wait while payouts are blocked, and what was sent before is listed by its outputs', async () => {
      const withdrawal = await approved(ada, 55_00n, address())
      const batch = await built([withdrawal])
      await signed(batch.id)
      await run(
        'BlockPayouts',
        { cause: 'restored', noticedAt: Date.now(), seenAt: null, payouts: [] },
        null,
      )
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('payouts_blocked')
      const reference = `${batch.txid}:0`
      const lost = {
        id: randomUUID(),
        kind: 'withdrawal',
        person: ada,
        request: withdrawal,
        reference,
        amount: 55_00n,
        paidAt: Date.now(),
      } as const
      await run(
        'BlockPayouts',
        { cause: 'restored', noticedAt: Date.now(), seenAt: null, payouts: [lost] },
        null,
      )
      expect(await refusalOf(send(batch.id, batch.txid))).toBe('done')
      const { rows } = await database.owner.query(
        `select id, subject, kind, outcome, recorded_at as "recordedAt", input from desk.commands where kind = 'SendPayoutBatch' and outcome = 'done' and input ->> 'batch' = $1`,
        [batch.id],
      )
      expect(await payoutsAmong(database.pool, rows)).toMatchObject([
        {
          by: rows[0]!.id,
          kind: 'withdrawal',
          person: ada,
          request: withdrawal,
          reference,
          amount: 55_00n,
        },
      ])
      const { rows: open } = await database.owner.query(`select status from earlier_payouts`)
      expect(open).toEqual([{ status: 'matched' }])
      await isWaiting(batch.txid)
      await real!.mine()
      expect(await look()).toMatchObject({ paid: 1, settled: 1 })
    })

    test('wait for capital with the fee alone', async () => {
      const { capital } = await house.balances(firm)
      await run('FundPool', { pool: 'returns', amount: capital! }, null)
      const withdrawal = await approved(ada, 65_00n, address())
      const { rows } = await database.owner.query(
        `select id, version from payout_blocks where status = 'open'`,
      )
      const { id: block, version } = rows[0]
      const id = randomUUID()
      await run('ProposeUnblockingPayouts', { block, total: 1 }, anna, { id })
      await run('AgreeToProposal', agreementToLift(id, { block, total: 1, version }), ben)
      const batch = await sent([withdrawal])
      await isWaiting(batch.txid)
      await real!.mine()
      const followed = await look()
      expect(followed).toMatchObject({ paid: 1, settled: 0, says: [{ batch: batch.id }] })
      await run('PayInCapital', { amount: 100_00n, reference: randomUUID() }, null)
      expect(await look()).toMatchObject({ settled: 1, says: [] })
      await isReconciled()
    })

    test('leave books that an audit finds in order', async () => {
      expect(await runAudit(database)).toMatchObject({ code: 0 })
      expect(house.errors).toEqual([])
    })
  },
)

const missing = noElectrum ?? noBitcoinNode

describe.skipIf(missing)(
  `with Electrum, payouts${skippedBy(missing)}`,
  { timeout: 240_000 },
  async () => {
    const real = missing ? null : await startBitcoinNode()
    const node = bitcoinNodeAt(real?.url ?? 'http://localhost/')
    const several = walletOfSeveral(2, [1, 2, 3])
    beforeAll(async () => {
      while ((await real!.rpc<number>('getblockcount')) < 440) await real!.mine(55)
    })

    test.each(['one key', 'two of three keys'])(
      'go from approval to depth, signed by %s and sent by somebody else',
      async (by) => {
        const one = regtestWallet()
        const isOne = by === 'one key'
        const wallet = isOne ? one.wallet : several.wallet
        const signers = isOne
          ? [await electrumOfOne(one.master.derive("m/84'/1'/0'"))]
          : await Promise.all([2, 0].map((n) => electrumOfSeveral(several, n)))
        const database = await createTestDatabase()
        const house = createHouse(database)
        const secondApprovalAbove = 100_00n
        const { anna, ben, call, look, investor, approved, coins } = await payingHouse({
          house,
          wallet,
          node,
          miner: real!,
          secondApprovalAbove,
        })
        await look()
        await house.fund()
        await house.run('PayInCapital', { amount: 1_000_00n, reference: randomUUID() }, null)
        const ada = await investor(2_000_000n, 1_000_000n, 700_000n)
        const withdrawals = [
          await approved(ada, 800_00n, address()),
          await approved(ada, 600_00n, address()),
        ]
        const reply = (await call(buildPayoutBatch, anna, {
          body: { withdrawals, feeRate: 4, replaces: undefined },
        })) as Reply
        const { id, txid } = (JSON.parse(reply.text) as Built).data
        for (const [n, sign] of signers.entries()) {
          const { data } = (await call(getPayoutFile, anna, { params: { id } })) as {
            data: { psbt: string }
          }
          expect(
            await call(signPayoutBatch, ben, {
              params: { id },
              body: Buffer.from(await sign(data.psbt)) as never,
            }),
          ).toMatchObject({ outcome: 'done' })
          const isLast = n === signers.length - 1
          const seen = (await call(getPayoutBatch, anna, { params: { id } })) as Shown
          expect(seen.data).toMatchObject({
            batch: { isSigned: isLast, isSignedInPart: !isLast },
            signatures: signers.slice(0, n + 1).map(() => ({ by: { id: ben } })),
            cancelledBy: null,
          })
        }
        const params = { id }
        expect(await call(sendPayoutBatch, anna, { params, body: { txid } })).toMatchObject({
          outcome: 'same_approver',
        })
        expect(await call(sendPayoutBatch, ben, { params, body: { txid } })).toMatchObject({
          outcome: 'done',
        })
        await expect.poll(() => real!.rpc<string[]>('getrawmempool')).toContain(txid)
        await real!.mine(2)
        expect(await look()).toMatchObject({ paid: 0 })
        await real!.mine()
        expect(await look()).toMatchObject({ paid: 2, settled: 1, says: [] })
        const { chain, books } = await coins()
        expect(books).toBe(chain)
        expect(await runAudit(database)).toMatchObject({ code: 0 })
      },
    )
  },
)
