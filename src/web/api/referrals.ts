/** Who invites, and who came. */
import { api } from './api.ts'
import { askInvitation, getFriends } from '../../contract/referral.ts'
import { byCursor } from './paging.ts'
import type { Reply } from './request.ts'

type Page = Reply<typeof getFriends>

const referrals = api.injectEndpoints({
  endpoints: (build) => ({
    // A credit is an entry of the own activity too, so what says that the one has grown says it of the other.
    friends: build.infiniteQuery<Page, void, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ pageParam }) => ({
        endpoint: getFriends,
        query: { limit: '20', cursor: pageParam || undefined },
      }),
      providesTags: ['Activity'],
    }),
    invitation: build.query<Reply<typeof askInvitation>, string>({
      query: (code) => ({ endpoint: askInvitation, body: { code } }),
    }),
  }),
})

export const { useFriendsInfiniteQuery, useInvitationQuery } = referrals
