/** What has happened to the own account. */
import { api } from './api.ts'
import { getActivity } from '../../contract/activity.ts'
import { byCursor } from './paging.ts'
import type { Reply } from './request.ts'

type Page = Reply<typeof getActivity>

const activity = api.injectEndpoints({
  endpoints: (build) => ({
    activity: build.infiniteQuery<Page, { kind?: string; limit?: string }, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({ endpoint: getActivity, query: { ...queryArg, cursor: pageParam || undefined } }),
      providesTags: ['Activity'],
    }),
  }),
})

export const { useActivityInfiniteQuery } = activity
