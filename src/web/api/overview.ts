/** What home says beside the figures. */
import { api } from './api.ts'
import { getOverview } from '../../contract/overview.ts'
import type { Reply } from './request.ts'

const overview = api.injectEndpoints({
  endpoints: (build) => ({
    overview: build.query<Reply<typeof getOverview>, void>({
      query: () => ({ endpoint: getOverview }),
      providesTags: ['Me', 'SecondFactors'],
    }),
  }),
})

export const { useOverviewQuery } = overview
