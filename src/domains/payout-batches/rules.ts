/**
 * Payouts in coins. An administrator builds a batch of approved requests; it is signed elsewhere, taken back as what was built, and
 * sent, above the limit by another one. What is paid by it is booked by the system once the chain has it deep enough, and the
 * network's fee once all is paid. All of it holds the firm's lock.
 */
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
import { defineEffect } from '../../desk/effect.ts'
import { centsOf, numberOf, textOf } from '../../desk/recall.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { outpointOf } from '../../lib/payout-batch.ts'
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
import { openBlockIn, payoutsBlocked } from '../payouts/blocks/table.ts'
import { addressOf, walletAddresses, walletsOfFirm } from '../wallets/table.ts'
import { partiesOf, withdrawals, type Parties } from '../withdrawals/table.ts'
import { journalOfKey, keyIn, needsOfReference, type ByKey } from '../withdrawals/used-once.ts'
import { check, type BuildPayoutBatch, type Checked } from './build-rule.ts'
import { batchesWith, comparing, refuseUnlessAsRecorded } from '../payouts/batches/follow.ts'
import {
  bookPayout,
  journalOfOwned,
  matchedEarlier,
  needsOfRequests,
  ownedPaymentsOf,
  ownersOf,
  refusalOfPayments,
  type OwnedPayment,
} from './leave-rule.ts'
import { feePostings } from './postings.ts'
import {
  changeIn,
  coinsIn,
  journalOfCoins,
  journalOfPayments,
  paymentsOf,
} from '../payouts/recall.ts'
import {
  batchPayments,
  isLive,
  lastChangeOf,
  outputReference,
  payoutBatches,
  paymentsIn,
  unendedBatches,
  type PayoutBatch,
} from '../payouts/batches/table.ts'

/** What was handed to signers is deleted. */
export const deleteFiles = defineEffect<string>('delete-payout-files')

const done = (message: string, data?: object) => ({
  status: data ? 201 : 200,
  body: { status: 'success', message, ...(data ? { data } : {}) },
})
const listed = (kind: string) => [{ owner: firm, kind }]

const recallBuild = (kept: Journaled, world: World): BuildPayoutBatch => {
  const payments = paymentsOf(kept)
  return {
    wallet: textOf(kept, 'wallet'),
    changeWallet: textOf(kept, 'changeWallet'),
    replaces: kept.input.replaces === null ? null : textOf(kept, 'replaces'),
    txid: textOf(kept, 'txid'),
    digest: textOf(kept, 'digest'),
    coins: coinsIn(kept),
    anchor: textOf(kept, 'anchor'),
    payments,
    change: changeIn(kept),
    feeRate: centsOf(kept, 'feeRate'),
    fee: centsOf(kept, 'fee'),
    rate: centsOf(kept, 'rate'),
    sources: textOf(kept, 'sources'),
    owners: ownersOf(world, payments),
    scripts: [],
  }
}

/** What stands there afterwards. */
function builtRows(
  c: BuildPayoutBatch,
  { changeTo, newPlace, superseded }: Checked,
  { id, at, actor }: { id: string; at: number; actor: OwnerId },
): Put[] {
  const batch: PayoutBatch = {
    id,
    owner: firm,
    wallet: c.wallet,
    changeWallet: changeTo.id,
    changeIndex: c.change?.index ?? null,
    changeAmount: c.change?.amount ?? null,
    txid: c.txid,
    inputs: c.coins.map(outpointOf).join(' '),
    anchor: c.anchor,
    replaces: c.replaces,
    digest: c.digest,
    feeRate: c.feeRate,
    fee: c.fee,
    quantity: c.payments.reduce((sum, { quantity }) => sum + quantity, 0n),
    amount: c.payments.reduce((sum, { amount }) => sum + amount, 0n),
    status: 'built',
    builtAt: at,
    builtBy: actor,
    signedDigest: null,
    isSigned: false,
    sentAt: null,
    sentBy: null,
    endedAt: null,
    spentBy: null,
  }
  const place = newPlace && {
    id,
    owner: firm,
    wallet: changeTo.id,
    branch: 'change' as const,
    index: c.change!.index,
    script: newPlace.script,
    address: newPlace.address,
    drawnAt: at,
  }
  return [
    ...(place ? [walletAddresses.row(place)] : []),
    coinRates.row({ id, coin: 'BTC', rate: c.rate, sources: c.sources, at }),
    ...superseded.map((one) => payoutBatches.row({ ...one, status: 'dropped', endedAt: at })),
    payoutBatches.row(batch),
    ...c.payments.map((payment, output) =>
      batchPayments.row({ ...payment, batch: id, output, paidAt: null }),
    ),
  ]
}

