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
  type WithdrawalsWork,
} from '../../contract/withdrawal.ts'
import type { baseQuery } from './base-query.ts'
import type { Failure } from './failure.ts'
import { byCursor, nextCursorOf } from './paging.ts'
import type { Call, Reply } from './request.ts'

type Page = { data: { withdrawals: QueuedWithdrawal[]; nextCursor: string | null } }
/** Empty where it doesn't matter. */
type QueueChoice = {
  search: string
  sort: WithdrawalsSort
  status: WithdrawalStatus | ''
  work: WithdrawalsWork | ''
}
type Reasoned = { id: string; reason: string }
/** The request as the screen shows it. One of many is quiet: what is shown is refetched after the last of them. */
type Approval = { row: Withdrawal; quiet?: boolean }
type Payout = { row: Withdrawal; reference: string; quiet?: boolean }

/** Long enough to come back from a user's page to the same place in a long list. */
const keptForSeconds = 60 * 60

/** As many as go into one file. */
const maxPayouts = 1_000

type Send = (call: Call) => ReturnType<typeof baseQuery>

async function readDue(send: Send): Promise<{ data: QueuedWithdrawal[] } | { error: Failure }> {
  const found: QueuedWithdrawal[] = []
  let cursor: string | null = ''
  do {
    const query = { work: 'to-pay', limit: '200', cursor: cursor || undefined }
    const { data, error, meta } = await send({ endpoint: getAllWithdrawals, query })
    if (error) return { error }
    found.push(...(data as QueuedWithdrawal[]))
    cursor = nextCursorOf(meta?.response?.headers.get('link') ?? null)
  } while (cursor !== null && found.length < maxPayouts)
  return { data: found.slice(0, maxPayouts) }
}

const asShown = ({ amount, bankNumber, recipientAccountId }: Withdrawal) => ({
  amount,
  destination: bankNumber ?? recipientAccountId ?? undefined,
})

const withdrawals = api.injectEndpoints({
  endpoints: (build) => ({
    withdrawals: build.infiniteQuery<Page, QueueChoice, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg: { search, sort, status, work }, pageParam }) => ({
        endpoint: getAllWithdrawals,
        query: {
          search: search || undefined,
          sort,
          status: status || undefined,
          work: work || undefined,
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
      providesTags: ['Withdrawals', { type: 'Withdrawals', id: 'LIST' }],
      keepUnusedDataFor: keptForSeconds,
    }),
    waiting: build.query<Reply<typeof getWaitingWithdrawals>, void>({
      query: () => ({ endpoint: getWaitingWithdrawals }),
      providesTags: ['Withdrawals', { type: 'Withdrawals', id: 'LIST' }],
    }),
    withdrawal: build.query<Reply<typeof getWithdrawal>, string>({
      query: (id) => ({ endpoint: getWithdrawal, params: { id } }),
      providesTags: (_, __, id) => ['Withdrawals', { type: 'Withdrawals', id }],
    }),
    /** All payouts that are due, each compared with its command now: never one that was read before. */
    payoutsDue: build.query<QueuedWithdrawal[], void>({
      queryFn: (_, __, ___, send) => readDue(send),
      providesTags: (due = []) => due.map(({ _id: id }) => ({ type: 'Withdrawals', id })),
      keepUnusedDataFor: 0,
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
      invalidatesTags: (_, __, { quiet = false }) => (quiet ? [] : books),
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
  usePayoutsDueQuery,
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
