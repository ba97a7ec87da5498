/** What somebody else did about a request while it was being looked at. */
import { useState } from 'react'
import type { StaffWithdrawal, WithdrawalStatus } from '../../../contract/withdrawal.ts'
import { useWithdrawalQuery } from '../../api/staff-withdrawals.ts'
import type { Deed } from '../overtaken.tsx'

type State = Pick<StaffWithdrawal, 'status' | 'firstApprovedById'>

const stateOf = ({ status, firstApprovedById }: State) => `${status} ${firstApprovedById}`

/** Whether nothing was decided about it since it stood so. */
export const isUndecidedSince = (before: State, now: State | undefined) =>
  now !== undefined && stateOf(now) === stateOf(before)

const deeds: Record<WithdrawalStatus, string> = {
  pending: 'gave the first of two approvals',
  approved: 'approved this',
  rejected: 'rejected this',
  cancelled: 'cancelled this',
  paid: 'recorded the payout of this',
  returned: 'returned this to the balance',
}

/** The last thing that was done about a request since it stood as it did; null while it still does. `at` is by this browser's clock. */
export function useOvertaken(id: string, before: State | null): Deed | null {
  const { currentData, fulfilledTimeStamp = 0 } = useWithdrawalQuery(id)
  if (!currentData || !before) return null
  const { withdrawal, history, now } = currentData.data
  const last = history.at(-1)
  if (!last || isUndecidedSince(before, withdrawal)) return null
  return {
    by: last.by,
    byId: last.byId,
    deed: deeds[withdrawal.status],
    note: last.note,
    at: fulfilledTimeStamp - (Date.parse(now) - Date.parse(last.at)),
  }
}

/** How it stood when it was first read here. */
export function useFirstState(id: string): State | null {
  const { currentData } = useWithdrawalQuery(id)
  const [first, keep] = useState<State | null>(null)
  if (first === null && currentData) keep(currentData.data.withdrawal)
  return first
}
