/**
 * To cancel a file for the bank takes two, and so does reopening what the bank is said to have rejected of it: what the bank carries
 * out all the same would be paid a second time, and a report can be forged.
 */
import { refuse } from '../../desk/command.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { defineRail, listed } from '../payout-rails/rail.ts'
import type { World } from '../../desk/world.ts'
import {
  bankExports,
  exportCarrier,
  exportPayments,
  isClaimed,
  paymentsIn,
  type ExportPayment,
} from '../payouts/exports/table.ts'
import { defineProposal } from '../proposals/kind.ts'

export const rail = defineRail({
  key: 'export',
  carrier: exportCarrier,
  unknown: 'unknown_export',
  ended: refuse(
    'batch_ended',
    'This file is not at a step at which this can be done. Nothing was changed: reload the page.',
  ),
})

/** `amount`: what all of it comes to, in cents; `taken`: how many payments the bank has accepted or may accept, and nobody has recorded. */
export type CancellationFacts = { export: string; amount: string; taken: number }

const takenIn = (world: World, file: string): number =>
  paymentsIn(world, file).filter(
    (one) => isClaimed(one) && one.bankState !== null && one.bankState !== 'rejected',
  ).length

export const cancellationFacts = (world: World, file: string): CancellationFacts => ({
  export: file,
  amount: String(world.get(bankExports, file)?.amount ?? 0n),
  taken: takenIn(world, file),
})

const saidSince = refuse(
  'batch_changed',
  'The bank has reported on this file since that was proposed. Nothing was changed: withdraw the proposal, and look at what the bank says now.',
)

export const holdsCancellation = (file: string) => `bank file ${file}`

export const bankExportCancellation = defineProposal<CancellationFacts>({
  name: 'bank-export-cancellation',
  called: 'end of this file',
  lastsForMs: null,
  about: () => null,
  holds: ({ export: file }) => holdsCancellation(file),
  asks: false,
  needs: (facts) => rail.about.needs(facts),
  refusal(world, facts, context) {
    const row = rail.findFor(world, facts, context, 'built', 'exported')
    if ('code' in row) return row
    return takenIn(world, facts.export) === facts.taken ? null : saidSince
  },
  apply(world, { export: file }, { at, actor }, { first }) {
    const cancelled = { status: 'cancelled', agreedBy: first!.by, cancelledBy: actor } as const
    return {
      postings: [],
      activity: listed('bank-export-cancelled'),
      put: [bankExports.row({ ...world.get(bankExports, file)!, ...cancelled, endedAt: at })],
    }
  },
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ export: file }) => ({ export: file }),
})

/** `lines`: the places in the file of what the bank has rejected, from 1 on; `amount`: what they come to, in cents. */
export type ReopeningFacts = { export: string; lines: string; amount: string }

/** What the bank has rejected of a file and nobody has paid otherwise. */
export const rejectedIn = (world: World, file: string): ExportPayment[] =>
  paymentsIn(world, file).filter((one) => one.bankState === 'rejected' && isClaimed(one))

export function reopeningFacts(world: World, file: string): ReopeningFacts {
  const rejected = rejectedIn(world, file)
  return {
    export: file,
    lines: rejected.map(({ line }) => line + 1).join(' '),
    amount: String(rejected.reduce((sum, { amount }) => sum + amount, 0n)),
  }
}

export const bankPayoutsReopening = defineProposal<ReopeningFacts>({
  name: 'bank-payouts-reopening',
  called: 'reopening of what the bank rejected',
  lastsForMs: null,
  about: () => null,
  holds: ({ export: file }) => holdsCancellation(file),
  asks: false,
  needs: (facts) => rail.about.needs(facts),
  refusal(world, facts, context) {
    const row = rail.findFor(world, facts, context, 'exported')
    if ('code' in row) return row
    const { lines } = reopeningFacts(world, facts.export)
    if (lines === '')
      return refuse(
        'nothing_to_change',
        'The bank has rejected none of the payments that this file still has. Nothing was changed.',
      )
    return lines === facts.lines ? null : saidSince
  },
  apply(world, { export: file }, { at, actor }, { first }) {
    const rejected = rejectedIn(world, file)
    const others = paymentsIn(world, file).filter((one) => !rejected.includes(one))
    const cancelled = { status: 'cancelled', agreedBy: first!.by, cancelledBy: actor } as const
    const end = others.some(({ paidAt }) => paidAt !== null)
      ? { status: 'paid' as const }
      : cancelled
    return {
      postings: [],
      activity: listed('bank-payouts-reopened'),
      put: [
        ...rejected.map((one) => exportPayments.row({ ...one, bankState: 'reopened' })),
        ...(others.some(isClaimed)
          ? []
          : [bankExports.row({ ...world.get(bankExports, file)!, ...end, endedAt: at })]),
      ],
    }
  },
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ export: file }) => ({ export: file }),
})
