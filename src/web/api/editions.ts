/** The policies that people accept, as editions. */
import {
  acceptEdition,
  getAcceptances,
  getEditionText,
  getNotAccepted,
  getOwnEditions,
  getPackText,
  getPolicies,
} from '../../contract/edition.ts'
import { pages, read, send } from './calls.ts'

export const useOwnEditionsQuery = read(getOwnEditions, ['Editions']).useQuery
export const useEditionTextQuery = read(getEditionText).useQuery
export const useAcceptEditionMutation = send(acceptEdition, ['Editions', 'Activity']).useMutation
export const usePoliciesQuery = read(getPolicies, ['Editions', 'Proposals']).useQuery
export const usePackTextQuery = read(getPackText, ['Editions', 'Proposals']).useQuery
export const useNotAcceptedInfiniteQuery = pages(getNotAccepted, ['Editions']).useInfiniteQuery
export const useAcceptancesQuery = read(getAcceptances, ['User', 'Editions']).useQuery
