/** What staff can do, in words: the commands that they give, by the names of the journal. */
import { isMonth, monthInWords } from '../lib/month.ts'
import type { ProposalKindName } from './proposal.ts'
import { asRoles, noRoles } from './roles.ts'
import { isWorkName, workWords } from './staff-work.ts'

/** Of an action, what its words are made of. */
export type Told = {
  actor: { fullName: string }
  subject: { fullName: string } | null
  kind: string
  outcome: string
  reason: string | null
  details: Record<string, string>
}

/** What the firm is called where an action is about it. */
export const theFirm = 'The firm'

/** A name is said by its place, so that a page can make it a link. */
export type Part = string | { party: 'actor' | 'subject'; name: string }

type Words = {
  /** In the past tense of a ledger. */
  title: string
  did: string
  /** What somebody did who was refused: tried to. */
  to: string
  /** Of whom or of what; names and amounts stand in it as they are. */
  what(of: { whom: Part; amount: string; details: Record<string, string> }): Part[]
}

const whom: Words['what'] = (of) => [of.whom]
const correction: Words['what'] = (of) => ['a correction of ', of.whom, '’s account']
const request: Words['what'] = (of) => [of.whom, '’s withdrawal', of.amount]
const signIn: Words['what'] = (of) => ['a change of ', of.whom, '’s sign-in']
const plan: Words['what'] = ({ details }) => [
  `the plan ${details.plan ?? details.title ?? ''}`.trim(),
]

const entry: Words['what'] = ({ details }) => [
  `an entry at the bank${details.amount ? ` of ${details.amount}` : ''}${details.reference ? `, reference ${details.reference}` : ''}`,
]

const cameBack: Words['what'] = ({ whom, details: { amount, reference } }) => [
  `that a bank sent back ${amount ?? 'a payout'}${reference ? `, reference ${reference},` : ''} of `,
  whom,
]

const called = (roles = noRoles) => asRoles(roles)

const check: Words['what'] = (of) => ['a check of ', of.whom, ' that the law requires']

const opening: Words['what'] = () => ['the opening of the firm']
const payouts: Words['what'] = () => ['payouts after a restore']

/** What staff call what is proposed, by its kind. */
const coinEntry: Words['what'] = ({ details }) => [
  `an exchange of coins, a cover or fees${details.amount ? ` of ${details.amount}` : ''}${details.reference ? `, reference ${details.reference}` : ''}`,
]
const monthNamed = (month: string | undefined) =>
  month !== undefined && isMonth(month) ? monthInWords(month) : 'a month'
const closing: Words['what'] = ({ details }) => [`closing ${monthNamed(details.month)}`]
const reopening: Words['what'] = ({ details }) => [`reopening ${monthNamed(details.month)}`]
const edition: Words['what'] = ({ details: { title, number } }) => [
  title ? `edition ${number ?? ''} of our ${title}`.replace('  ', ' ') : 'an edition of a policy',
]
const announcing: Words['what'] = ({ details }) => [
  details.announced ? `the announcement “${details.announced}”` : 'an announcement',
]
const firstCoins: Words['what'] = ({ details: { coin } }) => [
  `first coins in ${coin === 'USDT' ? 'USDT' : 'bitcoin'}`,
]
const importing: Words['what'] = ({ details: { people, amount } }) => [
  people ? `an import of ${people} people with ${amount}` : 'an import of customers',
]
const openingBack: Words['what'] = ({ whom: subject, details: { amount } }) => [
  `taking back ${amount ?? 'some'} of the opening balance of `,
  subject,
]
const loanAsked: Words['what'] = ({ whom: borrower, details: { amount } }) => [
  `a loan${amount ? ` of ${amount}` : ''} to `,
  borrower,
]
const loanDefault: Words['what'] = ({ whom: borrower, details: { amount } }) => [
  `calling a loan${amount ? ` of ${amount}` : ''} of `,
  borrower,
  ' due',
]
const loanIncome: Words['what'] = ({ details: { amount, reference } }) => [
  `${amount ?? 'some'} of what borrowers paid${reference ? `, reference ${reference}` : ''}`,
]
const proposedKinds: Record<ProposalKindName, Words['what']> = {
  'plan-offer': () => ['a new plan'],
  'plan-terms': () => ['other terms of a plan'],
  'plan-reoffer': () => ['a plan back on sale'],
  capital: ({ details: { amount, reference } }) => [`capital of ${amount}, reference ${reference}`],
  'pool-funding': ({ details: { amount, pool } }) => [`${amount} from capital to the ${pool} pool`],
  opening,
  'payouts-unblocking': payouts,
  correction,
  'referral-credit': (of) => ['a referral bonus of ', of.whom],
  'bank-export-cancellation': () => ['cancelling a file for the bank'],
  'bank-payouts-reopening': () => ['reopening what the bank rejected of a file'],
  'evidence-pack': (of) => [
    `a pack of evidence from ${of.details.from} to ${of.details.to} with words of people`,
  ],
  'check-decision': check,
  'month-closing': closing,
  'month-reopening': reopening,
  'edition-publication': edition,
  'edition-withdrawal': (of) => ['withdrawing ', ...edition(of)],
  announcement: announcing,
  'announcement-resuming': announcing,
  import: importing,
  'opening-reversal': openingBack,
  loan: loanAsked,
  'loan-refusal': (of) => ['refusing ', ...loanAsked(of)],
  'loan-default': loanDefault,
  'loan-income': loanIncome,
  'final-refusal': (of) => ['refusing ', of.whom, ' for good'],
  'coin-entry': coinEntry,
  'first-coins': firstCoins,
  'bank-entry': entry,
  'payout-return': cameBack,
  'role-change': ({ whom, details: { roles } }) => ['making ', whom, ` ${called(roles)}`],
}
const isProposalKind = (of: string | undefined): of is ProposalKindName =>
  of !== undefined && Object.hasOwn(proposedKinds, of)
