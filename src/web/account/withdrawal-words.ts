/** How a withdrawal's state is told, to the person who asked and to staff. */
import { capitalised } from '../../lib/text.ts'
import type { Withdrawal, WithdrawalStatus } from '../../contract/withdrawal.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import type { BadgeState } from '../ui/badge.tsx'

const badges: Partial<Record<WithdrawalStatus, BadgeState>> = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  paid: 'paid',
}

export function badgeOf(status: WithdrawalStatus): BadgeState {
  return badges[status] ?? 'other'
}

/** What the person who asked reads. */
export function ownWord(status: WithdrawalStatus): string {
  return status === 'pending' ? 'Pending Admin Approval' : capitalised(status)
}

export function destinationOf({ type, bankName, recipientAccountId }: Withdrawal): string {
  return (isPaidOut(type) ? bankName : recipientAccountId) ?? 'N/A'
}

/** Two accounts of one holder are told apart by their ends. */
export const placeOf = (request: Withdrawal): string =>
  request.bankNumber === null
    ? destinationOf(request)
    : `${destinationOf(request)}, ends with ${request.bankNumber.slice(-4)}`

/** The page of one request: an address that can be kept, and given to support. */
export const requestPath = (id: string) => `/dashboard/transfer/${id}`

/** `self` is the word for the person who asked: "you" on their own pages. */
export function whoAndWhy(
  { status, decidedBy, reason, payoutReference }: Withdrawal,
  self: string,
): string {
  if (status === 'pending') return ''
  if (status === 'cancelled') return self
  const who = decidedBy ?? 'staff'
  if (payoutReference) return `${who}, reference ${payoutReference}`
  return reason ? `${who}: “${reason}”` : who
}
