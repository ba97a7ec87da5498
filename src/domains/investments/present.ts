import type { Investment as WireInvestment } from '../../contract/investment.ts'
import type { Investment } from '../../desk/records.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { accruedProfit } from '../people/present.ts'

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
  }
}
