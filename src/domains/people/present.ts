import type { User } from '../../contract/user.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { accruedProfit } from '../investments/present.ts'
import { runningIn } from '../investments/table.ts'

export type Balances = { cash: Cents; held: Cents; invested: Cents; accrued: Cents }

/** A user as the wire shows one. */
export function presentOwner(owner: Owner, balances: Balances, referredBy: string | null): User {
  return {
    id: owner.id,
    fullName: owner.fullName,
    email: owner.email,
    emailVerified: owner.emailVerified,
    role: owner.role === 'firm' ? 'user' : owner.role,
    status: owner.status,
    accountBalance: dollarsFromCents(balances.cash),
    held: dollarsFromCents(balances.held),
    invested: dollarsFromCents(balances.invested),
    accruedProfit: dollarsFromCents(balances.accrued),
    totalProfit: dollarsFromCents(owner.totals.profit),
    totalLoss: dollarsFromCents(owner.totals.loss),
    totalInvestment: dollarsFromCents(owner.totals.placed),
    accountId: owner.accountId,
    referralCode: owner.referralCode,
    referredBy,
    referredById: owner.referrer,
    createdAt: isoFromInstant(owner.createdAt),
    version: owner.version,
  }
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
