/**
 * Payouts in USDT. An administrator puts approved requests on a list, at a rate; it is released, above the limit by another one, and
 * only then handed out to be signed and sent elsewhere, one transaction for each line. What of it the chain has is booked by the
 * system. A list that was cancelled keeps its requests until nothing that was signed for it can count any more. All of it holds the
 * firm's lock.
 */
import { maxListed } from '../../contract/payout-list.ts'
import { defineStaffCommand, refuse, said, type Context } from '../../desk/command.ts'
import { numberOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { hexOnTron, type TronNetwork } from '../../lib/tron-address.ts'
import { lifeOfSigned, whyNotTo } from '../../lib/tron-payouts.ts'
import { isTron } from '../../lib/wallet-place.ts'
import { mayAct } from '../approvals/two.ts'
import { coinRates } from '../coin-deposits/table.ts'
import { defineBuild, inCoins, type InCoins } from '../payout-rails/build.ts'
import { definePay } from '../payout-rails/pay.ts'
import { defineRail, listed, type On } from '../payout-rails/rail.ts'
import { defineRelease } from '../payout-rails/release.ts'
import { scriptToPay, totalOf } from '../payout-rails/request.ts'
import { listCarrier, listPayments, payoutLists, type PayoutList } from '../payouts/lists/table.ts'
import { addressesOf, ownAddressIn, wallets, walletsOfFirm } from '../wallets/table.ts'

export type BuildPayoutList = InCoins & {
  wallet: string
  /** The last solidified block, as the node was asked just before. */
  height: number
  /** The firm's own address that pays, as nodes write it. */
  from: string
}

/** The network of the wallet in use, where the list pays from its own address; or why not. */
function termsOf(world: World, { wallet: id, from }: BuildPayoutList) {
  const wallet = world.get(wallets, id)
  if (wallet?.status !== 'confirmed' || !isTron(wallet.network))
    return refuse(
      'wallet_unconfirmed',
      'Two administrators have not compared this account with their signer, or another one is used by now. Nothing was listed.',
    )
  const { network } = wallet
  return ownAddressIn(world, id)?.script === from ? { network } : refuse('batch_wrong')
}

export const buildPayoutList = defineBuild<
  BuildPayoutList,
  { network: TronNetwork },
  { script: string | null }
>({
  ...inCoins,
  most: maxListed,
  recall: (kept, world) => ({
    ...inCoins.recall(kept, world),
    wallet: textOf(kept, 'wallet'),
    height: numberOf(kept, 'height'),
    from: textOf(kept, 'from'),
  }),
  journal: ({ wallet, height, from, ...c }) => ({ wallet, height, from, ...inCoins.journal(c) }),
  read: (c) => [walletsOfFirm, addressesOf(firm), ...inCoins.read(c)],
  terms: termsOf,
  paid(world, payment, { request, terms: { network }, c: { rate } }) {
    const scriptOf = (address: string) =>
      whyNotTo(address, network) === null ? hexOnTron(address, network) : null
    return scriptToPay(world, payment, request, { rate, coin: 'USDT', scriptOf })
  },
  rows(_, c, __, { id, at, actor }) {
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
      put: [
        coinRates.row({ id, coin: 'USDT', rate: c.rate, sources: c.sources, at }),
        payoutLists.row(list),
        ...c.payments.map((payment, line) =>
          listPayments.row({ ...payment, list: id, line, reference: null, paidAt: null }),
        ),
      ],
    }
  },
  activity: 'payout-list-built',
  said: 'The list is made. Once it is released it can be downloaded, signed and sent.',
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

/** Placeholder reference until the line has a txid. */
export const lineReference = (list: string, line: number): string => `list ${list}:${line}`

export const releasePayoutList = defineRelease(rail, {
  shown: { journal: () => ({}), recall: () => ({}) },
  refusal: () => null,
  referenceOf: ({ id }, line) => lineReference(id, line),
  byYou: 'You have made this list. A second, different person must release it.',
  byGone:
    'Whoever made this list no longer has the right to it, or cannot act, and it takes two. Nothing was released: cancel the list, and make another one.',
  activity: 'payout-list-released',
  released: (list, { at, actor }) =>
    payoutLists.row({ ...list, status: 'released', releasedAt: at, releasedBy: actor }),
  said: 'The list is released. Download it, and have each line signed and sent by itself.',
})

/** Of the transfer that is it: `transferReference` names it. */
export const bookListPayment = definePay(rail, {
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
export type CancelPayoutList = On<'list'> & { height: number }

/** Where a list goes that is cancelled, or has been for long enough. */
function cancelledFrom(
  list: PayoutList,
  { height }: CancelPayoutList,
  { actor, at }: Pick<Context, 'at'> & { actor: OwnerId | null },
): { kind: string; change: Partial<PayoutList> } | null {
  const { status, recalledHeight } = list
  if (actor === null)
    return status === 'recalled' && height >= recalledHeight! + lifeOfSigned
      ? { kind: 'payout-list-void', change: { status: 'void', endedAt: at } }
      : null
  if (status === 'built')
    return { kind: 'payout-list-cancelled', change: { status: 'cancelled', endedAt: at } }
  return status === 'released' && height >= list.height
    ? { kind: 'payout-list-recalled', change: { status: 'recalled', recalledHeight: height } }
    : null
}

export const cancelPayoutList = defineStaffCommand<CancelPayoutList>({
  may: 'pay-out',
  ...rail.about,
  recall: (kept) => ({
    command: { ...rail.recall(kept), height: numberOf(kept, 'height') },
  }),
  journal: ({ list, height }) => ({ list, height }),
  decide(world, c, { actor, at }) {
    if (actor !== null && !mayAct(world, actor, 'pay-out')) return refuse('forbidden')
    const list = rail.find(world, c)
    if ('code' in list) return list
    const cancelled = cancelledFrom(list, c, { actor, at })
    if (cancelled === null) return rail.ended
    return {
      postings: [],
      activity: listed(cancelled.kind),
      put: [payoutLists.row({ ...list, ...cancelled.change })],
    }
  },
  reply: (world, { list }) =>
    said(
      200,
      world.get(payoutLists, list)!.status === 'recalled'
        ? 'The list is cancelled. Its withdrawals are free again once nothing that was signed for it can count any more, a day of blocks from now.'
        : 'The list is cancelled. Its withdrawals wait for another one.',
    ),
})
