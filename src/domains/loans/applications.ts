/**
 * Somebody who is verified asks for a loan on the terms that the firm shows. It waits until staff decide, is answered where more is asked
 * for, and can be withdrawn until it is decided; two lend or refuse it. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessActive,
  refuseUnlessOpen,
  said,
  type Context,
} from '../../desk/command.ts'
import type { Lookup } from '../../desk/lookup.ts'
import {
  centsOf,
  fitted,
  numberOf,
  subjectOf,
  textOf,
  wordsOf,
  type Fitted,
} from '../../desk/recall.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { addWorkdays, showDay } from '../../lib/calendar.ts'
import type { Instant } from '../../lib/instant.ts'
import type { LoanTerms } from '../../lib/loan.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { checksOf } from '../checks/table.ts'
import { refusalWhileChecked } from '../checks/stops.ts'
import { documents } from '../documents/table.ts'
import { refusalByEditions } from '../editions/must-accept.ts'
import { needsOfEditions } from '../editions/table.ts'
import { verificationOf } from '../verification/state.ts'
import { casesIn, casesOf } from '../verification/table.ts'
import { mail } from './mails.ts'
import { paidOut } from './postings.ts'
import { dayOf, newLoan } from './running.ts'
import {
  applicationsOf,
  isOwed,
  loanApplications,
  loans,
  loansOf,
  loansOfSamePerson,
  owesElsewhere,
  type LoanApplication,
} from './table.ts'

/** What of the firm's offer an application must fit, as it is when it is asked for. */
type OfferBounds = { smallest: Cents; largest: Cents; minMonths: number; maxMonths: number }

/** Whether anything can be lent at all, and within which bounds; or it fitted, when it was asked for. */
export type ApplyForLoan = LoanTerms & {
  owner: OwnerId
  amount: Cents
  months: number
  lateFee: Cents
  graceDays: number
  income: string
  bounds: OfferBounds | Fitted
}

/** A decision is due within so many days from Monday to Friday. */
const workdaysToDecide = 3

const decideBy = (at: Instant): string => addWorkdays(dayOf(at), workdaysToDecide)

export const isWaiting = ({ status }: LoanApplication): boolean =>
  status === 'submitted' || status === 'more-asked'

function refusalOfAmount({ amount, months, bounds }: ApplyForLoan): Refusal | null {
  if (bounds === fitted) return null
  const { smallest, largest, minMonths, maxMonths } = bounds
  if (amount < smallest || amount > largest)
    return refuse(
      'loan_not_offered',
      `A loan is from ${formatUsd(smallest)} to ${formatUsd(largest)}. Nothing was sent.`,
    )
  return months < minMonths || months > maxMonths
    ? refuse(
        'loan_not_offered',
        `A loan is over ${minMonths} to ${maxMonths} months. Nothing was sent.`,
      )
    : null
}

/** One at a time: what is asked for, and what runs. */
function refusalOfAnother(world: World, owner: OwnerId): Refusal | null {
  if (world.rowsOf(loanApplications, owner).some(isWaiting)) return refuse('loan_applied_for')
  return refusalOfOwing(world, owner)
}

/** They owe on a loan, by this account or another one of theirs. */
function refusalOfOwing(world: World, owner: OwnerId): Refusal | null {
  // The books have it as well, whatever the rows say.
  if (world.rowsOf(loans, owner).some(isOwed) || world.balance(owner, 'owed') !== 0n)
    return refuse('loan_running')
  return owesElsewhere(world, owner)
    ? refuse(
        'loan_running',
        'There is a loan under another account with the same document that isn’t repaid yet. Nothing was sent.',
      )
    : null
}

/** Who may be lent money at all: also asked when two lend it. */
const refusalOfBorrower = (world: World, owner: OwnerId, at: Instant): Refusal | null =>
  refuseUnlessActive(world.owners.get(owner)) ??
  refusalWhileChecked(world, owner) ??
  (verificationOf(casesIn(world, owner), at).state === 'verified'
    ? null
    : refuse('loan_needs_verification')) ??
  refusalByEditions(world, owner, at)

const needsOfBorrower = (owner: OwnerId) => [
  ...[checksOf(owner), casesOf(owner), applicationsOf(owner)],
  ...needsOfEditions(owner),
  ...loansOf(owner),
  ...loansOfSamePerson(owner),
]

function isProof(world: World, { owner, income }: { owner: OwnerId; income: string }): boolean {
  const found = world.get(documents, income)
  return (
    found?.owner === owner &&
    found.kind === 'income' &&
    (found.status === 'added' || found.status === 'submitted')
  )
}

