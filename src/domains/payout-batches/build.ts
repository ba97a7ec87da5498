/** Makes a batch of approved requests: which coins it spends, what it pays at the rate of now, and what its signers are handed. The rule (`build-rule.ts`) looks at all of it again. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { formatBitcoin } from '../../lib/bitcoin-amount.ts'
import { maxBlocks, type DepthStep } from '../../lib/confirmations.ts'
import { unitsFor } from '../../lib/exchange-rate.ts'
import { readDescriptor } from '../../lib/output-descriptor.ts'
import { isOnBitcoin, type OnBitcoin } from '../../lib/wallet-place.ts'
import {
  buildBatch,
  leastOf,
  outpointOf,
  scriptOfAddress,
  type Batch,
  type Coin,
} from '../../lib/payout-batch.ts'
import type { PayingNode } from '../../platform/bitcoin/node.ts'
import type { Bitcoin } from '../../platform/bitcoin/settings.ts'
import { commandOf, preparing, requestsToPay } from '../payout-rails/pages/prepare.ts'
import { readUnspent, readWaitingAmong, type Unspent } from '../wallets/coins.ts'
import { readWallets, walletInUse } from '../wallets/queries.ts'
import type { KeptWallet } from '../wallets/table.ts'
import { mustBeTried } from '../wallets/tried.ts'
import type { ToCoins } from '../withdrawals/to-coins.ts'
import { keepFile } from './files.ts'
import { reading, readNextChange, readUnended } from './queries.ts'
import type { BuildPayoutBatch } from './build-rule.ts'
import { inputsOf, isLive, type PayoutBatch } from '../payouts/batches/table.ts'

export type Asked = {
  withdrawals: readonly string[]
  feeRate: number
  replaces?: string | null | undefined
  walletId?: string | null | undefined
}
type Parts = {
  pool: Pool
  bitcoin: Bitcoin
  /** Says how deep a coin must be. */
  steps?: readonly DepthStep[] | undefined
}

export const building = preparing('batch_not_built', 'built')
const notBuilt = building.stopped

/** The wallet whose coins are spent, and the one in use, where change goes. */
async function walletsFor({ pool, bitcoin }: Parts, id: string | null) {
  const all = (await readWallets(pool)).filter(isOnBitcoin)
  const changeTo = walletInUse(all, bitcoin)
  const wallet = id === null ? changeTo : all.find((one) => one.id === id)
  if (!wallet || !changeTo || wallet.confirmedAt === null)
    throw new ProblemError('wallet_unconfirmed')
  return { wallet, changeTo }
}

/** Each with what it is paid. */
function paymentsFor(
  requests: readonly ToCoins[],
  { network }: OnBitcoin<KeptWallet>,
  rate: bigint,
): { withdrawal: string; amount: bigint; quantity: bigint; script: string }[] {
  return requests.map(({ id, amount, address }) => {
    const script = scriptOfAddress(address, network)
    if (script === null) throw new ProblemError('not_a_coin_address')
    const quantity = unitsFor(amount, rate)
    if (quantity < leastOf(script))
      throw notBuilt(
        'One of the withdrawals is for less than nodes pass on. Leave it out, or return it.',
      )
    return { withdrawal: id, amount, quantity, script }
  })
}

/** What the batch has to spend so that it excludes what else may pay the same: one coin, or null. */
async function anchorFor(
  pool: Pool,
  { withdrawals }: Asked,
  before: PayoutBatch | null,
): Promise<string | null> {
  if (before) return before.anchor
  const tied = await reading.claiming(pool, withdrawals)
  if (tied.some(({ by }) => isLive(by))) throw new ProblemError('in_a_batch')
  const anchors = new Set(tied.map(({ by }) => by.anchor))
  if (anchors.size > 1) throw new ProblemError('batches_apart')
  return anchors.values().next().value ?? null
}

/** More than enough for fifty coins of fifteen keys and a hundred payments, in virtual bytes. */
const bytesOfCoin = 600n
const bytesOfPayment = 50n

/** As few as surely do, the largest first, and the one that must be spent: each costs a question to the node. */
function enough(
  coins: readonly Unspent[],
  payments: readonly { quantity: bigint }[],
  feeRate: bigint,
): Unspent[] {
  const taken: Unspent[] = []
  let lacking = payments.reduce(
    (sum, { quantity }) => sum + quantity,
    (bytesOfPayment * BigInt(payments.length + 2) + bytesOfCoin) * feeRate,
  )
  for (const coin of coins) {
    if (lacking <= 0n) break
    taken.push(coin)
    lacking -= coin.amount - bytesOfCoin * feeRate
  }
  return taken
}

/** With the transactions that made them, each from its block. */
async function withTransactions(node: PayingNode, coins: readonly Unspent[]): Promise<Coin[]> {
  const found: Coin[] = []
  for (const { block, depth: _, ...coin } of coins) {
    const transaction = await node.bytesOf(coin.txid, block)
    if (!transaction)
      throw notBuilt(
        `The Bitcoin node has no transaction ${coin.txid} in the block ${block}: the chain is being read again.`,
      )
    found.push({ ...coin, transaction })
  }
  return found
}

const sumOf = (coins: readonly Unspent[]) => coins.reduce((sum, { amount }) => sum + amount, 0n)

