/** What the rules of requests ask: a request that a batch may still pay is neither paid by hand nor given back. Pure. */
import type { Refusal } from '../../../contract/problems.ts'
import { refuse } from '../../../desk/command.ts'
import type { World } from '../../../desk/world.ts'
import { batchCarrier, isLive, mayConfirm, type PayoutBatch } from './table.ts'

/** The batches that may still pay a request. */
export const batchesIn = (world: World, withdrawal: string): PayoutBatch[] =>
  batchCarrier.claimsOf(world, withdrawal).filter(mayConfirm)

/** A batch that stands comes first. A dropped one that nobody has signed is nothing that the chain could have. */
export function refusalInBatch(world: World, withdrawal: string): Refusal | null {
  const batches = batchesIn(world, withdrawal)
  if (batches.some(isLive)) return refuse('in_a_batch')
  return batches.some(({ signedDigest }) => signedDigest !== null)
    ? refuse(
        'in_a_batch',
        'A batch that was signed and given up could still pay this request. Nothing was booked: put it into another batch, or wait until the next batch has spent that one’s coin.',
      )
    : null
}
