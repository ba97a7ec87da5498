/** A reference of the bank or of an exchange counts once, for money and for coins, however it is spelled. The firm's lock must be held. Pure. */
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
