/** A first investment taken back within its cooling-off time, as if it had never been opened. */
import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { subjectOf, textOf } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { day } from '../../platform/mail/letter.ts'
import { mail, mailValues } from './mails.ts'
import { presentInvestment, presentUser } from './present.ts'
import { investments, runningOf, type Investment } from './table.ts'

export type UndoInvestment = { investment: string; owner: OwnerId }

function refusalOfUndoing({ status, undoableUntil }: Investment, at: Instant) {
  if (status === 'undone') return refuse('already_undone')
  if (status === 'matured')
    return refuse(
      'already_settled',
      'This investment has matured, and was paid to your balance. Nothing was booked.',
    )
  if (undoableUntil === null) return refuse('not_undoable')
  return at < undoableUntil
    ? null
    : refuse(
        'undoing_too_late',
        `This investment could be undone until ${day(isoFromInstant(undoableUntil))}. Nothing was booked: it goes on, and is paid when it matures.`,
      )
}

/** Of a frozen account too: nothing leaves it. Both parts go back where they came from, so no pool is asked. */
export const undoInvestment = defineCommand<UndoInvestment>({
  recall: (kept) => ({
    command: { investment: textOf(kept, 'investment'), owner: subjectOf(kept) },
  }),
  journal: (c) => ({ investment: c.investment }),
  subject: (c) => c.owner,
  // The reply says what the others have accrued.
  needs: (c) => ({
    owners: [c.owner],
    read: [investments.byId(c.investment), runningOf(c.owner)],
  }),
  decide(world, c, { at }) {
    const closed = refuseUnlessOpen(world.owners.get(c.owner))
    if (closed) return closed
    const investment = world.get(investments, c.investment)
    if (!investment || investment.owner !== c.owner) return refuse('unknown_investment')
    const refusal = refusalOfUndoing(investment, at)
    if (refusal) return refusal
    return {
      postings: [
        {
          event: 'investment-undone',
          debit: { owner: c.owner, kind: 'invested' },
          credit: { owner: c.owner, kind: 'cash' },
          amount: investment.amount,
        },
        {
          event: 'investment-undone',
          debit: { owner: c.owner, kind: 'promised' },
          credit: { owner: firm, kind: 'returns-pool' },
          amount: investment.profit,
        },
      ],
      activity: [{ owner: c.owner, kind: 'investment-undone' }],
      put: [investments.row({ ...investment, status: 'undone' })],
      facts: { plan: investment.planTitle },
      effects: [
        mail({ owner: c.owner, template: 'investment-undone', values: mailValues(investment) }),
      ],
    }
  },
  reply: (world, c, { at }) => ({
    status: 200,
    body: {
      status: 'success',
      message: 'Investment undone',
      data: {
        investment: presentInvestment(world.get(investments, c.investment)!, at),
        user: presentUser(world, c.owner, at),
      },
    },
  }),
})
