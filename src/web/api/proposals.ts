/** What waits for a second administrator, whatever it is about. */
import {
  agreeToProposal,
  getProposals,
  refuseProposal,
  withdrawProposal,
} from '../../contract/proposal.ts'
import { api, books } from './api.ts'
import type { Body, Reply } from './request.ts'

type Ending = Body<typeof refuseProposal> & { id: string }

const proposals = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of them, or what one may decide on, or what one proposed. */
    proposals: build.query<Reply<typeof getProposals>, 'to-decide' | 'waiting' | void>({
      query: (mine) => ({
        endpoint: getProposals,
        query: { mine: mine || undefined, limit: '200' },
      }),
      providesTags: ['Proposals'],
    }),
    agreeToProposal: build.mutation<
      Reply<typeof agreeToProposal>,
      Body<typeof agreeToProposal> & { id: string }
    >({
      query: ({ id, ...body }) => ({ endpoint: agreeToProposal, params: { id }, body }),
      invalidatesTags: ['Proposals', ...books],
    }),
    refuseProposal: build.mutation<Reply<typeof refuseProposal>, Ending>({
      query: ({ id, ...body }) => ({ endpoint: refuseProposal, params: { id }, body }),
      invalidatesTags: ['Proposals'],
    }),
    withdrawProposal: build.mutation<Reply<typeof withdrawProposal>, Ending>({
      query: ({ id, ...body }) => ({ endpoint: withdrawProposal, params: { id }, body }),
      invalidatesTags: ['Proposals'],
    }),
  }),
})

export const {
  useProposalsQuery,
  useAgreeToProposalMutation,
  useRefuseProposalMutation,
  useWithdrawProposalMutation,
} = proposals
