/** How a loan is booked: money and what is owed of it in pairs, as the books ask (docs/money-flows.md). Pure. */
import { firm, type Event, type Kind, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Cents } from '../../lib/money.ts'
import type { Split } from '../../lib/loan-plan.ts'

const firms: ReadonlySet<Kind> = new Set(['loan-pool', 'lent', 'earned', 'loan-income'])

/** From one account to another, each the firm's or this person's; nothing where there is nothing to move. */
const move = (
  event: Event,
  owner: OwnerId,
  [debit, credit]: readonly [Kind, Kind],
  amount: Cents,
): Posting[] => {
  const account = (kind: Kind) => ({ owner: firms.has(kind) ? firm : owner, kind })
  return amount === 0n ? [] : [{ event, debit: account(debit), credit: account(credit), amount }]
}

/** All of it comes to the balance, and the security goes from there at once. */
export const paidOut = (
  owner: OwnerId,
  { amount, security }: { amount: Cents; security: Cents },
): Posting[] => [
  ...move('loan-paid-out', owner, ['loan-pool', 'cash'], amount),
  ...move('loan-paid-out', owner, ['owed', 'lent'], amount),
  ...move('loan-paid-out', owner, ['cash', 'security'], security),
]

export const charged = (owner: OwnerId, amount: Cents): Posting[] =>
  move('loan-charged', owner, ['owed', 'earned'], amount)

export const repaid = (owner: OwnerId, { principal, income }: Split): Posting[] => [
  ...move('loan-repaid', owner, ['cash', 'loan-pool'], principal),
  ...move('loan-repaid', owner, ['lent', 'owed'], principal),
  ...move('loan-repaid', owner, ['cash', 'loan-income'], income),
  ...move('loan-repaid', owner, ['earned', 'owed'], income),
]

export const repaymentUndone = (owner: OwnerId, { principal, income }: Split): Posting[] => [
  ...move('loan-repayment-undone', owner, ['loan-pool', 'cash'], principal),
  ...move('loan-repayment-undone', owner, ['owed', 'lent'], principal),
  ...move('loan-repayment-undone', owner, ['loan-income', 'cash'], income),
  ...move('loan-repayment-undone', owner, ['owed', 'earned'], income),
]

export const securityReturned = (owner: OwnerId, amount: Cents): Posting[] =>
  move('loan-security-returned', owner, ['security', 'cash'], amount)

/** What the security pays of what is owed, where two have called the loan due. */
export const securityApplied = (owner: OwnerId, { principal, income }: Split): Posting[] => [
  ...move('loan-security-applied', owner, ['security', 'loan-pool'], principal),
  ...move('loan-security-applied', owner, ['lent', 'owed'], principal),
  ...move('loan-security-applied', owner, ['security', 'loan-income'], income),
  ...move('loan-security-applied', owner, ['earned', 'owed'], income),
]

/** Nobody asks for it any more: the pool bears it. */
export const writtenOff = (owner: OwnerId, { principal, income }: Split): Posting[] => [
  ...move('loan-written-off', owner, ['lent', 'owed'], principal),
  ...move('loan-written-off', owner, ['earned', 'owed'], income),
]
