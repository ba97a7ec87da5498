/** The firm's own coins, as the chain was read and as its node has them now: what proofs of reserves are of. */
import type { Pool } from 'pg'
import type { Outpoint } from '../../lib/bitcoin-block.ts'
import type { DepthStep } from '../../lib/confirmations.ts'
import { readDescriptor, type BitcoinNetwork, type Wallet } from '../../lib/output-descriptor.ts'
import { PayoutFault } from '../../lib/payout-batch.ts'
import { ReserveFault } from '../../lib/reserve-proof.ts'
import { isOnBitcoin } from '../../lib/wallet-place.ts'
import { NodeFault, type ProvingNode, type UnspentOutput } from '../../platform/bitcoin/node.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import { readUnspent, type Unspent } from '../wallets/coins.ts'
import { readWallets } from '../wallets/queries.ts'
import { readPublished, readPublishedOf, type Published } from './queries.ts'

export type ReserveParts = {
  /** To publish, with the rights of the database's owner. */
  pool: Pool
  network: BitcoinNetwork
  node: ProvingNode
  /** Says how deep a coin must be. */
  steps?: readonly DepthStep[] | undefined
}

/** What a signer still opens, of one wallet; the largest first. */
const coinsOfProof = 1000

/** Throws `CannotStart` with what stands in the way. */
export async function saidPlainly<T>(work: () => T | Promise<T>, and: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isKnown = [PayoutFault, ReserveFault, NodeFault].some((kind) => error instanceof kind)
    if (isKnown) throw new CannotStart(`${(error as Error).message} ${and}`)
    throw error
  }
}

export async function readDay(pool: Pool, day: string | null): Promise<Published> {
  const proof = day === null ? (await readPublished(pool, 1))[0] : await readPublishedOf(pool, day)
  if (!proof)
    throw new CannotStart(
      `There is no manifest${day === null ? ' yet' : ` of ${day}`}: /proofs/all.jsonl has those there are.`,
    )
  return proof
}

export type OwnCoin = Unspent & { walletId: string; wallet: Wallet }

/** As the chain was read: of every wallet that two administrators have compared, also of one that has retired. */
export async function readOwnCoins({ pool, network }: ReserveParts): Promise<OwnCoin[]> {
  const own: OwnCoin[] = []
  for (const kept of (await readWallets(pool)).filter(isOnBitcoin)) {
    if (kept.network !== network || kept.status === 'compared') continue
    const wallet = readDescriptor(kept.descriptor, network)
    const coins = (await readUnspent(pool, kept.id)).slice(0, coinsOfProof)
    own.push(...coins.map((coin) => ({ ...coin, walletId: kept.id, wallet })))
  }
  return own
}

export type Tip = { height: number; block: string }

async function readTip({ node, network }: ReserveParts): Promise<Tip> {
  const state = await node.state()
  if (state.network !== network)
    throw new NodeFault(
      `The Bitcoin node is on the network ${state.network}, and the wallets are on ${network}.`,
    )
  if (state.missing > 1)
    throw new NodeFault(
      `The Bitcoin node has ${state.missing} blocks to read yet: ask again once it has them.`,
    )
  const block = await node.hashAt(state.height)
  if (block === null) throw new NodeFault('The Bitcoin node has lost its last block: ask again.')
  return { height: state.height, block }
}

type LookedUp = Tip & { found: (UnspentOutput | null)[] }

const tries = 5

/** All at one block: where another one comes in meanwhile they are looked up again. */
export async function lookUp(parts: ReserveParts, coins: readonly Outpoint[]): Promise<LookedUp> {
  for (let n = 0; n < tries; n += 1) {
    const tip = await readTip(parts)
    const found: (UnspentOutput | null)[] = []
    for (const coin of coins) found.push(await parts.node.unspent(coin))
    const isOfOne = found.every((one) => one === null || one.block === tip.block)
    if (isOfOne && (await readTip(parts)).block === tip.block) return { ...tip, found }
  }
  throw new NodeFault('Blocks came in faster than the coins could be looked up: ask again.')
}
