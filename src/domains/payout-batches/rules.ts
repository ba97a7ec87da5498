/**
 * Payouts in coins. An administrator builds a batch of approved requests; it is signed elsewhere, taken back as what was built, and
 * sent, above the limit by another one. What is paid by it is booked by the system once the chain has it deep enough, and the
 * network's fee once all is paid. All of it holds the firm's lock.
 */
import { maxPayments } from '../../contract/payout-batch.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  said,
  type Journaled,
} from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import { centsOf, numberOf, textOf } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import { outpointOf, scriptOfAddress } from '../../lib/payout-batch.ts'
import { coinRates } from '../coin-deposits/table.ts'
import {
  batchCarrier,
  batchPayments,
  isLive,
  lastChangeOf,
  outputReference,
  payoutBatches,
  unendedBatches,
  type PayoutBatch,
} from '../payouts/batches/table.ts'
import { defineBuild, inCoins, type By } from '../payout-rails/build.ts'
import { definePay } from '../payout-rails/pay.ts'
import { feePostings } from '../payout-rails/postings.ts'
import { defineRail, listed, type On } from '../payout-rails/rail.ts'
import { defineRelease } from '../payout-rails/release.ts'
import { scriptToPay, totalOf } from '../payout-rails/request.ts'
import { changeIn, coinsIn, journalOfCoins } from '../payouts/recall.ts'
import { walletAddresses, walletsOfFirm } from '../wallets/table.ts'
import { check, walletsFor, type BuildPayoutBatch, type Wallets } from './build-rule.ts'

/** What was handed to signers is deleted. */
export const deleteFiles = defineEffect<string>('delete-payout-files')

function builtBatch(c: BuildPayoutBatch, { id, at, actor }: By): PayoutBatch {
  return {
    id,
    owner: firm,
    wallet: c.wallet,
    changeWallet: c.changeWallet,
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
}

export const buildPayoutBatch = defineBuild<BuildPayoutBatch, Wallets, { script: string | null }>({
  ...inCoins,
  beside: 'batch',
  most: maxPayments,
  recall: (kept, world) => ({
    ...inCoins.recall(kept, world),
    wallet: textOf(kept, 'wallet'),
    changeWallet: textOf(kept, 'changeWallet'),
    replaces: kept.input.replaces === null ? null : textOf(kept, 'replaces'),
    txid: textOf(kept, 'txid'),
    digest: textOf(kept, 'digest'),
    coins: coinsIn(kept),
    anchor: textOf(kept, 'anchor'),
    change: changeIn(kept),
    feeRate: centsOf(kept, 'feeRate'),
    fee: centsOf(kept, 'fee'),
  }),
  journal: ({ owners: _, scripts: __, coins, change, feeRate, fee, ...c }) => ({
    ...c,
    ...inCoins.journal({ ...c, owners: [], scripts: [] }),
    coins: journalOfCoins(coins),
    change: change && { index: change.index, amount: String(change.amount) },
    feeRate: String(feeRate),
    fee: String(fee),
  }),
  read: (c) => [
    walletsOfFirm,
    unendedBatches,
    lastChangeOf(c.changeWallet),
    ...inCoins.read(c),
    ...(c.replaces === null ? [] : [payoutBatches.byId(c.replaces)]),
  ],
  terms: walletsFor,
  paid(world, payment, { request, terms: { wallet }, c: { rate } }) {
    const scriptOf = (address: string) => scriptOfAddress(address, wallet.network)
    return scriptToPay(world, payment, request, { rate, coin: 'BTC', scriptOf })
  },
  rows(world, c, { terms: { changeTo }, paid }, by) {
    const scripts = paid.map(({ script }) => script)
    const checked = check(world, c, changeTo, scripts)
    if ('code' in checked) return checked
    const { newPlace, superseded } = checked
    const { id, at } = by
    const where = { id, owner: firm, wallet: changeTo.id, branch: 'change' as const, drawnAt: at }
    return {
      put: [
        ...(newPlace
          ? [
              walletAddresses.row({
                ...where,
                index: c.change!.index,
                script: newPlace.script,
                address: newPlace.address,
              }),
            ]
          : []),
        coinRates.row({ id, coin: 'BTC', rate: c.rate, sources: c.sources, at }),
        ...superseded.map((one) => payoutBatches.row({ ...one, status: 'cancelled', endedAt: at })),
        payoutBatches.row(builtBatch(c, by)),
        ...c.payments.map((payment, output) =>
          batchPayments.row({ ...payment, batch: id, output, paidAt: null }),
        ),
      ],
      effects: superseded.map((one) => deleteFiles(one.id)),
    }
  },
  activity: 'payout-batch-built',
  said: 'The batch is built. Download it, have it signed and upload what comes of it.',
  shown: ({ txid }) => ({ txid }),
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
  may: 'pay-out',
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
    said(
      200,
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
  byYou: 'You have built this batch. A second, different person must send it.',
  byGone:
    'Whoever built this batch no longer has the right to it, or cannot act, and it takes two. Nothing was sent: cancel the batch, or rebuild it.',
  activity: 'payout-batch-sent',
  released: (batch, { at, actor }) =>
    payoutBatches.row({ ...batch, status: 'sent', sentAt: at, sentBy: actor }),
  said: 'The batch is sent. Each payout is booked once the chain has it deep enough.',
})

export const bookBatchPayment = definePay(rail, {
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
  reply: () => said(200, 'The network’s fee is booked'),
})

/** `spent`: of one of its coins, what spends it in the chain instead, as the node was asked just before. Null: an administrator cancels what was never sent. */
export type CancelPayoutBatch = OnBatch & {
  spent: { by: string; height: number; block: string } | null
}

function recallCancellation(kept: Journaled): CancelPayoutBatch {
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

export const cancelPayoutBatch = defineStaffCommand<CancelPayoutBatch>({
  may: 'pay-out',
  ...rail.about,
  recall: (kept) => ({ command: recallCancellation(kept) }),
  journal: ({ batch, spent }) => ({ batch, ...spent }),
  decide(world, c, context) {
    const { actor, at } = context
    const { spent } = c
    if ((actor === null) !== (spent !== null)) return refuse('forbidden')
    const batch = spent === null ? rail.findFor(world, c, context, 'built') : rail.find(world, c)
    if ('code' in batch) return batch
    const isPaid = batchCarrier.linesIn(world, batch.id).some(({ paidAt }) => paidAt !== null)
    if (isPaid || !(isLive(batch) || batch.status === 'cancelled') || spent?.by === batch.txid)
      return rail.ended
    const ended =
      spent === null
        ? ({ status: 'cancelled', endedAt: at } as const)
        : ({ status: 'void', endedAt: batch.endedAt ?? at, spentBy: spent.by } as const)
    return {
      postings: [],
      activity: listed(spent === null ? 'payout-batch-cancelled' : 'payout-batch-void'),
      put: [payoutBatches.row({ ...batch, ...ended })],
      effects: [deleteFiles(batch.id)],
    }
  },
  reply: () => said(200, 'The batch is cancelled. Its withdrawals wait for another one.'),
})