export const buildPayoutBatch = defineStaffCommand<BuildPayoutBatch>({
  recall: (kept, world) => ({ command: recallBuild(kept, world) }),
  journal: ({ owners: _, scripts: __, coins, payments, change, feeRate, fee, rate, ...c }) => ({
    ...c,
    coins: journalOfCoins(coins),
    payments: journalOfPayments(payments),
    change: change && { index: change.index, amount: String(change.amount) },
    feeRate: String(feeRate),
    fee: String(fee),
    rate: String(rate),
  }),
  subject: () => firm,
  needs: ({ owners, scripts, payments, changeWallet, replaces }) => ({
    owners: [...owners, firm],
    administrators: true,
    read: [
      walletsOfFirm,
      unendedBatches,
      lastChangeOf(changeWallet),
      ...payoutsBlocked,
      ...needsOfRequests(payments),
      ...payments.flatMap(({ withdrawal }) => [
        ...batchesWith(withdrawal),
        ...exportsWith(withdrawal),
      ]),
      ...scripts.map(addressOf),
      ...(replaces === null ? [] : [payoutBatches.byId(replaces)]),
    ],
  }),
  decide(world, c, { id, at, actor }) {
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    if (openBlockIn(world)) return refuse('payouts_blocked')
    const checked = check(world, c, actor)
    if ('code' in checked) return checked
    return {
      postings: [],
      activity: listed('payout-batch-built'),
      put: builtRows(c, checked, { id, at, actor }),
      effects: checked.superseded.map((one) => deleteFiles(one.id)),
    }
  },
  reply: (_, { txid }, { id }) =>
    done('The batch is built. Download it, have it signed and upload what comes of it.', {
      id,
      txid,
    }),
})

type OnBatch = { batch: string }
const onBatch = {
  journal: ({ batch }: OnBatch) => ({ batch }),
  subject: () => firm,
  needs: ({ batch }: OnBatch): Needs => ({
    owners: [firm],
    administrators: true,
    read: comparing(batch),
  }),
}

/** As it was built; or why nothing can be done with it. */
function batchFor(world: World, { batch: id }: OnBatch): PayoutBatch | Refusal {
  const batch = world.get(payoutBatches, id)
  if (!batch) return refuse('unknown_batch')
  return refuseUnlessAsRecorded(world, batch) ?? batch
}

function batchForStaff(world: World, c: OnBatch, { actor }: Context): PayoutBatch | Refusal {
  if (!isAdministrator(world, actor)) return refuse('forbidden')
  const batch = batchFor(world, c)
  if ('code' in batch) return batch
  return batch.status === 'built' ? batch : refuse('batch_ended')
}

/** What was uploaded, put to what was there (`before`), and whether anything is missing. The signatures are verified before (`files.ts`), and again before it is sent. */
export type SignPayoutBatch = OnBatch & {
  before: string | null
  digest: string
  isWhole: boolean
}

export const signPayoutBatch = defineStaffCommand<SignPayoutBatch>({
  ...onBatch,
  recall: (kept) => ({
    command: {
      batch: textOf(kept, 'batch'),
      before: kept.input.before === null ? null : textOf(kept, 'before'),
      digest: textOf(kept, 'digest'),
      isWhole: kept.input.isWhole === true,
    },
  }),
  journal: ({ batch, before, digest, isWhole }) => ({ batch, before, digest, isWhole }),
  decide(world, c, context) {
    const batch = batchForStaff(world, c, context)
    if ('code' in batch) return batch
    if (batch.isSigned)
      return refuse('nothing_to_change', 'This batch is signed already. Nothing was changed.')
    if (batch.signedDigest !== c.before) return refuse('batch_changed')
    if (batch.signedDigest === c.digest)
      return refuse('nothing_to_change', 'These signatures are there already. Nothing was changed.')
    return {
      postings: [],
      activity: listed('payout-batch-signed'),
      put: [payoutBatches.row({ ...batch, signedDigest: c.digest, isSigned: c.isWhole })],
    }
  },
  reply: (world, { batch }) =>
    done(
      world.get(payoutBatches, batch)!.isSigned
        ? 'The batch is signed. It can be sent.'
        : 'The signatures are kept. Others are still missing: download the batch again for the next signer.',
    ),
})

