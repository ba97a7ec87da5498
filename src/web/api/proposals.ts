/** What waits for a second administrator, whatever it is about. */
import {
  agreeToProposal,
  getProposals,
  refuseProposal,
  withdrawProposal,
} from '../../contract/proposal.ts'
import { anyUser, books } from './api.ts'
import { read, send } from './calls.ts'

/** All of them, or what one may decide on, or what one proposed. */
export const useProposalsQuery = read(getProposals, ['Proposals', ...anyUser], {
  always: { limit: '200' },
}).useQuery
export const useAgreeToProposalMutation = send(agreeToProposal, [
  'Proposals',
  'Gate',
  ...books,
]).useMutation
export const useRefuseProposalMutation = send(refuseProposal, ['Proposals']).useMutation
export const useWithdrawProposalMutation = send(withdrawProposal, ['Proposals']).useMutation
