/** How a second person agrees to what a test knows, without asking for it first. */
import type { RoleFacts } from '../../src/domains/role-changes/proposals.ts'
import type { Answer } from '../../src/domains/proposals/kind.ts'
import { canonical } from '../../src/lib/canonical.ts'

export const agreementToRole = (proposal: string, facts: RoleFacts) => ({
  proposal,
  shown: canonical(facts),
  answer: { roleNeedsFactor: false },
})

/** To a block of which nothing has changed but that so many payouts were dealt with. */
export const agreementToLift = (
  proposal: string,
  facts: { block: string; total: number; version: number },
) => ({ proposal, shown: canonical(facts) })

/** To what was proposed, by the reply that says so. */
export function agreementTo({ text }: { text: string }, answer: Answer = null) {
  const { id: proposal, facts } = JSON.parse(text).data.proposal
  return { proposal, shown: canonical(facts), answer }
}

type Proposed = { body: { data: { proposal: { id: string; facts: object } } } }

/** The call by which another agrees to what this reply proposes: its path, and what was shown. */
export const callToAgree = ({ body }: Proposed) =>
  [`/proposals/${body.data.proposal.id}/agreement`, { shown: body.data.proposal.facts }] as const
/** The same to end it. */
export const callToEnd = (what: 'refusal' | 'withdrawal', { body }: Proposed, reason: string) =>
  [`/proposals/${body.data.proposal.id}/${what}`, { reason }] as const

/** To an entry at the bank, in a firm that limits nothing. */
export const agreementToEntry = (recorded: { text: string }) =>
  agreementTo(recorded, { isPaused: false, limits: null })

/** What the firm answers about another email: it counts at once, or it waits. */
export const atOnce = { waitMs: null, earlierForMs: null }
export const waiting = (waitMs: number, earlierForMs = waitMs) => ({
  waitMs: String(waitMs),
  earlierForMs: String(earlierForMs),
})
