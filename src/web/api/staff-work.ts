/** What waits for staff, of each kind how much. */
import { getStaffWork } from '../../contract/staff-work.ts'
import { api, books } from './api.ts'
import type { Reply } from './request.ts'

const waiting = api.injectEndpoints({
  endpoints: (build) => ({
    work: build.query<Reply<typeof getStaffWork>, void>({
      query: () => ({ endpoint: getStaffWork }),
      providesTags: [
        ...books,
        { type: 'Withdrawals', id: 'LIST' },
        { type: 'User', id: 'LIST' },
        'AccessChanges',
        'Evidence',
        'Gate',
        'Proposals',
      ],
    }),
  }),
})

const everyMs = 15_000

/** Polled while the page is visible. */
export const useWork = ({ skip = false } = {}) =>
  waiting.useWorkQuery(undefined, {
    skip,
    pollingInterval: everyMs,
    skipPollingIfUnfocused: true,
  })

/** How much there is to decide for whoever asks. */
export const useToDecide = (asking: { skip: boolean }) =>
  useWork(asking).data?.data.work.reduce((sum, { toDecide }) => sum + toDecide, 0) ?? 0
