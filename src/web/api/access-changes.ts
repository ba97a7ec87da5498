/** Changes to how a person signs in: what staff propose and decide, what the owner can stop, and the links in emails. */
import {
  agreeToEmailChange,
  approveAccessChange,
  requestEmailChange,
  confirmEmail,
  confirmOwnEmail,
  getAccessChanges,
  getOwnAccessChanges,
  getUserFactors,
  proposeFactorRemoval,
  refuseAccessChange,
  stopAccessChange,
  stopByLink,
  undoFactor,
} from '../../contract/access-change.ts'
import { anyUser } from './api.ts'
import { pages, read, send } from './calls.ts'

/** What a decision on one may have changed. */
const access = ['AccessChanges', 'SecondFactors', 'Sessions', 'User', 'Activity'] as const

/** What is proposed or waits: of everybody, or of one user. */
export const useOpenAccessChangesInfiniteQuery = pages(
  getAccessChanges,
  ['AccessChanges', ...anyUser],
  { always: { status: 'open' } },
).useInfiniteQuery
export const useUserFactorsQuery = read(getUserFactors, ['SecondFactors', 'User']).useQuery
export const useProposeFactorRemovalMutation = send(proposeFactorRemoval, access).useMutation
export const useApproveAccessChangeMutation = send(approveAccessChange, access).useMutation
export const useRefuseAccessChangeMutation = send(refuseAccessChange, access).useMutation

export const useOwnAccessChangesQuery = read(getOwnAccessChanges, ['AccessChanges', 'Me']).useQuery
export const useStopAccessChangeMutation = send(stopAccessChange, access).useMutation
export const useRequestEmailChangeMutation = send(requestEmailChange, [
  'AccessChanges',
  'Activity',
]).useMutation

// What the links of mails do.
export const useConfirmEmailMutation = send(confirmEmail).useMutation
export const useConfirmOwnEmailMutation = send(confirmOwnEmail).useMutation
export const useAgreeToEmailChangeMutation = send(agreeToEmailChange).useMutation
export const useStopByLinkMutation = send(stopByLink).useMutation
export const useUndoFactorMutation = send(undoFactor).useMutation
