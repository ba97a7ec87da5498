/** What the rules of requests ask: a request that a batch may still pay is neither paid by hand nor given back. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { batchesIn, isLive } from './table.ts'

/** A dropped batch that nobody has signed is nothing that the chain could have. */
export function refusalInBatch(world: World, withdrawal: string): Refusal | null {
  const batch = batchesIn(world, withdrawal).find((one) => isLive(one) || one.signedDigest !== null)
  if (!batch) return null
  return isLive(batch)
    ? refuse('in_a_batch')
    : refuse(
        'in_a_batch',
        'A batch that was signed and given up could still pay this request. Nothing was booked: put it into another batch, or wait until the next batch has spent that one’s coin.',
      )
}
