/** How a proposal of each kind is told: what it is, and its facts, each with the words that stand before it. */
import type { Proposal } from '../../../contract/proposal.ts'
import { usd } from '../../ui/amount.ts'

type Told = { what: string; lines: { label: string; value: string }[]; afterwards: string }

const money = (value: unknown) => (value === null ? 'none' : usd(Number(value)))

const termsIn = ({ facts }: Proposal) => [
  { label: 'Title', value: String(facts.title) },
  { label: 'Minimum', value: money(facts.minimum) },
  { label: 'Maximum', value: money(facts.maximum) },
  { label: 'Profit', value: `${facts.profitPercent}% after ${facts.durationDays} days` },
  { label: 'Risk warning', value: String(facts.riskWarning) },
]

const kinds: Record<string, (proposal: Proposal) => Told> = {
  'plan-offer': (proposal) => ({
    what: `A new plan, ${proposal.facts.title}`,
    lines: termsIn(proposal),
    afterwards: 'Everybody can invest in it at once, as far as the returns pool covers its profit.',
  }),
  'plan-terms': (proposal) => ({
    what: `Other terms of ${proposal.facts.title}`,
    lines: termsIn(proposal),
    afterwards: 'They hold at once, for new investments only.',
  }),
  'plan-return': ({ facts }) => ({
    what: `${facts.title} back on sale`,
    lines: [],
    afterwards: 'It can be bought again at once, under its present terms.',
  }),
}

export const toldOf = (proposal: Proposal): Told =>
  kinds[proposal.kind]?.(proposal) ?? { what: proposal.kind, lines: [], afterwards: '' }
