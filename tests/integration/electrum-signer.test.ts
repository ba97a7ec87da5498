/** D10: a batch that is built here is signed by a program of somebody else's, and a real node takes what comes of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { readTransaction } from '../../src/lib/bitcoin-block.ts'
import { placeAt, type Branch, type Wallet } from '../../src/lib/output-descriptor.ts'
import { buildBatch, type Batch, type Coin } from '../../src/lib/payout-batch.ts'
import { combine, readSigned } from '../../src/lib/payout-signatures.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import {
  buildReserveProof,
  checkReserveProof,
  finishReserveProof,
} from '../../src/lib/reserve-proof.ts'
import {
  electrumOfOne,
  electrumOfSeveral,
  noElectrum,
  walletOfSeveral,
  type ElectrumSigner,
} from '../support/electrum.ts'
import { skippedBy } from '../support/outside.ts'
import { regtestWallet } from '../support/wallets.ts'

const missing = noElectrum ?? noBitcoinNode

describe.skipIf(missing)(`Electrum${skippedBy(missing)}`, { timeout: 120_000 }, async () => {
  const node = missing ? null : await startBitcoinNode()

  /** Before, the node refuses to spend what has a witness. */
  beforeAll(async () => {
    while ((await node!.rpc<number>('getblockcount')) < 440) await node!.mine(55)
  })

  /** One within what Electrum looks for by itself, one far beyond, and one that was change. */
  const places: [Branch, number, bigint][] = [
    ['people', 0, 40_000n],
    ['people', 1_000, 70_000n],
    ['change', 5, 60_000n],
  ]
  async function coinsOf(wallet: Wallet): Promise<Coin[]> {
    const paid = places.map(([branch, index, amount]) => ({
      script: placeAt(wallet, branch, index).script,
      amount,
    }))
    const txid = await node!.send(...paid)
    await node!.mine()
    const transaction = Uint8Array.fromHex(await node!.rpc<string>('getrawtransaction', txid))
    return places.map(([branch, index, amount], output) => {
      return { txid, output, amount, branch, index, transaction }
    })
  }

  const payments = [
    { script: `0014${'ab'.repeat(20)}`, amount: 90_000n },
    { script: `0020${'cd'.repeat(32)}`, amount: 60_000n },
  ]
  async function batchOf(wallet: Wallet): Promise<Batch> {
    const coins = await coinsOf(wallet)
    return buildBatch({ wallet, payments, coins, feeRate: 7n, changeIndex: 12, mustSpend: null })
  }

  /** The node's word is its block: it answers an id even of what it refuses. */
  async function isMined({ txid, outputs }: Batch, transaction: string): Promise<void> {
    await node!.rpc('sendrawtransaction', transaction)
    await expect.poll(() => node!.rpc<string[]>('getrawmempool')).toContain(txid)
    const [hash] = await node!.mine()
    const block = await node!.rpc<{ tx: string[] }>('getblock', hash)
    expect(block.tx).toContain(txid)
    expect(readTransaction(Uint8Array.fromHex(transaction))).toMatchObject({ txid, outputs })
  }

  test('signs for one key, and the node mines it', async () => {
    const { wallet, master } = regtestWallet()
    const sign = await electrumOfOne(master.derive("m/84'/1'/0'"))
    const batch = await batchOf(wallet)
    expect(batch.inputs).toHaveLength(3)
    const uploaded = await sign(batch.psbt)
    const { transaction, txid } = combine(batch.psbt, null, readSigned(batch.psbt, uploaded))
    expect([txid, transaction]).toEqual([batch.txid, uploaded])
    await isMined(batch, transaction!)
  })

  const message = 'ab'.repeat(32)

  test('signs a proof of coins for one key, and the node would never mine it', async () => {
    const { wallet, master } = regtestWallet()
    const sign = await electrumOfOne(master.derive("m/84'/1'/0'"))
    const { psbt, coins } = buildReserveProof(wallet, await coinsOf(wallet), message)
    const transaction = finishReserveProof(psbt, [await sign(psbt)])
    expect(coins).toHaveLength(3)
    expect(checkReserveProof(transaction, coins, message)).toBe(170_000n)
    const { txid } = readTransaction(Uint8Array.fromHex(transaction))
    await node!.rpc('sendrawtransaction', transaction).catch(() => {})
    const [hash] = await node!.mine()
    const { tx } = await node!.rpc<{ tx: string[] }>('getblock', hash)
    expect(tx).not.toContain(txid)
  })

  describe('for two of three keys', () => {
    const several = walletOfSeveral(2, [1, 2, 3])

    test('signs a proof of coins, each of two apart', async () => {
      const { psbt, coins } = buildReserveProof(
        several.wallet,
        await coinsOf(several.wallet),
        message,
      )
      const signers = await Promise.all([0, 2].map((own) => electrumOfSeveral(several, own)))
      const signed = await Promise.all(signers.map((sign) => sign(psbt)))
      expect(checkReserveProof(finishReserveProof(psbt, signed), coins, message)).toBe(170_000n)
    })
    let signers: ElectrumSigner[] = []
    beforeAll(async () => {
      signers = await Promise.all([0, 1, 2].map((own) => electrumOfSeveral(several, own)))
    })
    const fingerprints = several.signers.map(({ fingerprint }) => fingerprint)
    const by = (...who: number[]) =>
      Array.from({ length: 3 }, () => ({
        by: who.map((n) => fingerprints[n]!).toSorted(),
        threshold: 2,
      }))

    test('signs one after another, and the node mines it', async () => {
      const batch = await batchOf(several.wallet)
      const first = await signers[2]!(batch.psbt)
      const one = combine(batch.psbt, null, readSigned(batch.psbt, first))
      expect(one).toMatchObject({ txid: batch.txid, signed: by(2), transaction: null })
      const second = await signers[0]!(one.kept)
      const both = combine(batch.psbt, one.kept, readSigned(batch.psbt, second))
      expect(both).toMatchObject({ txid: batch.txid, signed: by(0, 2), transaction: second })
      await isMined(batch, both.transaction!)
    })

    test('signs apart from each other, and the node mines what is put together', async () => {
      const batch = await batchOf(several.wallet)
      const uploaded = await Promise.all([0, 1].map((n) => signers[n]!(batch.psbt)))
      const both = uploaded.reduce<ReturnType<typeof combine> | null>(
        (before, file) => combine(batch.psbt, before?.kept ?? null, readSigned(batch.psbt, file)),
        null,
      )!
      expect(both.signed).toEqual(by(0, 1))
      await isMined(batch, both.transaction!)
    })
  })

  test('signs nothing of another wallet’s', async () => {
    const batch = await batchOf(regtestWallet(2).wallet)
    const sign = await electrumOfOne(regtestWallet(1).master.derive("m/84'/1'/0'"))
    const uploaded = await sign(batch.psbt)
    expect(() => readSigned(batch.psbt, uploaded)).toThrow(/Nobody has signed/)
  })
})
