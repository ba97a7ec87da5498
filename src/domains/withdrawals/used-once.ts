/** What is booked once, such as a transfer at a bank: it is taken in every spelling. The firm's lock must be held. Pure. */
import type { Put, Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { references } from './table.ts'

type Use = 'payout' | 'capital' | 'bank-report'

/** As it is kept. */
export const nameOfReference = (use: Use, reference: string): string =>
  `${use} ${referenceKey(reference)}`

/** Needs what was booked under this reference. */
export const needsOfReference = (use: Use, reference: string): Read =>
  references.byId(nameOfReference(use, reference))

export const isUsed = (world: World, use: Use, reference: string): boolean =>
  world.get(references, nameOfReference(use, reference)) !== undefined

/** From now on nothing else is booked under it. */
export const takeReference = (use: Use, reference: string, command: string): Put =>
  references.row({ reference: nameOfReference(use, reference), command })
