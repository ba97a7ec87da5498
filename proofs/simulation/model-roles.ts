/** Who of staff may do what, thought again: role by role, as the firm's handbook would say it. An administrator may all of it but what only auditors do. */
import type { Capability } from '../../src/contract/roles.ts'
import type { Person } from './model-state.ts'

/** `may` in the words of the API. */
type Duties = {
  may: readonly Capability[]
  gives: readonly string[]
  proposes: readonly string[]
  agreesTo: readonly string[]
}

const moneyKinds = [
  'capital',
  'pool-funding',
  'payouts-unblocking',
  'correction',
  'referral-credit',
  'coin-entry',
  'first-coins',
  'bank-export-cancellation',
  'bank-payouts-reopening',
  'bank-entry',
  'payout-return',
  'month-closing',
  'month-reopening',
  'loan-default',
  'loan-income',
]

/** Whoever works here may take back what they proposed, and is asked by each proposal itself. */
const everybody = ['AgreeToProposal', 'RefuseProposal', 'WithdrawProposal']

/** To people, and what came of it. */
const writing = ['AnswerMessages', 'SettleMessages']

/** What people ask to be lent, and whether it is called due. */
const lending = ['AskMoreForLoan', 'ProposeLoan', 'ProposeLoanRefusal', 'ProposeLoanDefault']

/** To everybody. */
const announcements = ['announcement', 'announcement-resuming']
const announcing = ['ProposeAnnouncement', 'ResumeAnnouncement', 'StopAnnouncement']

const handbook: Record<string, Duties> = {
  support: {
    may: ['answer-messages', 'freeze', 'read-people', 'work-here', 'write-notes'],
    gives: ['FreezeUser', 'EndSessions', 'WriteNote', ...writing],
    proposes: [],
    agreesTo: [],
  },
  compliance: {
    may: [
      'announce',
      'answer-messages',
      'change-sign-ins',
      'decide-cases',
      'decide-matches',
      'export-people',
      'freeze',
      'lend',
      'read-audit',
      'read-cases',
      'read-loans',
      'read-matches',
      'read-people',
      'unfreeze',
      'work-here',
      'write-notes',
    ],
    gives: [
      'FreezeUser',
      'UnfreezeUser',
      'EndSessions',
      'WriteNote',
      ...writing,
      ...announcing,
      ...lending,
      'ViewDocument',
      'VerifyPerson',
      'RefuseVerification',
      'RemindByHand',
      'ProposeFinalRefusal',
      'ProposeCheckDecision',
      'ProposeFactorRemoval',
      'ApproveAccessChange',
      'RefuseAccessChange',
    ],
    proposes: [
      ...['final-refusal', 'check-decision', 'loan', 'loan-refusal', 'loan-default'],
      ...announcements,
    ],
    agreesTo: ['final-refusal', 'check-decision', 'loan', 'loan-refusal', ...announcements],
  },
  treasurer: {
    may: [
      'book-money',
      'move-capital',
      'pay-out',
      'read-loans',
      'read-money',
      'read-people',
      'work-here',
      'write-notes',
    ],
    gives: [
      'WriteNote',
      'RecordReceipt',
      'AssignReceipt',
      'ReturnReceipt',
      'ReverseReceipt',
      'RecordBankCharge',
      'RecordBankInterest',
      'RecordPayoutReturn',
      'ReconcileBank',
      'ProposeMonthClosing',
      'ProposeMonthReopening',
      'RecordCoinExchange',
      'RecordPositionCover',
      'RecordNetworkFees',
      'CompareWallet',
      'ProposeFirstCoins',
      'BuildPayoutBatch',
      'SignPayoutBatch',
      'CancelPayoutBatch',
      'BuildPayoutList',
      'CancelPayoutList',
      'BuildBankExport',
      'DownloadBankExport',
      'RecordBankReport',
      'ProposeCancellingBankExport',
      'ProposeReopeningPayouts',
      'AddEarlierPayout',
      'ExplainEarlierPayout',
      'ProposeUnblockingPayouts',
      'PayWithdrawal',
      'ReturnWithdrawal',
      'PayInCapital',
      'FundPool',
      'DrawLoanIncome',
    ],
    proposes: moneyKinds.filter(
      (kind) => !['correction', 'referral-credit', 'loan-default'].includes(kind),
    ),
    agreesTo: [],
  },
  approver: {
    may: ['agree-to-money', 'read-loans', 'read-money', 'read-people', 'work-here', 'write-notes'],
    gives: [
      'WriteNote',
      'ApproveWithdrawal',
      'RejectWithdrawal',
      'SendPayoutBatch',
      'ReleasePayoutList',
      'ReleaseBankExport',
    ],
    proposes: [],
    agreesTo: moneyKinds,
  },
  auditor: {
    may: [
      'draw-samples',
      'export-people',
      'read-audit',
      'read-cases',
      'read-loans',
      'read-matches',
      'read-money',
      'read-people',
      'read-staff',
      'take-evidence',
      'work-here',
    ],
    gives: ['ViewDocument', 'RequestEvidence'],
    proposes: ['evidence-pack'],
    agreesTo: [],
  },
}

const rolesIn = ({ roles }: Pick<Person, 'roles'>) => JSON.parse(roles) as string[]

const allows = (
  person: Pick<Person, 'roles'> | undefined,
  has: (duties: Duties) => boolean,
): boolean =>
  person !== undefined &&
  rolesIn(person).some((role) => role === 'administrator' || has(handbook[role]!))

export const mayGive = (person: Pick<Person, 'roles'> | undefined, kind: string): boolean =>
  (everybody.includes(kind) && person !== undefined && person.roles !== '[]') ||
  allows(person, ({ gives }) => gives.includes(kind))

export const mayPropose = (person: Pick<Person, 'roles'> | undefined, kind: string): boolean =>
  allows(person, ({ proposes }) => proposes.includes(kind))

export const mayAgreeTo = (person: Pick<Person, 'roles'> | undefined, kind: string): boolean =>
  allows(person, ({ agreesTo }) => agreesTo.includes(kind))

/** The specification's word. */
export function wordFor(roles: string): Person['role'] {
  if (roles === '[]') return 'user'
  return roles === '["auditor"]' ? 'auditor' : 'admin'
}

export const rolesFor = (word: Person['role']): string =>
  ({ user: '[]', admin: '["administrator"]', auditor: '["auditor"]' })[word]

/** Of an administrator: all but what only auditors do. */
const ofAdministrators: readonly Capability[] = [
  ...([
    'agree-to-money',
    'book-money',
    'change-sign-ins',
    'close-accounts',
    'decide-cases',
    'decide-matches',
    'read-matches',
  ] as const),
  ...(['edit-people', 'export-people', 'freeze', 'give-roles', 'move-capital'] as const),
  ...(['offer-plans', 'pay-out', 'read-audit', 'read-cases', 'read-money', 'read-people'] as const),
  ...(['read-staff', 'run-the-house', 'take-evidence', 'unfreeze', 'work-here'] as const),
  'write-notes',
  'answer-messages',
  'announce',
  'import-people',
  'lend',
  'read-loans',
]

/** In the order of the alphabet, each once. */
export const capabilitiesFor = (person: Pick<Person, 'roles'>): Capability[] =>
  [
    ...new Set(
      rolesIn(person).flatMap((role) =>
        role === 'administrator' ? ofAdministrators : handbook[role]!.may,
      ),
    ),
  ].toSorted()
