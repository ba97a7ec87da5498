/** Corrections that need a second administrator. */
import { api, books } from './api.ts'
import {
  approveCorrection,
  getCorrections,
  rejectCorrection,
  type Correction,
} from '../../contract/correction.ts'
import { byCursor } from './paging.ts'
import type { Reply } from './request.ts'

type Page = Reply<typeof getCorrections>

const corrections = api.injectEndpoints({
  endpoints: (build) => ({
    /** What waits: of everybody, or of one user. */
    waitingCorrections: build.infiniteQuery<Page, { userId?: string }, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getCorrections,
        query: { ...queryArg, status: 'pending', cursor: pageParam || undefined },
      }),
      providesTags: ['User', { type: 'User', id: 'LIST' }],
    }),
    /** One of a user's, as it stands; null where many have come since. */
    correction: build.query<Correction | null, { id: string; userId: string }>({
      query: ({ userId }) => ({ endpoint: getCorrections, query: { userId, limit: '200' } }),
      transformResponse: ({ data }: Page, _, { id }) =>
        data.corrections.find((correction) => correction.id === id) ?? null,
      providesTags: ['User', { type: 'User', id: 'LIST' }],
    }),
    approveCorrection: build.mutation<Reply<typeof approveCorrection>, string>({
      query: (id) => ({ endpoint: approveCorrection, params: { id } }),
      invalidatesTags: books,
    }),
    rejectCorrection: build.mutation<
      Reply<typeof rejectCorrection>,
      { id: string; reason: string }
    >({
      query: ({ id, reason }) => ({ endpoint: rejectCorrection, params: { id }, body: { reason } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useWaitingCorrectionsInfiniteQuery,
  useCorrectionQuery,
  useApproveCorrectionMutation,
  useRejectCorrectionMutation,
} = corrections
