/** How far one is verified, and what one sends in for it. */
import { checkCountry, getVerification, submitVerification } from '../../contract/verification.ts'
import { ownMoney } from './api.ts'
import { read, send } from './calls.ts'
import type { Reply } from './request.ts'

export type OwnVerification = Reply<typeof getVerification>['data']

export const useVerificationQuery = read(getVerification, ['Verification']).useQuery
/** It changes nothing. */
export const useCheckCountryMutation = send(checkCountry, []).useMutation
export const useSubmitVerificationMutation = send(submitVerification, [
  ...ownMoney,
  // They are sent in with it.
  'Documents',
]).useMutation
