/** Who invites, and who came. */
import { askInvitation, getFriends } from '../../contract/referral.ts'
import { pages, read } from './calls.ts'

// A credit is an entry of the own activity too, so what says that the one has grown says it of the other.
export const useFriendsInfiniteQuery = pages(getFriends, ['Activity'], {
  limit: '20',
}).useInfiniteQuery
export const useInvitationQuery = read(askInvitation).useQuery
