/** Every kind of proposals: a noun's own are a line here. */
import { correctionProposals } from './corrections/proposals.ts'
import { opening } from './openings/rules.ts'
import { payoutsUnblocked } from './payout-blocks/proposals.ts'
import { planProposals } from './plans/proposals.ts'
import type { SomeProposal } from './proposals/kind.ts'
import { roleChange } from './role-changes/proposals.ts'
import { treasuryProposals } from './treasury/proposals.ts'

export const proposalKinds: readonly SomeProposal[] = [
  ...planProposals,
  ...treasuryProposals,
  opening,
  roleChange,
  payoutsUnblocked,
  ...correctionProposals,
]
