/** Who answers what a kind of proposals asks outside the books before it is decided on. */
import { askMoved } from './coin-exchanges/routes.ts'
import { askEmailTerms } from './corrections/routes.ts'
import { askGate } from './openings/routes.ts'
import type { Askers } from './proposals/routes.ts'
import { askTerms } from './receipts/routes.ts'
import { askRoleTerms } from './role-changes/routes.ts'

export const proposalAskers: Askers = {
  'bank-entry': askTerms,
  'coin-entry': askMoved,
  correction: askEmailTerms,
  opening: askGate,
  'role-change': askRoleTerms,
}
