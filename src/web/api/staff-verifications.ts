/** The back office's decisions on who people are. */
import {
  approveVerification,
  getVerificationCase,
  getVerifications,
  getVerificationsCsv,
  proposeFinalRefusal,
  refuseVerification,
  remindByHand,
  viewDocumentNumber,
} from '../../contract/verification.ts'
import { anyUser, books } from './api.ts'
import { pages, read, send } from './calls.ts'
import { addressOf, type Argument } from './request.ts'

export const useVerificationsInfiniteQuery = pages(getVerifications, anyUser).useInfiniteQuery
export const useVerificationCaseQuery = read(getVerificationCase, anyUser).useQuery
export const useApproveVerificationMutation = send(approveVerification, books).useMutation
export const useRefuseVerificationMutation = send(refuseVerification, books).useMutation
// What is shown is asked for anew after the last of many.
export const useRemindOneOfManyMutation = send(remindByHand).useMutation
export const useProposeFinalRefusalMutation = send(proposeFinalRefusal, books).useMutation
export const useViewDocumentNumberMutation = send(viewDocumentNumber, books).useMutation

/** Where the browser fetches the list as a file. */
export const verificationsCsvPath = (choice: Argument<typeof getVerificationsCsv>) =>
  addressOf(getVerificationsCsv, choice)
