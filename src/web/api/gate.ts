/** What a firm needs before it opens, and its opening by two administrators. */
import { approveOpening, getGate, proposeOpening, refuseOpening } from '../../contract/gate.ts'
import { api } from './api.ts'
import type { Reply } from './request.ts'

const gate = api.injectEndpoints({
  endpoints: (build) => ({
    gate: build.query<Reply<typeof getGate>, void>({
      query: () => ({ endpoint: getGate }),
      providesTags: ['Gate'],
    }),
    proposeOpening: build.mutation<Reply<typeof proposeOpening>, void>({
      query: () => ({ endpoint: proposeOpening }),
      invalidatesTags: ['Gate'],
    }),
    approveOpening: build.mutation<Reply<typeof approveOpening>, string>({
      query: (id) => ({ endpoint: approveOpening, params: { id } }),
      invalidatesTags: ['Gate'],
    }),
    refuseOpening: build.mutation<Reply<typeof refuseOpening>, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ endpoint: refuseOpening, params: { id }, body: { reason } }),
      invalidatesTags: ['Gate'],
    }),
  }),
})

export const {
  useGateQuery,
  useProposeOpeningMutation,
  useApproveOpeningMutation,
  useRefuseOpeningMutation,
} = gate
