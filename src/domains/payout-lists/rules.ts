/**
 * Payouts in USDT. An administrator puts approved requests on a list, at a rate; it is released, above the limit by another one, and
 * only then handed out to be signed and sent elsewhere, one transaction for each line. What of it the chain has is booked by the
 * system. A list that was given up keeps its requests until nothing that was signed for it can count any more. All of it holds the
 * firm's lock.
 */
import { maxListed } from '../../contract/payout-list.ts'
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse, type Context, type Journaled } from '../../desk/command.ts'
import { centsOf, numberOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import { hexOnTron } from '../../lib/tron-address.ts'
import { lifeOfSigned, whyNotTo } from '../../lib/tron-payouts.ts'
import { isTron } from '../../lib/wallet-place.ts'
import { isAdministrator } from '../approvals/two.ts'
import { coinRates } from '../coin-deposits/table.ts'
import { openBlockIn, payoutsBlocked } from '../payouts/blocks/table.ts'
import { needsOfRequests, ownersOf } from '../payout-rails/leave.ts'
import { definePay } from '../payout-rails/pay.ts'
import { defineRail, done, listed, type On } from '../payout-rails/rail.ts'
import { defineRelease } from '../payout-rails/release.ts'
import { areSized, requestInCoins, totalOf } from '../payout-rails/request.ts'
import { exportsWith } from '../payouts/exports/table.ts'
import { refusalOnList } from '../payouts/lists/match.ts'
import {
  listCarrier,
  listPayments,
  listsWith,
  payoutLists,
  type PayoutList,
} from '../payouts/lists/table.ts'
import { journalOfPayments, paymentsOf, type Payment } from '../payouts/recall.ts'
import {
  addressesOf,
  ownAddressIn,
  addressOf,
  wallets,
  walletsOfFirm,
  type FirmWallet,
} from '../wallets/table.ts'

export type BuildPayoutList = {
  wallet: string
  /** The last solidified block, as the node was asked just before. */
  height: number
  /** The firm's own address that pays, as nodes write it. */
  from: string
  payments: readonly Payment[]
  rate: Rate
  sources: string
  /** Whose requests they are, and where they go: what is locked and read, and then looked up for itself. */
  owners: readonly OwnerId[]
  scripts: readonly string[]
}

/** The wallet in use, where the list pays from its own address; or why not. */
function walletFor(world: World, { wallet: id, from }: BuildPayoutList): FirmWallet | Refusal {
  const wallet = world.get(wallets, id)
  if (wallet?.status !== 'confirmed' || !isTron(wallet.network))
    return refuse(
      'wallet_unconfirmed',
      'Two administrators have not compared this account with their signer, or another one is used by now. Nothing was listed.',
    )
  return ownAddressIn(world, id)?.script === from ? wallet : refuse('batch_wrong')
}

/** Why these requests can't be on one list; null: they can. */
function refusalOfListed(
  world: World,
  c: BuildPayoutList,
  { network }: FirmWallet,
  actor: OwnerId,
): Refusal | null {
  if (!isTron(network)) return refuse('wallet_unconfirmed')
  const scriptOf = (address: string) =>
    whyNotTo(address, network) === null ? hexOnTron(address, network) : null
  for (const payment of c.payments) {
    const found = requestInCoins(world, payment, { rate: c.rate, coin: 'USDT', scriptOf }, actor)
    if ('code' in found) return found
    const taken = refusalOnList(world, payment.withdrawal)
    if (taken) return taken
  }
  return areSized(c.payments, maxListed) ? null : refuse('batch_wrong')
}

const recallBuild = (kept: Journaled, world: World): BuildPayoutList => {
  const payments = paymentsOf(kept)
  return {
    wallet: textOf(kept, 'wallet'),
    height: numberOf(kept, 'height'),
    from: textOf(kept, 'from'),
    payments,
    rate: centsOf(kept, 'rate'),
    sources: textOf(kept, 'sources'),
    owners: ownersOf(world, payments),
    scripts: [],
  }
}

export const buildPayoutList = defineStaffCommand<BuildPayoutList>({
  recall: (kept, world) => ({ command: recallBuild(kept, world) }),
  journal: ({ owners: _, scripts: __, payments, rate, ...c }) => ({
    ...c,
    payments: journalOfPayments(payments),
    rate: String(rate),
  }),
  subject: () => firm,
  needs: ({ owners, scripts, payments }) => ({
    owners: [...owners, firm],
    administrators: true,
    read: [
      walletsOfFirm,
      addressesOf(firm),
      ...payoutsBlocked,
      ...needsOfRequests(payments),
      ...payments.flatMap(({ withdrawal }) => [
        ...listsWith(withdrawal),
        ...exportsWith(withdrawal),
      ]),
      ...scripts.map(addressOf),
    ],
  }),
  decide(world, c, { id, at, actor }) {
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    if (openBlockIn(world)) return refuse('payouts_blocked')
    const wallet = walletFor(world, c)
    if ('code' in wallet) return wallet
    const refusal = refusalOfListed(world, c, wallet, actor)
    if (refusal) return refusal
    const list: PayoutList = {
      id,
      owner: firm,
      wallet: c.wallet,
      from: c.from,
      height: c.height,
      ...totalOf(c.payments),
      status: 'built',
      builtAt: at,
      builtBy: actor,
      releasedAt: null,
      releasedBy: null,
      recalledHeight: null,
      endedAt: null,
    }
    return {
      postings: [],
      activity: listed('payout-list-built'),
      put: [
        coinRates.row({ id, coin: 'USDT', rate: c.rate, sources: c.sources, at }),
        payoutLists.row(list),
        ...c.payments.map((payment, line) =>
          listPayments.row({ ...payment, list: id, line, reference: null, paidAt: null }),
        ),
      ],
    }
  },
  reply: (_, __, { id }) =>
    done('The list is made. Once it is released it can be downloaded, signed and sent.', { id }),
})

const rail = defineRail({
  key: 'list',
  carrier: listCarrier,
  unknown: 'unknown_list',
  ended: refuse(
    'batch_ended',
    'This list is not at a step at which this can be done. Nothing was changed: reload the page.',
  ),
})

/** By which a line is named before the chain has a transaction for it. */
export const lineReference = (list: string, line: number): string => `list ${list}:${line}`

export const releasePayoutList = defineRelease(rail, {
  shown: { journal: () => ({}), recall: () => ({}) },
  refusal: () => null,
  referenceOf: ({ id }, line) => lineReference(id, line),
  byYou: 'You have made this list. A second, different administrator must release it.',
  byGone:
    'Whoever made this list is no longer an administrator who can act, and it takes two. Nothing was released: give the list up, and make another one.',
  activity: 'payout-list-released',
  released: (list, { at, actor }) =>
    payoutLists.row({ ...list, status: 'released', releasedAt: at, releasedBy: actor }),
  said: 'The list is released. Download it, and have each line signed and sent by itself.',
})

/** Of the transfer that is it: `transferReference` names it. */
export const payListed = definePay(rail, {
  coin: 'USDT',
  found: () => ({}),
  refusal({ status, height: listedAt }, _, { height }) {
    if (status !== 'released' && status !== 'recalled') return rail.ended
    // From before the list.
    return height <= listedAt ? refuse('not_as_shown') : null
  },
  earlier: ({ id }, { line }) => lineReference(id, line),
  paid: (payment, { reference, at }) => listPayments.row({ ...payment, reference, paidAt: at }),
  ended: (list, at) => ({ put: payoutLists.row({ ...list, status: 'paid', endedAt: at }) }),
})

/** `height`: of an administrator the last solidified block, as the node was asked just before; of the system how far the chain was read. */
export type DropPayoutList = On<'list'> & { height: number }

/** Where a list goes that is given up, or has been for long enough. */
function droppedFrom(
  list: PayoutList,
  { height }: DropPayoutList,
  { actor, at }: Pick<Context, 'at'> & { actor: OwnerId | null },
): { kind: string; change: Partial<PayoutList> } | null {
  const { status, recalledHeight } = list
  if (actor === null)
    return status === 'recalled' && height >= recalledHeight! + lifeOfSigned
      ? { kind: 'payout-list-void', change: { status: 'void', endedAt: at } }
      : null
  if (status === 'built')
    return { kind: 'payout-list-dropped', change: { status: 'dropped', endedAt: at } }
  return status === 'released' && height >= list.height
    ? { kind: 'payout-list-recalled', change: { status: 'recalled', recalledHeight: height } }
    : null
}

export const dropPayoutList = defineStaffCommand<DropPayoutList>({
  ...rail.about,
  recall: (kept) => ({
    command: { ...rail.recall(kept), height: numberOf(kept, 'height') },
  }),
  journal: ({ list, height }) => ({ list, height }),
  decide(world, c, { actor, at }) {
    if (actor !== null && !isAdministrator(world, actor)) return refuse('forbidden')
    const list = rail.find(world, c)
    if ('code' in list) return list
    const dropped = droppedFrom(list, c, { actor, at })
    if (dropped === null) return rail.ended
    return {
      postings: [],
      activity: listed(dropped.kind),
      put: [payoutLists.row({ ...list, ...dropped.change })],
    }
  },
  reply: (world, { list }) =>
    done(
      world.get(payoutLists, list)!.status === 'recalled'
        ? 'The list is given up. Its withdrawals are free again once nothing that was signed for it can count any more, a day of blocks from now.'
        : 'The list is given up. Its withdrawals wait for another one.',
    ),
})
