/** What protects an account: proving again who one is, second factors, sessions, freezing it oneself. */
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  endOtherSessions,
  endSession,
  endUserSessions,
  freezeOwnAccount,
  getSecondFactors,
  getSessions,
  getUserSessions,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from '../../contract/security.ts'
import { beginReauthentication, reauthenticate } from '../../contract/session.ts'
import { ownMoney } from './api.ts'
import { read, send } from './calls.ts'

/** A change of the factors ends the other sessions and what waits about a factor that has gone, and may open the back office to who was refused there for want of one. */
const factors = [
  'SecondFactors',
  'Sessions',
  'AccessChanges',
  'Activity',
  'User',
  'Withdrawals',
  'Treasury',
  'Plans',
  'Notes',
] as const

export const useBeginReauthenticationMutation = send(beginReauthentication).useMutation
export const useReauthenticateMutation = send(reauthenticate).useMutation

export const { useQuery: useSecondFactorsQuery, useLazyQuery: useLazySecondFactorsQuery } = read(
  getSecondFactors,
  ['SecondFactors'],
)
export const useBeginAppMutation = send(beginApp).useMutation
export const useConfirmAppMutation = send(confirmApp, factors).useMutation
export const useRemoveAppMutation = send(removeApp, factors).useMutation
export const useRenewRecoveryCodesMutation = send(renewRecoveryCodes, factors).useMutation
export const useBeginPasskeyMutation = send(beginPasskey).useMutation
export const useAddPasskeyMutation = send(addPasskey, factors).useMutation
export const useRemovePasskeyMutation = send(removePasskey, factors).useMutation

export const useSessionsQuery = read(getSessions, ['Sessions']).useQuery
export const useEndSessionMutation = send(endSession, ['Sessions']).useMutation
export const useEndOtherSessionsMutation = send(endOtherSessions, ['Sessions']).useMutation
export const useUserSessionsQuery = read(getUserSessions, ['Sessions']).useQuery
export const useEndUserSessionsMutation = send(endUserSessions, ['Sessions', 'User']).useMutation

export const useFreezeOwnAccountMutation = send(freezeOwnAccount, ownMoney).useMutation
