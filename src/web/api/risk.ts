/** What a person answered before investing and how much they let themselves place; for staff, a user's. */
import {
  answerAppropriateness,
  getAppropriateness,
  getUserAppropriateness,
} from '../../contract/appropriateness.ts'
import {
  getPlacingLimit,
  getUserPlacingLimit,
  setPlacingLimit,
} from '../../contract/placing-limit.ts'
import { read, send } from './calls.ts'

const changed = ['Risk', 'Activity'] as const

export const useAppropriatenessQuery = read(getAppropriateness, ['Risk']).useQuery
export const useAnswerAppropriatenessMutation = send(answerAppropriateness, changed).useMutation
export const usePlacingLimitQuery = read(getPlacingLimit, ['Risk', 'Me']).useQuery
export const useSetPlacingLimitMutation = send(setPlacingLimit, changed).useMutation
export const useUserAppropriatenessQuery = read(getUserAppropriateness, ['User']).useQuery
export const useUserPlacingLimitQuery = read(getUserPlacingLimit, ['User']).useQuery
