/** A firm whose wallet is of taproot: coins are seen at its addresses, credited, and leave by a batch that its one key signs; then another wallet takes its place. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  buildPayoutBatch,
  getPayoutBatch,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
} from '../../src/contract/payout-batch.ts'
import { movementsCsv } from '../../src/domains/activity/csv.ts'
import { readMovementsOf } from '../../src/domains/activity/statement.ts'
import { readTransaction } from '../../src/lib/bitcoin-block.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { startChainSimulator } from '../support/chain-simulator/chain-simulator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { payingHouse, signedBy } from '../support/payouts.ts'
import { runAudit } from '../support/run-audit.ts'
import { regtestWallet } from '../support/wallets.ts'

type Batch = { id: string; txid: string }

describe('with a wallet of taproot', { timeout: 60_000 }, async () => {
  const miner = await startChainSimulator()
  await miner.mine(110)
  const own = regtestWallet(1, 'tr')
  const database = await createTestDatabase()
  const house = createHouse(database)
  const node = bitcoinNodeAt(miner.url)
  const paying = await payingHouse({ house, wallet: own.wallet, node, miner })
  const { anna, call, look, approved } = paying

  async function built(withdrawals: string[], feeRate: number, replaces?: string): Promise<Batch> {
    const body = { withdrawals, feeRate, replaces }
    const reply = (await call(buildPayoutBatch, anna, { body })) as { text: string }
    return (JSON.parse(reply.text) as { data: Batch }).data
  }
  async function sent(...given: Parameters<typeof built>): Promise<Batch> {
    const batch = await built(...given)
    const params = { id: batch.id }
    const { data } = (await call(getPayoutFile, anna, { params })) as { data: { psbt: string } }
    const body = Buffer.from(signedBy(data.psbt, own.master)) as never
    expect(await call(signPayoutBatch, anna, { params, body })).toMatchObject({ outcome: 'done' })
    await call(sendPayoutBatch, anna, { params, body: { txid: batch.txid } })
    return batch
  }

  test('coins come in and leave, replaced by more, and books and chain agree', async () => {
    await look()
    await house.fund()
    await house.run('PayInCapital', { amount: 100_000_00n, reference: randomUUID() }, null)
    const ada = await paying.investor(20_000_000n, 15_000_000n)
    const { rows } = await database.owner.query<{ address: string }>(
      'select address from wallet_addresses where owner_id = $1',
      [ada],
    )
    expect(rows[0]!.address).toBe(placeAt(own.wallet, 'people', 1).address)
    expect(rows[0]!.address).toMatch(/^bcrt1p[\da-z]{58}$/)
    const to = placeAt(regtestWallet(9, 'tr').wallet, 'people', 3)
    const withdrawal = await approved(ada, 60_00n, to.address)
    const first = await sent([withdrawal], 2)
    const second = await sent([withdrawal], 7, first.id)
    const [waiting, ...more] = miner.chain.waiting
    expect([waiting!.txid, more]).toEqual([second.txid, []])
    const [paid, change] = readTransaction(Uint8Array.fromHex(waiting!.hex)).outputs
    expect(paid!.script).toBe(to.script)
    // The batch that was replaced has used the first place.
    expect(change!.script).toBe(placeAt(own.wallet, 'change', 1).script)
    await miner.mine(6)
    expect(await look()).toMatchObject({ paid: 1, settled: 1, voided: 1, says: [] })
    const shown = (await call(getPayoutBatch, anna, { params: { id: second.id } })) as {
      data: { batch: { status: string }; sentFeeRate: number | null }
    }
    expect(shown.data).toMatchObject({ batch: { status: 'settled' }, sentFeeRate: null })
    const { rows: at } = await database.owner.query<{ year: string }>(
      "select to_char(business_now() at time zone 'UTC', 'YYYY') as year",
    )
    const movements = (await readMovementsOf(database.pool, ada, at[0]!.year))!
    const rate = /at \$64,000\.00 a bitcoin, rate of \d{4}-\d\d-\d\d \d\d:\d\d UTC \(sample rate\)$/
    expect(movements.map(({ what, coins }) => [what, coins.replace(rate, '…')])).toEqual([
      ['Deposit in coins received', '0.2 BTC …'],
      ['Deposit in coins received', '0.15 BTC …'],
      ['Withdrawal requested', 'Paid as 0.0009375 BTC …'],
    ])
    expect(movementsCsv(movements)).toContain('Paid as 0.0009375 BTC at')
    const { chain, books } = await paying.coins()
    expect(books).toBe(chain)
    expect(await runAudit(database)).toMatchObject({ code: 0 })
    expect(house.errors).toEqual([])
  })
})
