/**
 * Every kind of activity, once: what people read of it, what a list is narrowed to by, and whom the bell tells. The words of
 * kinds are recorded for good (desk/recorded-words.md); what is read for them may change.
 */
import type { ActivityGroup } from './activity-groups.ts'
import type { NotificationTopic } from './notifications.ts'
import type { AccessChangeMade, SecurityChange } from './security.ts'

/**
 * Whom the bell tells: nobody, since people only ever do it themselves; the person, whoever did it, since a thief who is signed
 * in looks like them; the person, where others did it; or the same, unless they switched the topic off.
 */
type Bell = 'own' | 'security' | 'others' | NotificationTopic

/** In the past tense of a ledger, then as a choice of the list. */
type Kind = readonly [title: string, many: string, bell: Bell]

/** What a person can have in their list. */
const ofPeople = {
  'money-in': {
    deposit: ['Play money credited', 'Deposits', 'deposit-received'],
    'bank-deposit': ['Deposit by bank received', 'Deposits by bank', 'deposit-received'],
    'coin-deposit': ['Deposit in coins received', 'Deposits in bitcoin', 'deposit-received'],
    'transfer-received': ['Transfer received', 'Transfers received', 'deposit-received'],
    'referral-credited': ['Referral bonus credited', 'Referral bonuses', 'deposit-received'],
  },
  invested: {
    'investment-opened': ['Investment opened', 'Investments opened', 'own'],
    'investment-matured': ['Investment matured', 'Investments matured', 'investment-matured'],
    'investment-reinvested': [
      'Investment matured, principal invested again',
      'Investments invested again',
      'investment-matured',
    ],
    'investment-not-reinvested': [
      'Investment matured, not invested again but paid to the balance',
      'Investments not invested again',
      'others',
    ],
    'investment-undone': ['Investment undone', 'Investments undone', 'own'],
    'reinvesting-chosen': [
      'Chosen: principal invested again at maturity',
      'Chosen to invest again',
      'security',
    ],
    'payout-chosen': [
      'Chosen: all paid to the balance at maturity',
      'Chosen to be paid',
      'security',
    ],
  },
  withdrawn: {
    'withdrawal-requested': ['Withdrawal requested', 'Withdrawals requested', 'own'],
    'withdrawal-first-approval': [
      'Withdrawal approved by the first of two',
      'First of two approvals',
      'withdrawal-decided',
    ],
    'withdrawal-approved': ['Withdrawal approved', 'Withdrawals approved', 'withdrawal-decided'],
    'withdrawal-rejected': ['Withdrawal rejected', 'Withdrawals rejected', 'withdrawal-decided'],
    'withdrawal-cancelled': ['Withdrawal cancelled', 'Withdrawals cancelled', 'own'],
    'withdrawal-paid': ['Withdrawal paid', 'Withdrawals paid', 'withdrawal-paid'],
    'payout-returned': ['Payout sent back by the bank', 'Payouts sent back', 'others'],
    'withdrawal-returned': [
      'Withdrawal returned to the balance',
      'Withdrawals returned',
      'withdrawal-decided',
    ],
  },
  borrowed: {
    'loan-applied-for': ['Loan asked for', 'Loans asked for', 'own'],
    'loan-application-answered': ['More sent for a loan', 'More sent for loans', 'own'],
    'loan-application-withdrawn': [
      'Application for a loan withdrawn',
      'Applications for loans withdrawn',
      'own',
    ],
    'loan-more-asked': ['More asked for before a loan', 'More asked for before loans', 'others'],
    'loan-proposed': [
      'Loan proposed by one of two, not yet lent',
      'Loans proposed by one of two',
      'others',
    ],
    'loan-not-lent': ['Proposed loan was not agreed to', 'Loans not agreed to', 'others'],
    'loan-refusal-proposed': [
      'Refusal of a loan proposed by one of two',
      'Refusals of loans proposed',
      'others',
    ],
    'loan-refusal-ended': [
      'Refusal of a loan was not agreed to',
      'Refusals of loans not agreed to',
      'others',
    ],
    'loan-refused': ['Loan refused', 'Loans refused', 'others'],
    'loan-paid-out': ['Loan paid out', 'Loans paid out', 'others'],
    'instalment-paid': ['Instalment of a loan taken', 'Instalments taken', 'others'],
    'instalment-lacking': [
      'Instalment of a loan due, and money lacking for it',
      'Instalments that lacked money',
      'others',
    ],
    'loan-collected': ['Taken for what was overdue on a loan', 'Taken for loans', 'others'],
    'late-fee-charged': ['Late payment fee charged', 'Late payment fees', 'others'],
    'loan-repaid': ['Paid back of a loan', 'Paid back of loans', 'own'],
    'loan-default-proposed': [
      'Calling a loan due proposed by one of two',
      'Calling loans due proposed',
      'others',
    ],
    'loan-default-ended': [
      'Calling a loan due was not agreed to',
      'Calling loans due not agreed to',
      'others',
    ],
    'loan-called-due': ['Loan called due', 'Loans called due', 'others'],
    'loan-written-off': [
      'Loan called due, and the rest of it written off',
      'Loans written off',
      'others',
    ],
  },
  corrected: {
    'correction-made': ['Account corrected by staff', 'Corrections made', 'others'],
    'correction-proposed': [
      'Correction proposed by staff, not yet made',
      'Corrections proposed',
      'others',
    ],
    'correction-refused': ['Proposed correction was not made', 'Corrections not made', 'others'],
    'referral-credit-proposed': [
      'Referral bonus proposed by staff, not yet credited',
      'Referral bonuses proposed',
      'others',
    ],
    'referral-credit-refused': [
      'Proposed referral bonus was not credited',
      'Referral bonuses not credited',
      'others',
    ],
    'bank-entry-proposed': [
      'Entry at the bank recorded by one of two, not yet booked',
      'Entries at the bank, not yet booked',
      'others',
    ],
    'bank-entry-refused': [
      'Recorded entry at the bank was not booked',
      'Entries at the bank, not booked',
      'others',
    ],
    'bank-deposit-reversed': [
      'Deposit reversed by the bank',
      'Deposits reversed by a bank',
      'others',
    ],
    'bank-deposit-over-limit': [
      'Deposit by bank above your limit, set aside in your name',
      'Deposits above a limit',
      'others',
    ],
    'opening-reversal-proposed': [
      'Taking back a wrong opening balance proposed, not yet done',
      'Opening balances, proposed to be taken back',
      'others',
    ],
    'opening-reversal-refused': [
      'Opening balance stays as it was',
      'Opening balances that stay',
      'others',
    ],
    'opening-reversed': [
      'Wrong opening balance taken back',
      'Opening balances taken back',
      'others',
    ],
    'coin-deposit-reversed': [
      'Deposit in bitcoin reversed by the network',
      'Deposits in bitcoin reversed',
      'others',
    ],
    'coin-deposit-gone': [
      'Deposit in bitcoin gone from the network’s records',
      'Deposits in bitcoin gone',
      'others',
    ],
    'coin-deposit-over-limit': [
      'Deposit in coins above your limit, set aside in your name',
      'Deposits in bitcoin above a limit',
      'others',
    ],
    'deposit-returned': ['Deposit above your limit sent back', 'Deposits sent back', 'others'],
  },
  'sign-in': {
    'password-changed': ['Password changed', 'Password changes', 'security'],
    'password-reset': ['Password reset by a link', 'Passwords reset by link', 'security'],
    'app-added': ['Authenticator app added', 'Authenticator apps added', 'security'],
    'app-removed': ['Authenticator app removed', 'Authenticator apps removed', 'security'],
    'app-removed-by-staff': [
      'Authenticator app removed by staff',
      'Authenticator apps removed by staff',
      'security',
    ],
    'passkey-added': ['Passkey added', 'Passkeys added', 'security'],
    'passkey-removed': ['Passkey removed', 'Passkeys removed', 'security'],
    'passkey-removed-by-staff': [
      'Passkey removed by staff',
      'Passkeys removed by staff',
      'security',
    ],
    'recovery-codes-renewed': ['Recovery codes renewed', 'New recovery codes', 'security'],
    'recovery-code-used': [
      'Signed in with a recovery code',
      'Sign-ins with a recovery code',
      'security',
    ],
    'signed-in-after-failures': [
      'Signed in after several wrong passwords',
      'Sign-ins after wrong passwords',
      'security',
    ],
    'factor-undone': [
      'New second factor removed by a link',
      'New second factors removed',
      'security',
    ],
    'access-change-proposed': [
      'Sign-in change proposed by staff, not yet made',
      'Sign-in changes proposed by staff',
      'security',
    ],
    'access-change-approved': [
      'Sign-in change approved by two of our staff, and waiting',
      'Sign-in changes approved',
      'security',
    ],
    'access-change-refused': [
      'Proposed sign-in change was not made',
      'Sign-in changes not made',
      'security',
    ],
    'access-change-stopped': ['Sign-in change stopped', 'Sign-in changes stopped', 'security'],
    'access-change-lapsed': [
      'Sign-in change not made in time',
      'Sign-in changes lapsed',
      'security',
    ],
    'email-verified': ['Email address confirmed', 'Email address confirmed', 'security'],
    'email-change-requested': [
      'Change of email address requested, not yet made',
      'Changes of email requested',
      'security',
    ],
    'email-change-agreed': [
      'Change of email address agreed to',
      'Changes of email agreed to',
      'security',
    ],
    'email-confirmed': ['New email confirmed', 'New emails confirmed', 'security'],
    'email-changed': ['Email changed', 'Email changes', 'security'],
    'sessions-ended': ['All sessions ended by staff', 'Sessions ended by staff', 'security'],
  },
  account: {
    'account-imported': [
      'Account moved here from another system, with its balance',
      'Accounts moved here',
      'others',
    ],
    'account-opened': ['Account opened', 'Account opening', 'own'],
    'name-changed': ['Name changed', 'Name changes', 'own'],
    'answers-fit': ['Questions before investing answered', 'Questions answered', 'own'],
    'answers-pause': [
      'Questions before investing answered: not for now',
      'Questions answered: not for now',
      'own',
    ],
    'investment-limit-set': ['Own limit changed', 'Own limit', 'own'],
    'investment-limit-raised': [
      'Raise of the own limit requested, counts a day later',
      'Raises of the own limit',
      'security',
    ],
    'policy-accepted': ['Policy accepted', 'Policies accepted', 'own'],
    'policy-changes': ['Policy changes', 'Changes of policies', 'others'],
    'policy-change-withdrawn': [
      'Change of a policy withdrawn',
      'Withdrawn changes of policies',
      'others',
    ],
    'destination-saved': ['Destination saved', 'Destinations saved', 'security'],
    'destination-removed': ['Destination removed', 'Destinations removed', 'own'],
    'address-drawn': ['Address for deposits drawn', 'Addresses for deposits', 'own'],
    'document-added': ['Document added', 'Documents added', 'own'],
    'document-removed': ['Document removed', 'Documents removed', 'own'],
    'document-viewed': ['Document opened by staff', 'Documents opened by staff', 'others'],
    'announcement-received': ['Announcement', 'Announcements', 'others'],
    'message-sent': ['Message to our staff', 'Messages to our staff', 'own'],
    'message-received': ['Message from our staff', 'Messages from our staff', 'others'],
    'message-settled': [
      'What you wrote was closed without an answer',
      'Messages closed without an answer',
      'own',
    ],
    'message-file-viewed': [
      'File of a message opened by staff',
      'Files of messages opened by staff',
      'others',
    ],
    'archive-requested': ['Copy of your data requested', 'Copies of your data', 'security'],
    'audit-reviewed': [
      'Reviewed by an auditor, in a random sample',
      'Reviews by an auditor',
      'others',
    ],
    'audit-mark-withdrawn': ['Auditor withdrew a review mark', 'Withdrawn review marks', 'others'],
    'role-proposed': ['Another role proposed by staff, not yet given', 'Proposed roles', 'others'],
    'role-changed': ['Role changed by two administrators', 'Roles', 'others'],
    'role-refused': ['Proposed role was not given', 'Roles not given', 'others'],
    'role-given': ['Role given by the operator’s invitation', 'Roles of invitations', 'others'],
    'verification-submitted': ['Documents sent in to be verified', 'Documents sent in', 'own'],
    'verification-approved': ['Verified', 'Verified', 'others'],
    'verification-refused': ['Not verified; can be tried again', 'Not verified', 'others'],
    'verification-reminded': [
      'Reminder: documents are still missing',
      'Reminders of documents',
      'others',
    ],
    'final-refusal-proposed': [
      'Final refusal proposed by one of two',
      'Proposed final refusals',
      'others',
    ],
    'final-refusal-rejected': [
      'Proposed final refusal was rejected',
      'Final refusals not made',
      'others',
    ],
    'finally-refused': ['Not verified, for good', 'Final refusals', 'others'],
    'check-begun': ['A check that the law requires', 'Checks that the law requires', 'others'],
    'check-proposed': [
      'A check that the law requires goes on',
      'Checks that the law requires, looked at',
      'own',
    ],
    'check-kept': [
      'A check that the law requires goes on',
      'Checks that the law requires, going on',
      'own',
    ],
    'check-ended': [
      'A check that the law requires has ended',
      'Ends of checks that the law requires',
      'others',
    ],
    'account-frozen': ['Account frozen', 'Freezing', 'security'],
    'account-unfrozen': ['Account unfrozen', 'Unfreezing', 'security'],
    'account-closing-requested': [
      'Closing of the account requested, counts a day later',
      'Requests to close the account',
      'security',
    ],
    'account-closing-stopped': ['Account kept: it is not closed', 'Closings stopped', 'security'],
    'account-closing-lapsed': [
      'Account not closed, since something was left or it was frozen',
      'Closings lapsed',
      'security',
    ],
    'account-closed': ['Account closed', 'Account closing', 'others'],
  },
} as const satisfies Record<ActivityGroup, Record<string, Kind>>

