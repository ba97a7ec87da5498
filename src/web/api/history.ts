/** The own balance and profit over time. */
import { api } from './api.ts'
import { getHistory } from '../../contract/history.ts'
import type { Reply } from './request.ts'

const history = api.injectEndpoints({
  endpoints: (build) => ({
    history: build.query<Reply<typeof getHistory>, number>({
      query: (days) => ({ endpoint: getHistory, query: { days: String(days) } }),
      providesTags: ['Me'],
    }),
  }),
})

export const { useHistoryQuery } = history
