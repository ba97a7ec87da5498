/** Money in. */
import { api, ownMoney } from './api.ts'
import { payInPlayMoney } from '../../contract/demo.ts'
import type { Body, Reply } from './request.ts'

const deposits = api.injectEndpoints({
  endpoints: (build) => ({
    payIn: build.mutation<Reply<typeof payInPlayMoney>, Body<typeof payInPlayMoney>>({
      query: (body) => ({ endpoint: payInPlayMoney, body }), invalidatesTags: ownMoney,
    }),
  }),
})

export const { usePayInMutation } = deposits
