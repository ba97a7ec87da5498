/** Who mines a chain of the tests and has coins to send. */
import { setTimeout } from 'node:timers/promises'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check } from '@scure/base'
import { Transaction, p2pkh } from '@scure/btc-signer'
import { readTransaction } from '../../../src/lib/bitcoin-block.ts'

export type Paid = { script: string; amount: bigint }
export type Rpc = <T>(method: string, ...params: unknown[]) => Promise<T>

/** The miner of this chain. Its coins have no witness: those that have one can't be spent in the first 440 blocks. */
const miner = {
  key: new Uint8Array(32).fill(1),
  publicKey: Uint8Array.fromHex(
    '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
  ),
}
const minersScript = p2pkh(miner.publicKey).script

/** Addresses of this chain begin otherwise with bcoin than with Bitcoin Core; scripts are the same. */
function addressOf(script: Uint8Array): string {
  if (script[0] === 0x76)
    return createBase58check(sha256).encode(Uint8Array.of(0x3c, ...script.subarray(3, 23)))
  return bech32.encode('rb', [0, ...bech32.toWords(script.subarray(2))])
}
export const minersAddress = addressOf(minersScript)
export const minersScriptHex = minersScript.toHex()

/** Blocks over the one in which a coin was mined, until it may be spent. */
export const maturity = 100
const fee = 10_000n

export type MinersCoins = 'all' | 'odd' | 'even'

/** `coins`: the miners of two nodes that follow each other spend the coins of every other block, so that they never spend the same. */
export function minerOf(
  rpc: Rpc,
  mine: (blocks?: number) => Promise<string[]>,
  coins: MinersCoins,
) {
  let spent = coins === 'odd' ? -1 : 0
  /** What was mined in the next block that nothing was taken of yet. */
  async function nextCoin(): Promise<Uint8Array> {
    spent += coins === 'all' ? 1 : 2
    const lacking = spent + maturity - (await rpc<number>('getblockcount'))
    if (lacking > 0) await mine(lacking)
    const block = await rpc<{ tx: string[] }>('getblock', await rpc('getblockhash', spent))
    return Uint8Array.fromHex(await rpc<string>('getrawtransaction', block.tx[0]))
  }

  async function handIn(txid: string, hex: string): Promise<void> {
    await rpc('sendrawtransaction', hex)
    // bcoin answers before it has looked, and an id even of what it then refuses.
    while (!(await rpc<string[]>('getrawmempool')).includes(txid)) await setTimeout(10)
  }

  /** Signed, and not handed in yet. */
  async function made(...outputs: Paid[]): Promise<{ txid: string; hex: string }> {
    const coin = await nextCoin()
    const { txid, outputs: mined } = readTransaction(coin)
    const transaction = new Transaction()
    transaction.addInput({ txid, index: 0, nonWitnessUtxo: coin })
    for (const { script, amount } of outputs)
      transaction.addOutput({ script: Uint8Array.fromHex(script), amount })
    const left = outputs.reduce((rest, { amount }) => rest - amount, mined[0]!.amount - fee)
    transaction.addOutput({ script: minersScript, amount: left })
    transaction.sign(miner.key)
    transaction.finalize()
    return { txid: transaction.id, hex: transaction.hex }
  }

  return {
    made,
    handIn,
    /** Sends, and it waits to be mined; answers the id of the transaction. */
    async send(...outputs: Paid[]): Promise<string> {
      const { txid, hex } = await made(...outputs)
      await handIn(txid, hex)
      return txid
    },
  }
}
