/** What the activity list can be narrowed to, in the words of the list itself: six groups, and the kinds of each. */
import { activityGroups, type ActivityGroup } from '../../../contract/activity-groups.ts'

type Kind = (typeof activityGroups)[ActivityGroup][number]

/** The heading of each group, and what stands for all of it. */
const groupWords: Record<ActivityGroup, [heading: string, all: string]> = {
  'money-in': ['Money in', 'All money in'],
  invested: ['Investments', 'All investments'],
  withdrawn: ['Money out', 'All withdrawals and transfers sent'],
  corrected: ['Corrections by staff', 'All corrections by staff'],
  'sign-in': ['Sign-in and security', 'All about the sign-in'],
  account: ['Account', 'All about the account'],
}

const kindWords: Record<Kind, string> = {
  deposit: 'Deposits',
  'transfer-received': 'Transfers received',
  'referral-credit': 'Referral bonuses',
  'investment-opened': 'Investments opened',
  'investment-matured': 'Investments matured',
  'investment-undone': 'Investments undone',
  'withdrawal-requested': 'Withdrawals requested',
  'withdrawal-first-approval': 'First of two approvals',
  'withdrawal-approved': 'Withdrawals approved',
  'withdrawal-rejected': 'Withdrawals rejected',
  'withdrawal-cancelled': 'Withdrawals cancelled',
  'withdrawal-paid': 'Withdrawals paid',
  'withdrawal-returned': 'Withdrawals returned',
  'staff-edit': 'Corrections made',
  'correction-proposed': 'Corrections proposed',
  'correction-refused': 'Corrections not made',
  'credit-proposed': 'Referral bonuses proposed',
  'credit-refused': 'Referral bonuses not credited',
  'destination-saved': 'Destinations saved',
  'destination-removed': 'Destinations removed',
  'address-drawn': 'Addresses for deposits',
  'document-added': 'Documents added',
  'document-removed': 'Documents removed',
  'document-viewed': 'Documents opened by staff',
  'archive-requested': 'Copies of your data',
  'audit-looked-at': 'Looked at by an auditor',
  'audit-mark-taken-back': 'Looks of an auditor taken back',
  'name-changed': 'Name changes',
  'answers-fit': 'Questions answered',
  'answers-pause': 'Questions answered: not for now',
  'placing-limit-set': 'Own limit',
  'placing-limit-raise': 'Raises of the own limit',
  'account-opened': 'Account opening',
  'account-closed': 'Account closing',
  'bank-deposit': 'Deposits by bank',
  'bank-deposit-undone': 'Deposits taken back',
  'coin-deposit': 'Deposits in bitcoin',
  'coin-deposit-undone': 'Deposits in bitcoin undone',
  'coin-deposit-gone': 'Deposits in bitcoin gone',
  'coins-turned-aside': 'Deposits in bitcoin beyond a limit',
  'receipt-turned-aside': 'Deposits beyond a limit',
  'deposit-sent-back': 'Deposits sent back',
  'verification-submitted': 'Documents sent in',
  'verification-approved': 'Verified',
  'verification-refused': 'Not verified',
  'final-refusal-proposed': 'Proposed final refusals',
  'final-refusal-dropped': 'Final refusals not made',
  'finally-refused': 'Final refusals',
  'bank-entry-proposed': 'Entries at the bank, not yet booked',
  'bank-entry-refused': 'Entries at the bank, not booked',
  'role-proposed': 'Proposed roles',
  'role-changed': 'Roles',
  'role-refused': 'Roles not given',
  'role-given': 'Roles of invitations',
  'account-frozen': 'Freezing',
  'account-unfrozen': 'Unfreezing',
  'password-changed': 'Password changes',
  'password-reset': 'Passwords reset by link',
  'app-added': 'Authenticator apps added',
  'app-removed': 'Authenticator apps removed',
  'passkey-added': 'Passkeys added',
  'passkey-removed': 'Passkeys removed',
  'recovery-codes-renewed': 'New recovery codes',
  'recovery-code-used': 'Sign-ins with a recovery code',
  'signed-in-after-failures': 'Sign-ins after wrong passwords',
  'factor-undone': 'New second factors removed',
  'access-change-proposed': 'Sign-in changes proposed by staff',
  'access-change-approved': 'Sign-in changes approved',
  'access-change-refused': 'Sign-in changes not made',
  'access-change-stopped': 'Sign-in changes stopped',
  'access-change-lapsed': 'Sign-in changes lapsed',
  'email-verified': 'E-mail address confirmed',
  'email-change-asked': 'Changes of e-mail asked for',
  'email-change-agreed': 'Changes of e-mail agreed to',
  'email-confirmed': 'New e-mails confirmed',
  'email-changed': 'E-mail changes',
  'app-taken': 'Authenticator apps removed by staff',
  'passkey-taken': 'Passkeys removed by staff',
  'sessions-ended': 'Sessions ended by staff',
}

const groupNames = Object.keys(activityGroups) as ActivityGroup[]

/** For a field of choices: everything, then each group as a whole and its kinds. */
export const activityKinds = [
  { value: '', label: 'Everything' },
  ...groupNames.map((group) => ({
    group: groupWords[group][0],
    items: [
      { value: group, label: groupWords[group][1] },
      ...activityGroups[group].map((kind) => ({ value: kind, label: kindWords[kind] })),
    ],
  })),
]

export const isKind = (value: string): boolean =>
  Object.hasOwn(groupWords, value) || Object.hasOwn(kindWords, value)
