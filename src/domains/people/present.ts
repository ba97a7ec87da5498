import { capabilitiesOf } from '../../contract/roles.ts'
import type { User } from '../../contract/user.ts'
import type { Owner } from '../../desk/records.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'

export type Balances = { cash: Cents; held: Cents; invested: Cents; accrued: Cents }

/** A user as the wire shows one. */
export function presentOwner(owner: Owner, balances: Balances, referredBy: string | null): User {
  return {
    id: owner.id,
    fullName: owner.fullName,
    email: owner.email,
    emailVerified: owner.emailVerified,
    role: owner.role === 'firm' ? 'user' : owner.role,
    capabilities: [...capabilitiesOf(owner.roles)].toSorted(),
    status: owner.status,
    accountBalance: dollarsFromCents(balances.cash),
    held: dollarsFromCents(balances.held),
    invested: dollarsFromCents(balances.invested),
    accruedProfit: dollarsFromCents(balances.accrued),
    totalProfit: dollarsFromCents(owner.totals.profit),
    totalLoss: dollarsFromCents(owner.totals.loss),
    totalInvestment: dollarsFromCents(owner.totals.principal),
    accountId: owner.accountId,
    referralCode: owner.referralCode,
    referredBy,
    referredById: owner.referrer,
    createdAt: isoFromInstant(owner.createdAt),
    version: owner.version,
  }
}
