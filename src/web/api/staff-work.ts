/** What waits for staff, of each kind how much. */
import { getStaffWork, workPlaces } from '../../contract/staff-work.ts'
import { anyUser, anyWithdrawal, books } from './api.ts'
import { polledEvery, read } from './calls.ts'

const work = read(getStaffWork, [
  ...books,
  ...anyWithdrawal,
  ...anyUser,
  'AccessChanges',
  'Evidence',
  'Gate',
  'Proposals',
])

export const useWork = ({ skip = false } = {}) =>
  work.useQuery(undefined, { skip, ...polledEvery(15_000) })

/** How much there is to decide for whoever asks: in all, and by the page where it is decided. */
export function useToDecide(asking: { skip: boolean }) {
  const work = useWork(asking).data?.data.work ?? []
  const sum = (rows: typeof work) => rows.reduce((all, { toDecide }) => all + toDecide, 0)
  return {
    inAll: sum(work),
    at: (page: string) => sum(work.filter(({ of }) => workPlaces[of].to.split('?')[0] === page)),
  }
}
