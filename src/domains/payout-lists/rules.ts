/**
 * Payouts in USDT. An administrator puts approved requests on a list, at a rate; it is released, above the limit by another one, and
 * only then handed out to be signed and sent elsewhere, one transaction for each line. What of it the chain has is booked by the
 * system. A list that was given up keeps its requests until nothing that was signed for it can count any more. All of it holds the
 * firm's lock.
 */
import { maxListed } from '../../contract/payout-list.ts'
import type { Refusal } from '../../contract/problems.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { centsOf, numberOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import { hexOnTron } from '../../lib/tron-address.ts'
import { lifeOfSigned, whyNotTo } from '../../lib/tron-payouts.ts'
import { isTron } from '../../lib/wallet-place.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { defineDecisionOfTwo, isAdministrator } from '../approvals/two.ts'
import { exportsWith } from '../payouts/exports/follow.ts'
import { coinRates } from '../coin-deposits/table.ts'
import { requestFor } from '../payout-batches/build-rule.ts'
import {
  bookPayout,
  journalOfOwned,
  matchedEarlier,
  needsOfRequests,
  ownedPaymentsOf,
  ownersOf,
  refusalOfPayments,
  type OwnedPayment,
} from '../payout-batches/leave-rule.ts'
import { journalOfPayments, paymentsOf, type Payment } from '../payouts/recall.ts'
import { openBlockIn, payoutsBlocked } from '../payouts/blocks/table.ts'
import {
  addressesOf,
  ownAddressIn,
  addressOf,
  wallets,
  walletsOfFirm,
  type FirmWallet,
} from '../wallets/table.ts'
import { partiesOf, withdrawals, type Parties } from '../withdrawals/table.ts'
import { journalOfKey, keyIn, needsOfReference, type ByKey } from '../withdrawals/used-once.ts'
import { comparing, listsWith, refuseUnlessAsRecorded } from '../payouts/lists/follow.ts'
import { refusalOnList } from '../payouts/lists/match.ts'
import { listPayments, payoutLists, paymentsIn, type PayoutList } from '../payouts/lists/table.ts'

const done = (message: string, data?: object) => ({
  status: data ? 201 : 200,
  body: { status: 'success', message, ...(data ? { data } : {}) },
})
const listed = (kind: string) => [{ owner: firm, kind }]

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
    const found = requestFor(world, payment, { rate: c.rate, coin: 'USDT', scriptOf }, actor)
    if ('code' in found) return found
    const taken = refusalOnList(world, payment.withdrawal)
    if (taken) return taken
  }
  const isSized =
    c.payments.length > 0 &&
    c.payments.length <= maxListed &&
    new Set(c.payments.map(({ withdrawal }) => withdrawal)).size === c.payments.length
  return isSized ? null : refuse('batch_wrong')
}

const sumOf = (payments: readonly Payment[], part: 'quantity' | 'amount'): bigint =>
  payments.reduce((sum, one) => sum + one[part], 0n)

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
      quantity: sumOf(c.payments, 'quantity'),
      amount: sumOf(c.payments, 'amount'),
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

type OnList = { list: string }
const onList = {
  journal: ({ list }: OnList) => ({ list }),
  subject: () => firm,
  needs: ({ list }: OnList): Needs => ({
    owners: [firm],
    administrators: true,
    read: comparing(list),
  }),
}

const ended = refuse(
  'batch_ended',
  'This list is not at a step at which this can be done. Nothing was changed: reload the page.',
)

/** As it was built; or why nothing can be done with it. */
function listFor(world: World, { list: id }: OnList): PayoutList | Refusal {
  const list = world.get(payoutLists, id)
  if (!list) return refuse('unknown_list')
  return refuseUnlessAsRecorded(world, list) ?? list
}

/** `payments` in the order of the lines: what a server keeps outside of the database of what it has released. */
export type ReleasePayoutList = OnList &
  ApprovalLimits & {
    payments: readonly OwnedPayment[]
  }

/** By which a line is named before the chain has a transaction for it. */
export const lineReference = (list: string, line: number): string => `list ${list}:${line}`

const madeByYou = 'You have made this list. A second, different administrator must release it.'
const madeByGone = refuse(
  'first_approver_gone',
  'Whoever made this list is no longer an administrator who can act, and it takes two. Nothing was released: give the list up, and make another one.',
)