const proposal: Words['what'] = (of) =>
  isProposalKind(of.details.of) ? proposedKinds[of.details.of](of) : ['a proposal']

const earlierPayout: Words['what'] = ({ details }) => [
  `an earlier payout${details.amount ? ` of ${details.amount}` : ''}${details.reference ? `, reference ${details.reference}` : ''}`,
]
const batch: Words['what'] = () => ['a batch of payouts in bitcoin']
const list: Words['what'] = () => ['a list of payouts in USDT']
const bankFile: Words['what'] = () => ['payouts for the bank']
const fileCancelled: Words['what'] = () => ['that a file for the bank is cancelled']
const pack: Words['what'] = ({ details }) => [
  `a pack of evidence${details.from ? ` from ${details.from} to ${details.to}` : ''}${details.withPersons === 'true' ? ' with words of people' : ''}`,
]
const file: Words['what'] = ({ details }) => [
  `${details.file ?? 'a list'}${details.rows ? `, ${details.rows} rows` : ''}${details.filter ? ` (${details.filter})` : ''}`,
]
/** “a request of Ada”; of what is the firm's, alone. */
const workOf: Words['what'] = ({ whom: subject, details }) => [
  isWorkName(details.work) ? workWords[details.work].one : 'work',
  ...(typeof subject !== 'string' && subject.name === theFirm ? [] : [' of ', subject]),
]
const actions = {
  AddEarlierPayout: {
    title: 'Listed earlier payout',
    did: 'listed',
    to: 'list',
    what: earlierPayout,
  },
  AgreeToProposal: {
    title: 'Agreed to proposal',
    did: 'agreed to',
    to: 'agree to',
    what: proposal,
  },
  AnswerMessages: {
    title: 'Wrote to a user',
    did: 'wrote to',
    to: 'write to',
    what: whom,
  },
  ApproveAccessChange: {
    title: 'Approved sign-in change',
    did: 'approved',
    to: 'approve',
    what: signIn,
  },
  ApproveWithdrawal: {
    title: 'Approved withdrawal',
    did: 'approved',
    to: 'approve',
    what: request,
  },
  AskMoreForLoan: {
    title: 'Asked for more about a loan',
    did: 'asked for more about',
    to: 'ask for more about',
    what: loanAsked,
  },
  AssignReceipt: {
    title: 'Proposed owner of a receipt',
    did: 'proposed to assign',
    to: 'propose to assign',
    what: (of) => [`a receipt of ${of.details.amount ?? ''} to `, of.whom],
  },
  BuildBankExport: { title: 'Exported payouts', did: 'exported', to: 'export', what: bankFile },
  BuildPayoutBatch: { title: 'Built batch of payouts', did: 'built', to: 'build', what: batch },
  BuildPayoutList: { title: 'Made list of payouts', did: 'made', to: 'make', what: list },
  CancelPayoutBatch: {
    title: 'Cancelled batch of payouts',
    did: 'cancelled',
    to: 'cancel',
    what: batch,
  },
  CancelPayoutList: {
    title: 'Cancelled list of payouts',
    did: 'cancelled',
    to: 'cancel',
    what: list,
  },
  ChangePlan: { title: 'Changed plan', did: 'changed', to: 'change', what: plan },
  CloseUser: { title: 'Deleted user', did: 'deleted', to: 'delete', what: whom },
  CompareWallet: {
    title: 'Compared wallet with a signer',
    did: 'compared',
    to: 'compare',
    what: () => ['the wallet with their signer'],
  },
  CorrectUser: {
    title: 'Edited user',
    did: 'edited',
    to: 'edit',
    what: (of) => [of.whom, '’s account'],
  },
  CreditReferrer: {
    title: 'Credited referrer',
    did: 'credited',
    to: 'credit',
    what: ({ whom: referrer, details }) => [
      referrer,
      details.credited ? ` with ${details.credited}` : '',
      details.fundingAmount ? ` for a friend’s deposit of ${details.fundingAmount}` : '',
    ],
  },
  DownloadBankExport: {
    title: 'Downloaded file for the bank',
    did: 'downloaded a file of',
    to: 'download a file of',
    what: bankFile,
  },
  DownloadEvidence: {
    title: 'Downloaded pack of evidence',
    did: 'downloaded',
    to: 'download',
    what: pack,
  },
  DrawLoanIncome: {
    title: 'Drew income of loans',
    did: 'drew',
    to: 'draw',
    what: loanIncome,
  },
  DrawSample: {
    title: 'Drew sample of users',
    did: 'drew',
    to: 'draw',
    what: () => ['a sample of users'],
  },
  EndSessions: {
    title: 'Ended sessions',
    did: 'ended',
    to: 'end',
    what: (of) => ['all sessions of ', of.whom],
  },
  ExplainEarlierPayout: {
    title: 'Explained earlier payout',
    did: 'explained',
    to: 'explain',
    what: earlierPayout,
  },
  ExportList: { title: 'Exported list', did: 'exported', to: 'export', what: file },
  FreezeUser: { title: 'Froze user', did: 'froze', to: 'freeze', what: whom },
  FundPool: {
    title: 'Funded pool',
    did: 'moved',
    to: 'move',
    what: ({ details }) => [`${details.amount} from capital to the ${details.pool} pool`],
  },
  GiveWork: {
    title: 'Gave work to a colleague',
    did: 'gave a colleague',
    to: 'give a colleague',
    what: workOf,
  },
  InviteStaff: {
    title: 'Invited staff',
    did: 'invited',
    to: 'invite',
    what: () => ['somebody to open an account for their work here'],
  },
  MarkReviewed: {
    title: 'Marked as reviewed',
    did: 'marked',
    to: 'mark',
    what: (of) => [of.whom, ' as reviewed'],
  },
  MoveClock: {
    title: 'Moved demonstration clock',
    did: 'moved',
    to: 'move',
    what: ({ details }) => [
      `the demonstration’s clock ${details.days} ${details.days === '1' ? 'day' : 'days'} ahead`,
    ],
  },
  OfferPlan: { title: 'Offered plan', did: 'offered', to: 'offer', what: plan },
  PayInCapital: {
    title: 'Paid in capital',
    did: 'paid in',
    to: 'pay in',
    what: ({ details }) => [`${details.amount} of capital, reference ${details.reference}`],
  },
  PayWithdrawal: {
    title: 'Recorded payout',
    did: 'recorded the payout of',
    to: 'record the payout of',
    what: (of) => [
      ...request(of),
      of.details.reference ? `, reference ${of.details.reference}` : '',
    ],
  },
  ProposeAnnouncement: {
    title: 'Proposed announcement',
    did: 'proposed',
    to: 'propose',
    what: announcing,
  },
  ProposeCancellingBankExport: {
    title: 'Proposed to cancel file for the bank',
    did: 'proposed',
    to: 'propose',
    what: fileCancelled,
  },
  ProposeCheckDecision: {
    title: 'Proposed decision on a check',
    did: 'proposed to decide on',
    to: 'propose to decide on',
    what: check,
  },
  ProposeEdition: {
    title: 'Proposed an edition of a policy',
    did: 'proposed',
    to: 'propose',
    what: edition,
  },
  ProposeEditionWithdrawal: {
    title: 'Proposed to withdraw an edition',
    did: 'proposed to withdraw',
    to: 'propose to withdraw',
    what: edition,
  },
  ProposeFactorRemoval: {
    title: 'Proposed removal of second factor',
    did: 'proposed to remove',
    to: 'propose to remove',
    what: (of) => ['a second factor of ', of.whom],
  },
  ProposeFinalRefusal: {
    title: 'Proposed final refusal',
    did: 'proposed to refuse',
    to: 'propose to refuse',
    what: (of) => [of.whom, ' for good'],
  },
  ProposeFirstCoins: {
    title: 'Proposed to confirm first coins',
    did: 'proposed to confirm',
    to: 'propose to confirm',
    what: firstCoins,
  },
  ProposeImport: {
    title: 'Proposed import of customers',
    did: 'proposed',
    to: 'propose',
    what: importing,
  },
  ProposeLoan: {
    title: 'Proposed a loan',
    did: 'proposed',
    to: 'propose',
    what: loanAsked,
  },
  ProposeLoanDefault: {
    title: 'Proposed calling a loan due',
    did: 'proposed',
    to: 'propose',
    what: loanDefault,
  },
  ProposeLoanRefusal: {
    title: 'Proposed refusing a loan',
    did: 'proposed to refuse',
    to: 'propose to refuse',
    what: loanAsked,
  },
  ProposeMonthClosing: {
    title: 'Proposed to close a month',
    did: 'proposed',
    to: 'propose',
    what: closing,
  },
  ProposeMonthReopening: {
    title: 'Proposed to reopen a month',
    did: 'proposed',
    to: 'propose',
    what: reopening,
  },
  ProposeOpening: {
    title: 'Proposed opening of the firm',
    did: 'proposed',
    to: 'propose',
    what: opening,
  },
  ProposeOpeningReversal: {
    title: 'Proposed to take back an opening balance',
    did: 'proposed',
    to: 'propose',
    what: openingBack,
  },
  ProposeReopeningPayouts: {
    title: 'Proposed to reopen rejected payouts',
    did: 'proposed',
    to: 'propose',
    what: () => ['reopening what the bank rejected of a file'],
  },
  ProposeRoleChange: {
    title: 'Proposed role',
    did: 'proposed to make',
    to: 'propose to make',
    what: (of) => [of.whom, ` ${called(of.details.roles)}`],
  },
  ProposeUnblockingPayouts: {
    title: 'Proposed that payouts go on',
    did: 'proposed to go on with',
    to: 'propose to go on with',
    what: payouts,
  },
  PutOffWork: {
    title: 'Put off work',
    did: 'put off',
    to: 'put off',
    what: (of) => [...workOf(of), ...(of.details.until ? [` until ${of.details.until}`] : [])],
  },
  ReconcileBank: {
    title: 'Reconciled account at the bank',
    did: 'reconciled',
    to: 'reconcile',
    what: ({ details }) => [
      `${details.account === 'firm-bank' ? 'the firm’s' : 'the clients’'} account at the bank`,
    ],
  },
  RecordBankCharge: {
    title: 'Recorded bank charge',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [`a bank charge of ${details.amount}`],
  },
  RecordBankInterest: {
    title: 'Recorded bank interest',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [`bank interest of ${details.amount}`],
  },
  RecordBankReport: {
    title: 'Recorded report of the bank on payouts',
    did: 'recorded',
    to: 'record',
    what: () => ['what the bank says of a file of payouts'],
  },
  RecordCoinExchange: {
    title: 'Recorded exchange of coins',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [
      `bitcoin ${details.kind === 'purchase' ? 'bought' : 'sold'} for ${details.amount}, reference ${details.reference}`,
    ],
  },
  RecordMigrationClearing: {
    title: 'Recorded money of imported customers',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [
      `money of imported customers of ${details.amount}, reference ${details.reference}`,
    ],
  },
  RecordNetworkFees: {
    title: 'Recorded fees in TRX',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [`fees in TRX of ${details.amount}, reference ${details.reference}`],
  },
  RecordPayoutReturn: {
    title: 'Recorded payout that came back',
    did: 'recorded',
    to: 'record',
    what: cameBack,
  },
  RecordPositionCover: {
    title: 'Recorded cover of the position',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [`that capital covers ${details.amount} of what coins have lost`],
  },
  RecordReceipt: {
    title: 'Recorded receipt',
    did: 'recorded',
    to: 'record',
    what: ({ details }) => [`a receipt of ${details.amount}, reference ${details.reference}`],
  },
  RefuseAccessChange: {
    title: 'Rejected or stopped sign-in change',
    did: 'rejected or stopped',
    to: 'reject or stop',
    what: signIn,
  },
  RefuseInvitedRole: {
    title: 'Refused role of an invitation',
    did: 'refused',
    to: 'refuse',
    what: (of) => ['the invited role of ', of.whom],
  },
  RefuseProposal: { title: 'Refused proposal', did: 'refused', to: 'refuse', what: proposal },
  RefuseVerification: {
    title: 'Refused verification, to be tried again',
    did: 'refused',
    to: 'refuse',
    what: (of) => ['the verification of ', of.whom, ', who can try again'],
  },
  RejectWithdrawal: { title: 'Rejected withdrawal', did: 'rejected', to: 'reject', what: request },
  ReleaseBankExport: {
    title: 'Released file for the bank',
    did: 'released a file of',
    to: 'release a file of',
    what: bankFile,
  },
  ReleasePayoutList: {
    title: 'Released list of payouts',
    did: 'released',
    to: 'release',
    what: list,
  },
  RemindByHand: {
    title: 'Reminded of missing documents',
    did: 'reminded',
    to: 'remind',
    what: (of) => [of.whom, ' of the documents that are missing'],
  },
  ReofferPlan: {
    title: 'Put plan back on sale',
    did: 'put back on sale',
    to: 'put back on sale',
    what: plan,
  },
  RequestEvidence: {
    title: 'Requested pack of evidence',
    did: 'requested',
    to: 'request',
    what: pack,
  },
  ResumeAnnouncement: {
    title: 'Proposed to resume an announcement',
    did: 'proposed to go on sending',
    to: 'propose to go on sending',
    what: announcing,
  },
  ReturnReceipt: {
    title: 'Proposed return of a receipt',
    did: 'proposed to send back',
    to: 'propose to send back',
    what: ({ details }) => [`a receipt of ${details.amount ?? ''}`],
  },
  ReturnWithdrawal: {
    title: 'Returned payout',
    did: 'returned the payout of',
    to: 'return the payout of',
    what: request,
  },
  ReturnWork: {
    title: 'Gave back work',
    did: 'gave back',
    to: 'give back',
    what: workOf,
  },
  ReverseReceipt: {
    title: 'Recorded reversal of a receipt',
    did: 'recorded that the bank reversed',
    to: 'record that the bank reversed',
    what: ({ details }) => [`a receipt of ${details.amount ?? ''}`],
  },
  SendPayoutBatch: { title: 'Sent batch of payouts', did: 'sent', to: 'send', what: batch },
  SettleMessages: {
    title: 'Needed no answer',
    did: 'said that no answer is needed for',
    to: 'say that no answer is needed for',
    what: whom,
  },
  SignPayoutBatch: {
    title: 'Uploaded signatures of payouts',
    did: 'uploaded signatures of',
    to: 'upload signatures of',
    what: batch,
  },
  StopAnnouncement: {
    title: 'Stopped an announcement',
    did: 'stopped sending',
    to: 'stop sending',
    what: announcing,
  },
  TakeWork: { title: 'Took work', did: 'took', to: 'take', what: workOf },
  UnfreezeUser: { title: 'Unfroze user', did: 'unfroze', to: 'unfreeze', what: whom },
  VerifyPerson: {
    title: 'Verified person',
    did: 'verified',
    to: 'verify',
    what: (of) => [of.whom, of.details.until ? ` until ${of.details.until}` : ''],
  },
  ViewDocument: {
    title: 'Opened document',
    did: 'opened a document of',
    to: 'open a document of',
    what: whom,
  },
  ViewDocumentNumber: {
    title: 'Opened document number',
    did: 'opened the document number of',
    to: 'open the document number of',
    what: whom,
  },
  ViewMessageFile: {
    title: 'Opened a file of a message',
    did: 'opened a file of a message of',
    to: 'open a file of a message of',
    what: whom,
  },
  WithdrawPlan: {
    title: 'Withdrew plan from sale',
    did: 'withdrew from sale',
    to: 'withdraw from sale',
    what: plan,
  },
  WithdrawProposal: {
    title: 'Withdrew proposal',
    did: 'withdrew',
    to: 'withdraw',
    what: proposal,
  },
  WithdrawReviewMark: {
    title: 'Withdrew review mark',
    did: 'withdrew',
    to: 'withdraw',
    what: (of) => ['the review mark of ', of.whom],
  },
  WithdrawStaffInvitation: {
    title: 'Withdrew invitation of staff',
    did: 'withdrew',
    to: 'withdraw',
    what: () => ['an invitation to work here'],
  },
  WriteNote: {
    title: 'Wrote note',
    did: 'wrote a note about',
    to: 'write a note about',
    what: whom,
  },
} as const satisfies Record<string, Words>

