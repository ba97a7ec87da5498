/** The back office's decisions on withdrawals. */
import { useAppDispatch } from './store.ts'
import { api, books } from './api.ts'
import {
  approveWithdrawal,
  getAllWithdrawals,
  getWaitingWithdrawals,
  getWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
  type QueuedWithdrawal,
  type Withdrawal,
  type WithdrawalsSort,
  type WithdrawalStatus,
} from '../../contract/withdrawal.ts'
import { byCursor, nextCursorOf } from './paging.ts'
import type { Reply } from './request.ts'

type Page = { data: { withdrawals: QueuedWithdrawal[]; nextCursor: string | null } }
/** Empty where it doesn't matter. */
type QueueChoice = { search: string; sort: WithdrawalsSort; status: WithdrawalStatus | '' }
type Reasoned = { id: string; reason: string }
/** The request as the screen shows it. One of many is quiet: what is shown is refetched after the last of them. */
type Approval = { row: Withdrawal; quiet?: boolean }
type Payout = { row: Withdrawal; reference: string }

const asShown = ({ amount, bankNumber, recipientAccountId }: Withdrawal) => ({
  amount,
  destination: bankNumber ?? recipientAccountId ?? undefined,
})

const withdrawals = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawals: build.infiniteQuery<Page, QueueChoice, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg: { search, sort, status }, pageParam }) => ({
        endpoint: getAllWithdrawals,
        query: {
          search: search || undefined,
          sort,
          status: status || undefined,
          cursor: pageParam || undefined,
        },
      }),
      // The specification makes the reply a bare array, so the next page stands in the Link header.
      transformResponse: (found: QueuedWithdrawal[], meta) => ({
        data: {
          withdrawals: found,
          nextCursor: nextCursorOf(meta?.response?.headers.get('link') ?? null),
        },
      }),
      providesTags: ['Withdrawals'],
    }),
    waiting: build.query<Reply<typeof getWaitingWithdrawals>, void>({
      query: () => ({ endpoint: getWaitingWithdrawals }),
      providesTags: ['Withdrawals'],
    }),
    withdrawal: build.query<Reply<typeof getWithdrawal>, string>({
      query: (id) => ({ endpoint: getWithdrawal, params: { id } }),
      providesTags: ['Withdrawals'],
    }),
    approveWithdrawal: build.mutation<Reply<typeof approveWithdrawal>, Approval>({
      query: ({ row }) => ({
        endpoint: approveWithdrawal,
        params: { id: row._id },
        body: asShown(row),
      }),
      invalidatesTags: (_, __, { quiet = false }) => (quiet ? [] : books),
    }),
    rejectWithdrawal: build.mutation<Reply<typeof rejectWithdrawal>, Reasoned>({
      query: ({ id, reason }) => ({ endpoint: rejectWithdrawal, params: { id }, body: { reason } }),
      invalidatesTags: books,
    }),
    payWithdrawal: build.mutation<Reply<typeof payWithdrawal>, Payout>({
      query: ({ row, reference }) => ({
        endpoint: payWithdrawal,
        params: { id: row._id },
        body: { reference, ...asShown(row) },
      }),
      invalidatesTags: books,
    }),
    returnWithdrawal: build.mutation<Reply<typeof returnWithdrawal>, Reasoned>({
      query: ({ id, reason }) => ({ endpoint: returnWithdrawal, params: { id }, body: { reason } }),
      invalidatesTags: books,
    }),
  }),
})

export const {
  useWithdrawalsInfiniteQuery,
  useWithdrawalQuery,
  useApproveWithdrawalMutation,
  useRejectWithdrawalMutation,
  usePayWithdrawalMutation,
  useReturnWithdrawalMutation,
} = withdrawals

const everyMs = 15_000

/** What is waiting, polled while the page is visible. */
export const useWaiting = () =>
  withdrawals.useWaitingQuery(undefined, { pollingInterval: everyMs, skipPollingIfUnfocused: true })
    .data?.data

/** Everything that a decision may have changed is refetched. */
export function useAskAnew(): () => void {
  const dispatch = useAppDispatch()
  return () => void dispatch(api.util.invalidateTags([...books]))
}
