/** The back office's decisions on who people are. */
import {
  approveFinalRefusal,
  approveVerification,
  dropFinalRefusal,
  getVerificationCase,
  getVerifications,
  proposeFinalRefusal,
  refuseVerification,
  type VerificationWork,
} from '../../contract/verification.ts'
import { api, books } from './api.ts'
import { byCursor } from './paging.ts'
import type { Reply } from './request.ts'

type Page = Reply<typeof getVerifications>
/** Empty work: all of them. */
type Chosen = { work?: VerificationWork | ''; userId?: string }
type Reasoned = { id: string; reason: string }

const verifications = api.injectEndpoints({
  endpoints: (build) => ({
    verifications: build.infiniteQuery<Page, Chosen, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg: { work, userId }, pageParam }) => ({
        endpoint: getVerifications,
        query: { work: work || undefined, userId, cursor: pageParam || undefined },
      }),
      providesTags: ['User', { type: 'User', id: 'LIST' }],
    }),
    verificationCase: build.query<Reply<typeof getVerificationCase>, string>({
      query: (id) => ({ endpoint: getVerificationCase, params: { id } }),
      providesTags: ['User', { type: 'User', id: 'LIST' }],
    }),
    approveVerification: build.mutation<
      Reply<typeof approveVerification>,
      { id: string; until: string }
    >({
      query: ({ id, until }) => ({
        endpoint: approveVerification,
        params: { id },
        body: { until },
      }),
      invalidatesTags: books,
    }),
    refuseVerification: build.mutation<Reply<typeof refuseVerification>, Reasoned>({
      query: ({ id, reason }) => ({
        endpoint: refuseVerification,
        params: { id },
        body: { reason },
      }),
      invalidatesTags: books,
    }),
    proposeFinalRefusal: build.mutation<Reply<typeof proposeFinalRefusal>, Reasoned>({
      query: ({ id, reason }) => ({
        endpoint: proposeFinalRefusal,
        params: { id },
        body: { reason },
      }),
      invalidatesTags: books,
    }),
    approveFinalRefusal: build.mutation<Reply<typeof approveFinalRefusal>, string>({
      query: (id) => ({ endpoint: approveFinalRefusal, params: { id } }),
      invalidatesTags: books,
    }),
    dropFinalRefusal: build.mutation<Reply<typeof dropFinalRefusal>, Reasoned>({
      query: ({ id, reason }) => ({ endpoint: dropFinalRefusal, params: { id }, body: { reason } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useVerificationsInfiniteQuery,
  useVerificationCaseQuery,
  useApproveVerificationMutation,
  useRefuseVerificationMutation,
  useProposeFinalRefusalMutation,
  useApproveFinalRefusalMutation,
  useDropFinalRefusalMutation,
} = verifications
