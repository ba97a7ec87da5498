/**
 * Who may do what: every endpoint of the contract and everybody who could call it. The tests are made of these rows, and
 * docs/roles.md is printed from them. **An endpoint without a row doesn't type-check**, so a new one says here what it
 * takes and whom it lets in. `npm exec -- vitest run --project unit tests/roles.test.ts -u` prints the page anew.
 */
import type { endpoints } from '../../src/contract/endpoints.ts'
import type { Mode } from '../../src/platform/config.ts'

/**
 * In the order of the cells. What a call is about belongs to the user, or to the frozen user when it is they who call; so
 * “another user” reaches for what isn't theirs, and staff for what is a user's.
 */
export const callers = [
  'nobody',
  'user',
  'another user',
  'frozen user',
  'auditor',
  'administrator',
  'frozen auditor',
  'frozen administrator',
] as const
export type Caller = (typeof callers)[number]

/**
 * The status of the reply. 403 is a missing role; `frozen` is the 403 of an account that money can't leave, `frozen staff` that of staff who have
 * no rights now, `ended` the 401 of a ceremony that nobody has begun.
 */
export type Cell =
  | 200
  | 201
  | 202
  | 400
  | 401
  | 403
  | 404
  | 409
  | 'frozen'
  | 'frozen staff'
  | 'ended'

/**
 * What a row's words in braces stand for; world.ts makes each of them anew for each call. An
 * endpoint about something that isn't listed yet adds its word here and there.
 */
export const things = [
  'user',
  'frozen',
  'newcomer',
  'referred',
  'pending',
  'destination',
  'saved view',
  'document',
  'pdf',
  'pdf link',
  'archive',
  'archive link',
  'pack',
  'pack link',
  'asked pack',
  'sample',
  'mark',
  'approved',
  'proposed',
  'investment',
  'undoable investment',
  'plan',
  'offered plan',
  'withdrawn plan',
  'accountId',
  'referral code',
  'email',
  'unused email',
  'month',
  'unique',
  'reset link',
  'verify link',
  'browser link',
  'confirm link',
  'confirm own link',
  'agree link',
  'stop link',
  'cancel link',
  'invitation link',
  'invitation',
  'freeze link',
  'undo link',
  'change',
  'waiting change',
  'session',
  'challenge',
  'colleague',
  'proposed role',
  'proposed receipt',
  'receipt in suspense',
  'own document',
  'own proof of address',
  'case',
  'proposed final refusal',
  'today',
  'in a year',
] as const
export type Thing = (typeof things)[number]

type Cells = readonly [
  nobody: Cell,
  user: Cell,
  another: Cell,
  frozen: Cell,
  auditor: Cell,
  administrator: Cell,
  frozenAuditor: Cell,
  frozenAdministrator: Cell,
]

export type Row = {
  /** Status by caller, in the order of `callers`. */
  may: Cells
  /** The same in live mode, where it differs. */
  live?: Cells
  /** What follows the path. */
  query?: string
  /** The bytes of a picture instead of JSON. */
  picture?: true
  /** For the parameters of the path, by name. */
  params?: Record<string, string>
  body?: Record<string, unknown>
  /** It ends the caller's session: they sign in anew after it. */
  endsSession?: true
  /** It freezes the caller, who is let go after it; staff sign in anew. */
  freezes?: true
}

export const cellsOf = ({ may, live = may }: Row, mode: Mode): Cells =>
  mode === 'live' ? live : may

/** Of what exists only in the demonstration. */
const nothingThere = [404, 404, 404, 404, 404, 404, 404, 404] as const

/** Of no passkey, but as a browser would write it. */
const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }

const password = 'correct horse battery'

