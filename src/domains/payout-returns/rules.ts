/** That a payout came back: one administrator records it from the statement, another agrees. Pure. */
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import { centsOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Cents } from '../../lib/money.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { lineIn, refusalOfDay, whyTwo, type Line } from '../receipts/line.ts'
import { partiesOf, withdrawals, type Parties } from '../withdrawals/table.ts'
import { payoutReturn, type ReturnFacts } from './proposals.ts'

export type RecordPayoutReturn = Line & { withdrawal: string; amount: Cents; reason: string }

const factsOf = (c: RecordPayoutReturn, user: OwnerId): ReturnFacts => ({
  ...{ withdrawal: c.withdrawal, user, amount: String(c.amount) },
  ...{ reference: c.reference, valueDate: c.valueDate },
})

export const recordPayoutReturn = defineStaffCommand<RecordPayoutReturn, Parties>({
  may: 'book-money',
  lookup: ({ withdrawal }) => partiesOf(withdrawal),
  recall(kept, world: World) {
    const withdrawal = textOf(kept, 'withdrawal')
    const said = { amount: centsOf(kept, 'amount'), reason: wordsOf(kept, 'reason') }
    return {
      command: { withdrawal, ...said, ...lineIn(kept) },
      found: world.get(withdrawals, withdrawal) ?? null,
    }
  },
  journal: ({ withdrawal, amount, reference, valueDate }) => ({
    withdrawal,
    amount: String(amount),
    reference,
    valueDate,
  }),
  subject: (_, found) => found && found.owner,
  needs: (c, found) =>
    found === null ? { owners: [] } : needsOf(payoutReturn, factsOf(c, found.owner), null),
  decide(world, c, context) {
    if (context.found === null) return refuse('unknown_withdrawal')
    const facts = factsOf(c, context.found.owner)
    const words = { reason: c.reason }
    return (
      refusalOfDay(c, context.at) ??
      doOrPropose(world, { kind: payoutReturn, facts, words, answer: null, whyTwo }, context)
    )
  },
  reply: (world, _, context) => replyOfProposed(world, payoutReturn, context, whyTwo)!,
})
