/** Who of staff may do what, thought again: role by role, as the firm's handbook would say it. An administrator may all of it but what only auditors do. */
import type { Person } from './model-state.ts'

type Duties = { gives: readonly string[]; proposes: readonly string[]; agreesTo: readonly string[] }

const moneyKinds = [
  'capital',
  'pool-funding',
  'payouts-unblocking',
  'correction',
  'referral-credit',
  'coin-entry',
  'bank-export-cancellation',
  'bank-payouts-reopening',
  'bank-entry',
  'payout-return',
]

/** Whoever works here may take back what they proposed, and is asked by each proposal itself. */
const everybody = ['AgreeToProposal', 'RefuseProposal', 'WithdrawProposal']

const handbook: Record<string, Duties> = {
  support: {
    gives: ['FreezeUser', 'EndSessions', 'WriteNote'],
    proposes: [],
    agreesTo: [],
  },
  compliance: {
    gives: [
      'FreezeUser',
      'UnfreezeUser',
      'EndSessions',
      'WriteNote',
      'ViewDocument',
      'VerifyPerson',
      'RefuseVerification',
      'ProposeFinalRefusal',
      'ProposeFactorRemoval',
      'ApproveAccessChange',
      'RefuseAccessChange',
    ],
    proposes: ['final-refusal'],
    agreesTo: ['final-refusal'],
  },
  treasurer: {
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
      'RecordCoinExchange',
      'RecordPositionCover',
      'CompareWallet',
      'BuildPayoutBatch',
      'SignPayoutBatch',
      'CancelPayoutBatch',
      'BuildPayoutList',
      'CancelPayoutList',
      'ExportPayouts',
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
    ],
    proposes: moneyKinds.filter((kind) => kind !== 'correction' && kind !== 'referral-credit'),
    agreesTo: [],
  },
  approver: {
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
