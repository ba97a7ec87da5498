import { defineCommand, refuse } from '../../desk/command.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { dollarsFromCents, formatUsd, percentOf, type Cents } from '../../lib/money.ts'

/** The reward of a referral, one level deep and paid by the firm. */
export const referralPercent = 10n

export type CreditReferrer = { user: OwnerId; fundingAmount: Cents }

export const creditReferrer = defineCommand<CreditReferrer>({
  journal: (c) => ({ user: c.user, fundingAmount: String(c.fundingAmount) }),
  questions: (c) => ({ referrerOf: c.user }),
  subject: (_, facts) => facts.referrer ?? null,
  needs: (c, facts) => ({ owners: facts.referrer ? [facts.referrer] : [], people: [c.user] }),
  decide(world, c, { actor, facts }) {
    if (!world.owners.has(c.user)) return refuse('unknown_user')
    const referrer = facts.referrer ? world.owners.get(facts.referrer) : undefined
    if (!referrer) return refuse('not_referred')
    if (referrer.id === actor) return refuse('not_on_yourself')
    if (referrer.status === 'closed') return refuse('account_closed', 'The referrer’s account is closed.')
    const credit = percentOf(c.fundingAmount, referralPercent)
    if (credit === 0n) return refuse('credit_rounds_to_zero')
    if (world.balance(firm, 'referral-pool') < credit) return refuse('referral_pool_short')
    return {
      postings: [{ event: 'referral-credited', debit: { owner: firm, kind: 'referral-pool' }, credit: { owner: referrer.id, kind: 'cash' }, amount: credit }],
      entries: [{ owner: referrer.id, kind: 'referral-credit' }],
      facts: { credited: String(credit) },
      mails: [{ owner: referrer.id, template: 'deposit-received', values: { amount: formatUsd(credit) } }],
    }
  },
  reply: (world, c, { facts }) => ({
    status: 200,
    body: {
      status: 'success', message: 'Referrer credited successfully',
      data: {
        referrer: { id: facts.referrer, fullName: world.nameOf(facts.referrer ?? null) },
        credited: dollarsFromCents(percentOf(c.fundingAmount, referralPercent)),
      },
    },
  }),
})
