/** What the journal says of a list: made, released, paid and given up. Pure. */
import type { Journaled } from '../../../desk/command.ts'
import { isListedAs, numberOf, textOf, Unexplained } from '../../../desk/recall.ts'
import { firm } from '../../../ledger/core/chart.ts'
import { defineCarrier, type Carried } from '../carrier.ts'
import { defineClaims } from '../claims.ts'
import { paymentsOf } from '../recall.ts'
import {
  listPayments,
  payoutLists,
  paymentsIn,
  type ListPayment,
  type PayoutList,
} from './table.ts'

type CarriedList = Carried<PayoutList, ListPayment>

function made(kept: Journaled): CarriedList {
  if (kept.kind !== 'BuildPayoutList' || kept.actor === null)
    throw new Unexplained('nobody made it')
  const payments = paymentsOf(kept)
  const row: PayoutList = {
    id: kept.id,
    owner: firm,
    wallet: textOf(kept, 'wallet'),
    from: textOf(kept, 'from'),
    height: numberOf(kept, 'height'),
    quantity: payments.reduce((sum, { quantity }) => sum + quantity, 0n),
    amount: payments.reduce((sum, { amount }) => sum + amount, 0n),
    status: 'built',
    builtAt: kept.at,
    builtBy: kept.actor,
    releasedAt: null,
    releasedBy: null,
    recalledHeight: null,
    endedAt: null,
  }
  const lines = payments.map((payment, line) => ({
    ...payment,
    list: kept.id,
    line,
    reference: null,
    paidAt: null,
  }))
  return { row, lines }
}

/** What a payment of it leaves; the last one ends it. */
function paid({ row, lines }: CarriedList, kept: Journaled): CarriedList {
  const [withdrawal, reference] = [textOf(kept, 'withdrawal'), textOf(kept, 'reference')]
  const paying = lines.map((line) =>
    line.withdrawal === withdrawal ? { ...line, reference, paidAt: kept.at } : line,
  )
  if (paying.some(({ paidAt }) => paidAt === null)) return { row, lines: paying }
  const last = Math.max(...paying.map(({ paidAt }) => paidAt!))
  return { row: { ...row, status: 'paid', endedAt: last }, lines: paying }
}

/** What a command other than a payment leaves of its row. */
function left({ status }: PayoutList, kept: Journaled): Partial<PayoutList> {
  const { kind, at, actor } = kept
  if (kind === 'ReleasePayoutList' && status === 'built')
    return { status: 'released', releasedAt: at, releasedBy: actor }
  if (isListedAs(kept, 'payout-list-dropped') && status === 'built')
    return { status: 'dropped', endedAt: at }
  if (isListedAs(kept, 'payout-list-recalled') && status === 'released')
    return { status: 'recalled', recalledHeight: numberOf(kept, 'height') }
  if (isListedAs(kept, 'payout-list-void') && status === 'recalled')
    return { status: 'void', endedAt: at }
  throw new Unexplained(`${kind} can’t come after what was recorded before it`)
}

export const listCarrier = defineCarrier<PayoutList, ListPayment>({
  called: 'list',
  rows: payoutLists,
  lines: listPayments,
  ofLine: 'list',
  linesIn: paymentsIn,
  order: ({ line }) => line,
  made,
  after: ({ row, lines }, kept) =>
    kept.kind === 'PayListed'
      ? paid({ row, lines }, kept)
      : { row: { ...row, ...left(row, kept) }, lines },
  rank: ({ kind }) => (kind === 'PayListed' ? 1 : 0),
  names: {
    from: 'paying address',
    quantity: 'amount in USDT',
    builtBy: 'maker',
    builtAt: 'time',
    releasedAt: 'time of the release',
    releasedBy: 'releaser',
    recalledHeight: 'end',
    endedAt: 'end',
  },
})

export const { recorded: recordedList, refuseUnlessAsRecorded, comparing } = listCarrier

export const { recordedClaims, claiming: listsWith, claimsOf } = defineClaims(listCarrier)
