/**
 * Whether money may still leave for a request that was approved. While its owner is frozen it stays where it is, on every way
 * out; what has left is recorded all the same (docs/decisions/008). Pure.
 */
import type { PayoutStop } from '../../contract/payouts.ts'
import { ProblemError, type Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { ApprovalLimits } from '../approvals/rules.ts'
import { needsOfChecks, refusalOfLeaving, waitsForCheck, waitsToLeave } from '../checks/stops.ts'
import type { Withdrawal } from './table.ts'

const payeeFrozen = refuse(
  'account_frozen',
  'The account that this pays was frozen after the approval. Nothing may leave for it: leave its request out until the account is unfrozen.',
)

/** Needs what says so besides, of each. */
export const needsToPay = (owners: readonly OwnerId[]): Read[] =>
  [...new Set(owners)].flatMap(needsOfChecks)

/** Refuses money of somebody who is frozen, or whom a check that the law requires holds; their lock must be held. */
export const refusalToPay = (world: World, owner: OwnerId): Refusal | null =>
  world.owners.get(owner)?.status === 'frozen' ? payeeFrozen : refusalOfLeaving(world, owner)

/**
 * Refuses whoever approved it alone, where a limit is set on what one does alone: nobody both approves and pays. Of two who
 * approved it, either may.
 */
export const refusalOfApprover = (
  { firstApprovedBy, decidedBy }: Pick<Withdrawal, 'firstApprovedBy' | 'decidedBy'>,
  { secondApprovalAbove }: Pick<ApprovalLimits, 'secondApprovalAbove'>,
  actor: OwnerId | null,
): Refusal | null =>
  secondApprovalAbove !== null && firstApprovedBy === null && decidedBy === actor
    ? refuse('approved_alone')
    : null

/** In the words of a release. */
const refusals: Record<PayoutStop, Refusal> = {
  account_frozen: payeeFrozen,
  law_check: waitsForCheck,
}

/** Throws the same of what is handed out as it was read. */
export function mustBePayable(payments: readonly { stop: PayoutStop | null }[]): void {
  for (const { stop } of payments) if (stop !== null) throw new ProblemError(refusals[stop])
}

/** SQL: whether this owner is frozen. */
export const payeeIsFrozen = (owner: string): string =>
  `exists (select from owners payee where payee.id = ${owner} and payee.status = 'frozen')`

/** SQL of the same rule as `refusalToPay`: what stops money for this owner, or null. */
export const stopOfPayout = (owner: string): string =>
  `(case when ${payeeIsFrozen(owner)} then 'account_frozen' when ${waitsToLeave(owner)} then 'law_check' end)`
