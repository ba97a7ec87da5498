/** Changes to how a person signs in: what staff propose and decide, what the owner can stop, and the links in e-mails. */
import {
  agreeToEmail,
  approveAccessChange,
  askEmailChange,
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
import { api } from './api.ts'
import { byCursor } from './paging.ts'
import type { Body, Params, Reply } from './request.ts'

type Page = Reply<typeof getAccessChanges>

/** What a decision on one may have changed. */
const access = ['AccessChanges', 'SecondFactors', 'Sessions', 'User', 'Activity'] as const

const changes = api.injectEndpoints({
  endpoints: (build) => ({
    /** What is proposed or waits: of everybody, or of one user. */
    openAccessChanges: build.infiniteQuery<Page, { userId?: string }, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getAccessChanges,
        query: { ...queryArg, status: 'open', cursor: pageParam || undefined },
      }),
      providesTags: ['AccessChanges', 'User', { type: 'User', id: 'LIST' }],
    }),
    userFactors: build.query<Reply<typeof getUserFactors>, string>({
      query: (userId) => ({ endpoint: getUserFactors, params: { userId } }),
      providesTags: ['SecondFactors', 'User'],
    }),
    proposeFactorRemoval: build.mutation<
      Reply<typeof proposeFactorRemoval>,
      { userId: string } & Body<typeof proposeFactorRemoval>
    >({
      query: ({ userId, ...body }) => ({
        endpoint: proposeFactorRemoval,
        params: { userId },
        body,
      }),
      invalidatesTags: access,
    }),
    approveAccessChange: build.mutation<Reply<typeof approveAccessChange>, string>({
      query: (id) => ({ endpoint: approveAccessChange, params: { id } }),
      invalidatesTags: access,
    }),
    refuseAccessChange: build.mutation<
      Reply<typeof refuseAccessChange>,
      { id: string; reason: string }
    >({
      query: ({ id, reason }) => ({
        endpoint: refuseAccessChange,
        params: { id },
        body: { reason },
      }),
      invalidatesTags: access,
    }),

    ownAccessChanges: build.query<Reply<typeof getOwnAccessChanges>, void>({
      query: () => ({ endpoint: getOwnAccessChanges }),
      providesTags: ['AccessChanges', 'Me'],
    }),
    stopAccessChange: build.mutation<Reply<typeof stopAccessChange>, string>({
      query: (id) => ({ endpoint: stopAccessChange, params: { id } }),
      invalidatesTags: access,
    }),

    askEmailChange: build.mutation<Reply<typeof askEmailChange>, Body<typeof askEmailChange>>({
      query: (body) => ({ endpoint: askEmailChange, body }),
      invalidatesTags: ['AccessChanges', 'Activity'],
    }),
  }),
})

/** What the links of mails do. */
const links = api.injectEndpoints({
  endpoints: (build) => ({
    confirmEmail: build.mutation<Reply<typeof confirmEmail>, Params<typeof confirmEmail>>({
      query: (params) => ({ endpoint: confirmEmail, params }),
    }),
    confirmOwnEmail: build.mutation<
      Reply<typeof confirmOwnEmail>,
      Params<typeof confirmOwnEmail> & Body<typeof confirmOwnEmail>
    >({
      query: ({ token, ...body }) => ({ endpoint: confirmOwnEmail, params: { token }, body }),
    }),
    agreeToEmail: build.mutation<Reply<typeof agreeToEmail>, Params<typeof agreeToEmail>>({
      query: (params) => ({ endpoint: agreeToEmail, params }),
    }),
    stopByLink: build.mutation<Reply<typeof stopByLink>, Params<typeof stopByLink>>({
      query: (params) => ({ endpoint: stopByLink, params }),
    }),
    undoFactor: build.mutation<Reply<typeof undoFactor>, Params<typeof undoFactor>>({
      query: (params) => ({ endpoint: undoFactor, params }),
    }),
  }),
})

export const {
  useOpenAccessChangesInfiniteQuery,
  useUserFactorsQuery,
  useProposeFactorRemovalMutation,
  useApproveAccessChangeMutation,
  useRefuseAccessChangeMutation,
  useOwnAccessChangesQuery,
  useStopAccessChangeMutation,
  useAskEmailChangeMutation,
} = changes

export const {
  useAgreeToEmailMutation,
  useConfirmEmailMutation,
  useConfirmOwnEmailMutation,
  useStopByLinkMutation,
  useUndoFactorMutation,
} = links
