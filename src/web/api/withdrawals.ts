/** Money out, as the person who asks for it sees it. */
import {
  cancelWithdrawal,
  getOwnWithdrawal,
  getOwnWithdrawals,
  getReceipt,
  getRecipient,
  getUsualTimes,
  requestWithdrawal,
} from '../../contract/withdrawal.ts'
import { ownMoney } from './api.ts'
import { pages, read, send } from './calls.ts'
import { addressOf } from './request.ts'

/** Where the receipt of a request lies. */
export const receiptPath = (id: string) => addressOf(getReceipt, id)

export const useRequestWithdrawalMutation = send(requestWithdrawal, ownMoney).useMutation
export const useCancelWithdrawalMutation = send(cancelWithdrawal, ownMoney).useMutation
export const useOwnWithdrawalsInfiniteQuery = pages(getOwnWithdrawals, [
  'OwnWithdrawals',
]).useInfiniteQuery
export const useOwnWithdrawalQuery = read(getOwnWithdrawal, ['OwnWithdrawals']).useQuery
export const useUsualTimesQuery = read(getUsualTimes).useQuery
export const useRecipientQuery = read(getRecipient).useQuery
