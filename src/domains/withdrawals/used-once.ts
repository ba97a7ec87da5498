/** What is booked once, such as a transfer at a bank: it is taken in every spelling. The firm's lock must be held. Pure. */
import type { Journaled } from '../../desk/command.ts'
import type { Put, Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { references } from './table.ts'

type Use = 'payout' | 'capital' | 'bank-report'

/** False: decided letter by letter, as the journal of before there was a key tells. */
export type ByKey = { byKey?: boolean | undefined }

export const journalOfKey = ({ byKey = true }: ByKey) => (byKey ? { byKey } : {})
export const keyIn = ({ input }: Journaled) => ({ byKey: input.byKey === true })

const exactly = (use: Use, reference: string) => `${use} ${reference}`
const nameOf = (use: Use, reference: string, { byKey = true }: ByKey) =>
  exactly(use, byKey ? referenceKey(reference) : reference)

/** As it is kept now, and as it was kept letter by letter. */
export const namesOf = (use: Use, reference: string): string[] => [
  ...new Set([nameOf(use, reference, {}), exactly(use, reference)]),
]

/** Needs what was booked under this reference. */
export const needsOfReference = (use: Use, reference: string): Read[] =>
  namesOf(use, reference).map((name) => references.byId(name))

export function isUsed(world: World, use: Use, reference: string, { byKey = true }: ByKey = {}) {
  const names = byKey ? namesOf(use, reference) : [exactly(use, reference)]
  return names.some((name) => world.get(references, name) !== undefined)
}

/** From now on nothing else is booked under it. */
export const takeReference = (use: Use, reference: string, command: string, by: ByKey = {}): Put =>
  references.row({ reference: nameOf(use, reference, by), command })
