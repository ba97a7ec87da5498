/** What the journal says of a batch: built, signed, sent, paid and given up. Pure. */
import type { Journaled } from '../../../desk/command.ts'
import { centsOf, isListedAs, textIfAny, textOf, Unexplained } from '../../../desk/recall.ts'
import { firm } from '../../../ledger/core/chart.ts'
import { outpointOf } from '../../../lib/payout-batch.ts'
import { commandsNaming, defineCarrier, type Carried } from '../carrier.ts'
import { defineClaims } from '../claims.ts'
import { changeIn, coinsIn, paymentsOf } from '../recall.ts'
import {
  batchPayments,
  isLive,
  payoutBatches,
  paymentsIn,
  type BatchPayment,
  type PayoutBatch,
} from './table.ts'

type CarriedBatch = Carried<PayoutBatch, BatchPayment>

function built(kept: Journaled): CarriedBatch {
  if (kept.kind !== 'BuildPayoutBatch' || kept.actor === null)
    throw new Unexplained('nobody built it')
  const payments = paymentsOf(kept)
  const change = changeIn(kept)
  const row: PayoutBatch = {
    id: kept.id,
    owner: firm,
    wallet: textOf(kept, 'wallet'),
    changeWallet: textOf(kept, 'changeWallet'),
    changeIndex: change?.index ?? null,
    changeAmount: change?.amount ?? null,
    txid: textOf(kept, 'txid'),
    inputs: coinsIn(kept).map(outpointOf).join(' '),
    anchor: textOf(kept, 'anchor'),
    replaces: textIfAny(kept, 'replaces') ?? null,
    digest: textOf(kept, 'digest'),
    feeRate: centsOf(kept, 'feeRate'),
    fee: centsOf(kept, 'fee'),
    quantity: payments.reduce((sum, { quantity }) => sum + quantity, 0n),
    amount: payments.reduce((sum, { amount }) => sum + amount, 0n),
    status: 'built',
    builtAt: kept.at,
    builtBy: kept.actor,
    signedDigest: null,
    isSigned: false,
    sentAt: null,
    sentBy: null,
    endedAt: null,
    spentBy: null,
  }
  const lines = payments.map((payment, output) => ({
    ...payment,
    batch: kept.id,
    output,
    paidAt: null,
  }))
  return { row, lines }
}

/** What a payment of it leaves; the last one ends it. */
function paid({ row, lines }: CarriedBatch, kept: Journaled): CarriedBatch {
  const withdrawal = textOf(kept, 'withdrawal')
  const paying = lines.map((line) =>
    line.withdrawal === withdrawal ? { ...line, paidAt: kept.at } : line,
  )
  if (paying.some(({ paidAt }) => paidAt === null)) return { row, lines: paying }
  const last = Math.max(...paying.map(({ paidAt }) => paidAt!))
  return { row: { ...row, status: 'paid', endedAt: row.endedAt ?? last }, lines: paying }
}

/** What a command other than a payment leaves of its row. */
function left(row: PayoutBatch, kept: Journaled): Partial<PayoutBatch> {
  const { kind, at, actor } = kept
  if (kind === 'BuildPayoutBatch')
    return row.status === 'built' ? { status: 'dropped', endedAt: at } : {}
  if (kind === 'SignPayoutBatch' && row.status === 'built')
    return { signedDigest: textOf(kept, 'digest'), isSigned: kept.input.isWhole === true }
  if (kind === 'SendPayoutBatch' && row.status === 'built')
    return { status: 'sent', sentAt: at, sentBy: actor }
  if (kind === 'SettlePayoutBatch' && row.status === 'paid') return { status: 'settled' }
  if (isListedAs(kept, 'payout-batch-dropped') && isLive(row))
    return { status: 'dropped', endedAt: at }
  if (isListedAs(kept, 'payout-batch-void'))
    return { status: 'void', endedAt: row.endedAt ?? at, spentBy: textOf(kept, 'by') }
  throw new Unexplained(`${kind} can’t come after what was recorded before it`)
}

const ranks: Record<string, number> = { PayPayout: 1, SettlePayoutBatch: 2 }

/** Whichever batch spends the same coin ends one that wasn't sent. */
const ofTheSameCoin = commandsNaming(
  `(select made.input ->> 'anchor' from desk.commands made where made.id = asked.id)`,
)

export const batchCarrier = defineCarrier<PayoutBatch, BatchPayment>({
  called: 'batch',
  rows: payoutBatches,
  lines: batchPayments,
  ofLine: 'batch',
  linesIn: paymentsIn,
  order: ({ output }) => output,
  also: ofTheSameCoin,
  made: built,
  after: ({ row, lines }, kept) =>
    kept.kind === 'PayPayout'
      ? paid({ row, lines }, kept)
      : { row: { ...row, ...left(row, kept) }, lines },
  rank: ({ kind }) => ranks[kind] ?? 0,
  names: {
    txid: 'transaction',
    inputs: 'coins',
    anchor: 'first coin',
    digest: 'file',
    feeRate: 'fee rate',
    changeWallet: 'change',
    changeIndex: 'change',
    changeAmount: 'change',
    builtBy: 'builder',
    builtAt: 'time',
    signedDigest: 'signed file',
    isSigned: 'signatures',
    sentAt: 'time of sending',
    sentBy: 'sender',
    endedAt: 'end',
    spentBy: 'end',
  },
})

export const { recorded: recordedBatch, refuseUnlessAsRecorded, comparing } = batchCarrier

export const { recordedClaims, claiming: batchesWith, claimsOf } = defineClaims(batchCarrier)