export const matrix = {
  // Anybody. Anyone signed in may sign somebody in as well.
  signUp: {
    may: [201, 201, 201, 201, 201, 201, 201, 201],
    body: {
      fullName: 'Somebody New',
      email: '{unused email}',
      password,
      confirmPassword: password,
    },
  },
  logIn: { may: [200, 200, 200, 200, 200, 200, 200, 200], body: { email: '{email}', password } },
  giveSecondFactor: {
    may: ['ended', 'ended', 'ended', 'ended', 'ended', 'ended', 'ended', 'ended'],
    body: { challenge: '{challenge}', code: '123456' },
  },
  beginPasskeyLogIn: { may: [200, 200, 200, 200, 200, 200, 200, 200] },
  logInByPasskey: {
    may: ['ended', 'ended', 'ended', 'ended', 'ended', 'ended', 'ended', 'ended'],
    body: { challenge: '{challenge}', passkey },
  },
  forgotPassword: { may: [200, 200, 200, 200, 200, 200, 200, 200], body: { email: '{email}' } },
  resetPassword: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{reset link}' },
    body: { newPassword: password, confirmPassword: password },
  },
  verifyEmail: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{verify link}' },
    body: { password },
    endsSession: true,
  },
  sendVerification: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  knowBrowser: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{browser link}' },
  },
  askEmailChange: {
    may: [401, 202, 202, 'frozen', 202, 202, 'frozen', 'frozen'],
    body: { email: '{unused email}' },
  },
  agreeToEmail: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{agree link}' },
  },
  confirmEmail: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{confirm link}' },
  },
  confirmOwnEmail: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{confirm own link}' },
    body: { password },
  },
  getRequestByLink: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{cancel link}' },
  },
  cancelByLink: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{cancel link}' },
  },
  freezeByLink: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{freeze link}' },
  },
  stopByLink: { may: [200, 200, 200, 200, 200, 200, 200, 200], params: { token: '{stop link}' } },
  undoFactor: { may: [200, 200, 200, 200, 200, 200, 200, 200], params: { token: '{undo link}' } },
  logOut: { may: [200, 200, 200, 200, 200, 200, 200, 200], endsSession: true },
  getPlans: { may: [200, 200, 200, 200, 200, 200, 200, 200] },
  getClaims: { may: [200, 200, 200, 200, 200, 200, 200, 200] },
  getProofs: { may: [200, 200, 200, 200, 200, 200, 200, 200] },
  askInvitation: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    body: { code: '{referral code}' },
  },

  // Anyone signed in, about themselves only: the path names nobody.
  getMe: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getApiUser: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  updateApiUser: {
    may: [401, 200, 200, 200, 200, 200, 200, 200],
    body: { fullName: 'Another Name', password, confirmPassword: password },
    endsSession: true,
  },
  beginReauthentication: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  reauthenticate: {
    may: [401, 200, 200, 200, 200, 200, 200, 200],
    body: { password },
    endsSession: true,
  },
  getSecondFactors: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  beginApp: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  confirmApp: { may: [401, 400, 400, 400, 400, 400, 400, 400], body: { code: '123456' } },
  removeApp: { may: [401, 404, 404, 404, 404, 404, 404, 404] },
  renewRecoveryCodes: { may: [401, 404, 404, 404, 404, 404, 404, 404] },
  beginPasskey: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  addPasskey: {
    may: [401, 'ended', 'ended', 'ended', 'ended', 'ended', 'ended', 'ended'],
    body: { challenge: '{challenge}', name: 'Key', passkey },
  },
  removePasskey: { may: [401, 404, 404, 404, 404, 404, 404, 404], params: { passkeyId: 'AAAA' } },
  getSessions: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  endSession: { may: [401, 200, 404, 200, 404, 404, 404, 404], params: { sessionId: '{session}' } },
  endOtherSessions: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  freezeMyself: {
    may: [401, 200, 200, 409, 200, 200, 409, 409],
    body: { reason: 'I lost my telephone' },
    freezes: true,
  },
  getOwnAccessChanges: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  stopAccessChange: {
    may: [401, 200, 404, 200, 404, 404, 404, 404],
    params: { id: '{waiting change}' },
  },
  getMailChoices: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  changeMailChoices: {
    may: [401, 200, 200, 200, 200, 200, 200, 200],
    body: { 'deposit-received': true },
  },
  getNotificationChoices: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  changeNotificationChoices: {
    may: [401, 200, 200, 200, 200, 200, 200, 200],
    body: { 'deposit-received': true },
  },
  getInvestments: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getInvestment: { may: [401, 200, 404, 200, 404, 404, 404, 404], params: { id: '{investment}' } },
  getOwnWithdrawals: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getOwnWithdrawal: { may: [401, 200, 404, 200, 404, 404, 404, 404], params: { id: '{pending}' } },
  getReceipt: { may: [401, 200, 404, 200, 404, 404, 404, 404], params: { id: '{pending}' } },
  getUsualTimes: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getRecipient: {
    may: [401, 200, 200, 200, 200, 200, 200, 200],
    params: { accountId: '{accountId}' },
  },
  getDepositAddresses: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getDeposits: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getCoinDeposits: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  drawAddress: { may: [401, 404, 404, 404, 403, 404, 403, 404], body: { coin: 'USDT' } },
  getWallets: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  compareWallet: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    body: { address: 'bcrt1q' },
  },
  getActivity: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getActivityCsv: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getActivitySums: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getStatement: { may: [401, 200, 200, 200, 200, 200, 200, 200], params: { file: '{month}.pdf' } },
  getEvents: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getNotifications: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  markNotifications: { may: [401, 200, 200, 200, 200, 200, 200, 200], body: { upTo: 1 } },
  getExplanation: {
    may: [401, 200, 200, 200, 200, 200, 200, 200],
    params: { figure: 'account-balance' },
  },
  getHistory: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getFriends: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getOverview: { may: [401, 200, 200, 200, 200, 200, 200, 200] },

  // Whoever may have money here: auditors change nothing. Out of a frozen account no money goes; into it, it does.
  openInvestment: {
    may: [401, 201, 201, 'frozen', 403, 201, 403, 'frozen'],
    body: { planId: '{plan}', amount: 100, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
  },
  getAppropriateness: { may: [401, 200, 200, 200, 403, 200, 403, 200] },
  answerAppropriateness: {
    may: [401, 409, 409, 409, 403, 409, 403, 409],
    body: { version: 999, answers: {} },
  },
  getPlacingLimit: { may: [401, 200, 200, 200, 403, 200, 403, 200] },
  // What it is already.
  setPlacingLimit: { may: [401, 409, 409, 409, 403, 409, 403, 409], body: { amount: null } },
  // Nothing leaves by it: for a frozen account too.
  undoInvestment: {
    may: [401, 200, 404, 200, 403, 404, 403, 404],
    params: { id: '{undoable investment}' },
  },
  requestWithdrawal: {
    may: [401, 201, 201, 'frozen', 403, 201, 403, 'frozen'],
    body: { type: 'bank_transfer', amount: 1, bankName: 'Wallet', bankNumber: 'address' },
  },
  getDestinations: { may: [401, 200, 200, 200, 403, 200, 403, 200] },
  getOwnProof: { may: [401, 200, 200, 200, 403, 200, 403, 200] },
  saveDestination: {
    may: [401, 201, 201, 'frozen', 403, 201, 403, 'frozen'],
    body: { type: 'bank_transfer', name: '{unique}', bankNumber: 'wallet-{unique}' },
  },
  removeDestination: {
    may: [401, 200, 404, 200, 403, 404, 403, 404],
    params: { id: '{destination}' },
  },
  addDocument: {
    may: [401, 201, 201, 201, 403, 201, 403, 201],
    query: 'kind=identity',
    picture: true,
  },
  getDocuments: { may: [401, 200, 200, 200, 403, 200, 403, 200] },
  removeDocument: {
    may: [401, 200, 404, 200, 403, 404, 403, 404],
    params: { id: '{document}' },
  },
  cancelWithdrawal: { may: [401, 200, 404, 200, 403, 404, 403, 404], params: { id: '{pending}' } },
  payInPlayMoney: {
    may: [401, 201, 201, 201, 403, 201, 403, 201],
    live: nothingThere,
    body: { amount: 1, asset: 'BTC' },
  },

  // Staff: auditors read everything that administrators read.
  getUsers: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getUsersCsv: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getUser: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserSessions: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserDocuments: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  viewDocument: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{pdf}' },
  },
  getDocumentPage: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{pdf}', page: '1' },
    query: 'link={pdf link}',
  },
  getDocumentFile: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{pdf}' },
    query: 'link={pdf link}',
  },
  getUserExplanation: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}', figure: 'held' },
  },
  getUserAppropriateness: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserPlacingLimit: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserInvestments: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserWithdrawals: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getNotes: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getCorrections: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getAccessChanges: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getUserFactors: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getReferral: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserActivity: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getUserActivitySums: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { userId: '{user}' },
  },
  getAllWithdrawals: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getWaitingWithdrawals: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getWithdrawal: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{pending}' },
  },
  getAudit: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getAuditCsv: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getAuditRoots: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getAuditRecord: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { commandId: '{change}' },
  },
  verifyChain: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { ownerId: '{user}' },
  },
  getEvidencePacks: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  askForEvidence: {
    may: [401, 403, 403, 403, 202, 202, 'frozen staff', 'frozen staff'],
    body: { from: '2026-01-01', to: '2026-01-31', withPersons: true },
  },
  agreeToEvidence: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { id: '{asked pack}' },
  },
  refuseEvidence: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{asked pack}' },
    body: { reason: 'Not needed' },
  },
  downloadEvidence: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{pack}' },
  },
  getEvidenceFile: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{pack}' },
    query: 'link={pack link}',
  },
  getSamples: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  drawSample: {
    may: [401, 403, 403, 403, 201, 403, 'frozen staff', 'frozen staff'],
    body: { size: 1 },
  },
  getSample: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{sample}' },
  },
  markLookedAt: {
    may: [401, 403, 403, 403, 201, 403, 'frozen staff', 'frozen staff'],
    params: { id: '{sample}' },
    body: { userId: '{user}', note: 'Statement and activity agree' },
  },
  takeMarkBack: {
    may: [401, 403, 403, 403, 200, 403, 'frozen staff', 'frozen staff'],
    params: { id: '{mark}' },
    body: { reason: 'Another one was meant' },
  },
  getBankEntries: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getStaff: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getGate: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getPayoutBatches: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getPayoutBatch: {
    may: [401, 403, 403, 403, 404, 404, 'frozen staff', 'frozen staff'],
    params: { id: '{pending}' },
  },
  buildPayoutBatch: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    body: { withdrawals: ['{approved}'], feeRate: 2 },
  },
  getPayoutFile: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  signPayoutBatch: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    picture: true,
  },
  sendPayoutBatch: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { txid: 'ab'.repeat(32) },
  },
  dropPayoutBatch: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  getPayoutLists: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getPayoutList: {
    may: [401, 403, 403, 403, 404, 404, 'frozen staff', 'frozen staff'],
    params: { id: '{pending}' },
  },
  buildPayoutList: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    body: { withdrawals: ['{approved}'] },
  },
  releasePayoutList: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { amount: 1, payments: 1 },
  },
  getPayoutListFile: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  dropPayoutList: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  getBankExports: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  buildBankExport: {
    may: [401, 403, 403, 403, 403, 409, 403, 'frozen staff'],
    body: { format: 'csv', withdrawals: ['{pending}'] },
  },
  downloadBankExport: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  proposeDropBankExport: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  dropBankExport: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { proposedBy: '{pending}' },
  },
  getCoinPosition: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getCoinEntries: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  recordCoinExchange: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    body: {
      kind: 'sale',
      quantity: '0.1',
      amount: 6400,
      txid: 'ab'.repeat(32),
      reference: '{unique}',
    },
  },
  recordPositionCover: {
    may: [401, 403, 403, 403, 403, 409, 403, 'frozen staff'],
    body: { amount: 5, reference: '{unique}' },
  },
  approveCoinEntry: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  refuseCoinEntry: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { reason: 'Typed wrongly' },
  },
  getPayoutBlock: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getReconciliations: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getSampleStatement: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    live: nothingThere,
  },
  compareStatement: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    body: { account: 'client-bank', closing: 1, file: 'date,amount,reference\n2026-01-01,1,X' },
  },
  getTreasury: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getAllPlans: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  // Views are each one's own: nobody reaches another's.
  getSavedViews: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  saveView: {
    may: [401, 403, 403, 403, 201, 201, 'frozen staff', 'frozen staff'],
    body: { list: 'users', name: '{unique}', query: 'search=ada' },
  },
  renameView: {
    may: [401, 403, 403, 403, 404, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{saved view}' },
    body: { name: '{unique}' },
  },
  deleteView: {
    may: [401, 403, 403, 403, 404, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{saved view}' },
  },
  getStaffEvents: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getFirmActivity: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },

  // Administrators: what changes somebody, moves money, or the time.
  // The opening of the firm, by two: a demonstration is open, and here something is missing.
  proposeOpening: { may: [401, 403, 403, 403, 403, 409, 403, 'frozen staff'] },
  approveOpening: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{unique}' },
  },
  refuseOpening: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{unique}' },
    body: { reason: 'Not now' },
  },
  // The statement of this house has other money than its books.
  reconcile: {
    may: [401, 403, 403, 403, 403, 409, 403, 'frozen staff'],
    body: { account: 'client-bank', closing: 1, file: 'date,amount,reference\n2026-01-01,1,X' },
  },
  // Payouts after a restore: of this house nothing was restored.
  addEarlierPayout: {
    may: [401, 403, 403, 403, 403, 409, 403, 'frozen staff'],
    body: { userId: '{newcomer}', amount: 5, reference: '{unique}' },
  },
  explainEarlierPayout: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{unique}' },
    body: { reason: 'Corrected by two' },
  },
  liftPayoutBlock: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{unique}' },
    body: { total: 0 },
  },
  // Entries at the bank, by two.
  recordReceipt: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: { userId: '{newcomer}', amount: 5, reference: '{unique}', valueDate: '{today}' },
  },
  getVerification: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  submitVerification: {
    may: [401, 201, 404, 201, 403, 404, 403, 404],
    body: {
      legalName: 'Ada Example',
      birthDate: '1990-04-23',
      country: 'DE',
      address: 'Example Street 1',
      documents: ['{own document}', '{own proof of address}'],
    },
  },
  getKeptData: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  getArchives: { may: [401, 200, 200, 200, 200, 200, 200, 200] },
  requestArchive: { may: [401, 202, 202, 202, 202, 202, 202, 202] },
  openArchive: {
    may: [401, 200, 404, 200, 404, 404, 404, 404],
    params: { id: '{archive}' },
  },
  getArchiveFile: {
    may: [401, 200, 404, 200, 404, 404, 404, 404],
    params: { id: '{archive}' },
    query: 'link={archive link}',
  },
  getKeptRecords: { may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'] },
  getVerifications: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getVerificationCase: {
    may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'],
    params: { id: '{case}' },
  },
  approveVerification: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{case}' },
    body: { until: '{in a year}' },
  },
  refuseVerification: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{case}' },
    body: { reason: 'The letter is too old' },
  },
  proposeFinalRefusal: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { id: '{case}' },
    body: { reason: 'The passport is forged' },
  },
  approveFinalRefusal: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed final refusal}' },
  },
  dropFinalRefusal: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed final refusal}' },
    body: { reason: 'It is not' },
  },
  assignReceipt: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { id: '{receipt in suspense}' },
    body: { userId: '{newcomer}', reason: 'She wrote to us' },
  },
  returnReceipt: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { id: '{receipt in suspense}' },
    body: { account: 'DE 1', reference: '{unique}', valueDate: '{today}', reason: 'Not ours' },
  },
  undoReceipt: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { id: '{receipt in suspense}' },
    body: { reference: '{unique}', valueDate: '{today}', reason: 'Called back' },
  },
  recordBankCharge: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: { account: 'firm-bank', amount: 1, reference: '{unique}', valueDate: '{today}' },
  },
  recordBankInterest: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: { account: 'firm-bank', amount: 1, reference: '{unique}', valueDate: '{today}' },
  },
  approveBankEntry: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed receipt}' },
  },
  refuseBankEntry: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed receipt}' },
    body: { reason: 'Typed wrongly' },
  },
  proposeRoleChange: {
    may: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { userId: '{colleague}' },
    body: { role: 'user', reason: 'She works elsewhere now' },
  },
  approveRoleChange: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed role}' },
  },
  // The link is the right; the page of a server that isn't live makes one by mail.
  getStaffInvitation: {
    may: [200, 200, 200, 200, 200, 200, 200, 200],
    params: { token: '{invitation link}' },
  },
  acceptStaffInvitation: {
    may: [201, 201, 201, 201, 201, 201, 201, 201],
    endsSession: true,
    params: { token: '{invitation link}' },
    body: { fullName: 'Somebody New', password, confirmPassword: password },
  },
  inviteStaff: {
    may: [401, 403, 403, 403, 403, 201, 403, 'frozen staff'],
    body: { email: '{unused email}', reason: 'She helps with the books' },
  },
  withdrawStaffInvitation: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{invitation}' },
    body: { reason: 'She found other work' },
  },
  refuseRoleChange: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed role}' },
    body: { reason: 'Not now' },
  },
  correctUser: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { userId: '{user}' },
    body: { fullName: 'Corrected Name', reason: 'A letter was missing' },
  },
  closeUser: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { userId: '{newcomer}' },
  },
  endUserSessions: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { userId: '{newcomer}' },
  },
  freezeUser: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { userId: '{newcomer}' },
    body: { reason: 'A letter from the court' },
  },
  unfreezeUser: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { userId: '{frozen}' },
    body: { reason: 'The court has let go' },
  },
  approveCorrection: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed}' },
  },
  rejectCorrection: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{proposed}' },
    body: { reason: 'It was booked in time' },
  },
  // Of somebody who has no such factor.
  proposeFactorRemoval: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { userId: '{user}' },
    body: { passkeyId: 'AAAA', hostile: true, reason: 'She never added it' },
  },
  approveAccessChange: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{change}' },
  },
  refuseAccessChange: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{change}' },
    body: { reason: 'He did not call back' },
  },
  writeNote: {
    may: [401, 403, 403, 403, 403, 201, 403, 'frozen staff'],
    params: { userId: '{user}' },
    body: { text: 'Called, and will send a letter' },
  },
  // A credit for a friend who has funded nothing: where a limit is set, it waits.
  creditReferrer: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: { userId: '{referred}', fundingAmount: 10 },
  },
  // The first of two administrators: it is noted, and the second one decides.
  approveWithdrawal: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { id: '{pending}' },
  },
  rejectWithdrawal: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { reason: 'The name is another one' },
  },
  payWithdrawal: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{approved}' },
    body: { reference: '{unique}' },
  },
  returnWithdrawal: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { id: '{approved}' },
    body: { reason: 'The bank sent it back' },
  },
  payInCapital: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: { amount: 1, reference: '{unique}' },
  },
  fundPool: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: { pool: 'returns', amount: 1 },
  },
  getStaffWork: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  getProposals: { may: [401, 403, 403, 403, 200, 200, 'frozen staff', 'frozen staff'] },
  agreeToProposal: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { shown: {} },
  },
  refuseProposal: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { reason: 'Too high' },
  },
  withdrawProposal: {
    may: [401, 403, 403, 403, 403, 404, 403, 'frozen staff'],
    params: { id: '{pending}' },
    body: { reason: 'Too high' },
  },
  offerPlan: {
    may: [401, 403, 403, 403, 403, 201, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    body: {
      title: 'One More',
      minimum: 150_000,
      maximum: 160_000,
      durationDays: 5,
      profitPercent: 5,
      riskWarning: 'What you place can be lost.',
    },
  },
  changePlan: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { planId: '{offered plan}' },
    body: {
      termsVersion: 1,
      title: 'Another Title',
      minimum: 160_000.01,
      maximum: 170_000,
      durationDays: 8,
      profitPercent: 10,
      riskWarning: 'All of it can be lost.',
    },
  },
  withdrawPlan: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    params: { planId: '{offered plan}' },
  },
  offerAgain: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: [401, 403, 403, 403, 403, 202, 403, 'frozen staff'],
    params: { planId: '{withdrawn plan}' },
  },
  moveClock: {
    may: [401, 403, 403, 403, 403, 200, 403, 'frozen staff'],
    live: nothingThere,
    body: { days: 1 },
  },
} as const satisfies Record<keyof typeof endpoints, Row>