/** The document belongs to what was sent from now on, and can't be removed any more. */
const sentIn = (world: World, income: string, at: Instant) =>
  documents.row({ ...world.get(documents, income)!, status: 'submitted', submittedAt: at })

export const applyForLoan = defineCommand<ApplyForLoan>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      amount: centsOf(kept, 'amount'),
      months: numberOf(kept, 'months'),
      yearlyRate: numberOf(kept, 'yearlyRate'),
      securityPercent: numberOf(kept, 'securityPercent'),
      lateFee: centsOf(kept, 'lateFee'),
      graceDays: numberOf(kept, 'graceDays'),
      income: textOf(kept, 'income'),
      bounds: fitted,
    },
  }),
  journal: ({ owner: _, bounds: __, amount, lateFee, ...rest }) => ({
    ...rest,
    amount: String(amount),
    lateFee: String(lateFee),
  }),
  subject: ({ owner }) => owner,
  needs: ({ owner, income }) => ({
    owners: [owner],
    read: [...needsOfBorrower(owner), documents.byId(income)],
  }),
  decide(world, c, { id, at, actor }) {
    const { owner, bounds: _, ...terms } = c
    if (actor !== owner) return refuse('forbidden')
    const refusal =
      refusalOfBorrower(world, owner, at) ?? refusalOfAmount(c) ?? refusalOfAnother(world, owner)
    if (refusal) return refusal
    if (!isProof(world, c)) return refuse('unknown_document')
    return {
      postings: [],
      activity: [{ owner, kind: 'loan-applied-for' }],
      put: [
        loanApplications.row({
          ...{ id, owner, ...terms, submittedAt: at, decideBy: decideBy(at) },
          ...{ status: 'submitted', askedFor: null, reason: null, decidedAt: null },
        }),
        sentIn(world, c.income, at),
      ],
    }
  },
  reply: (world, _, { id }) =>
    said(201, 'Sent. We decide by the day that is shown.', {
      application: { id, decideBy: world.get(loanApplications, id)!.decideBy },
    }),
})

export type OfApplication = { owner: OwnerId; application: string }

/** One of this person's own that waits, or why there is none. */
export function waitingOf(world: World, { owner, application: id }: OfApplication) {
  const closed = refuseUnlessOpen(world.owners.get(owner))
  if (closed) return closed
  const found = world.get(loanApplications, id)
  if (!found || found.owner !== owner) return refuse('unknown_loan')
  return isWaiting(found) ? found : refuse('loan_decided')
}

export const needsOfOne = ({ owner, application: id }: OfApplication) => ({
  owners: [owner],
  read: [loanApplications.byId(id)],
})

/** What more was asked for is there: it waits anew. */
export type AnswerLoanApplication = OfApplication & { income: string }

export const answerLoanApplication = defineCommand<AnswerLoanApplication>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      application: textOf(kept, 'application'),
      income: textOf(kept, 'income'),
    },
  }),
  journal: ({ application, income }) => ({ application, income }),
  subject: ({ owner }) => owner,
  needs: (c) => {
    const { owners, read } = needsOfOne(c)
    return { owners, read: [...read, documents.byId(c.income)] }
  },
  decide(world, c, { at, actor }) {
    if (actor !== c.owner) return refuse('forbidden')
    const before = waitingOf(world, c)
    if ('code' in before) return before
    if (before.status !== 'more-asked') return refuse('loan_nothing_asked')
    if (!isProof(world, c)) return refuse('unknown_document')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'loan-application-answered' }],
      put: [
        loanApplications.row({
          ...before,
          ...{ income: c.income, submittedAt: at, decideBy: decideBy(at) },
          ...{ status: 'submitted', askedFor: null },
        }),
        sentIn(world, c.income, at),
      ],
    }
  },
  reply: () => said(200, 'Sent. We decide by the day that is shown.'),
})

export type WithdrawLoanApplication = OfApplication

/** By a frozen account too: nothing moves. */
export const withdrawLoanApplication = defineCommand<WithdrawLoanApplication>({
  recall: (kept) => ({
    command: { owner: subjectOf(kept), application: textOf(kept, 'application') },
  }),
  journal: ({ application }) => ({ application }),
  subject: ({ owner }) => owner,
  needs: needsOfOne,
  decide(world, c, { at, actor }) {
    if (actor !== c.owner) return refuse('forbidden')
    const before = waitingOf(world, c)
    if ('code' in before) return before
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'loan-application-withdrawn' }],
      put: [
        loanApplications.row({ ...before, status: 'withdrawn', askedFor: null, decidedAt: at }),
      ],
    }
  },
  reply: () => said(200, 'Withdrawn. Nothing was lent.'),
})

