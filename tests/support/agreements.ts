/** How a second administrator agrees to what a test knows, without asking for it first. */
import type { RoleFacts } from '../../src/domains/role-changes/proposals.ts'
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
