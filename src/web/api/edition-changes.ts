/** What staff propose about the policies that people accept. */
import { proposeEdition, proposeEditionWithdrawal } from '../../contract/edition-changes.ts'
import { send } from './calls.ts'

export const useProposeEditionMutation = send(proposeEdition, ['Proposals']).useMutation
export const useProposeEditionWithdrawalMutation = send(proposeEditionWithdrawal, [
  'Proposals',
]).useMutation
