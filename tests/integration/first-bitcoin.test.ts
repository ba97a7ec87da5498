/** A5: bitcoin of the main network is for staff alone until two have confirmed a first deposit and a first payout. The node is a simulator that calls its chain the main one. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  buildPayoutBatch,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
} from '../../src/contract/payout-batch.ts'
import { agreeToProposal } from '../../src/contract/proposal.ts'
import { proposeFirstCoins } from '../../src/contract/wallet.ts'
import { routes as firstCoinsRoutes } from '../../src/domains/first-coins/routes.ts'
import { addressToShow } from '../../src/domains/wallets/own-address.ts'
import { ofAllNouns } from '../../src/http/routes.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { startChainSimulator } from '../support/chain-simulator/chain-simulator.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { callAs, payingHouse, signedBy } from '../support/payouts.ts'
import { runAudit } from '../support/run-audit.ts'
import { mainWallet } from '../support/wallets.ts'

const miner = await startChainSimulator({ network: 'main' })
await miner.mine(110)
const { master, wallet } = mainWallet()
const elsewhere = mainWallet(9).wallet
const database = await createTestDatabase()
const house = createHouse(database)
const paying = await payingHouse({ house, wallet, node: bitcoinNodeAt(miner.url), miner })
const { anna, ben, call, look, approved, draw } = paying
const firstCoins = firstCoinsRoutes(paying.houseOf(), ofAllNouns)

type Reply = { outcome: string; text: string }
const build = async (withdrawal: string) =>
  (await call(buildPayoutBatch, anna, { body: { withdrawals: [withdrawal], feeRate: 2 } })) as Reply
const propose = async (deposit: string, payout: string) =>
  (await callAs(firstCoins, proposeFirstCoins, anna, {
    body: { coin: 'BTC', deposit, payout },
  })) as Reply
const shownTo = (owner: string, isStaff: boolean) =>
  addressToShow(
    { pool: database.pool as never, log: { error() {} } as never, wallet },
    { owner, isStaff },
  )
async function paysIn(owner: string, amount: bigint): Promise<string> {
  const { script } = await draw(owner)
  const txid = await miner.send({ script, amount })
  await miner.mine(6)
  await look()
  return txid
}

test('bitcoin of the main network opens to customers by first coins that two have looked up', async () => {
  await look()
  await house.fund()
  await house.run('PayInCapital', { amount: 100_000_00n, reference: randomUUID() }, null)
  const [tess, cara] = [await house.person({ role: 'admin' }), await house.person()]
  expect(await shownTo(cara, false)).toMatchObject({
    closed: expect.stringMatching(/our staff are/),
  })
  // Less than the smallest amount that people may send.
  const deposit = await paysIn(tess, 9_000n)
  expect((await house.balances(tess)).cash).toBe(5_76n)
  await paysIn(cara, 2_000_000n)
  const theirs = await approved(cara, 100_00n, placeAt(elsewhere, 'people', 2).address)
  await expect(build(theirs)).rejects.toMatchObject({ refusal: { code: 'coins_untried' } })

  const request = await approved(tess, 5_00n, placeAt(elsewhere, 'people', 1).address)
  const { id, txid: payout } = JSON.parse((await build(request)).text).data
  expect((await propose(deposit, payout)).outcome).toBe('first_coins_unknown')
  const params = { id }
  const { data } = (await call(getPayoutFile, anna, { params })) as { data: { psbt: string } }
  const body = Buffer.from(signedBy(data.psbt, master)) as never
  expect(await call(signPayoutBatch, anna, { params, body })).toMatchObject({ outcome: 'done' })
  await call(sendPayoutBatch, anna, { params, body: { txid: payout } })
  expect((await propose(deposit, payout)).outcome).toBe('first_coins_unknown')
  await miner.mine(6)
  expect(await look()).toMatchObject({ paid: 1, settled: 1, says: [] })

  expect((await propose(payout, deposit)).outcome).toBe('first_coins_unknown')
  const proposed = JSON.parse((await propose(deposit, payout)).text).data.proposal
  expect(proposed.facts).toEqual({
    ...{ coin: 'BTC', deposit, payout },
    ...{ received: '0.00009', paid: '0.00007812' },
  })
  const agree = async (by: string) =>
    (
      (await call(agreeToProposal, by, {
        params: { id: proposed.id },
        body: { shown: proposed.facts } as never,
      })) as Reply
    ).outcome
  expect(await agree(anna)).toBe('same_approver')
  expect((await shownTo(cara, false)).closed).toMatch(/our staff are/)
  expect(await agree(ben)).toBe('done')
  expect(await shownTo(cara, false)).toMatchObject({
    address: expect.stringMatching(/^bc1q/),
    closed: null,
  })
  expect((await build(theirs)).outcome).toBe('done')
  expect(await runAudit(database)).toMatchObject({ code: 0 })
})
