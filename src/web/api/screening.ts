/** Possible matches with lists under sanctions. */
import { getMatches, getScreeningLists, proposeMatchDecision } from '../../contract/screening.ts'
import { anyUser } from './api.ts'
import { pages, read, send } from './calls.ts'

export const useScreeningListsQuery = read(getScreeningLists).useQuery
export const useMatchesInfiniteQuery = pages(getMatches, ['Proposals', ...anyUser]).useInfiniteQuery
/** One of them, by its id. */
export const useMatchQuery = read(getMatches, ['Proposals', ...anyUser]).useQuery
export const useProposeMatchDecisionMutation = send(proposeMatchDecision, [
  'Proposals',
  ...anyUser,
]).useMutation
