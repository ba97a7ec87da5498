/** Proofs of coins without a chain: coins in transactions of their own, signed by keys that a test has. */
import type { HDKey } from '@scure/bip32'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { Signer } from '@scure/btc-signer/transaction.js'
import { placeAt, type Wallet } from '../../src/lib/output-descriptor.ts'
import type { Coin } from '../../src/lib/payout-batch.ts'
import { buildReserveProof, finishReserveProof } from '../../src/lib/reserve-proof.ts'
import { statedNote, type Reserves } from '../../src/lib/reserves.ts'
import { regtestWallet } from './wallets.ts'

/** As if somebody had paid it to that place. */
export function coinIn(wallet: Wallet, amount: bigint, index: number): Coin {
  const before = new Transaction({})
  before.addInput({ txid: index.toString(16).padStart(64, 'a'), index: 0 })
  before.addOutput({ script: hex.decode(placeAt(wallet, 'people', index).script), amount })
  return {
    txid: before.id,
    output: 0,
    amount,
    branch: 'people',
    index,
    transaction: before.toBytes(),
  }
}

/** All but the first input, which is nobody's. */
export function signReserves(psbt: string, signer: HDKey): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownInputs: true })
  for (let n = 1; n < transaction.inputsLength; n += 1) transaction.signIdx(signer as Signer, n)
  return base64.encode(transaction.toPSBT())
}

export function madeReserves({ day, manifest }: Pick<Reserves, 'day' | 'manifest'>): Reserves {
  const { wallet, master } = regtestWallet(7)
  const all = [250_000n, 1_750_000n].map((amount, n) => coinIn(wallet, amount, n))
  const { psbt, coins } = buildReserveProof(wallet, all, manifest)
  return {
    format: 'glasshouse-reserves-1',
    day,
    manifest,
    number: 1,
    network: 'regtest',
    height: 812_345,
    block: '0'.repeat(16) + 'ab'.repeat(24),
    wallets: [
      {
        transaction: finishReserveProof(psbt, [signReserves(psbt, master)]),
        coins: coins.map((coin) => ({ ...coin, amount: String(coin.amount) })),
      },
    ],
    stated: { bank: '51234', USDT: '0', note: statedNote },
  }
}
