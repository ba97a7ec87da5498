/** The words that people read in the activity: of what happened, and of reasons that the house gave itself. */
import type { AccessChangeMade, SecurityChange } from '../../contract/security.ts'

/** What happens to a sign-in. A kind without a title doesn't type-check. */
const signInTitles: { [kind in SecurityChange | AccessChangeMade]: string } = {
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by a link',
  'app-added': 'Authenticator app added',
  'app-removed': 'Authenticator app removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-codes-renewed': 'Recovery codes renewed',
  'recovery-code-used': 'Signed in with a recovery code',
  'signed-in-after-failures': 'Signed in after several wrong passwords',
  'factor-undone': 'New second factor removed by a link',
  'access-change-approved': 'Sign-in change approved by two of our staff, and waiting',
  'email-confirmed': 'New e-mail confirmed',
  'email-changed': 'E-mail changed',
  'app-taken': 'Authenticator app removed by staff',
  'passkey-taken': 'Passkey removed by staff',
}

/** What people read of each kind of activity, in the past tense of a ledger. */
export const activityTitles: Record<string, string> = {
  ...signInTitles,
  'account-opened': 'Account opened',
  'email-verified': 'E-mail address confirmed',
  'email-change-asked': 'Change of e-mail address asked for, not yet made',
  'email-change-agreed': 'Change of e-mail address agreed to',
  'name-changed': 'Name changed',
  'role-proposed': 'Another role proposed by staff, not yet given',
  'role-changed': 'Role changed by two administrators',
  'role-refused': 'Proposed role was not given',
  'opening-proposed': 'Opening of the firm proposed, not yet done',
  'firm-opened': 'Firm opened by two administrators',
  'opening-refused': 'Proposed opening was not done',
  'account-frozen': 'Account frozen',
  'account-unfrozen': 'Account unfrozen',
  'account-closed': 'Account closed',
  'sessions-ended': 'All sessions ended by staff',
  'access-change-proposed': 'Sign-in change proposed by staff, not yet made',
  'access-change-refused': 'Proposed sign-in change was not made',
  'access-change-stopped': 'Sign-in change stopped',
  'access-change-lapsed': 'Sign-in change not made in time',
  deposit: 'Play money credited',
  'investment-opened': 'Investment opened',
  'investment-matured': 'Investment matured',
  'withdrawal-requested': 'Withdrawal requested',
  'withdrawal-cancelled': 'Withdrawal cancelled',
  'withdrawal-first-approval': 'Withdrawal approved by the first of two',
  'withdrawal-approved': 'Withdrawal approved',
  'withdrawal-rejected': 'Withdrawal rejected',
  'withdrawal-paid': 'Withdrawal paid',
  'withdrawal-returned': 'Withdrawal returned to the balance',
  'transfer-received': 'Transfer received',
  'destination-saved': 'Destination saved',
  'destination-removed': 'Destination removed',
  'referral-credit': 'Referral bonus credited',
  'staff-edit': 'Account corrected by staff',
  'correction-proposed': 'Correction proposed by staff, not yet made',
  'correction-refused': 'Proposed correction was not made',
  'credit-proposed': 'Referral bonus proposed by staff, not yet credited',
  'credit-refused': 'Proposed referral bonus was not credited',
  'bank-deposit': 'Deposit by bank received',
  'bank-deposit-undone': 'Deposit taken back by the bank',
  'bank-entry-proposed': 'Entry at the bank recorded by one of two, not yet booked',
  'bank-entry-refused': 'Recorded entry at the bank was not booked',
  'receipt-unassigned': 'Receipt without an owner booked',
  'receipt-returned': 'Receipt without an owner sent back',
  'bank-reconciled': 'Account at the bank reconciled',
  'bank-charged': 'Bank charge booked',
  'bank-interest': 'Bank interest booked',
  'capital-paid-in': 'Capital paid in',
  'pool-funded': 'Pool funded',
  'plan-offered': 'Plan offered',
  'plan-changed': 'Plan changed',
  'plan-withdrawn': 'Plan withdrawn from sale',
  'plan-offered-again': 'Plan put back on sale',
  'clock-moved': 'Demonstration clock moved forward',
}

/** Reasons that the house gave itself and recorded (`desk/recorded-words.md`), and what people read for them. */
export const reasonsShown = new Map([
  ['By the link of a mail', 'With the link in our e-mail'],
  ['It is not there any more', 'The second factor no longer exists'],
])

export const reasonShown = (reason: string | undefined): string | null =>
  reason === undefined ? null : (reasonsShown.get(reason) ?? reason)
