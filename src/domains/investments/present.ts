import { whyNotReinvested } from '../../contract/at-maturity.ts'
import type { Investment as WireInvestment } from '../../contract/investment.ts'
import type { User } from '../../contract/user.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { presentOwner } from '../people/present.ts'
import { runningIn, type Investment } from './table.ts'

/** Profit of an investment as it accrues day by day, rounded down: for display, paid only at maturity. */
export function accruedProfit(
  investment: Pick<Investment, 'profit' | 'openedAt' | 'maturesAt' | 'status'>,
  now: Instant,
): Cents {
  if (investment.status === 'matured') return investment.profit
  if (investment.status === 'undone' || now <= investment.openedAt) return 0n
  if (now >= investment.maturesAt) return investment.profit
  return (
    (investment.profit * BigInt(now - investment.openedAt)) /
    BigInt(investment.maturesAt - investment.openedAt)
  )
}

/** The user as they stand in the world; needs the owner, their referrer's name and running investments. */
export function presentUser(world: World, id: OwnerId, now: Instant): User {
  const owner = world.owners.get(id)
  if (!owner) throw new Error(`Owner ${id} was presented without having been loaded`)
  const accrued = runningIn(world, id).reduce((sum, held) => sum + accruedProfit(held, now), 0n)
  const balances = {
    cash: world.balance(id, 'cash'),
    held: world.balance(id, 'held'),
    invested: world.balance(id, 'invested'),
    accrued,
  }
  return presentOwner(owner, balances, world.nameOf(owner.referrer))
}

export function presentInvestment(investment: Investment, now: Instant): WireInvestment {
  return {
    id: investment.id,
    planId: investment.planId,
    planTitle: investment.planTitle,
    amount: dollarsFromCents(investment.amount),
    profitPercent: investment.profitPercent,
    profit: dollarsFromCents(investment.profit),
    openedAt: isoFromInstant(investment.openedAt),
    maturesAt: isoFromInstant(investment.maturesAt),
    status: investment.status,
    accrued: dollarsFromCents(accruedProfit(investment, now)),
    undoableUntil: isUndoable(investment, now) ? isoFromInstant(investment.undoableUntil) : null,
    atMaturity: investment.atMaturity,
    acceptedTermsVersion: investment.acceptedTermsVersion,
    acceptedRiskVersion: investment.acceptedRiskVersion,
    notReinvested:
      investment.notReinvested === null ? null : whyNotReinvested(investment.notReinvested),
    continues: investment.continues,
  }
}

type Undoable = { undoableUntil: Instant }

export const isUndoable = <I extends Pick<Investment, 'status' | 'undoableUntil'>>(
  investment: I,
  now: Instant,
): investment is I & Undoable =>
  investment.status === 'running' &&
  investment.undoableUntil !== null &&
  now < investment.undoableUntil

/** What of a plan falls due on a day, as `2026-01-31`; null: after the calendar's end. */
export type Running = {
  planId: string
  date: string | null
  investments: number
  principal: Cents
  profit: Cents
}
