/**
 * Who may do what. What a caller may follows from the access that the contract gives an endpoint; what is otherwise, and what a
 * call must hold to be answered, stands here. The tests are made of it, and docs/roles.md is printed from it: what changes there is
 * looked at. `npm exec -- vitest run --project unit tests/roles.test.ts -u` prints the page anew.
 */
import { ofStaff, takenOf, type Endpoint } from '../../src/contract/endpoint.ts'
import { builtInRoles, type BuiltInRole, type Capability } from '../../src/contract/roles.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { checksFor } from '../../src/contract/verification.ts'
import type { Mode } from '../../src/platform/config.ts'

/**
 * In the order of the cells. What a call is about belongs to the user, or to the frozen user when it is they who call; so
 * “another user” reaches for what isn't theirs, and staff for what is a user's.
 */
/** Who of staff may do some things only. */
const someOfStaff = [
  'support',
  'compliance',
  'treasurer',
  'approver',
] as const satisfies readonly BuiltInRole[]

export const callers = [
  'nobody',
  'user',
  'another user',
  'frozen user',
  'auditor',
  'administrator',
  'frozen auditor',
  'frozen administrator',
  ...someOfStaff,
] as const
export type Caller = (typeof callers)[number]

/**
 * The status of the reply. 403 is a missing role; `frozen` is the 403 of an account that money can't leave, `frozen staff` that of staff who have
 * no rights now, `ended` the 401 of a ceremony that nobody has begun.
 */
/** A bank’s report on a file that isn’t there. */
const aReport =
  '<Document><CstmrPmtStsRpt><GrpHdr><MsgId>R</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>'

/** An id that nothing has. */
const nobodys = '00000000-0000-4000-8000-000000000000'

export type Cell =
  | 200
  | 201
  | 202
  | 400
  | 401
  | 403
  | 404
  | 409
  | 422
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
  'import file',
  'document',
  'pdf',
  'pdf link',
  'archive',
  'archive link',
  'pack',
  'pack link',
  'sample',
  'mark',
  'approved',
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
  'year',
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
  'receipt in suspense',
  'own document',
  'message asked',
  'message file',
  'message file link',
  'message answered',
  'announcement',
  'own announcement',
  'own proof of address',
  'case',
  'match',
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
  ...ofOthers: readonly Cell[],
]

/** What a call holds. */
type Example = {
  /** What follows the path. */
  query?: string
  /** The bytes of a picture instead of JSON. */
  picture?: true
  /** For the parameters of the path, by name. Where only a user is named, it is the user. */
  params?: Record<string, string>
  body?: Record<string, unknown>
  /** It ends the caller's session: they sign in anew after it. */
  endsSession?: true
  /** It freezes the caller, who is let go after it; staff sign in anew. */
  freezes?: true
}

/** What the answer is beside what the access says. */
type Otherwise = {
  /** To whoever may call, in place of success. */
  status?: Cell
  /** What it names is the user's own: others may call, and find nothing. */
  own?: true
  /** Money leaves by it, or a sign-in is changed: a frozen account can't. */
  moneyOut?: true
  /** In live it waits for a second person. */
  twoInLive?: true
  /** By caller up to the frozen administrator, where none of these says it. */
  may?: Cells
}

export type Row = Example & {
  /** Status by caller, in the order of `callers`. */
  may: Cells
  /** The same in live mode, where it differs. */
  live?: Cells
}

export const cellsOf = ({ may, live = may }: Row, mode: Mode): Cells =>
  mode === 'live' ? live : may

/** Of what exists only in the demonstration. */
const nothingThere = callers.map(() => 404) as unknown as Cells

