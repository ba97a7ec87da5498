/** What waits for a second person, whatever it is about. */
import {
  agreeToProposal,
  getProposals,
  refuseProposal,
  withdrawProposal,
} from '../../contract/proposal.ts'
import { anyUser, decided } from './api.ts'
import { read, send } from './calls.ts'

/** All of them, or what one may decide on, or what one proposed. */
export const useProposalsQuery = read(getProposals, ['Proposals', ...anyUser], {
  always: { limit: '200' },
}).useQuery
export const useAgreeToProposalMutation = send(agreeToProposal, decided).useMutation
export const useRefuseProposalMutation = send(refuseProposal, decided).useMutation
export const useWithdrawProposalMutation = send(withdrawProposal, decided).useMutation

// What is shown is asked for anew after the last of many.
export const useAgreeToOneOfManyMutation = send(agreeToProposal).useMutation
