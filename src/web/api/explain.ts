/** How figures are made up: one's own, and for staff a user's. */
import { getExplanation, getUserExplanation } from '../../contract/explain.ts'
import { ownOr, read, whose } from './calls.ts'

// As old as the figure that it explains, and refetched with it.
export const useExplanationQuery = read(
  whose(getExplanation, getUserExplanation),
  ownOr('Me'),
).useQuery
