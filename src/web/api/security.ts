/** What protects an account: proving again who one is, second factors, sessions, freezing it oneself. */
import { api, ownMoney } from './api.ts'
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  endOtherSessions,
  endSession,
  endUserSessions,
  freezeMyself,
  getSecondFactors,
  getSessions,
  getUserSessions,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from '../../contract/security.ts'
import { beginReauthentication, reauthenticate } from '../../contract/session.ts'
import type { Body, Reply } from './request.ts'

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

const security = api.injectEndpoints({
  endpoints: (build) => ({
    beginReauthentication: build.mutation<Reply<typeof beginReauthentication>, void>({
      query: () => ({ endpoint: beginReauthentication }),
    }),
    reauthenticate: build.mutation<Reply<typeof reauthenticate>, Body<typeof reauthenticate>>({
      query: (body) => ({ endpoint: reauthenticate, body }),
    }),

    secondFactors: build.query<Reply<typeof getSecondFactors>, void>({
      query: () => ({ endpoint: getSecondFactors }),
      providesTags: ['SecondFactors'],
    }),
    beginApp: build.mutation<Reply<typeof beginApp>, void>({
      query: () => ({ endpoint: beginApp }),
    }),
    confirmApp: build.mutation<Reply<typeof confirmApp>, Body<typeof confirmApp>>({
      query: (body) => ({ endpoint: confirmApp, body }),
      invalidatesTags: factors,
    }),
    removeApp: build.mutation<Reply<typeof removeApp>, void>({
      query: () => ({ endpoint: removeApp }),
      invalidatesTags: factors,
    }),
    renewRecoveryCodes: build.mutation<Reply<typeof renewRecoveryCodes>, void>({
      query: () => ({ endpoint: renewRecoveryCodes }),
      invalidatesTags: factors,
    }),
    beginPasskey: build.mutation<Reply<typeof beginPasskey>, void>({
      query: () => ({ endpoint: beginPasskey }),
    }),
    addPasskey: build.mutation<Reply<typeof addPasskey>, Body<typeof addPasskey>>({
      query: (body) => ({ endpoint: addPasskey, body }),
      invalidatesTags: factors,
    }),
    removePasskey: build.mutation<Reply<typeof removePasskey>, string>({
      query: (passkeyId) => ({ endpoint: removePasskey, params: { passkeyId } }),
      invalidatesTags: factors,
    }),

    sessions: build.query<Reply<typeof getSessions>, void>({
      query: () => ({ endpoint: getSessions }),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<Reply<typeof endSession>, string>({
      query: (sessionId) => ({ endpoint: endSession, params: { sessionId } }),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<Reply<typeof endOtherSessions>, void>({
      query: () => ({ endpoint: endOtherSessions }),
      invalidatesTags: ['Sessions'],
    }),
    userSessions: build.query<Reply<typeof getUserSessions>, string>({
      query: (userId) => ({ endpoint: getUserSessions, params: { userId } }),
      providesTags: ['Sessions'],
    }),
    endUserSessions: build.mutation<Reply<typeof endUserSessions>, string>({
      query: (userId) => ({ endpoint: endUserSessions, params: { userId } }),
      invalidatesTags: ['Sessions', 'User'],
    }),

    freezeMyself: build.mutation<Reply<typeof freezeMyself>, Body<typeof freezeMyself>>({
      query: (body) => ({ endpoint: freezeMyself, body }),
      invalidatesTags: ownMoney,
    }),
  }),
})

export const {
  useBeginReauthenticationMutation,
  useReauthenticateMutation,
  useSecondFactorsQuery,
  useBeginAppMutation,
  useConfirmAppMutation,
  useRemoveAppMutation,
  useRenewRecoveryCodesMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useUserSessionsQuery,
  useEndUserSessionsMutation,
  useFreezeMyselfMutation,
} = security
