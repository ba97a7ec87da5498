/** Money in. */
import { api, ownMoney } from './api.ts'
import { payInPlayMoney } from '../../contract/demo.ts'
import { getDepositAddresses, getDeposits } from '../../contract/deposit.ts'
import { byCursor } from './paging.ts'
import type { Body, Reply } from './request.ts'

type Page = Reply<typeof getDeposits>
export type DepositAddress = Reply<typeof getDepositAddresses>['data']['addresses'][number]

const deposits = api.injectEndpoints({
  endpoints: (build) => ({
    payIn: build.mutation<Reply<typeof payInPlayMoney>, Body<typeof payInPlayMoney>>({
      query: (body) => ({ endpoint: payInPlayMoney, body }),
      invalidatesTags: ownMoney,
    }),
    depositAddresses: build.query<Reply<typeof getDepositAddresses>, void>({
      query: () => ({ endpoint: getDepositAddresses }),
    }),
    // Every deposit is an entry of the own activity too, so what says that the one has grown says it of the other.
    deposits: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getDeposits,
        query: { limit: '10', cursor: pageParam || undefined },
      }),
      providesTags: ['Activity'],
    }),
  }),
})

export const { usePayInMutation, useDepositAddressesQuery, useDepositsInfiniteQuery } = deposits