/** Frozen staff have no rights of staff; frozen people may do all but send money away. */
function cellsBy(endpoint: Endpoint, otherwise: Otherwise): Cells {
  const { access, status: success = 200 } = endpoint
  const done = otherwise.status ?? success
  const others = otherwise.own ? 404 : done
  const frozen = otherwise.moneyOut ? 'frozen' : done
  const othersFrozen = otherwise.moneyOut ? 'frozen' : others
  const capability = ofStaff(endpoint)
  if (capability !== null) {
    const may = (role: BuiltInRole) =>
      takenOf(endpoint).every((one) =>
        (builtInRoles[role].may as readonly Capability[]).includes(one),
      )
    const [auditor, administrator] = [may('auditor'), may('administrator')]
    const where = (is: boolean, cell: Cell) => (is ? cell : 403)
    const both = [where(auditor, done), where(administrator, done)]
    const bothFrozen = [where(auditor, 'frozen staff'), where(administrator, 'frozen staff')]
    const some = someOfStaff.map((role) => where(may(role), done))
    return [401, 403, 403, 403, ...both, ...bothFrozen, ...some] as unknown as Cells
  }
  // Whoever works here has an account like others, but for auditors, who have no money here.
  return [
    ...{
      public: [done, done, done, done, done, done, done, done],
      'signed-in': [401, done, others, frozen, others, others, othersFrozen, othersFrozen],
      investor: [401, done, others, frozen, 403, others, 403, othersFrozen],
    }[access as 'public' | 'signed-in' | 'investor'],
    ...someOfStaff.map(() => others),
  ] as unknown as Cells
}

/** Of a row that says what eight of them get: the others of staff as the administrator where it is no call of staff, and by what they may where it is. */
function withOthers(endpoint: Endpoint, said: readonly Cell[]): Cells {
  const capability = ofStaff(endpoint)
  const others = someOfStaff.map((role) =>
    capability === null || (builtInRoles[role].may as readonly Capability[]).includes(capability)
      ? said[callers.indexOf('administrator')]
      : 403,
  )
  return [...said, ...others] as unknown as Cells
}

function rowOf(endpoint: Endpoint, given: Otherwise & Example): Row {
  const { status: _, own: __, moneyOut: ___, twoInLive, may, ...example } = given
  const live = endpoint.demoOnly ? nothingThere : twoInLive && cellsBy(endpoint, { status: 202 })
  const isOfUser = endpoint.path.includes(':userId') && example.params === undefined
  return {
    ...example,
    may: may
      ? may.length === callers.length
        ? may
        : withOthers(endpoint, may)
      : cellsBy(endpoint, given),
    ...(live ? { live } : {}),
    ...(isOfUser ? { params: { userId: '{user}' } } : {}),
  }
}

/** Of no passkey, but as a browser would write it. */
const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }

const password = 'correct horse battery'

const pendingWork = { work: 'withdrawals', item: '{pending}' }
/** What only those who approve requests can do. */
const ofApprovers = (done: Cell): Cells =>
  [401, 403, 403, 403, 403, done, 'frozen staff', 'frozen staff', 403, 403, 403, done] as const