export const releasePayoutList = defineDecisionOfTwo<ReleasePayoutList>({
  ...onList,
  recall: (kept, world) => ({
    command: {
      list: textOf(kept, 'list'),
      payments: ownedPaymentsOf(kept, world),
      ...limitsIn(kept),
    },
  }),
  journal: ({ list, payments, ...limits }) => ({
    list,
    payments: journalOfOwned(payments),
    ...journalOfLimits(limits),
  }),
  needs(c, _, actor) {
    const alone = needsAlone(c, actor)
    return {
      owners: [...new Set([...c.payments.map(({ owner }) => owner), firm, ...alone.owners])],
      administrators: true,
      read: [
        ...comparing(c.list),
        ...payoutsBlocked,
        ...needsOfRequests(c.payments),
        ...alone.read,
      ],
    }
  },
  decide(world, c, context, two) {
    const { actor, at } = context
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    const list = listFor(world, c)
    if ('code' in list) return list
    if (list.status !== 'built') return ended
    const refusal = refusalOfPayments(world, paymentsIn(world, c.list), c.payments)
    if (refusal) return refusal
    const act = { actor, person: firm, amount: list.amount }
    const isAlone = two.isAlone(list.builtBy)
    if (isAlone && whyTwoIn(world, c, act) !== null)
      return list.builtBy === actor ? refuse('same_approver', madeByYou) : madeByGone
    const referenceOf = (line: number) => lineReference(list.id, line)
    const rows = matchedEarlier(world, c.payments, referenceOf, context)
    if ('code' in rows) return rows
    return {
      postings: [],
      activity: listed('payout-list-released'),
      put: [
        payoutLists.row({ ...list, status: 'released', releasedAt: at, releasedBy: actor }),
        ...(isAlone ? countedAlone(c, act, context) : []),
        ...rows,
      ],
    }
  },
  reply: () =>
    done('The list is released. Download it, and have each line signed and sent by itself.'),
})

/** The transfer that is it, as the node was asked just before. */
export type PayListed = OnList &
  ByKey & {
    withdrawal: string
    /** As `transferReference` names it. */
    reference: string
    height: number
  }

export const payListed = defineCommand<PayListed, Parties>({
  lookup: ({ withdrawal }) => partiesOf(withdrawal),
  recall(kept, world) {
    const withdrawal = textOf(kept, 'withdrawal')
    return {
      command: {
        list: textOf(kept, 'list'),
        withdrawal,
        reference: textOf(kept, 'reference'),
        height: numberOf(kept, 'height'),
        ...keyIn(kept),
      },
      found: world.get(withdrawals, withdrawal) ?? null,
    }
  },
  journal: ({ byKey, ...c }) => ({ ...c, ...journalOfKey({ byKey }) }),
  subject: (_, found) => found?.owner ?? null,
  needs: (c, found) => ({
    owners: found === null ? [] : [found.owner, firm],
    read: [
      ...comparing(c.list),
      ...needsOfRequests([c]),
      ...payoutsBlocked,
      ...needsOfReference('payout', c.reference),
    ],
  }),
  decide(world, c, context): Decision {
    const { actor, at } = context
    if (actor !== null) return refuse('forbidden')
    const list = listFor(world, c)
    if ('code' in list) return list
    const payments = paymentsIn(world, c.list)
    const payment = payments.find(({ withdrawal }) => withdrawal === c.withdrawal)
    if (!payment) return refuse('unknown_withdrawal')
    if (payment.paidAt !== null)
      return refuse('nothing_to_change', 'This payout is booked already.')
    if (list.status !== 'released' && list.status !== 'recalled') return ended
    // From before the list.
    if (c.height <= list.height) return refuse('not_as_shown')
    const earlier = lineReference(list.id, payment.line)
    const { quantity } = payment
    const { reference } = c
    const booked = bookPayout(world, { ...c, quantity, earlier }, 'USDT', context)
    if ('code' in booked) return booked
    const isLast = payments.every((one) => one === payment || one.paidAt !== null)
    return {
      ...booked,
      put: [
        ...booked.put,
        listPayments.row({ ...payment, reference, paidAt: at }),
        ...(isLast ? [payoutLists.row({ ...list, status: 'paid', endedAt: at })] : []),
      ],
    }
  },
  reply: () => done('Payout booked'),
})

/** `height`: of an administrator the last solidified block, as the node was asked just before; of the system how far the chain was read. */
export type DropPayoutList = OnList & { height: number }

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
  ...onList,
  recall: (kept) => ({
    command: { list: textOf(kept, 'list'), height: numberOf(kept, 'height') },
  }),
  journal: ({ list, height }) => ({ list, height }),
  decide(world, c, { actor, at }) {
    if (actor !== null && !isAdministrator(world, actor)) return refuse('forbidden')
    const list = listFor(world, c)
    if ('code' in list) return list
    const dropped = droppedFrom(list, c, { actor, at })
    if (dropped === null) return ended
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