/** `payments` in the order of the outputs: what a server keeps outside of the database of what it has sent. */
export type SendPayoutBatch = OnBatch &
  ApprovalLimits & {
    txid: string
    payments: readonly OwnedPayment[]
  }

const recallSend = (kept: Journaled, world: World): SendPayoutBatch => ({
  batch: textOf(kept, 'batch'),
  txid: textOf(kept, 'txid'),
  payments: ownedPaymentsOf(kept, world),
  ...limitsIn(kept),
})

const builtByYou = 'You have built this batch. A second, different administrator must send it.'
const builtByGone = refuse(
  'first_approver_gone',
  'Whoever built this batch is no longer an administrator who can act, and it takes two. Nothing was sent: give the batch up, or build it anew.',
)

export const sendPayoutBatch = defineDecisionOfTwo<SendPayoutBatch>({
  ...onBatch,
  recall: (kept, world) => ({ command: recallSend(kept, world) }),
  journal: ({ batch, txid, payments, ...limits }) => ({
    batch,
    txid,
    payments: journalOfOwned(payments),
    ...journalOfLimits(limits),
  }),
  needs(c, _, actor) {
    const alone = needsAlone(c, actor)
    return {
      owners: [...new Set([...c.payments.map(({ owner }) => owner), firm, ...alone.owners])],
      administrators: true,
      read: [
        ...comparing(c.batch),
        ...payoutsBlocked,
        ...needsOfRequests(c.payments),
        ...alone.read,
      ],
    }
  },
  decide(world, c, context, two) {
    const batch = batchForStaff(world, c, context)
    if ('code' in batch) return batch
    if (batch.txid !== c.txid) return refuse('not_as_shown')
    if (!batch.isSigned) return refuse('batch_not_signed')
    const refusal = refusalOfPayments(world, paymentsIn(world, c.batch), c.payments)
    if (refusal) return refusal
    const { actor, at } = context
    const act = { actor, person: firm, amount: batch.amount }
    const isAlone = two.isAlone(batch.builtBy)
    if (isAlone && whyTwoIn(world, c, act) !== null)
      return batch.builtBy === actor ? refuse('same_approver', builtByYou) : builtByGone
    const referenceOf = (output: number) => outputReference(c.txid, output)
    const rows = matchedEarlier(world, c.payments, referenceOf, context)
    if ('code' in rows) return rows
    return {
      postings: [],
      activity: listed('payout-batch-sent'),
      put: [
        payoutBatches.row({ ...batch, status: 'sent', sentAt: at, sentBy: actor }),
        ...(isAlone ? countedAlone(c, act, context) : []),
        ...rows,
      ],
    }
  },
  reply: () => done('The batch is sent. Each payout is booked once the chain has it deep enough.'),
})

/** Where the chain has the batch, as the node was asked just before. */
export type PayPayout = OnBatch &
  ByKey & {
    withdrawal: string
    reference: string
    height: number
    block: string
  }