const rows: { [Name in keyof typeof endpoints]?: Otherwise & Example } = {
  // Anybody. Anyone signed in may sign somebody in as well.
  signUp: {
    body: {
      fullName: 'Somebody New',
      email: '{unused email}',
      password,
      confirmPassword: password,
    },
  },
  logIn: { body: { email: '{email}', password } },
  giveSecondFactor: { status: 'ended', body: { challenge: '{challenge}', code: '123456' } },
  logInByPasskey: { status: 'ended', body: { challenge: '{challenge}', passkey } },
  forgotPassword: { body: { email: '{email}' } },
  resetPassword: {
    params: { token: '{reset link}' },
    body: { newPassword: password, confirmPassword: password },
  },
  verifyEmail: { params: { token: '{verify link}' }, body: { password }, endsSession: true },
  knowBrowser: { params: { token: '{browser link}' } },
  requestEmailChange: { moneyOut: true, body: { email: '{unused email}' } },
  agreeToEmailChange: { params: { token: '{agree link}' } },
  confirmEmail: { params: { token: '{confirm link}' } },
  confirmOwnEmail: { params: { token: '{confirm own link}' }, body: { password } },
  getRequestByLink: { params: { token: '{cancel link}' } },
  cancelByLink: { params: { token: '{cancel link}' } },
  freezeByLink: { params: { token: '{freeze link}' } },
  stopByLink: { params: { token: '{stop link}' } },
  undoFactor: { params: { token: '{undo link}' } },
  logOut: { endsSession: true },
  askInvitation: { body: { code: '{referral code}' } },
  updateApiUser: {
    body: { fullName: 'Another Name', password, confirmPassword: password },
    endsSession: true,
  },
  reauthenticate: { body: { password }, endsSession: true },
  confirmApp: { status: 400, body: { code: '123456' } },
  removeApp: { status: 404 },
  renewRecoveryCodes: { status: 404 },
  addPasskey: { status: 'ended', body: { challenge: '{challenge}', name: 'Key', passkey } },
  removePasskey: { status: 404, params: { passkeyId: 'AAAA' } },
  endSession: { own: true, params: { sessionId: '{session}' } },
  freezeOwnAccount: {
    may: [401, 200, 200, 409, 200, 200, 409, 409],
    body: { reason: 'I lost my telephone' },
    freezes: true,
  },
  stopAccessChange: { own: true, params: { id: '{waiting change}' } },
  changeMailChoices: { body: { 'deposit-received': true } },
  changeNotificationChoices: { body: { 'deposit-received': true } },
  getInvestment: { own: true, params: { id: '{investment}' } },
  getOwnWithdrawal: { own: true, params: { id: '{pending}' } },
  getReceipt: { own: true, params: { id: '{pending}' } },
  getRecipient: { params: { accountId: '{accountId}' } },
  drawAddress: { status: 404, body: { coin: 'USDT' } },
  compareWallet: { status: 404, body: { address: 'bcrt1q' } },
  proposeFirstCoins: {
    status: 404,
    body: { coin: 'BTC', deposit: 'ab'.repeat(32), payout: 'cd'.repeat(32) },
  },
  getStatement: { params: { file: '{month}.pdf' } },
  getYearCsv: { params: { file: '{year}.csv' } },
  markNotifications: { body: { upTo: 1 } },
  getExplanation: { params: { figure: 'account-balance' } },

  // Whoever may have money here: auditors change nothing. Out of a frozen account no money goes; into it, it does.
  openInvestment: {
    moneyOut: true,
    body: { planId: '{plan}', amount: 100, acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
  },
  answerAppropriateness: { status: 409, body: { version: 999, answers: {} } },
  // What it is already.
  setInvestmentLimit: { status: 409, body: { amount: null } },
  requestClosing: { may: [401, 409, 409, 'frozen', 403, 403, 403, 403] },
  stopClosing: { status: 409 },
  // To be paid, as it is already: for a frozen account too.
  chooseAtMaturity: {
    own: true,
    status: 409,
    params: { id: '{investment}' },
    body: { choice: 'balance' },
  },
  // Nothing leaves by it: for a frozen account too.
  undoInvestment: { own: true, params: { id: '{undoable investment}' } },
  requestWithdrawal: {
    moneyOut: true,
    body: { type: 'bank_transfer', amount: 1, bankName: 'Wallet', bankNumber: 'address' },
  },
  saveDestination: {
    moneyOut: true,
    body: { type: 'bank_transfer', name: '{unique}', bankNumber: 'wallet-{unique}' },
  },
  removeDestination: { own: true, params: { id: '{destination}' } },
  addDocument: { query: 'kind=identity', picture: true },
  removeDocument: { own: true, params: { id: '{document}' } },
  cancelWithdrawal: { own: true, params: { id: '{pending}' } },
  payInPlayMoney: { body: { amount: 1, asset: 'BTC' } },
  viewDocument: { params: { id: '{pdf}' } },
  getDocumentPage: { params: { id: '{pdf}', page: '1' }, query: 'link={pdf link}' },
  getDocumentFile: { params: { id: '{pdf}' }, query: 'link={pdf link}' },
  getUserExplanation: { params: { userId: '{user}', figure: 'held' } },
  getWithdrawal: { params: { id: '{pending}' } },
  getAuditRecord: { params: { commandId: '{change}' } },
  verifyChain: { params: { ownerId: '{user}' } },
  requestEvidence: { body: { from: '2026-01-01', to: '2026-01-31', withPersons: true } },
  downloadEvidence: { params: { id: '{pack}' } },
  getEvidenceFile: { params: { id: '{pack}' }, query: 'link={pack link}' },
  drawSample: {
    may: [401, 403, 403, 403, 201, 403, 'frozen staff', 403],
    body: { size: 1 },
  },
  getSample: { params: { id: '{sample}' } },
  markReviewed: {
    may: [401, 403, 403, 403, 201, 403, 'frozen staff', 403],
    params: { id: '{sample}' },
    body: { userId: '{user}', note: 'Statement and activity agree' },
  },
  withdrawReviewMark: {
    may: [401, 403, 403, 403, 200, 403, 'frozen staff', 403],
    params: { id: '{mark}' },
    body: { reason: 'Another one was meant' },
  },
  getPayoutBatch: { status: 404, params: { id: '{pending}' } },
  buildPayoutBatch: { status: 404, body: { withdrawals: ['{approved}'], feeRate: 2 } },
  getPayoutFile: { status: 404, params: { id: '{pending}' } },
  signPayoutBatch: { status: 404, params: { id: '{pending}' }, picture: true },
  sendPayoutBatch: { status: 404, params: { id: '{pending}' }, body: { txid: 'ab'.repeat(32) } },
  cancelPayoutBatch: { status: 404, params: { id: '{pending}' } },
  getPayoutList: { status: 404, params: { id: '{pending}' } },
  buildPayoutList: { status: 404, body: { withdrawals: ['{approved}'] } },
  releasePayoutList: { status: 404, params: { id: '{pending}' }, body: { amount: 1, payments: 1 } },
  getPayoutListFile: { status: 404, params: { id: '{pending}' } },
  cancelPayoutList: { status: 404, params: { id: '{pending}' } },
  buildBankExport: { status: 409, body: { format: 'csv', withdrawals: ['{pending}'] } },
  releaseBankExport: {
    status: 404,
    params: { id: '{pending}' },
    body: { amount: 1, payments: 1 },
  },
  downloadBankExport: { status: 404, params: { id: '{pending}' } },
  proposeCancellingBankExport: { status: 404, params: { id: '{pending}' } },
  readBankReport: { status: 404, body: { file: aReport } },
  recordBankReport: { status: 404, body: { file: aReport } },
  proposeReopeningPayouts: { status: 404, params: { id: '{pending}' } },
  recordCoinExchange: {
    status: 404,
    body: {
      kind: 'sale',
      quantity: '0.1',
      amount: 6400,
      txid: 'ab'.repeat(32),
      reference: '{unique}',
    },
  },
  // The house of these tests takes no USDT.
  recordNetworkFees: { status: 404, body: { amount: 5, reference: '{unique}' } },
  recordPositionCover: { status: 409, body: { amount: 5, reference: '{unique}' } },
  compareStatement: {
    body: { account: 'client-bank', closing: 1, file: 'date,amount,reference\n2026-01-01,1,X' },
  },
  checkImport: {
    body: { file: 'reference,name,email,balance,currency\n1,Ada,ada@people.example,1,USD' },
  },
  // Not the digest of this file: nothing is proposed.
  proposeImport: {
    status: 409,
    body: {
      file: 'reference,name,email,balance,currency\n1,Ada,ada@people.example,1,USD',
      digest: '0'.repeat(64),
    },
  },
  // Nobody of this house was imported.
  proposeOpeningReversal: {
    status: 404,
    params: { userId: '{newcomer}' },
    body: { amount: 5, reason: 'A wrong line' },
  },
  // Nobody of this house has borrowed or asked for a loan.
  getLoanPayments: { status: 404, params: { id: nobodys } },
  applyForLoan: {
    status: 422,
    body: {
      amount: 5_000,
      months: 12,
      incomeDocumentId: nobodys,
      shown: { yearlyRate: 500, securityPercent: 15 },
    },
  },
  answerLoanApplication: {
    status: 404,
    params: { id: nobodys },
    body: { incomeDocumentId: nobodys },
  },
  withdrawLoanApplication: { status: 404, params: { id: nobodys } },
  repayLoan: {
    status: 404,
    params: { id: nobodys },
    body: { amount: null, keeping: 'instalment' },
  },
  getLoanApplication: { status: 404, params: { id: nobodys } },
  askMoreForLoan: { status: 404, params: { id: nobodys }, body: { words: 'A newer one' } },
  proposeLoan: { status: 404, params: { id: nobodys } },
  proposeLoanRefusal: {
    status: 404,
    params: { id: nobodys },
    body: { reason: 'Too little income' },
  },
  getLoan: { status: 404, params: { id: nobodys } },
  proposeLoanDefault: {
    status: 404,
    params: { id: nobodys },
    body: { rest: 'owed', reason: 'Nothing came' },
  },
  // Borrowers have paid nothing.
  drawLoanIncome: { status: 422, body: { amount: 5, reference: '{unique}' } },
  getImportFile: { params: { id: '{import file}' } },
  getFound: { query: 'search={user}' },
  saveView: { body: { list: 'users', name: '{unique}', query: 'search=ada' } },
  renameView: {
    may: [401, 403, 403, 403, 404, 200, 'frozen staff', 'frozen staff', 404, 404, 404, 404],
    params: { id: '{saved view}' },
    body: { name: '{unique}' },
  },
  deleteView: {
    may: [401, 403, 403, 403, 404, 200, 'frozen staff', 'frozen staff', 404, 404, 404, 404],
    params: { id: '{saved view}' },
  },

  // Administrators: what changes somebody, moves money, or the time.
  // The opening of the firm, by two: a demonstration is open, and here something is missing.
  proposeOpening: { status: 409 },
  // The statement of this house has other money than its books.
  reconcile: {
    status: 409,
    body: { account: 'client-bank', closing: 1, file: 'date,amount,reference\n2026-01-01,1,X' },
  },
  // Months of the books: this one has not been reconciled, and none is closed.
  proposeMonthClosing: { status: 409, params: { month: '2020-01' } },
  proposeMonthReopening: {
    status: 409,
    params: { month: '2020-01' },
    body: { reason: 'A receipt was missing' },
  },
  // Editions of policies: of this house nobody accepts any.
  getEditionText: { status: 404, params: { id: '{pending}' } },
  acceptEdition: { status: 404, params: { id: '{pending}' }, body: { digest: '0'.repeat(64) } },
  getPackText: { status: 404, params: { policy: 'TermsOfService' } },
  getNotAccepted: { status: 404, params: { id: '{pending}' } },
  proposeEdition: {
    status: 404,
    params: { policy: 'TermsOfService' },
    body: { digest: '0'.repeat(64), day: null, changed: 'Plans pay a day earlier' },
  },
  proposeEditionWithdrawal: { status: 404, params: { id: '{pending}' } },
  readAnnouncement: { own: true, params: { id: '{own announcement}' } },
  getAnnouncementReaders: { params: { id: '{announcement}' } },
  proposeAnnouncement: {
    body: {
      title: 'Closed on Friday',
      text: 'The office is closed on Friday.',
      isMailed: false,
      plan: null,
      status: null,
      country: null,
    },
  },
  stopAnnouncement: { params: { id: '{announcement}' }, body: { reason: 'A wrong day' } },
  // None of this house is stopped.
  resumeAnnouncement: { status: 409, params: { id: '{announcement}' } },
  // Payouts after a restore: of this house nothing was restored.
  addEarlierPayout: {
    status: 409,
    body: { userId: '{newcomer}', amount: 5, reference: '{unique}' },
  },
  explainEarlierPayout: {
    status: 404,
    params: { id: '{unique}' },
    body: { reason: 'Corrected by two' },
  },
  proposeUnblockingPayouts: { status: 404, params: { id: '{unique}' }, body: { total: 0 } },
  // Entries at the bank, by two. No import waits for money.
  recordMigrationClearing: {
    status: 409,
    body: { amount: 5, reference: '{unique}', valueDate: '{today}' },
  },
  recordReceipt: {
    body: { userId: '{newcomer}', amount: 5, reference: '{unique}', valueDate: '{today}' },
  },
  checkCountry: { body: { country: 'DE' } },
  submitVerification: {
    own: true,
    body: {
      legalName: 'Ada Example',
      birthDate: '1990-04-23',
      country: 'DE',
      address: 'Example Street 1',
      documents: ['{own document}', '{own proof of address}'],
    },
  },
  openArchive: { own: true, params: { id: '{archive}' } },
  getArchiveFile: { own: true, params: { id: '{archive}' }, query: 'link={archive link}' },
  getVerificationCase: { params: { id: '{case}' } },
  // Nobody was verified yet.
  viewDocumentNumber: { status: 404, params: { id: '{case}' } },
  approveVerification: {
    params: { id: '{case}' },
    body: {
      until: '{in a year}',
      checks: [...checksFor('identity'), ...checksFor('address')],
      identity: { number: '{unique}', expiresOn: null },
    },
  },
  refuseVerification: { params: { id: '{case}' }, body: { reason: 'The letter is too old' } },
  // Nobody was refused yet.
  remindByHand: { status: 409, params: { id: '{case}' }, body: { reason: 'It is nearly done' } },
  proposeMatchDecision: {
    params: { id: '{match}' },
    body: { isSomebodyElse: true, reason: 'Born in another country' },
  },
  proposeFinalRefusal: { params: { id: '{case}' }, body: { reason: 'The passport is forged' } },
  assignReceipt: {
    params: { id: '{receipt in suspense}' },
    body: { userId: '{newcomer}', reason: 'She wrote to us' },
  },
  returnReceipt: {
    params: { id: '{receipt in suspense}' },
    body: { account: 'DE 1', reference: '{unique}', valueDate: '{today}', reason: 'Not ours' },
  },
  reverseReceipt: {
    params: { id: '{receipt in suspense}' },
    body: { reference: '{unique}', valueDate: '{today}', reason: 'Called back' },
  },
  recordPayoutReturn: {
    status: 409,
    params: { id: '{approved}' },
    body: { amount: 1, reference: '{unique}', valueDate: '{today}', reason: 'Closed there' },
  },
  recordBankCharge: {
    body: { account: 'firm-bank', amount: 1, reference: '{unique}', valueDate: '{today}' },
  },
  recordBankInterest: {
    body: { account: 'firm-bank', amount: 1, reference: '{unique}', valueDate: '{today}' },
  },
  proposeRoleChange: {
    params: { userId: '{colleague}' },
    body: { roles: [], reason: 'She works elsewhere now' },
  },
  // The link is the right; the page of a server that isn't live makes one by mail.
  getStaffInvitation: { params: { token: '{invitation link}' } },
  acceptStaffInvitation: {
    endsSession: true,
    params: { token: '{invitation link}' },
    body: { fullName: 'Somebody New', password, confirmPassword: password },
  },
  inviteStaff: { body: { email: '{unused email}', reason: 'She helps with the books' } },
  withdrawStaffInvitation: {
    params: { id: '{invitation}' },
    body: { reason: 'She found other work' },
  },
  // Of an invitation of the operator's, at the shell: here nobody was invited so.
  refuseInvitedRole: { status: 404, params: { id: '{unique}' }, body: { reason: 'Not now' } },
  correctUser: { body: { fullName: 'Corrected Name', reason: 'A letter was missing' } },
  closeUser: { params: { userId: '{newcomer}' } },
  endUserSessions: { params: { userId: '{newcomer}' } },
  freezeUser: { params: { userId: '{newcomer}' }, body: { reason: 'A letter from the court' } },
  unfreezeUser: { params: { userId: '{frozen}' }, body: { reason: 'The court has let go' } },
  // Of somebody who has no such factor.
  proposeFactorRemoval: {
    status: 404,
    body: { passkeyId: 'AAAA', hostile: true, reason: 'She never added it' },
  },
  approveAccessChange: { params: { id: '{change}' } },
  refuseAccessChange: { params: { id: '{change}' }, body: { reason: 'He did not call back' } },
  sendMessage: { body: { text: 'When is it paid?' } },
  readMessages: { own: true, body: { lastId: '{message answered}' } },
  answerMessages: { body: { text: 'We look at it today.', seen: '{message answered}' } },
  settleMessages: { body: { seen: '{message asked}' } },
  viewMessageFile: { params: { id: '{message file}' } },
  getMessageFilePage: {
    params: { id: '{message file}', page: '1' },
    query: 'link={message file link}',
  },
  getMessageFile: { params: { id: '{message file}' }, query: 'link={message file link}' },
  writeNote: { body: { text: 'Called, and will send a letter' } },
  // A credit for a friend who has funded nothing: where a limit is set, it waits.
  creditReferrer: { twoInLive: true, body: { userId: '{referred}', fundingAmount: 10 } },
  // The first of two administrators: it is noted, and the second one decides.
  approveWithdrawal: { twoInLive: true, params: { id: '{pending}' } },
  rejectWithdrawal: { params: { id: '{pending}' }, body: { reason: 'The name is another one' } },
  payWithdrawal: { params: { id: '{approved}' }, body: { reference: '{unique}' } },
  returnWithdrawal: { params: { id: '{approved}' }, body: { reason: 'The bank sent it back' } },
  payInCapital: { twoInLive: true, body: { amount: 1, reference: '{unique}' } },
  fundPool: { twoInLive: true, body: { pool: 'returns', amount: 1 } },
  // By those who may decide on it.
  getWorkPeople: { query: 'work=withdrawals&item={pending}' },
  takeWork: { may: ofApprovers(200), params: pendingWork, body: { seen: null } },
  giveWork: {
    may: ofApprovers(409),
    params: pendingWork,
    body: { seen: null, to: '{colleague}', note: null },
  },
  returnWork: { may: ofApprovers(409), params: pendingWork, body: { note: null } },
  putOffWork: {
    may: ofApprovers(409),
    params: pendingWork,
    body: { seen: '{colleague}', until: '{in a year}', note: 'Waits for a document' },
  },
  agreeToProposal: { status: 404, params: { id: '{pending}' }, body: { shown: {} } },
  refuseProposal: { status: 404, params: { id: '{pending}' }, body: { reason: 'Too high' } },
  withdrawProposal: { status: 404, params: { id: '{pending}' }, body: { reason: 'Too high' } },
  offerPlan: {
    twoInLive: true,
    body: {
      title: 'One More',
      minimum: 150_000,
      maximum: 160_000,
      durationDays: 5,
      profitPercent: 5,
      riskWarning: 'What you invest can be lost.',
    },
  },
  changePlan: {
    twoInLive: true,
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
  withdrawPlan: { params: { planId: '{offered plan}' } },
  reofferPlan: { twoInLive: true, params: { planId: '{withdrawn plan}' } },
  moveClock: { body: { days: 1 } },
}

export const matrix = Object.fromEntries(
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [
    name,
    rowOf(endpoint, rows[name as keyof typeof endpoints] ?? {}),
  ]),
) as Record<keyof typeof endpoints, Row>
