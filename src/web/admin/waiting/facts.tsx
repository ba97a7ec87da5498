import type { Proposal } from '../../../contract/proposal.ts'
import { Explain } from '../../ui/explain.tsx'
import { toldOf } from './kinds.ts'

/** Everything that is agreed to. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { lines } = toldOf(proposal)
  return lines.length === 0 ? null : (
    <Explain lines={lines.map(({ label, value }) => ({ label, amount: value }))} />
  )
}
