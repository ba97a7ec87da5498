/** What pressing Approve does: above the limit of two administrators the first approval posts nothing. Its dialogs and their words are in decisions.tsx. */
import type { QueuedWithdrawal, StaffWithdrawal, Withdrawal } from '../../../contract/withdrawal.ts'

export type ApprovalStep = 'only' | 'first' | 'second'

/** Which approval the next one is. `above` is the limit for one request; the server also adds up what one alone did. */
export const stepOf = ({ amount, approvals }: Withdrawal, above: number | null): ApprovalStep =>
  approvals.length > 0 ? 'second' : above !== null && amount > above ? 'first' : 'only'

/** Whether this one of staff gave the first of two approvals: the second is another's. */
export const waitsForAnother = ({ status, firstApprovedById }: StaffWithdrawal, staffId: string) =>
  status === 'pending' && firstApprovedById === staffId

/** Whether this one of staff alone approved it, so that somebody else pays it. `above` is the limit of what one does alone. */
export const paidByAnother = (
  { approvedAloneById, difference }: StaffWithdrawal,
  staffId: string,
  above: number | null,
) => above !== null && difference === undefined && approvedAloneById === staffId

/** Why nobody can approve it at present, in a button's words; null where somebody can. */
export function cannotBeApproved({ status, looks }: QueuedWithdrawal): string | null {
  if (status !== 'pending') return null
  if (looks.includes('account_frozen')) return 'Account frozen'
  if (looks.includes('law_check')) return 'Check goes on'
  return looks.includes('recipient_closed') ? 'Recipient closed' : null
}

/** Whether a pending request can be approved by this one of staff, alone or among many. */
export const mayBeApprovedBy = (row: QueuedWithdrawal, staffId: string): boolean =>
  !waitsForAnother(row, staffId) && cannotBeApproved(row) === null

const requests = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`

/** The question about many, and what its button says. */
export function wordsForMany(all: number, first: number): { title: string; confirm: string } {
  if (first === 0) return { title: `Approve ${requests(all)}?`, confirm: `Approve ${all}` }
  if (first === all)
    return {
      title: `Give the first of two approvals to ${requests(all)}?`,
      confirm: `Give the first of two approvals to ${all}`,
    }
  return {
    title: `Approve ${requests(all - first)}, and give the first of two approvals to ${first}?`,
    confirm: `Approve ${all - first}, first approval for ${first}`,
  }
}
