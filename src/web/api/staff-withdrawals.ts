/** The back office's decisions on withdrawals. */
import {
  approveWithdrawal,
  getAllWithdrawals,
  getWaitingWithdrawals,
  getWithdrawal,
  getWithdrawalsCsv,
  payWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
  type QueuedWithdrawal,
  type Withdrawal,
} from '../../contract/withdrawal.ts'
import { anyWithdrawal, api, books, decided } from './api.ts'
import type { baseQuery } from './base-query.ts'
import { define, keptForLong, polledEvery, read, send } from './calls.ts'
import type { Failure } from './failure.ts'
import { byCursor, nextCursorOf } from './paging.ts'
import { addressOf, callOf, type Argument, type Call } from './request.ts'
import { useAppDispatch } from './store.ts'

type Page = { data: { withdrawals: QueuedWithdrawal[]; nextCursor: string | null } }
type QueueChoice = Exclude<Argument<typeof getAllWithdrawals, 'cursor' | 'limit'>, void>

/** As many as go into one file. */
const maxPayouts = 1_000

type Send = (call: Call) => ReturnType<typeof baseQuery>

async function readDue(send: Send): Promise<{ data: QueuedWithdrawal[] } | { error: Failure }> {
  const found: QueuedWithdrawal[] = []
  let cursor: string | null = ''
  do {
    const query = { work: 'to-pay', limit: '200', cursor }
    const { data, error, meta } = await send(callOf(getAllWithdrawals, query))
    if (error) return { error }
    found.push(...(data as QueuedWithdrawal[]))
    cursor = nextCursorOf(meta?.response?.headers.get('link') ?? null)
  } while (cursor !== null && found.length < maxPayouts)
  return { data: found.slice(0, maxPayouts) }
}

export const useWithdrawalsInfiniteQuery = define(getAllWithdrawals, (build) =>
  build.infiniteQuery<Page, QueueChoice, string>({
    infiniteQueryOptions: byCursor<Page>(),
    query: ({ queryArg, pageParam: cursor }) => callOf(getAllWithdrawals, { ...queryArg, cursor }),
    // The specification makes the reply a bare array, so the next page stands in the Link header.
    transformResponse: (withdrawals: QueuedWithdrawal[], meta) => ({
      data: {
        withdrawals,
        nextCursor: nextCursorOf(meta?.response?.headers.get('link') ?? null),
      },
    }),
    providesTags: anyWithdrawal,
    ...keptForLong,
  }),
).useInfiniteQuery

/** Where the browser fetches the list as a file. */
export const withdrawalsCsvPath = (choice: Argument<typeof getWithdrawalsCsv>) =>
  addressOf(getWithdrawalsCsv, choice)

/** All payouts that are due, each compared with its command now: never one that was read before. */
export const usePayoutsDueQuery = define(getAllWithdrawals, (build) =>
  build.query<QueuedWithdrawal[], void>({
    queryFn: (_, __, ___, send) => readDue(send),
    providesTags: (due = []) => due.map(({ _id: id }) => ({ type: 'Withdrawals', id })),
    keepUnusedDataFor: 0,
  }),
).useQuery

export const useWithdrawalQuery = read(getWithdrawal, (_reply, _failure, id) => [
  'Withdrawals',
  { type: 'Withdrawals', id },
]).useQuery

const waiting = read(getWaitingWithdrawals, anyWithdrawal)
export const useWaiting = () => waiting.useQuery(undefined, polledEvery(15_000)).data?.data

/** Which request, as the screen shows it: the server refuses when it has become another. */
export const asShown = ({ _id: id, amount, bankNumber, recipientAccountId }: Withdrawal) => ({
  id,
  amount,
  destination: bankNumber ?? recipientAccountId ?? undefined,
})

export const useApproveWithdrawalMutation = send(approveWithdrawal, books).useMutation
export const useRejectWithdrawalMutation = send(rejectWithdrawal, books).useMutation
export const usePayWithdrawalMutation = send(payWithdrawal, books).useMutation
export const useReturnWithdrawalMutation = send(returnWithdrawal, books).useMutation

// What is shown is asked for anew after the last of many.
export const useApproveOneOfManyMutation = send(approveWithdrawal).useMutation
export const usePayOneOfManyMutation = send(payWithdrawal).useMutation

/** Everything that a decision may have changed is refetched. */
export function useAskAnew(): () => void {
  const dispatch = useAppDispatch()
  return () => void dispatch(api.util.invalidateTags([...decided]))
}