/** What nothing takes away any more. A batch whose coin is taken away could never confirm, and nothing that spends the same could be built in its place. */
function deepAmong(coins: readonly Unspent[], needed: bigint, { steps }: Parts): Unspent[] {
  const blocks = maxBlocks(steps)
  const deep = coins.filter(({ depth }) => depth >= blocks)
  const rest = sumOf(coins) - sumOf(deep)
  const lacking = needed - sumOf(deep)
  if (lacking > 0n && rest > 0n)
    throw notBuilt(
      `${formatBitcoin(sumOf(deep))} of the wallet’s coins are ${blocks} blocks deep, ${formatBitcoin(lacking)} less than these payouts take. ${formatBitcoin(rest)} more can be spent once they are as deep.`,
    )
  return deep
}

/** What can be spent: nothing that another batch spends, and first of all what must be. */
async function coinsFor(
  parts: Parts,
  [all, unended]: readonly [Unspent[], PayoutBatch[]],
  anchor: string | null,
  payments: readonly { quantity: bigint }[],
  feeRate: bigint,
): Promise<{ coins: Coin[]; must: string | null }> {
  const taken = new Set(
    unended.filter((one) => isLive(one) && one.anchor !== anchor).flatMap(inputsOf),
  )
  const free = all.filter((coin) => !taken.has(outpointOf(coin)))
  const names = new Set(free.map(outpointOf))
  // What was signed and cancelled can't confirm any more once its coin is spent.
  const cancelledStep = unended.find(
    (one) => one.status === 'cancelled' && one.signedDigest !== null && names.has(one.anchor),
  )
  const must = anchor ?? cancelledStep?.anchor ?? null
  if (must !== null && !names.has(must))
    throw notBuilt(
      'The coin that this batch has to spend is not unspent in this wallet: the batch before may be paid, or another batch spends it.',
    )
  const first = free.filter((coin) => outpointOf(coin) === must)
  const others = free.filter((coin) => outpointOf(coin) !== must)
  const needed = payments.reduce((sum, { quantity }) => sum + quantity, 0n) - sumOf(first)
  const rest = enough(deepAmong(others, needed, parts), payments, feeRate)
  return { coins: await withTransactions(parts.bitcoin.node, [...first, ...rest]), must }
}

const outpointIn = (name: string) => {
  const [txid, output] = name.split(':')
  return { txid: txid!, output: Number(output) }
}

/** A cancelled batch may wait to be mined all the same: whoever has the signed file can send it. The rule holds this one against what was sent from here. */
async function mustReplace(
  pool: Pool,
  unended: readonly PayoutBatch[],
  { txid, inputs, fee }: Pick<Batch, 'txid' | 'inputs' | 'fee'>,
  feeRate: bigint,
): Promise<void> {
  const spent = new Set(inputs.map(outpointOf))
  const rivals = unended.filter((one) => inputsOf(one).some((coin) => spent.has(coin)))
  const waiting = await readWaitingAmong(
    pool,
    rivals.map(({ txid }) => txid),
  )
  if (rivals.some((one) => waiting.has(one.txid) && (feeRate <= one.feeRate || fee <= one.fee)))
    throw new ProblemError('fee_too_low')
  // The same coins, amounts and fee make the same id, and each is of one batch.
  if (rivals.some((one) => one.txid === txid))
    throw notBuilt(
      'This is the same transaction as that of a batch that was cancelled. Choose another fee rate.',
    )
}

/** The command, and with the file that belongs to it kept under the id that it is to have. */
export async function prepareBatch(
  parts: Parts,
  id: string,
  asked: Asked,
): Promise<BuildPayoutBatch> {
  const { pool, bitcoin } = parts
  const feeRate = BigInt(asked.feeRate)
  const replaces = asked.replaces ?? null
  const before = replaces === null ? null : await reading.one(pool, replaces)
  if (replaces !== null && !before) throw new ProblemError('unknown_batch')
  const { wallet, changeTo } = await walletsFor(parts, asked.walletId ?? before?.wallet ?? null)
  const requests = await requestsToPay(pool, asked.withdrawals)
  await mustBeTried(
    pool,
    wallet,
    requests.map(({ owner }) => owner),
  )
  const now = await building.rateNow(bitcoin)
  const payments = paymentsFor(requests, wallet, now.rate)
  // Read once, and before what claims the requests: a batch made meanwhile is in the way as a claim, not as coins that lack.
  const found = await Promise.all([readUnspent(pool, wallet.id), readUnended(pool)])
  const anchor = await anchorFor(pool, asked, before)
  const { coins, must } = await coinsFor(parts, found, anchor, payments, feeRate)
  const changeIndex = await readNextChange(pool, changeTo.id)
  const batch = buildBatch({
    wallet: readDescriptor(wallet.descriptor, bitcoin.network),
    changeTo: readDescriptor(changeTo.descriptor, bitcoin.network),
    coins,
    payments: payments.map(({ script, quantity }) => ({ script, amount: quantity })),
    feeRate,
    changeIndex,
    mustSpend: must === null ? null : outpointIn(must),
  })
  await mustReplace(pool, found[1], batch, feeRate)
  const amounts = new Map(coins.map((coin) => [outpointOf(coin), coin.amount]))
  const spent = batch.inputs.map((coin) => ({ ...coin, amount: amounts.get(outpointOf(coin))! }))
  const { change } = batch
  const place = change && batch.outputs[change.output]!.script
  return {
    wallet: wallet.id,
    changeWallet: changeTo.id,
    replaces,
    txid: batch.txid,
    digest: await keepFile(pool, id, batch.psbt),
    coins: spent,
    anchor: anchor ?? outpointOf(spent[0]!),
    payments: payments.map(({ script: _, ...payment }) => payment),
    change: change && { index: change.index, amount: change.amount },
    feeRate,
    fee: batch.fee,
    ...commandOf(requests, now),
    scripts: [...payments.map(({ script }) => script), ...(place ? [place] : [])],
  }
}
