/** The calls of the app as RTK Query keeps them: one slice on top of the contract's endpoints. */
// First, since it must run before the contract's schemas are made.
import './no-eval.ts'
import { createApi } from '@reduxjs/toolkit/query/react'
import { endpoints } from '../../contract/endpoints.ts'
import type { Withdrawal, WithdrawalStatus } from '../../contract/withdrawal.ts'
import { baseQuery } from './base-query.ts'
import type { Body, Params, Reply } from './request.ts'

type E = typeof endpoints

/** A page of a list and where the next one begins. */
type Paging<Page> = { initialPageParam: string; getNextPageParam(last: Page): string | undefined }

const byCursor = <Page extends { data: { nextCursor: string | null } }>(): Paging<Page> => ({
  initialPageParam: '',
  getNextPageParam: (last) => last.data.nextCursor ?? undefined,
})

type UsersPage = Reply<E['getUsers']>
type InvestmentsPage = Reply<E['getInvestments']>
type WithdrawalsPage = Reply<E['getOwnWithdrawals']>
type ActivityPage = Reply<E['getActivity']>
type AllWithdrawalsPage = { data: { withdrawals: Withdrawal[]; nextCursor: string | null } }

export type ActivityArgs = { kind?: string; limit?: string }

/** What any movement of the own money may have changed. */
const ownMoney = ['Me', 'Activity', 'Investments', 'OwnWithdrawals', 'Plans'] as const
/** What a decision of staff may have changed. */
const books = [...ownMoney, 'User', 'Withdrawals', 'Treasury'] as const

