/** Proofs of the firm's coins over a day's manifest, to be signed where the keys are: they never come here. */
import { maxBlocks } from '../../lib/confirmations.ts'
import type { Coin } from '../../lib/payout-batch.ts'
import { buildReserveProof, ReserveFault, type ReserveCoin } from '../../lib/reserve-proof.ts'
import { NodeFault, type ProvingNode } from '../../platform/bitcoin/node.ts'
import {
  lookUp,
  readDay,
  readOwnCoins,
  saidPlainly,
  type OwnCoin,
  type ReserveParts,
  type Tip,
} from './reserve-coins.ts'

/** With the transactions that made them, each from its block. */
async function withTransactions(node: ProvingNode, coins: readonly OwnCoin[]): Promise<Coin[]> {
  const found: Coin[] = []
  for (const { block, txid, output, amount, branch, index } of coins) {
    const transaction = await node.bytesOf(txid, block)
    if (!transaction)
      throw new NodeFault(`The Bitcoin node has no transaction ${txid} in the block ${block}.`)
    found.push({ txid, output, amount, branch, index, transaction })
  }
  return found
}

/** To be signed, of one wallet. */
export type ToSign = { wallet: string; psbt: string; coins: ReserveCoin[] }
export type BuiltReserves = Tip & {
  day: string
  manifest: string
  wallets: ToSign[]
  /** How many coins were read from the chain and are left out: spent by now, or not deep enough. */
  left: number
}

/** Of that day's manifest, or the last one's. Throws `CannotStart`. */
export const buildReserves = (parts: ReserveParts, day: string | null): Promise<BuiltReserves> =>
  saidPlainly(async () => {
    const proof = await readDay(parts.pool, day)
    const own = await readOwnCoins(parts)
    const { found, ...tip } = await lookUp(parts, own)
    const blocks = maxBlocks(parts.steps)
    const deep = own.filter((_, n) => (found[n]?.depth ?? 0) >= blocks)
    if (deep.length === 0)
      throw new ReserveFault(
        `No coin of a wallet that two administrators have compared is unspent and ${blocks} blocks deep.`,
      )
    const wallets: ToSign[] = []
    for (const [walletId, coins] of Map.groupBy(deep, (coin) => coin.walletId)) {
      const whole = await withTransactions(parts.node, coins)
      wallets.push({
        wallet: walletId,
        ...buildReserveProof(coins[0]!.wallet, whole, proof.hash),
      })
    }
    const left = own.length - deep.length
    return { ...tip, day: proof.day, manifest: proof.hash, wallets, left }
  }, 'Nothing was built.')
