/** A signed proof of the firm's coins is published, once its signatures hold and the node says of every coin that it is there. */
import type { Outpoint } from '../../lib/bitcoin-block.ts'
import { maxBlocks } from '../../lib/confirmations.ts'
import { readManifest } from '../../lib/liabilities/proof.ts'
import { placeAt } from '../../lib/output-descriptor.ts'
import { outpointOf } from '../../lib/payout-batch.ts'
import {
  coinsIn,
  finishReserveProofs,
  ReserveFault,
  type ReserveCoin,
  type SignedFile,
} from '../../lib/reserve-proof.ts'
import { checkReserves, reservesText, statedNote, type Reserves } from '../../lib/reserves.ts'
import type { UnspentOutput } from '../../platform/bitcoin/node.ts'
import {
  lookUp,
  readDay,
  readOwnCoins,
  saidPlainly,
  type OwnCoin,
  type ReserveParts,
} from './reserve-coins.ts'
import { insertReserves, readLastReserves } from './reserve-queries.ts'

type Proof = { transaction: string; coins: Outpoint[] }

function refuseTwice(proofs: readonly Proof[]): void {
  const names = proofs.flatMap(({ coins }) => coins.map(outpointOf))
  const twice = names.find((name, n) => names.indexOf(name) < n)
  if (twice !== undefined)
    throw new ReserveFault(`The coin ${twice} stands twice in these files: each counts once.`)
}

/** The coin as it is published, where the node has it and a wallet of the firm's does. */
function judged(
  coin: Outpoint,
  own: OwnCoin | undefined,
  found: UnspentOutput | null,
  blocks: number,
): ReserveCoin & { walletId: string } {
  const name = outpointOf(coin)
  if (!found)
    throw new ReserveFault(
      `The coin ${name} is spent, or never was there: the Bitcoin node doesn’t have it. Build the proof again.`,
    )
  const script = own && placeAt(own.wallet, own.branch, own.index).script
  if (!own || !script || script !== found.script)
    throw new ReserveFault(
      `The coin ${name} is in no wallet that two administrators have compared, as the chain was read.`,
    )
  if (found.depth < blocks)
    throw new ReserveFault(
      `The coin ${name} has ${found.depth} of the ${blocks} confirmations that it takes.`,
    )
  return { ...coin, amount: own.amount, script, walletId: own.walletId }
}

/** Asks the node of every coin. */
async function judge(parts: ReserveParts, proofs: readonly Proof[]) {
  const own = new Map((await readOwnCoins(parts)).map((coin) => [outpointOf(coin), coin]))
  const { found, ...tip } = await lookUp(
    parts,
    proofs.flatMap(({ coins }) => coins),
  )
  const blocks = maxBlocks(parts.steps)
  const wallets = proofs.map(({ transaction, coins }) => {
    const ofProof = coins.map((coin) =>
      judged(coin, own.get(outpointOf(coin)), found.shift() ?? null, blocks),
    )
    if (new Set(ofProof.map(({ walletId }) => walletId)).size > 1)
      throw new ReserveFault('A file has coins of two wallets: one wallet has one file.')
    return {
      transaction,
      coins: ofProof.map(({ walletId: _, amount, ...coin }) => ({
        ...coin,
        amount: String(amount),
      })),
    }
  })
  return { ...tip, wallets }
}

export type PublishedReserves = { number: number; satoshi: bigint; coins: number }

/** Keeps a proof for everybody to see, once all of it holds. Throws `CannotStart`; then nothing has changed. */
export const publishReserves = (
  parts: ReserveParts,
  day: string,
  files: readonly SignedFile[],
): Promise<PublishedReserves> =>
  saidPlainly(async () => {
    const proof = await readDay(parts.pool, day)
    const { holds } = readManifest(proof.manifest)
    const proofs = finishReserveProofs(files).map((transaction) => ({
      transaction,
      coins: coinsIn(transaction),
    }))
    refuseTwice(proofs)
    const { height, block, wallets } = await judge(parts, proofs)
    const number = ((await readLastReserves(parts.pool, [day])).get(day)?.number ?? 0) + 1
    const reserves: Reserves = {
      format: 'glasshouse-reserves-1',
      day,
      manifest: proof.hash,
      number,
      network: parts.network,
      height,
      block,
      wallets,
      stated: { bank: holds.bank, USDT: holds.USDT, note: statedNote },
    }
    const satoshi = checkReserves(reserves)
    const coins = wallets.reduce((sum, one) => sum + one.coins.length, 0)
    const content = reservesText(reserves)
    const made = { day, number, content, satoshi, coins, height, block }
    if (!(await insertReserves(parts.pool, made)))
      throw new ReserveFault('Another proof of this day was published meanwhile: publish again.')
    return { number, satoshi, coins }
  }, 'Nothing was published.')
