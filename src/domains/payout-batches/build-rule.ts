/**
 * What makes a batch one that may be built. It is made before, of the chain and at a rate (`build.ts`); here it is held against the
 * requests, the wallet and what else may be in the chain, under the firm's lock: every command about a request holds that.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { NotAsLeft, type World } from '../../desk/world.ts'
import { idOf, outpointOf } from '../../lib/payout-batch.ts'
import { isOnBitcoin, placeIn, type OnBitcoin } from '../../lib/wallet-place.ts'
import { walletAddresses, wallets, type FirmWallet } from '../wallets/table.ts'
import type { InCoins } from '../payout-rails/build.ts'
import { totalOf } from '../payout-rails/request.ts'
import { batchesIn } from '../payouts/claims/match.ts'
import type { Change, Coin } from '../payouts/recall.ts'
import {
  inputsOf,
  isLive,
  nextChangeIn,
  payoutBatches,
  sentOn,
  type PayoutBatch,
} from '../payouts/batches/table.ts'

const maxCoins = 50

export type BuildPayoutBatch = InCoins & {
  /** Whose coins are spent. */
  wallet: string
  changeWallet: string
  replaces: string | null
  txid: string
  digest: string
  coins: readonly Coin[]
  /** As outpoint: one of the coins. */
  anchor: string
  change: Change | null
  feeRate: bigint
  fee: bigint
}

const sumOf = (all: readonly { amount: bigint }[]) =>
  all.reduce((sum, { amount }) => sum + amount, 0n)

export type Wallets = { wallet: OnBitcoin<FirmWallet>; changeTo: OnBitcoin<FirmWallet> }

/** The wallet whose coins are spent, and the one in use; or why not. */
export function walletsFor(
  world: World,
  { wallet: id, changeWallet }: BuildPayoutBatch,
): Wallets | Refusal {
  const [wallet, changeTo] = [world.get(wallets, id), world.get(wallets, changeWallet)]
  return wallet?.status !== 'compared' &&
    wallet &&
    changeTo?.status === 'confirmed' &&
    isOnBitcoin(wallet) &&
    isOnBitcoin(changeTo) &&
    wallet.network === changeTo.network
    ? { wallet, changeTo }
    : refuse(
        'wallet_unconfirmed',
        'Two administrators have not compared this wallet with their signer, or another one is used by now. Nothing was built.',
      )
}

/** In which place of the wallet change goes, and that it is known to whoever reads the chain. */
function changeScript(
  world: World,
  { change }: BuildPayoutBatch,
  wallet: OnBitcoin<FirmWallet>,
): { script: string; address: string; isNew: boolean } | Refusal | null {
  if (change === null) return null
  if (change.index !== nextChangeIn(world, wallet.id)) return refuse('batch_changed')
  const place = placeIn(wallet, 'change', change.index)
  const known = world.rows(walletAddresses).find(({ script }) => script === place.script)
  // The wallet’s place for change is somebody’s.
  if (known && (known.wallet !== wallet.id || known.branch !== 'change'))
    throw new NotAsLeft(walletAddresses, known.id)
  return { ...place, isNew: known === undefined }
}

/** All that may still pay one of these requests, and what this one is built instead of, has the same coin: one of them alone can confirm. */
function refusalOfOthers(world: World, c: BuildPayoutBatch): Refusal | null {
  const { anchor, replaces, coins } = c
  const before = replaces === null ? null : world.get(payoutBatches, replaces)
  if (before === undefined) return refuse('unknown_batch')
  if (before !== null && !isLive(before)) return refuse('batch_ended')
  const others = c.payments.flatMap(({ withdrawal }) => batchesIn(world, withdrawal))
  if (before === null && others.some(isLive)) return refuse('in_a_batch')
  const excluded = before === null ? others : [before, ...others]
  if (excluded.some((one) => one.anchor !== anchor)) return refuse('batches_apart')
  const spent = new Set(coins.map(outpointOf))
  if (!spent.has(anchor)) return refuse('batch_wrong')
  const isTaken = world
    .rows(payoutBatches)
    .some(
      (one) =>
        isLive(one) &&
        (before === null || one.anchor !== anchor) &&
        inputsOf(one).some((coin) => spent.has(coin)),
    )
  if (isTaken) return refuse('batch_changed')
  return paysLess(c, sentOn(anchor, world.rows(payoutBatches))) ? refuse('fee_too_low') : null
}

/** Whether nodes would rather keep one that has been sent. It may be a later one than the batch that is replaced. */
const paysLess = (c: BuildPayoutBatch, sent: readonly PayoutBatch[]): boolean =>
  sent.some(({ feeRate, fee }) => c.feeRate <= feeRate || c.fee <= fee)

/** Its sums are right, and its id is of exactly these coins and outputs. */
function refusalOfSums(
  { coins, payments, change, fee, txid }: BuildPayoutBatch,
  scripts: readonly (string | null)[],
  changed: string | null,
): Refusal | null {
  const isBalanced = sumOf(coins) === totalOf(payments).quantity + (change?.amount ?? 0n) + fee
  const isSized =
    coins.length > 0 &&
    coins.length <= maxCoins &&
    new Set(coins.map(outpointOf)).size === coins.length
  if (!isBalanced || !isSized || fee <= 0n) return refuse('batch_wrong')
  const known = scripts.filter((script) => script !== null)
  // Of somebody who has left the address is gone: what was decided then was held against it.
  if (known.length < scripts.length) return null
  const outputs = payments.map((one, n) => ({ script: known[n]!, amount: one.quantity }))
  const left = change === null ? [] : [{ script: changed!, amount: change.amount }]
  return idOf(coins, [...outputs, ...left]) === txid ? null : refuse('batch_wrong')
}

type Checked = {
  /** Where change goes, if its place has to be noted. */
  newPlace: { script: string; address: string } | null
  /** What was built and not sent, and is no longer needed. */
  superseded: PayoutBatch[]
}

/** What is built may be beside the others, of these outputs; or why not. */
export function check(
  world: World,
  c: BuildPayoutBatch,
  changeTo: Wallets['changeTo'],
  scripts: readonly (string | null)[],
): Checked | Refusal {
  const others = refusalOfOthers(world, c)
  if (others) return others
  const place = changeScript(world, c, changeTo)
  if (place !== null && 'code' in place) return place
  const sums = refusalOfSums(c, scripts, place?.script ?? null)
  if (sums) return sums
  return {
    newPlace: place?.isNew ? place : null,
    superseded: world
      .rows(payoutBatches)
      .filter((one) => one.anchor === c.anchor && one.status === 'built'),
  }
}
