/** Duties that are kept apart: whoever verified somebody doesn't lift what keeps their money. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { casesIn } from './table.ts'

/** Whoever verified a person doesn't release their money: two would have to be deceived. */
export const refusalOfVerifier = (
  world: World,
  id: OwnerId,
  { actor }: Pick<Context, 'actor'>,
): Refusal | null =>
  casesIn(world, id).some(({ verifiedBy }) => verifiedBy !== null && verifiedBy === actor)
    ? refuse('verified_by_you')
    : null
