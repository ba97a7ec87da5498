/**
 * A payment of a loan that was made with money which the bank or the chain has taken back since: it is undone from the loan, the
 * newest payment first, as far as the balance lacks it. Pure.
 */
import type { Effect } from '../../desk/effect.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { afterEarlyUndone, takeBack, unpaidOf, type Plan } from '../../lib/loan-plan.ts'
import { mail } from './mails.ts'
import { repaymentUndone } from './postings.ts'
import { dayOf, nextDueOf } from './running.ts'
import { duesIn, loanDues, loans, type Loan, type LoanDue } from './table.ts'

/** `effects`: its person is told that it is owed again. */
export type UndoneRepayments = {
  amount: Cents
  postings: Posting[]
  put: Put[]
  effects: Effect[]
}

export const nothingUndone: UndoneRepayments = { amount: 0n, postings: [], put: [], effects: [] }

type Taken = { before: readonly LoanDue[]; dues: readonly LoanDue[]; today: string }

/**
 * What was paid early isn't due: its principal is left again, and only its interest stays due. What was paid and isn't any more has its
 * days of grace again: no fee comes of the payment's coming back alone. Of a loan that was called due all stays due.
 */
function asLeft(
  loan: Loan,
  { before, dues, today, isCalled }: Taken & { isCalled: boolean },
): { plan: Plan; dues: LoanDue[] } {
  let plan: Plan = loan
  const after = dues.map((taken, at) => {
    const isUnpaidAnew = unpaidOf(before[at]!) === 0n && unpaidOf(taken) > 0n
    const due = isUnpaidAnew ? { ...taken, graceFrom: today } : taken
    const unpaid = due.principal - due.paidPrincipal
    if (isCalled || due.kind !== 'early' || unpaid === 0n) return due
    plan = afterEarlyUndone(plan, unpaid, loan.months)
    return { ...due, principal: due.paidPrincipal }
  })
  return { plan, dues: after }
}

/** No more than the pool and the income still hold: what was lent again or drawn since can't come back from there. */
const heldBy = (world: World) => ({
  principal: world.balance(firm, 'loan-pool'),
  income: world.balance(firm, 'loan-income'),
})

/** Two have called all of it due: nothing is left to fall due, and its security has paid what it could. */
const wasCalledDue = ({ status }: Loan, dues: readonly LoanDue[]): boolean =>
  status === 'defaulted' || dues.some(({ kind }) => kind === 'default')

/** Needs the person's loans, and the firm's exact balances. `lacking`: of what is taken from the balance. */
export function undoRepayments(
  world: World,
  { owner, lacking, at }: { owner: OwnerId; lacking: Cents; at: Instant },
): UndoneRepayments {
  const latest = world
    .rowsOf(loans, owner)
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .at(0)
  // Of what was written off nobody asks for anything any more, and of a closed account nobody can.
  const isAsked = latest?.status !== 'written-off' && world.owners.get(owner)?.status !== 'closed'
  if (!latest || !isAsked || lacking <= 0n) return nothingUndone
  const before = duesIn(world, latest)
  const { dues, split, over } = takeBack(before, lacking, heldBy(world))
  const amount = lacking - over
  if (amount === 0n) return nothingUndone
  const isCalled = wasCalledDue(latest, before)
  const { plan, dues: after } = asLeft(latest, { before, dues, today: dayOf(at), isCalled })
  const isOwed = plan.left > 0n || after.some((due) => unpaidOf(due) > 0n)
  return {
    amount,
    postings: repaymentUndone(owner, split),
    put: [
      loans.row({
        ...latest,
        ...plan,
        nextDue: nextDueOf(plan),
        status: isOwed ? (isCalled ? 'defaulted' : 'running') : latest.status,
      }),
      ...after.map((due) => loanDues.row(due)),
    ],
    effects: [mail({ owner, template: 'loan-owed-again', values: { amount: formatUsd(amount) } })],
  }
}