/** Whose application it is: that never changes. */
const ownerOfApplication = (id: string): Lookup<OwnerId> => ({
  name: 'loan-application',
  text: 'select owner_id as owner from loan_applications where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(loanApplications, id)?.owner ?? null,
})

/** `words`: to the person, under the line that nobody ever pays to be lent money. */
export type AskMoreForLoan = { application: string; words: string }

export const askMoreForLoan = defineStaffCommand<AskMoreForLoan, OwnerId>({
  may: 'lend',
  recall: (kept) => ({
    command: { application: textOf(kept, 'application'), words: wordsOf(kept, 'words') },
    found: subjectOf(kept),
  }),
  lookup: ({ application }) => ownerOfApplication(application),
  journal: ({ application }) => ({ application }),
  subject: (_, owner) => owner,
  needs: ({ application }, owner) =>
    owner === null ? { owners: [] } : needsOfOne({ owner, application }),
  decide(world, { application, words }, { actor, found: owner }) {
    if (owner === null) return refuse('unknown_loan')
    if (actor === owner) return refuse('not_on_yourself')
    const before = waitingOf(world, { owner, application })
    if ('code' in before) return before
    return {
      postings: [],
      activity: [{ owner, kind: 'loan-more-asked' }],
      put: [loanApplications.row({ ...before, status: 'more-asked', askedFor: words })],
      texts: { words },
      effects: [mail({ owner, template: 'loan-more-asked', values: { words } })],
    }
  },
  reply: () => said(200, 'They are asked.'),
})

/** Needs of lending it: the borrower as they stand now, and what the pool holds. */
export const needsToLend = (owner: OwnerId, application: string) => ({
  owners: [owner],
  exact: true as const,
  read: [...needsOfBorrower(owner), loanApplications.byId(application)],
})

/** Why it can't be lent as things stand, or null: asked when it is proposed, and again when it is paid out. */
export function refusalOfLending(world: World, c: OfApplication, at: Instant): Refusal | null {
  const waiting = waitingOf(world, c)
  if ('code' in waiting) return waiting
  if (waiting.status === 'more-asked') return refuse('loan_awaits_answer')
  const refusal = refusalOfBorrower(world, c.owner, at) ?? refusalOfOwing(world, c.owner)
  if (refusal) return refusal
  return world.balance(firm, 'loan-pool') < waiting.amount ? refuse('loan_pool_short') : null
}

/** Paid out at once, under the id of the second agreement: the balance has it but for the security. */
export function lend(
  world: World,
  { owner, application: id }: OfApplication,
  context: Pick<Context, 'id' | 'at'>,
): Changes {
  const before = world.get(loanApplications, id)!
  const { amount, months, yearlyRate, securityPercent, lateFee, graceDays } = before
  const loan = newLoan(
    { owner, amount, months, yearlyRate, securityPercent, lateFee, graceDays },
    context,
  )
  return {
    postings: paidOut(owner, loan),
    activity: [{ owner, kind: 'loan-paid-out' }],
    put: [
      loans.row(loan),
      loanApplications.row({
        ...before,
        ...{ status: 'approved', askedFor: null, decidedAt: context.at },
      }),
    ],
    facts: { amount: String(amount), security: String(loan.security) },
    effects: [
      mail({
        ...{ owner, template: 'loan-paid-out' },
        values: {
          amount: formatUsd(amount),
          security: formatUsd(loan.security),
          instalment: formatUsd(loan.instalment),
          firstDue: showDay(loan.firstDue),
        },
      }),
    ],
  }
}

/** With its reason, in words to them. */
export function refuseLoan(
  world: World,
  { owner, application: id, reason }: OfApplication & { reason: string },
  { at }: Pick<Context, 'at'>,
): Changes {
  const before = world.get(loanApplications, id)!
  return {
    postings: [],
    activity: [{ owner, kind: 'loan-refused' }],
    put: [
      loanApplications.row({
        ...before,
        ...{ status: 'refused', askedFor: null, reason, decidedAt: at },
      }),
    ],
    effects: [
      mail({
        ...{ owner, template: 'loan-refused' },
        values: { amount: formatUsd(before.amount), reason },
      }),
    ],
  }
}
