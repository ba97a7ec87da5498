/** What the journal says of a funding: what its proposer's command said is what is agreed to (docs/decisions/051). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { centsOf, textIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { fundings, type Funding } from './table.ts'

export const recordedFunding = defineRecorded('treasury.recorded')

const kinds: Record<string, Funding['kind']> = { PayInCapital: 'capital', FundPool: 'pool' }

const called: [property: keyof Funding, name: string, of: (said: Said) => unknown][] = [
  ['kind', 'kind', ({ kind }) => kinds[kind]],
  ['amount', 'amount', (said) => centsOf(said, 'amount')],
  ['pool', 'pool', (said) => textIfAny(said, 'pool') ?? null],
  ['reference', 'reference', (said) => textIfAny(said, 'reference') ?? null],
  ['proposedBy', 'proposer', ({ actor }) => actor],
  ['proposedAt', 'time', ({ at }) => at],
]

/** What of a funding isn't what was proposed, in words that follow a colon, or null. */
function differenceOf(row: Funding, recorded: Recorded): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said === null) return 'nobody proposed it'
  if (said.fault !== null) return `of its proposal, ${said.fault}`
  const other = called.find(([property, , of]) => of(said) !== row[property])
  return other ? `its ${other[1]} differs` : null
}

/** Needs a funding, and the command that proposed it. */
export const comparing = (id: string) => [fundings.byId(id), recordedFunding.of(id)]

/** Refuses a funding that isn't what its proposer said. */
export function refuseUnlessAsProposed(world: World, funding: Funding): Refusal | null {
  const difference = differenceOf(funding, world.fact(recordedFunding, funding.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This proposal is not what was recorded of it: ${difference}. Nothing was booked, and nothing can be until that is explained.`,
      )
}
