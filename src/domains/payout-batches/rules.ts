/**
 * Payouts in coins. An administrator builds a batch of approved requests; it is signed elsewhere, taken back as what was built, and
 * sent, above the limit by another one. What is paid by it is booked by the system once the chain has it deep enough, and the
 * network's fee once all is paid. All of it holds the firm's lock.
 */
import { defineCommand, defineStaffCommand, refuse, type Journaled } from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import { centsOf, numberOf, textOf } from '../../desk/recall.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { outpointOf } from '../../lib/payout-batch.ts'
import { isAdministrator } from '../approvals/two.ts'
import { coinRates } from '../coin-deposits/table.ts'
import {
  batchCarrier,
  batchesWith,
  batchPayments,
  isLive,
  lastChangeOf,
  outputReference,
  payoutBatches,
  unendedBatches,
  type PayoutBatch,
} from '../payouts/batches/table.ts'
import { openBlockIn, payoutsBlocked } from '../payouts/blocks/table.ts'
import { needsOfRequests, ownersOf } from '../payout-rails/leave.ts'
import { definePay } from '../payout-rails/pay.ts'
import { feePostings } from '../payout-rails/postings.ts'
import { defineRail, done, listed, type On } from '../payout-rails/rail.ts'
import { defineRelease } from '../payout-rails/release.ts'
import { totalOf } from '../payout-rails/request.ts'
import { exportsWith } from '../payouts/exports/table.ts'
import {
  changeIn,
  coinsIn,
  journalOfCoins,
  journalOfPayments,
  paymentsOf,
} from '../payouts/recall.ts'
import { addressOf, walletAddresses, walletsOfFirm } from '../wallets/table.ts'
import { check, type BuildPayoutBatch, type Checked } from './build-rule.ts'

/** What was handed to signers is deleted. */
export const deleteFiles = defineEffect<string>('delete-payout-files')

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
    ...totalOf(c.payments),
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

const rail = defineRail({
  key: 'batch',
  carrier: batchCarrier,
  unknown: 'unknown_batch',
  ended: refuse('batch_ended'),
})
type OnBatch = On<'batch'>

/** What was uploaded, put to what was there (`before`), and whether anything is missing. The signatures are verified before (`files.ts`), and again before it is sent. */
export type SignPayoutBatch = OnBatch & {
  before: string | null
  digest: string
  isWhole: boolean
}

export const signPayoutBatch = defineStaffCommand<SignPayoutBatch>({
  ...rail.about,
  recall: (kept) => ({
    command: {
      ...rail.recall(kept),
      before: kept.input.before === null ? null : textOf(kept, 'before'),
      digest: textOf(kept, 'digest'),
      isWhole: kept.input.isWhole === true,
    },
  }),
  journal: ({ batch, before, digest, isWhole }) => ({ batch, before, digest, isWhole }),
  decide(world, c, context) {
    const batch = rail.findFor(world, c, context, 'built')
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

export const sendPayoutBatch = defineRelease(rail, {
  shown: {
    journal: ({ txid }: { txid: string }) => ({ txid }),
    recall: (kept) => ({ txid: textOf(kept, 'txid') }),
  },
  refusal(batch, { txid }) {
    if (batch.txid !== txid) return refuse('not_as_shown')
    return batch.isSigned ? null : refuse('batch_not_signed')
  },
  referenceOf: ({ txid }, output) => outputReference(txid, output),
  byYou: 'You have built this batch. A second, different administrator must send it.',
  byGone:
    'Whoever built this batch is no longer an administrator who can act, and it takes two. Nothing was sent: give the batch up, or build it anew.',
  activity: 'payout-batch-sent',
  released: (batch, { at, actor }) =>
    payoutBatches.row({ ...batch, status: 'sent', sentAt: at, sentBy: actor }),
  said: 'The batch is sent. Each payout is booked once the chain has it deep enough.',
})

export const payPayout = definePay(rail, {
  coin: 'BTC',
  found: (kept) => ({ block: textOf(kept, 'block') }),
  refusal({ status, txid }, { output }, { reference }) {
    if (status === 'void') return rail.ended
    return reference === outputReference(txid, output) ? null : refuse('not_as_shown')
  },
  paid: (payment, { at }) => batchPayments.row({ ...payment, paidAt: at }),
  ended: (batch, at) => ({
    put: payoutBatches.row({ ...batch, status: 'paid', endedAt: batch.endedAt ?? at }),
    effects: [deleteFiles(batch.id)],
  }),
})

export type SettlePayoutBatch = OnBatch

/** Where capital is short the fee waits; no payout does. */
export const settlePayoutBatch = defineCommand<SettlePayoutBatch>({
  ...rail.about,
  recall: (kept) => ({ command: rail.recall(kept) }),
  needs: (c) => ({
    owners: [firm],
    exact: true,
    read: [...batchCarrier.whole(c.batch), coinRates.byId(c.batch)],
  }),
  decide(world, c, { actor }) {
    if (actor !== null) return refuse('forbidden')
    const batch = rail.find(world, c)
    if ('code' in batch) return batch
    if (batch.status !== 'paid') return rail.ended
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
  return { ...rail.recall(kept), spent }
}

export const dropPayoutBatch = defineStaffCommand<DropPayoutBatch>({
  ...rail.about,
  recall: (kept) => ({ command: recallDrop(kept) }),
  journal: ({ batch, spent }) => ({ batch, ...spent }),
  decide(world, c, context) {
    const { actor, at } = context
    const { spent } = c
    if ((actor === null) !== (spent !== null)) return refuse('forbidden')
    const batch = spent === null ? rail.findFor(world, c, context, 'built') : rail.find(world, c)
    if ('code' in batch) return batch
    const isPaid = batchCarrier.linesIn(world, batch.id).some(({ paidAt }) => paidAt !== null)
    if (isPaid || !(isLive(batch) || batch.status === 'dropped') || spent?.by === batch.txid)
      return rail.ended
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