/** What whoever runs the server did at the shell: in the audit beside what staff did. */
const operators: Record<string, Words> = {
  InviteAdministrator: {
    title: 'Invited administrator at the shell',
    did: 'invited',
    to: 'invite',
    what: () => ['an administrator, at the shell'],
  },
}
export const operatorActions = Object.keys(operators)

export const staffActions = Object.keys(actions) as (keyof typeof actions)[]

const wordsOf = (kind: string): Words | null =>
  Object.hasOwn(actions, kind) ? actions[kind as keyof typeof actions] : (operators[kind] ?? null)

/** One of a version to come is shown by its name, in words: `ApproveLoan` as `Approve loan`. */
export function titleOfAction(kind: string): string {
  const [first = '', ...others] = kind.split(/(?=[A-Z])/)
  return wordsOf(kind)?.title ?? [first, ...others.map((word) => word.toLowerCase())].join(' ')
}

/** What became of an action: what only waited for a second person posted nothing, whatever became of it later. */
export function wordsOfOutcome(outcome: string): { title: string; note: string | null } {
  if (outcome === 'done') return { title: 'Done', note: null }
  if (outcome === 'proposed') return { title: 'Proposed', note: 'nothing was posted or changed' }
  if (outcome === 'first_approval') return { title: 'First of two', note: 'nothing was posted' }
  return { title: 'Refused', note: outcome.replaceAll('_', ' ') }
}

