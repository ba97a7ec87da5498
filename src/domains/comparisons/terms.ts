/** What the operator's pack says of possible matches, as commands take it. */
import type { Freezes } from '../checks/table.ts'
import type { FirmFacts } from '../house-desk.ts'

/** Where the pack says nothing, everything that leaves the account. */
export const freezesBy = ({ screening }: Pick<FirmFacts, 'screening'>): Freezes =>
  screening?.freezes ?? 'account'
