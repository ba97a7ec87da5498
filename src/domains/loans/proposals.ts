/** What of loans takes two: to lend, to refuse it, and to call a loan due. */
import { refuse, type Context } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { openingsOf, unopenedIn } from '../documents/opened.ts'
import { staffOn } from '../people/rules.ts'
import { defineProposal } from '../proposals/kind.ts'
import {
  lend,
  needsOfOne,
  needsToLend,
  refusalOfLending,
  refuseLoan,
  waitingOf,
} from './applications.ts'
import { callDue, refusalOfDefault, type Rest } from './default.ts'
import { loanApplications, loans, loansOf } from './table.ts'

const dollars = (cents: string) => dollarsFromCents(BigInt(cents))

const ofPerson = {
  asks: false,
  lastsForMs: null,
  about: ({ user }: { user: OwnerId }) => user,
} as const

function refusalOfStaff(world: World, user: OwnerId, context: Context): Refusal | null {
  const owner = staffOn(world, user, context)
  return 'totals' in owner ? null : (owner as Refusal)
}

/** What is asked for, as it was when it was proposed: the amounts in cents. */
export type LoanFacts = {
  user: OwnerId
  application: string
  income: string
  amount: string
  months: number
  yearlyRate: number
  security: string
}

/** They never asked for this, or have sent another proof of income since. */
function refusalOfAsked(
  world: World,
  { user, application, amount, income }: LoanRefusalFacts & { income?: string },
): Refusal | null {
  const asked = world.get(loanApplications, application)
  if (asked?.owner !== user) return refuse('unknown_loan')
  return asked.amount === BigInt(amount) && (income ?? asked.income) === asked.income
    ? null
    : refuse('not_as_shown')
}

export const loanProposal = defineProposal<LoanFacts>({
  ...ofPerson,
  name: 'loan',
  called: 'decision on this loan',
  holds: ({ application }) => `loan ${application}`,
  needs: ({ user, application }) => {
    const { owners, exact, read } = needsToLend(user, application)
    return { owners, exact, read: [...read, openingsOf(user)] }
  },
  refusal: (world, facts, context) =>
    refusalOfStaff(world, facts.user, context) ??
    refusalOfAsked(world, facts) ??
    refusalOfLending(world, { owner: facts.user, ...facts }, context.at),
  unseen(world, { user: owner, application, income }, { actor }) {
    const { submittedAt: since, income: now } = world.get(loanApplications, application)!
    if (now !== income) return refuse('not_as_shown')
    return unopenedIn(world, { owner, documents: [income], since }, actor).length === 0
      ? null
      : refuse('documents_unopened')
  },
  apply: (world, { user: owner, application }, context) =>
    lend(world, { owner, application }, context),
  show: ({ amount, security, ...facts }) => ({
    ...facts,
    amount: dollars(amount),
    security: dollars(security),
  }),
  noted: ({ amount, months, application }) => ({ amount, months: String(months), application }),
  listedAs: { proposed: 'loan-proposed', ended: 'loan-not-lent' },
})

export type LoanRefusalFacts = { user: OwnerId; application: string; amount: string }

export const loanRefusal = defineProposal<LoanRefusalFacts, null, { reason: string }>({
  ...ofPerson,
  name: 'loan-refusal',
  called: 'decision on this loan',
  holds: ({ application }) => `loan ${application}`,
  words: ['reason'],
  needs: ({ user: owner, application }) => needsOfOne({ owner, application }),
  refusal(world, { user: owner, ...facts }, context) {
    const refusal =
      refusalOfStaff(world, owner, context) ?? refusalOfAsked(world, { user: owner, ...facts })
    if (refusal) return refusal
    const waiting = waitingOf(world, { owner, ...facts })
    return 'code' in waiting ? waiting : null
  },
  apply: (world, { user: owner, application }, context, { words: { reason } }) =>
    refuseLoan(world, { owner, application, reason }, context),
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollars(amount) }),
  noted: ({ amount, application }) => ({ amount, application }),
  listedAs: { proposed: 'loan-refusal-proposed', ended: 'loan-refusal-ended' },
})

/** `amount`: what was lent, in cents. */
export type LoanDefaultFacts = { user: OwnerId; loan: string; amount: string; rest: Rest }

export const loanDefault = defineProposal<LoanDefaultFacts, null, { reason: string }>({
  ...ofPerson,
  name: 'loan-default',
  called: 'calling due of this loan',
  holds: ({ loan }) => `loan ${loan}`,
  words: ['reason'],
  needs: ({ user }) => ({ owners: [user], read: loansOf(user) }),
  refusal: (world, { user: owner, loan, amount, rest }, context) =>
    refusalOfStaff(world, owner, context) ??
    refusalOfDefault(world, { owner, loan, rest }, context) ??
    (world.get(loans, loan)!.amount === BigInt(amount) ? null : refuse('not_as_shown')),
  apply: (world, { user: owner, loan, rest }, context, { words: { reason } }) =>
    callDue(world, { owner, loan, rest, reason }, context),
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollars(amount) }),
  noted: ({ amount, loan, rest }) => ({ amount, loan, rest }),
  listedAs: { proposed: 'loan-default-proposed', ended: 'loan-default-ended' },
})

export const loanProposals = [loanProposal, loanRefusal, loanDefault]
