/** How a proposal of each kind is told: what it is, and its facts, each with the words that stand before it. */
import type { OfferedPlan } from '../../../contract/plan.ts'
import type { Proposal, ProposalKindName } from '../../../contract/proposal.ts'
import { asRole, type Role } from '../../../contract/user.ts'
import { usd } from '../../ui/amount.ts'
import { roleNames } from '../role-words.ts'

type Line = { label: string; value: string }
type Told = { what: string; lines: Line[]; afterwards: string }

const money = (value: unknown) => (value === null ? 'none' : usd(Number(value)))

const linesOf = (facts: Proposal['facts'] | OfferedPlan): Line[] => [
  { label: 'Title', value: String(facts.title) },
  { label: 'Minimum', value: money(facts.minimum) },
  { label: 'Maximum', value: money(facts.maximum) },
  { label: 'Profit', value: `${facts.profitPercent}% after ${facts.durationDays} days` },
  { label: 'Risk warning', value: String(facts.riskWarning) },
]

const poolWords: Record<string, string> = {
  returns: 'the returns pool',
  referral: 'the referral pool',
  corrections: 'the corrections pool',
}

const booked = 'It is booked at once. There is no way back: books are only added to.'

/** The firm's own money. */
const ofTreasury = {
  capital: ({ facts }: Proposal): Told => ({
    what: `Capital of ${money(facts.amount)}`,
    lines: [{ label: 'Bank reference', value: String(facts.reference) }],
    afterwards: booked,
  }),
  'pool-funding': ({ facts }: Proposal): Told => ({
    what: `From capital to ${poolWords[String(facts.pool)]}`,
    lines: [{ label: 'Amount', value: money(facts.amount) }],
    afterwards: booked,
  }),
}

export const isOfTreasury = ({ kind }: Proposal): boolean => kind in ofTreasury

const kinds: Record<ProposalKindName, (proposal: Proposal) => Told> = {
  'plan-offer': (proposal) => ({
    what: `A new plan, ${proposal.facts.title}`,
    lines: linesOf(proposal.facts),
    afterwards: 'Everybody can invest in it at once, as far as the returns pool covers its profit.',
  }),
  'plan-terms': (proposal) => ({
    what: `Other terms of ${proposal.facts.title}`,
    lines: linesOf(proposal.facts),
    afterwards: 'They hold at once, for new investments only.',
  }),
  'plan-return': ({ facts }) => ({
    what: `${facts.title} back on sale`,
    lines: [],
    afterwards: 'It can be bought again at once, under its present terms.',
  }),
  ...ofTreasury,
  'role-change': ({ about, facts, words }) => ({
    what: `${about?.fullName ?? 'Somebody'} to become ${asRole[facts.role as Role]}`,
    lines: [
      { label: 'Role now', value: roleNames[facts.from as Role] },
      ...(words.reason ? [{ label: 'Reason', value: words.reason }] : []),
    ],
    afterwards: 'The role changes at once, and all their sessions end.',
  }),
  'payouts-unblocked': ({ facts }) => ({
    what: 'Payouts go on after a restore',
    lines: [{ label: 'Earlier payouts, all matched or explained', value: String(facts.total) }],
    afterwards:
      'Only when the bank’s and the wallet’s own lists show no further payout: whatever is missing here can be paid a second time.',
  }),
  opening: () => ({
    what: 'The opening of the firm',
    lines: [],
    afterwards:
      'The firm opens at once: people can sign up and real money can be booked. There is no way back.',
  }),
}

export const toldOf = (proposal: Proposal): Told => kinds[proposal.kind](proposal)

/** What stands now of each line that a proposal would change; nothing of what is new. */
export function presentOf(
  { kind, facts }: Proposal,
  plans: readonly OfferedPlan[],
): ReadonlyMap<string, string> {
  const plan = kind === 'plan-terms' ? plans.find(({ id }) => id === facts.plan) : undefined
  return new Map(plan ? linesOf(plan).map(({ label, value }) => [label, value]) : [])
}
