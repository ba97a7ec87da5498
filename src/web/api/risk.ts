/** What a person answered before investing and how much they let themselves place; for staff, a user's. */
import { api } from './api.ts'
import {
  answerAppropriateness,
  getAppropriateness,
  getUserAppropriateness,
} from '../../contract/appropriateness.ts'
import {
  getPlacingLimit,
  getUserPlacingLimit,
  setPlacingLimit,
} from '../../contract/placing-limit.ts'
import type { Body, Reply } from './request.ts'

const risk = api.injectEndpoints({
  endpoints: (build) => ({
    appropriateness: build.query<Reply<typeof getAppropriateness>, void>({
      query: () => ({ endpoint: getAppropriateness }),
      providesTags: ['Risk'],
    }),
    answerAppropriateness: build.mutation<
      Reply<typeof answerAppropriateness>,
      Body<typeof answerAppropriateness>
    >({
      query: (body) => ({ endpoint: answerAppropriateness, body }),
      invalidatesTags: ['Risk', 'Activity'],
    }),
    placingLimit: build.query<Reply<typeof getPlacingLimit>, void>({
      query: () => ({ endpoint: getPlacingLimit }),
      providesTags: ['Risk', 'Me'],
    }),
    setPlacingLimit: build.mutation<Reply<typeof setPlacingLimit>, Body<typeof setPlacingLimit>>({
      query: (body) => ({ endpoint: setPlacingLimit, body }),
      invalidatesTags: ['Risk', 'Activity'],
    }),
    userAppropriateness: build.query<Reply<typeof getUserAppropriateness>, string>({
      query: (userId) => ({ endpoint: getUserAppropriateness, params: { userId } }),
      providesTags: ['User'],
    }),
    userPlacingLimit: build.query<Reply<typeof getUserPlacingLimit>, string>({
      query: (userId) => ({ endpoint: getUserPlacingLimit, params: { userId } }),
      providesTags: ['User'],
    }),
  }),
})

export const {
  useAppropriatenessQuery,
  useAnswerAppropriatenessMutation,
  usePlacingLimitQuery,
  useSetPlacingLimitMutation,
  useUserAppropriatenessQuery,
  useUserPlacingLimitQuery,
} = risk
