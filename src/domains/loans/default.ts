/**
 * Two decide that all of a loan is due, since its borrower doesn't pay: its security pays what it can, and the rest stays owed or is
 * written off. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { interestUntil, pay, unpaidSplit } from '../../lib/loan-plan.ts'
import { mail } from './mails.ts'
import { charged, securityApplied, securityReturned, writtenOff } from './postings.ts'
import { beginOf, dayOf, foundLoan, inAll, isChanged, nonePaid, type OfLoan } from './running.ts'
import { duesIn, loanDues, loans, type Loan, type LoanDue } from './table.ts'

export type Rest = 'owed' | 'written-off'

/** Why it can't be called due, or null. One that was called due can still be written off. */
export function refusalOfDefault(
  world: World,
  { rest, ...ofLoan }: OfLoan & { rest: Rest },
  { at }: Pick<Context, 'at'>,
): Refusal | null {
  const loan = foundLoan(world, ofLoan)
  if ('code' in loan) return loan
  if (loan.status === 'defaulted' && rest === 'owed') return refuse('loan_called_due')
  if (loan.nextDue !== null && at >= beginOf(loan.nextDue)) return refuse('falls_due_now')
  return inAll(duesIn(world, loan)) === 0n ? refuse('loan_not_overdue') : null
}

/** All that was left, with the interest until today. */
function leftOf(loan: Loan, place: number, { id, at }: Pick<Context, 'id' | 'at'>): LoanDue[] {
  if (loan.left === 0n) return []
  const dueOn = dayOf(at)
  return [
    {
      ...{ id, loan: loan.id, owner: loan.owner, place, kind: 'default', dueOn, graceFrom: dueOn },
      ...{ interest: interestUntil(loan, dueOn), principal: loan.left, ...nonePaid },
    },
  ]
}

const statusAfter = (unpaid: Cents, rest: Rest): Loan['status'] => {
  if (unpaid === 0n) return 'repaid'
  return rest === 'owed' ? 'defaulted' : 'written-off'
}

const wordsOfRest = (unpaid: Cents, rest: Rest): string => {
  if (unpaid === 0n) return 'nothing more is owed'
  return rest === 'owed'
    ? `${formatUsd(unpaid)} more is to be paid: it is taken as soon as your balance has it, and no further interest or fee is charged`
    : `nobody asks you for the rest, ${formatUsd(unpaid)}`
}

/** Under the id of the second agreement. */
export function callDue(
  world: World,
  { rest, reason, ...ofLoan }: OfLoan & { rest: Rest; reason: string },
  context: Pick<Context, 'id' | 'at'>,
): Changes {
  const loan = foundLoan(world, ofLoan) as Loan
  const { owner, withheld } = loan
  const before = duesIn(world, loan)
  const called = leftOf(loan, before.length + 1, context)
  const { dues, split, over } = pay([...before, ...called], withheld)
  const unpaid = inAll(dues)
  const isWrittenOff = unpaid > 0n && rest === 'written-off'
  return {
    postings: [
      ...called.flatMap(({ interest }) => charged(owner, interest)),
      ...securityApplied(owner, split),
      ...securityReturned(owner, over),
      ...(isWrittenOff ? writtenOff(owner, unpaidSplit(dues)) : []),
    ],
    activity: [{ owner, kind: isWrittenOff ? 'loan-written-off' : 'loan-called-due' }],
    put: [
      loans.row({
        ...loan,
        ...{ left: 0n, nextDue: null, withheld: 0n, status: statusAfter(unpaid, rest) },
      }),
      ...dues.filter((due) => isChanged(world, due)).map((due) => loanDues.row(due)),
    ],
    facts: { applied: String(withheld - over), unpaid: String(unpaid) },
    effects: [
      mail({
        ...{ owner, template: 'loan-called-due' },
        values: {
          applied: formatUsd(withheld - over),
          left: wordsOfRest(unpaid, rest),
          reason,
        },
      }),
    ],
  }
}
