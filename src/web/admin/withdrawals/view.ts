/** The orders and statuses of the queue of withdrawals, and what its figures are called. */
import type { WithdrawalsSort, WithdrawalStatus } from '../../../contract/withdrawal.ts'
import { listView, turned, type ListView } from '../list-view.ts'

export type WithdrawalsView = ListView<WithdrawalsSort, WithdrawalStatus>

/** By its head, everything begins with the most: the newest, the largest. */
export const sortedBy = (now: WithdrawalsSort, by: string): WithdrawalsSort =>
  turned(now, `-${by}` as WithdrawalsSort)

export const sortWords: Record<WithdrawalsSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
}

export const statusWords: Record<WithdrawalStatus | '', string> = {
  '': 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  paid: 'Paid',
  returned: 'Returned',
}

export const { viewIn, withView } = listView({
  sorts: sortWords,
  statuses: statusWords,
  defaultSort: '-createdAt',
})

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long something waits by now, in its largest whole unit: `5 min`, `3 h`, `12 days`. Hours up to two days. */
export function ageOf(since: string, now: string): string {
  const waited = Math.max(0, Date.parse(now) - Date.parse(since))
  if (waited < hourMs) return `${Math.floor(waited / minuteMs)} min`
  return waited < 2 * dayMs
    ? `${Math.floor(waited / hourMs)} h`
    : `${Math.floor(waited / dayMs)} days`
}