export const payPayout = defineCommand<PayPayout, Parties>({
  lookup: ({ withdrawal }) => partiesOf(withdrawal),
  recall(kept, world) {
    const withdrawal = textOf(kept, 'withdrawal')
    return {
      command: {
        batch: textOf(kept, 'batch'),
        withdrawal,
        reference: textOf(kept, 'reference'),
        height: numberOf(kept, 'height'),
        block: textOf(kept, 'block'),
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
      ...comparing(c.batch),
      ...needsOfRequests([c]),
      ...payoutsBlocked,
      ...needsOfReference('payout', c.reference),
    ],
  }),
  decide(world, c, context): Decision {
    const { actor, at } = context
    if (actor !== null) return refuse('forbidden')
    const batch = batchFor(world, c)
    if ('code' in batch) return batch
    const payments = paymentsIn(world, c.batch)
    const payment = payments.find(({ withdrawal }) => withdrawal === c.withdrawal)
    if (!payment) return refuse('unknown_withdrawal')
    if (payment.paidAt !== null)
      return refuse('nothing_to_change', 'This payout is booked already.')
    if (batch.status === 'void') return refuse('batch_ended')
    const { reference } = c
    if (reference !== outputReference(batch.txid, payment.output)) return refuse('not_as_shown')
    const { quantity } = payment
    const booked = bookPayout(world, { ...c, quantity }, 'BTC', context)
    if ('code' in booked) return booked
    const isLast = payments.every(
      ({ withdrawal, paidAt }) => withdrawal === c.withdrawal || paidAt !== null,
    )
    return {
      ...booked,
      put: [
        ...booked.put,
        batchPayments.row({ ...payment, paidAt: at }),
        ...(isLast
          ? [payoutBatches.row({ ...batch, status: 'paid', endedAt: batch.endedAt ?? at })]
          : []),
      ],
      effects: [...booked.effects, ...(isLast ? [deleteFiles(batch.id)] : [])],
    }
  },
  reply: () => done('Payout booked'),
})

export type SettlePayoutBatch = OnBatch

/** Where capital is short the fee waits; no payout does. */
export const settlePayoutBatch = defineCommand<SettlePayoutBatch>({
  ...onBatch,
  recall: (kept) => ({ command: { batch: textOf(kept, 'batch') } }),
  needs: (c) => ({
    owners: [firm],
    exact: true,
    read: [...comparing(c.batch), coinRates.byId(c.batch)],
  }),
  decide(world, c, { actor }) {
    if (actor !== null) return refuse('forbidden')
    const batch = batchFor(world, c)
    if ('code' in batch) return batch
    if (batch.status !== 'paid') return refuse('batch_ended')
    const postings = feePostings(batch.fee, world.get(coinRates, batch.id)!.rate)
    const cost = postings.find(({ debit }) => debit.kind === 'capital')!.amount
    if (world.balance(firm, 'capital') < cost) return refuse('capital_short')
    return {
      postings,
      activity: listed('payout-batch-settled'),
      put: [payoutBatches.row({ ...batch, status: 'settled' })],
      facts: { amount: String(cost) },
    }
  },
  reply: () => done('The network’s fee is booked'),
})

/** `spent`: of one of its coins, what spends it in the chain instead, as the node was asked just before. Null: an administrator gives up what was never sent. */
export type DropPayoutBatch = OnBatch & {
  spent: { by: string; height: number; block: string } | null
}

function recallDrop(kept: Journaled): DropPayoutBatch {
  const spent =
    kept.input.by === undefined
      ? null
      : {
          by: textOf(kept, 'by'),
          height: numberOf(kept, 'height'),
          block: textOf(kept, 'block'),
        }
  return { batch: textOf(kept, 'batch'), spent }
}

export const dropPayoutBatch = defineStaffCommand<DropPayoutBatch>({
  ...onBatch,
  recall: (kept) => ({ command: recallDrop(kept) }),
  journal: ({ batch, spent }) => ({ batch, ...spent }),
  decide(world, c, context) {
    const { actor, at } = context
    const { spent } = c
    if ((actor === null) !== (spent !== null)) return refuse('forbidden')
    const batch = spent === null ? batchForStaff(world, c, context) : batchFor(world, c)
    if ('code' in batch) return batch
    const isPaid = paymentsIn(world, batch.id).some(({ paidAt }) => paidAt !== null)
    if (isPaid || !(isLive(batch) || batch.status === 'dropped') || spent?.by === batch.txid)
      return refuse('batch_ended')
    const ended =
      spent === null
        ? ({ status: 'dropped', endedAt: at } as const)
        : ({ status: 'void', endedAt: batch.endedAt ?? at, spentBy: spent.by } as const)
    return {
      postings: [],
      activity: listed(spent === null ? 'payout-batch-dropped' : 'payout-batch-void'),
      put: [payoutBatches.row({ ...batch, ...ended })],
      effects: [deleteFiles(batch.id)],
    }
  },
  reply: () => done('The batch is given up. Its withdrawals wait for another one.'),
})
