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
/** Pages of what they are about show them, too. */
const changed = ['Proposals', 'Gate', 'Evidence', ...books] as const
export const useAgreeToProposalMutation = send(agreeToProposal, changed).useMutation
export const useRefuseProposalMutation = send(refuseProposal, changed).useMutation
export const useWithdrawProposalMutation = send(withdrawProposal, changed).useMutation
