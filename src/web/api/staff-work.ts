/** What waits for staff, of each kind how much. */
import { getStaffWork } from '../../contract/staff-work.ts'
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

/** How much there is to decide for whoever asks. */
export const useToDecide = (asking: { skip: boolean }) =>
  useWork(asking).data?.data.work.reduce((sum, { toDecide }) => sum + toDecide, 0) ?? 0
