/** How far one is verified, and what one sends in for it. */
import { getVerification, submitVerification } from '../../contract/verification.ts'
import { api, ownMoney } from './api.ts'
import type { Body, Reply } from './request.ts'

export type OwnVerification = Reply<typeof getVerification>['data']

const verification = api.injectEndpoints({
  endpoints: (build) => ({
    verification: build.query<Reply<typeof getVerification>, void>({
      query: () => ({ endpoint: getVerification }),
      providesTags: ['Verification'],
    }),
    submitVerification: build.mutation<
      Reply<typeof submitVerification>,
      Body<typeof submitVerification>
    >({
      query: (body) => ({ endpoint: submitVerification, body }),
      invalidatesTags: ownMoney,
    }),
  }),
})

export const { useVerificationQuery, useSubmitVerificationMutation } = verification
