import type { Proposal } from '../../../contract/proposal.ts'
import { useAllPlansQuery } from '../../api/staff-plans.ts'
import { Explain } from '../../ui/explain.tsx'
import { presentOf, toldOf } from './kinds.ts'

/** Everything that is agreed to, and beside what changes how it stands now. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { data } = useAllPlansQuery(undefined, { skip: proposal.kind !== 'plan-terms' })
  const present = presentOf(proposal, data?.data.plans ?? [])
  const { lines } = toldOf(proposal)
  const noteOf = (label: string, value: string) => {
    const now = present.get(label) ?? value
    return now === value ? {} : { note: `Now: ${now}` }
  }
  return lines.length === 0 ? null : (
    <Explain
      lines={lines.map(({ label, value }) => ({ label, amount: value, ...noteOf(label, value) }))}
    />
  )
}
