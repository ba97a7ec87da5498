/** What a person answered before investing and how much they let themselves place; for staff, a user's. */
import {
  answerAppropriateness,
  getAppropriateness,
  getUserAppropriateness,
} from '../../contract/appropriateness.ts'
import {
  getInvestmentLimit,
  getUserInvestmentLimit,
  setInvestmentLimit,
} from '../../contract/investment-limit.ts'
import { read, send } from './calls.ts'

const changed = ['Risk', 'Activity'] as const

export const useAppropriatenessQuery = read(getAppropriateness, ['Risk']).useQuery
export const useAnswerAppropriatenessMutation = send(answerAppropriateness, changed).useMutation
export const useInvestmentLimitQuery = read(getInvestmentLimit, ['Risk', 'Me']).useQuery
export const useSetInvestmentLimitMutation = send(setInvestmentLimit, changed).useMutation
export const useUserAppropriatenessQuery = read(getUserAppropriateness, ['User']).useQuery
export const useUserInvestmentLimitQuery = read(getUserInvestmentLimit, ['User']).useQuery
