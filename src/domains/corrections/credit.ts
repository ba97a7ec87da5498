/** What a referrer is credited for a friend, and how it is booked. */
import { refuse } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, percentOf, type Cents } from '../../lib/money.ts'
import { mail } from '../deposits/mails.ts'

/** The reward of a referral, one level deep and paid by the firm. */
export const referralPercent = 10n

export const creditOf = (funding: Cents): Cents => percentOf(funding, referralPercent)

type Credit = { referrer: OwnerId; funding: Cents }

/** What all credits for a friend have come to, by whichever administrator. Their lock must be held. */
export const creditedFor = defineFact<OwnerId, Cents>({
  name: 'referrals.credited',
  text: `select input ->> 'user' as friend, sum((input ->> 'credited')::bigint)::bigint as amount from desk.commands
    where input ->> 'user' = any ($1) and input ? 'credited' and outcome = 'done' group by 1`,
  form: 'text',
  valueIn: (rows, friend) => rows.find((row) => row.friend === friend)?.amount ?? 0n,
  inMemory(sums: Map<OwnerId, Cents> = new Map()) {
    return {
      state: sums,
      add({ input, changes }) {
        const { user, credited } = { ...input, ...changes?.facts } as Record<string, string>
        if (user && credited) sums.set(user, (sums.get(user) ?? 0n) + BigInt(credited))
      },
      valueOf: (friend) => sums.get(friend) ?? 0n,
    }
  },
})

export function refusalOfPool(world: World, funding: Cents): Refusal | null {
  return world.balance(firm, 'referral-pool') < creditOf(funding)
    ? refuse('referral_pool_short')
    : null
}

export function bookedCredit({ referrer, funding }: Credit): Changes {
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
    activity: [{ owner: referrer, kind: 'referral-credited' }],
    facts: { credited: String(amount) },
    effects: [
      mail({
        owner: referrer,
        template: 'deposit-received',
        values: { amount: formatUsd(amount), how: 'referral' },
      }),
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
