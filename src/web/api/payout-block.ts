/** Payouts after a restore. */
import {
  addEarlierPayout,
  explainEarlierPayout,
  getPayoutBlock,
  proposeUnblockingPayouts,
} from '../../contract/payout-block.ts'
import { books } from './api.ts'
import { read, send } from './calls.ts'

export const usePayoutBlockQuery = read(getPayoutBlock, ['Treasury', 'Withdrawals']).useQuery
export const useAddEarlierPayoutMutation = send(addEarlierPayout, books).useMutation
export const useExplainEarlierPayoutMutation = send(explainEarlierPayout, books).useMutation
export const useProposeUnblockingPayoutsMutation = send(proposeUnblockingPayouts, [
  ...books,
  'Proposals',
]).useMutation
