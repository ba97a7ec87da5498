/**
 * What the bank says of a file: recorded once, payment by payment. A rejected one stays claimed until two reopen it; one that was reopened
 * and that the bank takes after all is claimed again, or the report is refused where it is too late for that.
 */
import type { PaymentState } from '../../contract/bank-export.ts'
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse, said } from '../../desk/command.ts'
import { textIfAny, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { endToEndId } from '../../lib/transfers.ts'
import { claimsOn, refusalOfClaims } from '../payouts/claims/match.ts'
import { exportPayments, paymentsIn, type ExportPayment } from '../payouts/exports/table.ts'
import { partsIn } from '../payouts/recall.ts'
import { needsOfRequests } from '../payout-rails/leave.ts'
import { listed, type On } from '../payout-rails/rail.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { withdrawals } from '../withdrawals/table.ts'
import { isUsed, needsOfReference, takeReference } from '../withdrawals/used-once.ts'
import { bankPayoutsReopening, reopeningFacts, rail, rejectedIn } from './proposals.ts'

type Reported = { withdrawal: string; state: PaymentState; reason: string | null }

/** `digest` of the report. */
export type RecordBankReport = On<'export'> & { digest: string; lines: readonly Reported[] }

const isTooLate = (world: World, { withdrawal }: ExportPayment): boolean =>
  world.get(withdrawals, withdrawal)?.status !== 'approved' ||
  refusalOfClaims(world, withdrawal) !== null

/** The payment as the bank has it by now; or why that can't be. */
function asReported(
  world: World,
  line: ExportPayment,
  { state, reason }: Reported,
): ExportPayment | Refusal {
  const isReopened = line.bankState === 'reopened'
  if (isReopened && state === 'rejected') return line
  if (isReopened && isTooLate(world, line))
    return refuse(
      'bank_contradicts',
      `The bank takes the payment ${endToEndId({ _id: line.withdrawal })}, which it had rejected, and which was reopened: it may be paid twice. Nothing was recorded. Call the bank before anything else of it leaves.`,
    )
  return { ...line, bankState: state, bankReason: state === 'rejected' ? reason : null }
}

export const recordBankReport = defineStaffCommand<RecordBankReport>({
  may: 'pay-out',
  ...rail.about,
  recall: (kept) => ({
    command: {
      ...rail.recall(kept),
      digest: textOf(kept, 'digest'),
      lines: partsIn(kept, 'lines').map((one) => ({
        withdrawal: textOf(one, 'withdrawal'),
        state: textOf(one, 'state') as PaymentState,
        reason: textIfAny(one, 'reason') ?? null,
      })),
    },
  }),
  journal: ({ lines, ...c }) => ({
    ...c,
    lines: lines.map(({ reason, ...one }) => (reason === null ? one : { ...one, reason })),
  }),
  needs(c) {
    const needs = rail.about.needs(c)
    return {
      ...needs,
      read: [
        ...needs.read!,
        needsOfReference('bank-report', c.digest),
        ...needsOfRequests(c.lines),
        ...c.lines.flatMap(({ withdrawal }) => claimsOn(withdrawal)),
      ],
    }
  },
  decide(world, c, context) {
    const row = rail.findFor(world, c, context, 'exported')
    if ('code' in row) return row
    if (isUsed(world, 'bank-report', c.digest))
      return refuse('nothing_to_change', 'This report is recorded already. Nothing was changed.')
    const lines = new Map(paymentsIn(world, row.id).map((line) => [line.withdrawal, line]))
    const put = [takeReference('bank-report', c.digest, context.id)]
    for (const reported of c.lines) {
      const line = lines.get(reported.withdrawal)
      if (!line) return refuse('batch_changed')
      const next = asReported(world, line, reported)
      if ('code' in next) return next
      if (next !== line) put.push(exportPayments.row(next))
    }
    return { postings: [], activity: listed('bank-report-recorded'), put }
  },
  reply: (world, c) =>
    said(201, 'What the bank says of each payment is recorded.', {
      exportId: c.export,
      rejected: rejectedIn(world, c.export).length,
    }),
})

const whyTwo = 'Two reopen what the bank has rejected.'

export const proposeReopeningPayouts = defineStaffCommand<On<'export'>>({
  may: 'pay-out',
  ...rail.about,
  recall: (kept) => ({ command: rail.recall(kept) }),
  needs: (c) => needsOf(bankPayoutsReopening, { ...c, lines: '', amount: '' }, null),
  decide(world, c, context) {
    const row = rail.findFor(world, c, context, 'exported')
    if ('code' in row) return row
    const facts = reopeningFacts(world, c.export)
    return doOrPropose(world, { kind: bankPayoutsReopening, facts, answer: null, whyTwo }, context)
  },
  reply: (world, _, context) => replyOfProposed(world, bankPayoutsReopening, context, whyTwo)!,
})