export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: books,
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: (build) => ({
    signUp: build.mutation<Reply<E['signUp']>, Body<E['signUp']>>({ query: (body) => ({ endpoint: endpoints.signUp, body }) }),
    logIn: build.mutation<Reply<E['logIn']>, Body<E['logIn']>>({ query: (body) => ({ endpoint: endpoints.logIn, body }) }),
    logOut: build.mutation<Reply<E['logOut']>, void>({ query: () => ({ endpoint: endpoints.logOut }) }),
    me: build.query<Reply<E['getMe']>, void>({ query: () => ({ endpoint: endpoints.getMe }), providesTags: ['Me'] }),
    updateSettings: build.mutation<Reply<E['updateApiUser']>, Body<E['updateApiUser']>>({
      query: (body) => ({ endpoint: endpoints.updateApiUser, body }), invalidatesTags: ['Me', 'Activity'],
    }),

    plans: build.query<Reply<E['getPlans']>, void>({ query: () => ({ endpoint: endpoints.getPlans }), providesTags: ['Plans'] }),
    openInvestment: build.mutation<Reply<E['openInvestment']>, Body<E['openInvestment']>>({
      query: (body) => ({ endpoint: endpoints.openInvestment, body }), invalidatesTags: ownMoney,
    }),
    investments: build.infiniteQuery<InvestmentsPage, { status?: 'running' }, string>({
      infiniteQueryOptions: byCursor<InvestmentsPage>(),
      query: ({ queryArg, pageParam }) => ({ endpoint: endpoints.getInvestments, query: { ...queryArg, cursor: pageParam || undefined } }),
      providesTags: ['Investments'],
    }),
    payIn: build.mutation<Reply<E['payInPlayMoney']>, Body<E['payInPlayMoney']>>({
      query: (body) => ({ endpoint: endpoints.payInPlayMoney, body }), invalidatesTags: ownMoney,
    }),

    requestWithdrawal: build.mutation<Reply<E['requestWithdrawal']>, Body<E['requestWithdrawal']>>({
      query: (body) => ({ endpoint: endpoints.requestWithdrawal, body }), invalidatesTags: ownMoney,
    }),
    cancelWithdrawal: build.mutation<Reply<E['cancelWithdrawal']>, string>({
      query: (id) => ({ endpoint: endpoints.cancelWithdrawal, params: { id } }), invalidatesTags: ownMoney,
    }),
    ownWithdrawals: build.infiniteQuery<WithdrawalsPage, void, string>({
      infiniteQueryOptions: byCursor<WithdrawalsPage>(),
      query: ({ pageParam }) => ({ endpoint: endpoints.getOwnWithdrawals, query: { cursor: pageParam || undefined } }),
      providesTags: ['OwnWithdrawals'],
    }),
    recipient: build.query<Reply<E['getRecipient']>, string>({
      query: (accountId) => ({ endpoint: endpoints.getRecipient, params: { accountId } }),
    }),
    activity: build.infiniteQuery<ActivityPage, ActivityArgs, string>({
      infiniteQueryOptions: byCursor<ActivityPage>(),
      query: ({ queryArg, pageParam }) => ({ endpoint: endpoints.getActivity, query: { ...queryArg, cursor: pageParam || undefined } }),
      providesTags: ['Activity'],
    }),

    users: build.infiniteQuery<UsersPage, { search: string }, string>({
      infiniteQueryOptions: byCursor<UsersPage>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: endpoints.getUsers, query: { search: queryArg.search || undefined, cursor: pageParam || undefined },
      }),
      providesTags: ['User'],
    }),
    correctUser: build.mutation<Reply<E['correctUser']>, Body<E['correctUser']> & Params<E['correctUser']>>({
      query: (body) => ({ endpoint: endpoints.correctUser, params: { userId: body.userId }, body }), invalidatesTags: books,
    }),
    closeUser: build.mutation<Reply<E['closeUser']>, string>({
      query: (userId) => ({ endpoint: endpoints.closeUser, params: { userId } }), invalidatesTags: books,
    }),
    creditReferrer: build.mutation<Reply<E['creditReferrer']>, Body<E['creditReferrer']>>({
      query: (body) => ({ endpoint: endpoints.creditReferrer, body }), invalidatesTags: books,
    }),

    withdrawals: build.infiniteQuery<AllWithdrawalsPage, { status?: WithdrawalStatus }, string>({
      infiniteQueryOptions: byCursor<AllWithdrawalsPage>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: endpoints.getAllWithdrawals, query: { ...queryArg, cursor: pageParam || undefined },
      }),
      // The specification makes the reply a bare array, so the next page stands in the Link header.
      transformResponse: (withdrawals: Withdrawal[], meta) => ({
        data: { withdrawals, nextCursor: nextCursorOf(meta?.response?.headers.get('link') ?? null) },
      }),
      providesTags: ['Withdrawals'],
    }),
    approveWithdrawal: build.mutation<Reply<E['approveWithdrawal']>, string>({
      query: (id) => ({ endpoint: endpoints.approveWithdrawal, params: { id } }), invalidatesTags: books,
    }),
    rejectWithdrawal: build.mutation<Reply<E['rejectWithdrawal']>, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ endpoint: endpoints.rejectWithdrawal, params: { id }, body: { reason } }), invalidatesTags: books,
    }),
    payWithdrawal: build.mutation<Reply<E['payWithdrawal']>, { id: string; reference: string }>({
      query: ({ id, reference }) => ({ endpoint: endpoints.payWithdrawal, params: { id }, body: { reference } }), invalidatesTags: books,
    }),
    returnWithdrawal: build.mutation<Reply<E['returnWithdrawal']>, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ endpoint: endpoints.returnWithdrawal, params: { id }, body: { reason } }), invalidatesTags: books,
    }),

    treasury: build.query<Reply<E['getTreasury']>, void>({ query: () => ({ endpoint: endpoints.getTreasury }), providesTags: ['Treasury'] }),
    payInCapital: build.mutation<Reply<E['payInCapital']>, Body<E['payInCapital']>>({
      query: (body) => ({ endpoint: endpoints.payInCapital, body }), invalidatesTags: ['Treasury'],
    }),
    fundPool: build.mutation<Reply<E['fundPool']>, Body<E['fundPool']>>({
      query: (body) => ({ endpoint: endpoints.fundPool, body }), invalidatesTags: ['Treasury', 'Plans'],
    }),
    moveClock: build.mutation<Reply<E['moveClock']>, Body<E['moveClock']>>({
      query: (body) => ({ endpoint: endpoints.moveClock, body }), invalidatesTags: books,
    }),
  }),
})

/** `<…?cursor=abc>; rel="next"` to `abc`. */
export function nextCursorOf(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/.test(part))
  return next?.match(/[?&]cursor=([\w-]+)/)?.[1] ?? null
}
