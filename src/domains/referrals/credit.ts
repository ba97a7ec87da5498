/** What a referrer is credited for a friend, and how it is booked. */
import { refuse } from '../../desk/command.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, percentOf, type Cents } from '../../lib/money.ts'

/** The reward of a referral, one level deep and paid by the firm. */
export const referralPercent = 10n

export const creditOf = (funding: Cents): Cents => percentOf(funding, referralPercent)

type Credit = { referrer: OwnerId; friend: OwnerId; funding: Cents }

export function refusalOfPool(world: World, funding: Cents): Refusal | null {
  return world.balance(firm, 'referral-pool') < creditOf(funding)
    ? refuse('referral_pool_short')
    : null
}

export function bookedCredit({ referrer, friend, funding }: Credit): Changes {
  const amount = creditOf(funding)
  return {
    postings: [
      {
        event: 'referral-credited',
        debit: { owner: firm, kind: 'referral-pool' },
        credit: { owner: referrer, kind: 'cash' },
        amount,
      },
    ],
    activity: [{ owner: referrer, kind: 'referral-credit' }],
    credit: { friend, amount },
    facts: { credited: String(amount) },
    mails: [
      { owner: referrer, template: 'deposit-received', values: { amount: formatUsd(amount) } },
    ],
  }
}

/** What a friend has funded: what they paid in, less what they took out again. */
export function fundedBy({
  deposits,
  withdrawn,
}: Pick<Owner['totals'], 'deposits' | 'withdrawn'>): Cents {
  return deposits > withdrawn ? deposits - withdrawn : 0n
}

/** What is to be said when all credits for a friend come to more than 10% of what the friend has funded, or null. */
export function warningOf(creditedInAll: Cents, funded: Cents): string | null {
  if (creditedInAll <= percentOf(funded, referralPercent)) return null
  return `Credits come to ${formatUsd(creditedInAll)} for this friend, more than 10% of the ${formatUsd(funded)} that they have funded (deposits less withdrawals).`
}