/** What happens to a sign-in. A kind that isn't there doesn't type-check. */
ofPeople['sign-in'] satisfies Record<SecurityChange | AccessChangeMade, Kind>

/** Done in the firm's own name: in nobody's list but its own. */
export const titlesOfFirm: Readonly<Record<string, string>> = {
  'administrator-invited': 'Administrator invited by the operator, at the shell',
  'staff-invited': 'Somebody invited to work here',
  'invitation-withdrawn': 'Invitation to work here withdrawn',
  'firm-opened': 'Firm opened by two administrators',
  'evidence-requested': 'Pack of evidence requested',
  'evidence-granted': 'Pack of evidence granted by two administrators',
  'evidence-refused': 'Pack of evidence refused',
  'sample-drawn': 'Sample of users drawn by an auditor',
  'coins-unassigned': 'Coins for somebody who has left booked',
  'receipt-unassigned': 'Receipt without an owner booked',
  'receipt-returned': 'Receipt without an owner sent back',
  'bank-reconciled': 'Account at the bank reconciled',
  'edition-published': 'Edition of a policy published',
  'edition-withdrawn': 'Edition of a policy withdrawn before its day',
  'month-closed': 'Month of the books closed',
  'month-reopened': 'Month of the books reopened',
  'import-begun': 'Import of customers agreed to, and begun',
  'migration-cleared': 'Money of imported customers booked',
  'import-booked': 'Import of customers booked',
  'announcement-begun': 'Announcement agreed to, and sent',
  'announcement-stopped': 'Sending of an announcement stopped',
  'announcement-resumed': 'Sending of an announcement resumed',
  'announcement-sent': 'Announcement sent to everybody whom it is for',
  'wallet-compared': 'Wallet compared with a signer',
  'first-coins-confirmed': 'First coins confirmed by two on an explorer',
  'address-reserved': 'Forgotten address reserved after a restore',
  'payout-batch-built': 'Payout batch built',
  'payout-batch-signed': 'Payout batch signed',
  'payout-batch-sent': 'Payout batch sent',
  'payout-batch-cancelled': 'Payout batch cancelled',
  'payout-batch-void': 'Payout batch replaced in the chain',
  'payout-batch-settled': 'Network fee of payouts booked',
  'payout-list-built': 'Payout list made',
  'payout-list-released': 'Payout list released',
  'payout-list-cancelled': 'Payout list cancelled',
  'payout-list-recalled': 'Payout list cancelled after its release',
  'bank-export-built': 'Payouts exported for the bank',
  'bank-export-released': 'File for the bank released',
  'bank-export-downloaded': 'File for the bank downloaded',
  'bank-export-cancelled': 'File for the bank cancelled',
  'bank-report-recorded': 'Report of the bank on payouts recorded',
  'bank-payouts-reopened': 'Payouts that the bank rejected reopened',
  'payout-list-void': 'Payouts of a list can be made anew',
  'coins-sold': 'Coins sold',
  'coins-bought': 'Coins bought',
  'position-covered': 'Loss of coins covered by capital',
  'network-fees-borne': 'Fees in TRX borne by capital',
  'payouts-blocked': 'Payouts blocked after a restore',
  'earlier-payout-added': 'Earlier payout listed',
  'earlier-payout-explained': 'Earlier payout explained',
  'payouts-unblocked': 'Payouts go on',
  'bank-charge-booked': 'Bank charge booked',
  'bank-interest-booked': 'Bank interest booked',
  'capital-paid-in': 'Capital paid in',
  'loan-income-drawn': 'Interest and fees of loans drawn',
  'pool-funded': 'Pool funded',
  proposed: 'Proposed by one of two, nothing changed yet',
  'proposal-agreed': 'One of two agreed',
  'proposal-refused': 'Proposal refused',
  'proposal-withdrawn': 'Proposal withdrawn',
  'plan-offered': 'Plan offered',
  'plan-changed': 'Plan changed',
  'plan-withdrawn': 'Plan withdrawn from sale',
  'plan-reoffered': 'Plan put back on sale',
  'clock-moved': 'Demonstration clock moved forward',
}

const kinds = Object.entries(ofPeople).flatMap(([group, of]) =>
  Object.entries<Kind>(of).map(([kind, [title, many, bell]]) => ({
    kind,
    group,
    title,
    many,
    bell,
  })),
)

export const activityTitles: Readonly<Record<string, string>> = {
  ...titlesOfFirm,
  ...Object.fromEntries(kinds.map(({ kind, title }) => [kind, title])),
}

/** Of a group, in the order of its choices; null for what is none. */
export function kindsOfGroup(name: string): { kind: string; many: string }[] | null {
  const own = kinds.filter(({ group }) => group === name)
  return own.length === 0 ? null : own
}

/** By which an investment ends with its profit. */
export const kindsWithProfit: readonly (keyof (typeof ofPeople)['invested'])[] = [
  'investment-matured',
  'investment-reinvested',
  'investment-not-reinvested',
]

/** Those of which the bell tells in this way. */
export const kindsOfBell = (way: Bell): string[] =>
  kinds.filter(({ bell }) => bell === way).map(({ kind }) => kind)
