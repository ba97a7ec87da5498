/** Corrections that need a second administrator. */
import {
  approveCorrection,
  getCorrections,
  rejectCorrection,
  type Correction,
} from '../../contract/correction.ts'
import { anyUser, books } from './api.ts'
import { define, pages, send } from './calls.ts'
import { callOf, type Reply } from './request.ts'

/** What waits: of everybody, or of one user. */
export const useWaitingCorrectionsInfiniteQuery = pages(getCorrections, anyUser, {
  always: { status: 'pending' },
}).useInfiniteQuery

/** One of a user's, as it stands; null where many have come since. */
export const useCorrectionQuery = define(getCorrections, (build) =>
  build.query<Correction | null, { id: string; userId: string }>({
    query: ({ userId }) => callOf(getCorrections, { userId, limit: '200' }),
    transformResponse: ({ data }: Reply<typeof getCorrections>, _, { id }) =>
      data.corrections.find((correction) => correction.id === id) ?? null,
    providesTags: anyUser,
  }),
).useQuery

export const useApproveCorrectionMutation = send(approveCorrection, books).useMutation
export const useRejectCorrectionMutation = send(rejectCorrection, books).useMutation
