/** A reference of the bank or of an exchange counts once, for money and for coins, however it is spelled. The firm's lock must be held. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { coinsWithReference, isReferenceOfCoins } from './coin-entries.ts'
import { holderOf, withReference } from './table.ts'

/** What nothing else may be proposed under meanwhile. */
export const heldReference = (reference: string) => `reference ${referenceKey(reference)}`

/** Needs whatever has this reference. */
export const needsOfReference = (reference: string): Read[] => [
  withReference(reference),
  coinsWithReference(reference),
]

/** By what one thing at a time is done with a receipt. */
export const heldReceipt = (receipt: string) => `receipt ${receipt}`

export const isReferenceTaken = (world: World, reference: string): boolean =>
  holderOf(world, reference) !== undefined || isReferenceOfCoins(world, reference)

/** Of an entry at the bank; null where it has none, or nothing else has it. */
export const refusalOfReference = (world: World, reference: string | null): Refusal | null =>
  reference !== null && isReferenceTaken(world, reference)
    ? refuse(
        'reference_used',
        'An entry with this bank reference exists already, however it is spelled. Nothing was recorded.',
      )
    : null