/** What was done, or came of trying. */
function verbOf({ did, to }: Words, outcome: string): string {
  if (outcome === 'done' || (outcome === 'proposed' && did.startsWith('proposed'))) return did
  if (outcome === 'proposed') return `proposed to ${to}`
  return outcome === 'first_approval' ? `was the first of two to ${to}` : `tried to ${to}`
}

/** Where a name was erased, the words in its place stand within the sentence. */
const inASentence = (name: string) => (name === 'Closed account' ? 'a closed account' : name)

/** Who did what to whom, and why, as one sentence. */
export function partsOfSentence({ actor, subject, kind, outcome, reason, details }: Told): Part[] {
  const words = wordsOf(kind)
  const by: Part = { party: 'actor', name: actor.fullName }
  const about: Part = subject
    ? { party: 'subject', name: inASentence(subject.fullName) }
    : 'somebody who was not found'
  const what = words
    ? [
        ` ${verbOf(words, outcome)} `,
        ...words.what({
          whom: about,
          amount: details.amount ? ` of ${details.amount}` : '',
          details,
        }),
      ]
    : [`: ${titleOfAction(kind)}`, ...(subject ? [', about ', about] : [])]
  const { title, note } = wordsOfOutcome(outcome)
  const refused = title === 'Refused' ? `, and was refused: ${note}` : ''
  return [by, ...what, refused, reason ? `: “${reason}”` : '.'].filter((part) => part !== '')
}

export const sentenceOf = (told: Told): string =>
  partsOfSentence(told)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')
