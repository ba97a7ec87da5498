/**
 * The whole house again, written as simply as possible: what each command is answered with and what
 * it leaves behind. It keeps figures instead of postings, calls nothing in the rooms that it judges, and
 * takes from them types and the public catalogue of refusals only. Slow and plain on purpose.
 *
 * It is given two things instead of computing them. A new account's numbers are random, so the
 * reply is accepted when they have the right form and are unique. And the source of wallet
 * addresses knows which are mistyped: a checksum written twice by the same hand would prove nothing.
 */
import { mayGive, rolesFor, wordFor } from './model-roles.ts'
import {
  problemBody,
  problems,
  type ProblemCode,
  type Refusal,
} from '../../src/contract/problems.ts'
import type { Submission } from '../../src/desk/command.ts'
import type { Investment } from '../../src/domains/investments/table.ts'
import type { Answer as Answered } from '../../src/domains/proposals/kind.ts'
import type { Agreement } from '../../src/domains/proposals/table.ts'
import { Proposals, type Thing } from './model-proposals.ts'
import type { Plan } from '../../src/domains/plans/table.ts'
import type { CommandOf, commands } from '../../src/domains/nouns.ts'
import type { Played, PlayedCommand } from './played.ts'
import {
  correctionInWords,
  dollars,
  inDollars,
  inUtc,
  investmentInWords,
  letters,
  moment,
  percentage,
  planInWords,
  rangeInWords,
  requestInWords,
  treasuryInWords,
  userInWords,
} from './model-words.ts'
import {
  day,
  firmsId,
  House,
  no,
  nothing,
  type By as Given,
  type Told,
  type Named,
  type Pool,
  type Outcome,
  approvedAlone,
} from './model-house.ts'
import { Auditing } from './model-auditing.ts'
import { Bank } from './model-bank.ts'
import { Coins } from './model-coins.ts'
import { Exchanges } from './model-exchanges.ts'
import { Documents } from './model-documents.ts'
import { notByPolicies } from './model-editions.ts'
import { notByDebt } from './model-loans-running.ts'
import { openingOf } from './model-opening.ts'
import { Payouts } from './model-payouts.ts'
import { PayoutBlocks } from './model-payout-block.ts'
import { BankExports } from './model-bank-exports.ts'
import type { Claimed } from './model-coin-payouts.ts'
import { PayoutLists } from './model-payout-lists.ts'
import { apart, type PlayedApart } from './model-nouns.ts'
import type { AnyPart, OfPeople } from './model-apart.ts'
import { Wallets } from './model-wallets.ts'
import { Risk } from './model-risk.ts'
import { Invited } from './model-invited.ts'
import { Verifying, type Flow, type Limits } from './model-verification.ts'
import type { Request, Access, Person } from './model-state.ts'

/** By how much an edit changes profit, loss, the rest of the balance, and so the balance. */
type Edit = {
  fromPool: bigint
  fullName: string
  email: string
  emailWaits: boolean
  profit: bigint
  loss: bigint
  rest: bigint
  gain: bigint
}
export type Asked = Extract<Submission<typeof commands>, { kind: Played }> & { id: string }
export type Answer = { status: number; text: string; outcome: string }
/** What is remembered of a command. In the answer's text people are named by their place in `named`. */
export type Remembered = {
  id: string
  kind: string
  actor: string | null
  subject: string | null
  key: string | null
  bodyHash: string
  at: number
  answer: Answer
  named: Named[]
  erased: boolean
}

/** The clock isn't moved further than this, and nothing falls due later. */
const endOfClock = Date.parse('2200-01-01T00:00:00Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')
type By = Given & { told: Told }

/** The wallet or the bank account that a place leads to. */
function addressOf(place: CommandOf<'SaveDestination'>['place']): string | null {
  if (place.type === 'bank_transfer') return place.walletAddress
  return place.type === 'bank_account' ? place.account : null
}

/** Who a request is for outside the firm, as it names them. */
function payeeOf(target: CommandOf<'RequestWithdrawal'>['target']): string | null {
  if (target.type === 'bank_transfer') return target.walletName
  return target.type === 'bank_account' ? target.holder : null
}

const yes = (status: number, body: object): Outcome => ({
  status,
  body: { status: 'success', ...body },
})

/** Rows of Damm's quasigroup ("Total anti-symmetrische Quasigruppen", 2004): a right account ID leads back to 0. */
const damm = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]
const isAccountId = (text: string) =>
  /^GH-[1-9]\d{9}$/.test(text) &&
  [...text.slice(3)].reduce((row, digit) => Number(damm[row]![Number(digit)]), 0) === 0
/** Given by staff; everything else people do for themselves, or the system does. */
type Terms = CommandOf<'OfferPlan'>['terms']

/** Terms as a proposal keeps them: cents as text. */
const termsKept = ({ minimum, maximum, ...terms }: Terms) => ({
  ...terms,
  minimum: `${minimum}`,
  maximum: maximum === null ? null : `${maximum}`,
})

/** And as it shows them. */
const termsShown = ({ minimum, maximum, ...terms }: Terms) => ({
  ...terms,
  minimum: dollars(minimum),
  maximum: maximum === null ? null : dollars(maximum),
})

/** One change of the plans is proposed at a time, for a week. */
const ofPlans = { called: 'change of the plans', holds: 'plans', lastsMs: 7 * day }

const ofStaff = new Set<string>([
  ...apart.flatMap(({ byStaff }) => byStaff),
  'FreezeUser',
  'UnfreezeUser',
  'EndSessions',
  'CloseUser',
  'CorrectUser',
  'CreditReferrer',
  'PayInCapital',
  'FundPool',
  'ApproveWithdrawal',
  'RejectWithdrawal',
  'PayWithdrawal',
  'ReturnWithdrawal',
  'OfferPlan',
  'ChangePlan',
  'WithdrawPlan',
  'ReofferPlan',
  'AgreeToProposal',
  'RefuseProposal',
  'WithdrawProposal',
  'MoveClock',
  'ProposeFactorRemoval',
  'ApproveAccessChange',
  'RefuseAccessChange',
  'ProposeRoleChange',
  'RefuseInvitedRole',
  'InviteStaff',
  'WithdrawStaffInvitation',
  'ProposeOpening',
  'CompareWallet',
  'BuildPayoutBatch',
  'SignPayoutBatch',
  'SendPayoutBatch',
  'CancelPayoutBatch',
  'BuildPayoutList',
  'ReleasePayoutList',
  'CancelPayoutList',
  'BuildBankExport',
  'ReleaseBankExport',
  'DownloadBankExport',
  'ProposeCancellingBankExport',
  'RecordBankReport',
  'ProposeReopeningPayouts',
  'RecordReceipt',
  'AssignReceipt',
  'ReturnReceipt',
  'ReverseReceipt',
  'RecordBankCharge',
  'RecordBankInterest',
  'RecordPayoutReturn',
  'RecordCoinExchange',
  'RecordPositionCover',
  'RecordNetworkFees',
  'AddEarlierPayout',
  'ExplainEarlierPayout',
  'ProposeUnblockingPayouts',
  'VerifyPerson',
  'RefuseVerification',
  'ProposeFinalRefusal',
] satisfies PlayedCommand['kind'][])

type Proposing = { by: By; waits: boolean; reason: string | null }

/** Another email that two agreed to, and that waits. */
const emailWaiting = (
  owner: string,
  asked: { email: string; reason: string | null; waitMs: number },
  first: Agreement,
  { id, at, actor }: Pick<By, 'id' | 'at' | 'actor'>,
): Access => ({
  ...asked,
  id,
  owner,
  what: 'email',
  status: 'waiting',
  app: null,
  passkey: null,
  passkeyName: null,
  hostile: false,
  confirmed: false,
  agreed: true,
  refusalReason: null,
  proposedAt: first.at,
  proposedBy: first.by,
  approvedAt: at,
  approvedBy: actor,
  decidedAt: null,
  decidedBy: null,
})

const isReferralCode = (text: string) => /^[2-9A-HJKMNP-TV-Z]{10}$/.test(text)

type Bounds = Exclude<CommandOf<'RequestWithdrawal'>['bounds'], symbol>

export class Model extends House {
  readonly plans: Plan[]
  readonly records = new Map<string, Remembered>()
  /** What was credited for a friend, by the friend. */
  readonly #credited = new Map<string, bigint>()
  now: number
  readonly #recordsByKey = new Map<string, Remembered>()
  readonly #investmentsById = new Map<string, Investment>()
  readonly #mistyped: ReadonlyMap<string, string>

  constructor({
    plans,
    mistyped,
    now,
  }: {
    plans: readonly Plan[]
    /** What is wrong with an address or a bank account, by it. */
    mistyped: ReadonlyMap<string, string>
    now: number
  }) {
    super()
    this.plans = plans.map((plan) => ({ ...plan }))
    this.now = now
    this.#mistyped = mistyped
  }

  /** How much more somebody may move, under these limits; null: any amount. */
  roomFor(owner: string, flow: Flow, limits: Limits): bigint | null {
    return this.person(owner) ? this.#verifying.room(owner, flow, limits, this.now) : null
  }

  isRefusedForGood(owner: string): boolean {
    return this.#verifying.isFinal(owner)
  }

  isVerified(owner: string): boolean {
    return this.#verifying.standing(owner, this.now) === 'verified'
  }

  investment(id: string): Investment | undefined {
    return this.#investmentsById.get(id)
  }

  /** Answers a command, as it should be answered now or, if given, at that moment. */
  run(asked: Asked, told: Told = {}, at = this.now): Answer {
    this.lines = []
    this.told = told
    const before = this.recordOf(asked)
    if (before) return this.#repeat(before, asked)
    this.named = []
    const subject = told.subject ?? this.#subjectOf(asked)
    const outcome = this.#decide(asked, { id: asked.id, actor: asked.actor, at, told })
    const answer =
      'code' in outcome
        ? this.#refusal(outcome, asked.requestId)
        : { status: outcome.status, text: JSON.stringify(outcome.body), outcome: 'done' }
    // A refusal of the system's own work, such as a payment too early, isn't remembered.
    if (asked.actor !== null || answer.outcome === 'done')
      this.#remember(asked, subject, at, answer)
    return this.#inWords(
      answer,
      this.named.map(({ name }) => name),
    )
  }

  #inWords(answer: Answer, names: readonly string[]): Answer {
    return {
      ...answer,
      text: answer.text.replace(/<(\d+)\u203a/g, (_, place) =>
        JSON.stringify(names[Number(place)]).slice(1, -1),
      ),
    }
  }

  /** What is repeated of a command now: people who have left since are no longer named. */
  answerNow({ answer, named }: Remembered): Answer {
    return this.#inWords(
      answer,
      named.map(({ person, name }) =>
        this.person(person)?.status === 'closed' ? 'a closed account' : name,
      ),
    )
  }

  /** The same while some of these were leaving: each of them may still have been named. */
  answersMeanwhile({ answer, named }: Remembered, leaving: ReadonlySet<string>): Answer[] {
    let choices: string[][] = [[]]
    for (const { person, name } of named) {
      const isClosed = this.person(person)?.status === 'closed'
      const words = isClosed
        ? leaving.has(person)
          ? [name, 'a closed account']
          : ['a closed account']
        : [name]
      choices = choices.flatMap((before) => words.map((word) => [...before, word]))
    }
    return choices.map((names) => this.#inWords(answer, names))
  }

  /** The same id is the same command, and so is the same key of the same person. */
  recordOf({ id, actor, key }: Asked): Remembered | undefined {
    return (
      this.records.get(id) ?? (key === null ? undefined : this.#recordsByKey.get(`${actor} ${key}`))
    )
  }

  #repeat(record: Remembered, asked: Asked): Answer {
    const { bodyHash, answer, erased } = record
    if (bodyHash !== asked.bodyHash) return this.keyReused(asked.requestId)
    if (!erased) return this.answerNow(record)
    if (answer.outcome in problems)
      return this.#refusal({ code: answer.outcome as ProblemCode }, asked.requestId)
    return {
      status: 200,
      text: '{"status":"success","message":"Done before; its details were erased with the account"}',
      outcome: 'done',
    }
  }

  keyReused(requestId: string): Answer {
    return this.#refusal({ code: 'key_reused' }, requestId)
  }

  #refusal(refusal: Refusal, requestId: string): Answer {
    const body = problemBody(refusal, requestId)
    return { status: body.status, text: JSON.stringify(body), outcome: refusal.code }
  }

  #remember(
    { id, kind, actor, key, bodyHash }: Asked,
    subject: string | null,
    at: number,
    answer: Answer,
  ): void {
    const record = {
      id,
      kind,
      actor,
      subject,
      key,
      bodyHash,
      at,
      answer,
      named: this.named,
      erased: false,
    }
    this.records.set(id, record)
    if (key !== null) this.#recordsByKey.set(`${actor} ${key}`, record)
  }

  /** Its subject: when that account is closed, the words of the reply are forgotten. */
  #subjectOf(asked: PlayedCommand): string | null {
    const part = this.#apartOf(asked.kind)
    if (part) return part.subjectOf(asked as never)
    const { kind, command: c } = asked as Exclude<PlayedCommand, { kind: PlayedApart }>
    if (kind === 'PayInCapital' || kind === 'FundPool' || kind === 'MoveClock') return firmsId
    if (
      kind === 'SeedPlan' ||
      kind === 'OfferPlan' ||
      kind === 'ChangePlan' ||
      kind === 'WithdrawPlan' ||
      kind === 'ReofferPlan'
    )
      return firmsId
    if (kind === 'CompareWallet' || kind === 'ReserveAddress') return firmsId
    if (
      kind === 'RecordCoinExchange' ||
      kind === 'RecordPositionCover' ||
      kind === 'RecordNetworkFees'
    )
      return firmsId
    if (
      'payments' in c ||
      kind === 'SignPayoutBatch' ||
      kind === 'SettlePayoutBatch' ||
      kind === 'CancelPayoutBatch' ||
      kind === 'CancelPayoutList' ||
      'export' in c ||
      kind === 'BlockPayouts' ||
      kind === 'AddEarlierPayout' ||
      kind === 'ExplainEarlierPayout' ||
      kind === 'ProposeUnblockingPayouts'
    )
      return firmsId
    if (kind === 'FinishRoleChange' || kind === 'RefuseInvitedRole')
      return this.invitedRoles.find(({ id }) => id === c.invitation)?.owner ?? null
    if ('pack' in c || 'withPersons' in c || 'invitation' in c) return firmsId
    if (kind === 'RecordReceipt') return c.owner ?? firmsId
    if (kind === 'RecordBankCharge' || kind === 'RecordBankInterest') return firmsId
    if (kind === 'AssignReceipt') return this.entry(c.receipt) ? c.owner : null
    if (kind === 'ReleaseReceipt') return c.owner
    if (kind === 'ViewDocument')
      return this.documents.find(({ id }) => id === c.document)?.owner ?? null
    if ('verification' in c)
      return this.cases.find(({ id }) => id === c.verification)?.owner ?? null
    if ('deposit' in c) {
      const deposit = this.deposit(c.deposit)
      return deposit ? (deposit.owner ?? firmsId) : null
    }
    if ('receipt' in c) {
      const entry = this.entry(c.receipt)
      return entry ? (entry.owner ?? firmsId) : null
    }
    if (kind === 'CreditReferrer') return this.person(c.user)?.referrer ?? null
    if (
      kind === 'ApproveAccessChange' ||
      kind === 'RefuseAccessChange' ||
      kind === 'StopAccessChange' ||
      kind === 'ConfirmEmail' ||
      kind === 'AgreeToEmailChange' ||
      kind === 'FinishAccessChange'
    )
      return this.change(c.change)?.owner ?? null
    if ('proposal' in c) return this.waiting.find(({ id }) => id === c.proposal)?.owner ?? null
    if (kind === 'ProposeOpening') return firmsId
    if ('owner' in c) return kind === 'CancelWithdrawal' ? this.#askedBy(c.withdrawal) : c.owner
    return 'user' in c ? c.user : this.#askedBy(c.withdrawal)
  }

  #askedBy(request: string): string | null {
    return this.request(request)?.owner ?? null
  }

  readonly #waits = new Proposals(this)
  readonly #opening = openingOf(this)
  readonly apart: readonly AnyPart[] = apart.map((noun) => noun.begin(this, this.#waits))
  readonly #wallets = new Wallets(this)
  readonly #payouts = new PayoutBlocks(this)
  readonly #documents = new Documents(this)
  readonly #auditing = new Auditing(this)
  readonly #verifying = new Verifying(this)
  readonly #invited = new Invited(this)
  readonly #risk = new Risk(this)
  readonly #exchanges = new Exchanges(this)
  readonly #claimed: Claimed = (request, beside) => {
    const ways = { batch: this.#batches, list: this.#lists, export: this.#exports }
    const claims = Object.entries(ways).map(([way, one]) =>
      way === beside ? null : one.refusalOf(request),
    )
    return claims.find((one) => one !== null) ?? null
  }
  readonly #exports = new BankExports(this, { claimed: this.#claimed, earlier: this.#payouts })
  readonly #batches = new Payouts(this, { claimed: this.#claimed, earlier: this.#payouts })
  readonly #lists = new PayoutLists(this, { claimed: this.#claimed, earlier: this.#payouts })
  readonly #coins = new Coins(this, this.#verifying)
  readonly #bank = new Bank(this, {
    exchanges: this.#exchanges,
    waits: this.#waits,
    earlier: this.#payouts,
    verifying: this.#verifying,
  })

  /** What always takes two. */
  #propose([thing, why, answer]: ReturnType<Exchanges['record']>, by: By): Outcome {
    return this.#waits.give(thing, why, by, answer)!
  }

  /** A proposal as a screen has it. */
  shownOf(id: string): string {
    return this.#waits.shownOf(id)
  }

  /** How each kind is decided. */
  readonly #deciders: {
    [N in Exclude<Played, PlayedApart>]: (command: CommandOf<N>, by: By) => Outcome
  } = {
    OpenOwner: (c, by) => this.#openOwner(c, by),
    ChangeName: (c, by) => this.#changeName(c, by),
    FreezeUser: (c, by) => this.#freeze(c, by),
    UnfreezeUser: (c, by) => this.#unfreeze(c, by),
    FreezeOwnAccount: (c, by) => this.#freezeOwnAccount(c, by),
    VerifyEmail: (c, by) => this.#verifyEmail(c, by),
    RecordSecurityChange: (c, by) => this.#recordSecurityChange(c, by),
    EndSessions: (c, by) => this.#endSessions(c, by),
    ProposeFactorRemoval: (c, by) => this.#proposeRemoval(c, by),
    ApproveAccessChange: (c, by) => this.#approveChange(c, by),
    RefuseAccessChange: (c, by) => this.#refuseChange(c, by),
    StopAccessChange: (c, by) => this.#stopChange(c, by),
    RequestEmailChange: (c, by) => this.#askEmail(c, by),
    AgreeToEmailChange: (c, by) => this.#agreeToEmailChange(c, by),
    ConfirmEmail: (c, by) => this.#confirmEmail(c, by),
    FinishAccessChange: (c, by) => this.#finishChange(c, by),
    ProposeRoleChange: (c, by) => this.#proposeRole(c, by),
    RefuseInvitedRole: (c, by) => this.#invited.refuse(c, by),
    AcceptInvitation: (c, by) => this.#invited.takeUp(c, by),
    FinishRoleChange: (c, by) => this.#invited.finish(c, by),
    InviteAdministrator: (_, by) => this.#invited.inviteAdministrator(by),
    InviteStaff: (_, by) => this.#invited.inviteStaff(by),
    WithdrawStaffInvitation: (c, by) => this.#invited.withdraw(c, by),
    ProposeOpening: ({ found }, by) =>
      this.#waits.give(this.#opening, 'Two open a firm.', by, found)!,
    CompareWallet: (c, by) => this.#wallets.compare(c, by),
    DrawAddress: (c, by) => this.#wallets.draw(c, by),
    ReserveAddress: (c, by) => this.#wallets.reserve(c, by),
    CreditDeposit: (c, by) => this.#coins.credit(c, by),
    ReverseDeposit: (c, by) => this.#coins.undo(c, by),
    ReleaseDeposit: (c, by) => this.#coins.release(c, by),
    RecordCoinExchange: (c, by) => this.#propose(this.#exchanges.record(c), by),
    RecordNetworkFees: (c, by) => this.#propose(this.#exchanges.fees(c), by),
    RecordPositionCover: (c, by) => this.#propose(this.#exchanges.cover(c), by),
    BuildPayoutBatch: (c, by) => this.#batches.build(c, by),
    SignPayoutBatch: (c, by) => this.#batches.sign(c, by),
    SendPayoutBatch: (c, by) => this.#batches.send(c, by),
    BookBatchPayment: (c, by) => this.#batches.pay(c, by),
    SettlePayoutBatch: (c, by) => this.#batches.settle(c, by),
    CancelPayoutBatch: (c, by) => this.#batches.cancel(c, by),
    BuildPayoutList: (c, by) => this.#lists.build(c, by),
    ReleasePayoutList: (c, by) => this.#lists.release(c, by),
    BookListPayment: (c, by) => this.#lists.pay(c, by),
    CancelPayoutList: (c, by) => this.#lists.cancel(c, by),
    BuildBankExport: (c, by) => this.#exports.build(c, by),
    ReleaseBankExport: (c, by) => this.#exports.release(c, by),
    DownloadBankExport: (c, by) => this.#exports.download(c, by),
    ProposeCancellingBankExport: (c, by) =>
      this.#waits.give(this.#exports.cancelling(c), 'Two cancel a file for the bank.', by)!,
    RecordBankReport: (c, by) => this.#exports.report(c, by),
    ProposeReopeningPayouts: (c, by) =>
      this.#waits.give(this.#exports.reopening(c), 'Two reopen what the bank has rejected.', by)!,
    BlockPayouts: (c, by) => this.#payouts.block(c, by),
    AddEarlierPayout: (c, by) => this.#payouts.add(c, by),
    ExplainEarlierPayout: (c, by) => this.#payouts.explain(c, by),
    ProposeUnblockingPayouts: (c, by) =>
      this.#waits.give(this.#payouts.lifting(c), 'Two say that payouts go on.', by)!,
    RecordReceipt: (c, by) => this.#bank.record(c, by),
    AssignReceipt: (c, by) => this.#bank.assign(c, by, by.told),
    ReturnReceipt: (c, by) => this.#bank.sendBack(c, by, by.told),
    ReverseReceipt: (c, by) => this.#bank.undo(c, by, by.told),
    RecordBankCharge: (c, by) => this.#bank.atBank('charge', c, by),
    RecordBankInterest: (c, by) => this.#bank.atBank('interest', c, by),
    RecordPayoutReturn: (c, by) => this.#bank.cameBack(c, by),
    ReleaseReceipt: (c, by) => this.#bank.release(c, by),
    AddDocument: (c, by) => this.#documents.add(c, by),
    RemoveDocument: (c, by) => this.#documents.remove(c, by),
    ViewDocument: (c, by) => this.#documents.view(c, by),
    RequestEvidence: (c, by) => {
      const outcome = this.#auditing.ask(c, by)
      if (c.withPersons && !('code' in outcome))
        this.#waits.propose(this.#auditing.pack(by.id, c), by)
      return outcome
    },
    SubmitVerification: (c, by) => this.#verifying.submit(c, by),
    VerifyPerson: (c, by) => this.#verifying.verify(c, by),
    RefuseVerification: (c, by) => this.#verifying.refuse(c, by),
    ProposeFinalRefusal: (c, by) => {
      const thing = this.#verifying.finalRefusal(c)
      return 'code' in thing ? thing : this.#waits.give(thing, 'Two refuse somebody for good.', by)!
    },
    CloseUser: (c, by) => this.#close(c, by),
    CorrectUser: (c, by) => this.#correct(c, by),
    PayInCapital: (c, by) => this.#payIn(c, by),
    FundPool: (c, by) => this.#fund(c, by),
    CreditPlayMoney: (c, by) => this.#creditPlayMoney(c, by),
    OpenInvestment: (c, by) => this.#openInvestment(c, by),
    SettleInvestment: (c, by) => this.#settle(c, by),
    UndoInvestment: (c, by) => this.#undo(c, by),
    ChooseAtMaturity: (c, by) => this.#choose(c, by),
    AnswerAppropriateness: (c, by) => this.#risk.answer(c, by),
    SetInvestmentLimit: (c, by) => this.#risk.setLimit(c, by),
    SaveDestination: (c, by) => this.#saveDestination(c, by),
    RemoveDestination: (c, by) => this.#removeDestination(c, by),
    RequestWithdrawal: (c, by) => this.#requestWithdrawal(c, by),
    CancelWithdrawal: (c, by) => this.#cancel(c, by),
    ApproveWithdrawal: (c, by) => this.#approve(c, by),
    RejectWithdrawal: (c, by) => this.#reject(c, by),
    PayWithdrawal: (c, by) => this.#pay(c, by),
    ReturnWithdrawal: (c, by) => this.#return(c, by),
    CreditReferrer: (c, by) => this.#creditReferrer(c, by),
    MoveClock: (c, by) => this.#moveClock(c, by),
    SeedPlan: (c, by) => this.#seedPlan(c, by),
    OfferPlan: (c, by) => this.#offerPlan(c, by),
    ChangePlan: (c, by) => this.#changePlan(c, by),
    WithdrawPlan: (c, by) => this.#withdrawPlan(c, by),
    ReofferPlan: (c, by) => this.#reofferPlan(c, by),
    AgreeToProposal: (c, by) => this.#waits.agree(c, by),
    RefuseProposal: (c, by) => this.#waits.end('refused', c, by),
    WithdrawProposal: (c, by) => this.#waits.end('withdrawn', c, by),
  }

  /** What stands apart and has commands of this kind. */
  #apartOf(kind: Played): AnyPart | undefined {
    return this.apart.find(({ decide }) => kind in decide)
  }

  #decide(asked: PlayedCommand, by: By): Outcome {
    const { kind } = asked
    const giver =
      ofStaff.has(kind) || kind === 'RequestEvidence' ? this.person(by.actor) : undefined
    if (giver?.status === 'frozen') return no('staff_frozen')
    if (giver?.status === 'closed') return no('account_closed')
    if (giver && !mayGive(giver, kind)) return no('forbidden')
    type Decide = (command: PlayedCommand['command'], by: By) => Outcome
    const deciders = (this.#apartOf(kind)?.decide ?? this.#deciders) as Record<Played, Decide>
    return deciders[kind](asked.command, by)
  }

  // What all commands do: move a figure, write to a list, mention a person.

  #user(person: Person, at: number) {
    return userInWords(person, this.nameOf(person.referrer), at)
  }

  #aboutRequest(message: string, request: Request, status = 200): Outcome {
    return yes(status, {
      message,
      data: {
        withdrawal: requestInWords(
          request,
          this.person(request.owner)!,
          this.nameOf(request.firstApprovedBy),
          this.nameOf(request.decidedBy),
        ),
      },
    })
  }

  /** What waits, as the specification has it beside the proposal. */
  #withCorrection(
    outcome: Outcome,
    told: Parameters<typeof correctionInWords>[0],
    beside = {},
  ): Outcome {
    if ('code' in outcome) return outcome
    const { status, body } = outcome as { status: number; body: { message: string; data: object } }
    const correction = correctionInWords(told)
    return yes(status, { message: body.message, data: { ...beside, correction, ...body.data } })
  }

  #aboutTreasury(): Outcome {
    return yes(200, { data: { treasury: treasuryInWords(this.firm, this.people) } })
  }

  // Accounts of people.

  #openOwner(c: CommandOf<'OpenOwner'>, { at, told }: By): Outcome {
    if (this.person(c.owner)) return no('already_opened')
    const referrer = c.referralCode
      ? this.people.find(({ referralCode }) => referralCode === c.referralCode)
      : undefined
    if (c.referralCode && !referrer) return no('unknown_referral_code')
    const { accountId = '', referralCode = '' } = told
    if (!isAccountId(accountId) || this.people.some((other) => other.accountId === accountId))
      return no('internal_error', `${accountId} can be no account ID`)
    if (
      !isReferralCode(referralCode) ||
      this.people.some((other) => other.referralCode === referralCode)
    )
      return no('internal_error', `${referralCode} can be no referral code`)
    const totals = {
      deposits: 0n,
      withdrawn: 0n,
      transferredIn: 0n,
      transferredOut: 0n,
      principal: 0n,
      profit: 0n,
      loss: 0n,
      referral: 0n,
      corrections: 0n,
      loans: 0n,
    }
    const person: Person = {
      id: c.owner,
      role: c.role,
      roles: rolesFor(c.role),
      status: 'active',
      fullName: c.fullName,
      email: c.email,
      accountId,
      referralCode,
      referrer: referrer?.id ?? null,
      fixed: c.fixed,
      emailVerified: c.role !== 'user' || c.fixed || c.vouched === true,
      createdAt: at,
      version: 0,
      stampedAt: at,
      totals,
      cash: nothing(),
      held: nothing(),
      invested: nothing(),
      promised: nothing(),
      security: nothing(),
      owed: nothing(),
      running: [],
    }
    this.keepPerson(person)
    this.enter(person, 'account-opened', at)
    return { status: 201, body: this.#user(person, at) }
  }

  #changeName(c: CommandOf<'ChangeName'>, { at }: By): Outcome {
    const person = this.holder(c.owner)
    if ('code' in person) return person
    if (person.fullName !== c.fullName) {
      person.fullName = c.fullName
      this.enter(person, 'name-changed', at)
    }
    return yes(200, {
      message: 'Settings updated successfully',
      data: { user: this.#user(person, at) },
    })
  }

  #freeze(c: CommandOf<'FreezeUser'>, by: By): Outcome {
    const person = this.standing(c.user, by)
    if ('code' in person) return person
    if (person.status === 'frozen') return no('already_frozen')
    if (this.isLast(person)) return no('last_administrator')
    person.status = 'frozen'
    this.enter(person, 'account-frozen', by.at)
    return yes(200, { message: 'Account frozen', data: { user: this.#user(person, by.at) } })
  }

  #freezeOwnAccount(c: CommandOf<'FreezeOwnAccount'>, { at }: By): Outcome {
    const person = this.person(c.owner)
    if (!person) return no('unknown_user')
    if (person.status !== 'active')
      return no(person.status === 'closed' ? 'account_closed' : 'already_frozen')
    if (this.isLast(person)) return no('last_administrator')
    person.status = 'frozen'
    this.enter(person, 'account-frozen', at)
    return yes(200, {
      message: 'Your account is frozen. Our staff can unfreeze it.',
      data: { user: this.#user(person, at) },
    })
  }

  #verifyEmail(c: CommandOf<'VerifyEmail'>, by: By): Outcome {
    const person = this.holder(c.owner)
    if ('code' in person) return person
    if (person.emailVerified || person.email !== c.email) return no('link_ended')
    person.emailVerified = true
    this.#endEmailChanges(person, by)
    this.enter(person, 'email-verified', by.at)
    return yes(200, { message: 'Your email address is confirmed.' })
  }

  #recordSecurityChange(c: CommandOf<'RecordSecurityChange'>, by: By): Outcome {
    const { at } = by
    const person = this.holder(c.owner)
    if ('code' in person) return person
    if (c.change === 'password-reset' && !person.emailVerified) {
      person.emailVerified = true
      this.#endEmailChanges(person, by)
    }
    this.enter(person, c.change, at)
    return yes(200, { message: 'Noted' })
  }

  // Changes of access by staff: one proposes, another approves, and then it waits.

  #isOpen({ status }: Access): boolean {
    return status === 'proposed' || status === 'waiting'
  }

  #proposeRemoval(c: CommandOf<'ProposeFactorRemoval'>, by: By): Outcome {
    const person = this.standing(c.user, by)
    if ('code' in person) return person
    if (person.fixed) return no('fixed_account')
    if (!c.factor) return no('unknown_factor')
    const { what } = c.factor
    const passkey = c.factor.what === 'passkey' ? c.factor.id : null
    const app = c.factor.what === 'app' ? c.factor.id : null
    if (
      this.changes.some(
        (other) =>
          other.owner === person.id &&
          this.#isOpen(other) &&
          other.app === app &&
          other.passkey === passkey &&
          other.what === what,
      )
    )
      return no('change_open')
    if (by.actor === null) return no('same_approver')
    this.changes.push({
      id: by.id,
      owner: person.id,
      what,
      status: 'proposed',
      email: null,
      app,
      passkey,
      passkeyName: c.factor.what === 'passkey' ? c.factor.name : null,
      hostile: c.hostile,
      confirmed: false,
      agreed: true,
      waitMs: 0,
      reason: c.reason,
      refusalReason: null,
      proposedAt: by.at,
      proposedBy: by.actor,
      approvedAt: null,
      approvedBy: null,
      decidedAt: null,
      decidedBy: null,
    })
    this.enter(person, 'access-change-proposed', by.at)
    return yes(202, {
      message: 'A second, different person must approve this. Nothing has been changed yet.',
    })
  }

  /** What is open for staff, about a person whom they may act on. */
  #openChange(id: string, by: By): { change: Access; person: Person } | Refusal {
    const change = this.change(id)
    if (!change) return no('unknown_change')
    const person = this.standing(change.owner, by)
    if ('code' in person) return person
    return this.#isOpen(change) ? { change, person } : this.#endedChange(change)
  }

  #endedChange({ status }: Access): Refusal {
    return no('already_decided', `This change is no longer open: ${status}. Nothing was changed.`)
  }

  /** Another e-mail comes with an edit. */
  #proposedStill({ what, proposedBy, owner }: Access): boolean {
    if (this.#worksHere(owner)) return this.gives(proposedBy, 'ProposeRoleChange')
    return this.gives(proposedBy, what === 'email' ? 'CorrectUser' : 'ProposeFactorRemoval')
  }

  #approvedStill({ what, approvedBy, owner }: Access): boolean {
    if (this.#worksHere(owner)) return this.gives(approvedBy, 'ProposeRoleChange')
    return what === 'email'
      ? this.agreesTo(approvedBy, 'correction')
      : this.gives(approvedBy, 'ApproveAccessChange')
  }

  #worksHere(id: string): boolean {
    return this.person(id)?.roles !== '[]'
  }

  #approveChange(c: CommandOf<'ApproveAccessChange'>, by: By): Outcome {
    const found = this.#openChange(c.change, by)
    if ('code' in found) return found
    const { change, person } = found
    if (change.status === 'waiting')
      return no('already_decided', 'This change is already approved, and is waiting.')
    if (by.actor === null || by.actor === change.proposedBy) return no('same_approver')
    if (!this.#proposedStill(change)) return no('first_approver_gone')
    if (!c.factorThere) {
      this.#endWithFactor(change, person, by)
      return yes(200, {
        message:
          'This second factor no longer exists. The change has ended, and nothing was removed.',
      })
    }
    Object.assign(change, {
      status: 'waiting',
      waitMs: c.waitMs,
      approvedAt: by.at,
      approvedBy: by.actor,
    })
    if (c.waitMs > 0) {
      this.enter(person, 'access-change-approved', by.at)
      return yes(200, {
        message:
          'Approved. It takes effect when the wait is over, unless it is stopped; every known address is told.',
      })
    }
    Object.assign(change, { status: 'done', decidedAt: by.at, decidedBy: by.actor })
    this.enter(
      person,
      change.what === 'app' ? 'app-removed-by-staff' : 'passkey-removed-by-staff',
      by.at,
    )
    return yes(200, { message: 'The second factor was removed, and all sessions have ended' })
  }

  #endWithFactor(change: Access, person: Person, by: By): void {
    Object.assign(change, { status: 'stopped', decidedAt: by.at, decidedBy: by.actor })
    this.enter(person, 'access-change-stopped', by.at)
  }

  #refuseChange(c: CommandOf<'RefuseAccessChange'>, by: By): Outcome {
    const found = this.#openChange(c.change, by)
    if ('code' in found) return found
    const { change, person } = found
    const kind = change.status === 'waiting' ? 'access-change-stopped' : 'access-change-refused'
    const status =
      change.status === 'waiting'
        ? 'stopped'
        : by.actor === change.proposedBy
          ? 'withdrawn'
          : 'rejected'
    Object.assign(change, {
      status,
      refusalReason: c.reason,
      decidedAt: by.at,
      decidedBy: by.actor,
    })
    this.enter(person, kind, by.at)
    return yes(200, { message: `Change ${status}. Nothing was changed.` })
  }

  #stopChange(c: CommandOf<'StopAccessChange'>, by: By): Outcome {
    const change = this.change(c.change)
    if (!change || change.owner !== c.owner) return no('unknown_change')
    if (change.status !== 'waiting') return this.#endedChange(change)
    if (change.hostile && !c.byLink) return no('link_needed')
    Object.assign(change, { status: 'stopped', decidedAt: by.at, decidedBy: by.actor })
    this.enter(this.person(c.owner)!, 'access-change-stopped', by.at)
    return yes(200, { message: 'The change was stopped. Nothing has changed.' })
  }

  #confirmEmail(c: CommandOf<'ConfirmEmail'>, by: By): Outcome {
    const change = this.change(c.change)
    if (
      !change ||
      change.owner !== c.owner ||
      change.what !== 'email' ||
      change.status !== 'waiting' ||
      change.confirmed
    )
      return no('link_ended')
    if (this.people.some(({ email }) => email === change.email)) return no('email_taken')
    change.confirmed = true
    this.enter(this.person(c.owner)!, 'email-confirmed', by.at)
    return yes(200, { message: this.#leftToConfirm(change) })
  }

  #leftToConfirm({ confirmed, agreed, waitMs, owner, proposedBy }: Access): string {
    if (!agreed)
      return 'This address is confirmed. Now use the link that we sent to the present one.'
    if (!confirmed) return 'You have agreed. Now use the link that we sent to the new address.'
    if (proposedBy === owner && waitMs === 0)
      return 'Both addresses have confirmed the change. Log in with the new one from now on.'
    return 'Your new email address is confirmed. It takes effect when the waiting time is over.'
  }

  #askEmail(c: CommandOf<'RequestEmailChange'>, by: By): Outcome {
    const person = this.active(c.owner)
    if ('code' in person) return person
    if (person.fixed) return no('fixed_account')
    if (person.email === c.email)
      return no('nothing_to_change', 'This is already your email address. Nothing was changed.')
    if (
      this.changes.some((other) => other.owner === c.owner && other.hostile && this.#isOpen(other))
    )
      return no('link_needed')
    this.#endEmailChanges(person, by)
    this.changes.push({
      id: by.id,
      owner: c.owner,
      what: 'email',
      status: 'waiting',
      email: c.email,
      app: null,
      passkey: null,
      passkeyName: null,
      hostile: false,
      confirmed: false,
      agreed: !person.emailVerified,
      waitMs: person.emailVerified ? 0 : c.waitMs,
      reason: null,
      refusalReason: null,
      proposedAt: by.at,
      proposedBy: c.owner,
      approvedAt: null,
      approvedBy: null,
      decidedAt: null,
      decidedBy: null,
    })
    this.enter(person, 'email-change-requested', by.at)
    return yes(202, {
      message: person.emailVerified
        ? 'We sent a link to your present address and one to the new one. Once both are used, the address changes.'
        : 'We sent a link to the new address. Once it is used, the address changes after a day, unless the present one stops it.',
    })
  }

  #agreeToEmailChange(c: CommandOf<'AgreeToEmailChange'>, by: By): Outcome {
    const change = this.change(c.change)
    if (!change || change.owner !== c.owner || change.status !== 'waiting' || change.agreed)
      return no('link_ended')
    change.agreed = true
    this.enter(this.person(c.owner)!, 'email-change-agreed', by.at)
    return yes(200, { message: this.#leftToConfirm(change) })
  }

  // Roles: one administrator proposes, another agrees, about somebody else.

  /** Why somebody can't have a role, or null. */
  #unfit(person: Person, roles: string, roleNeedsFactor: boolean): Refusal | null {
    if (roles === '[]') return null
    if (roles.includes('"auditor"') && wordFor(roles) !== 'auditor') return no('auditor_alone')
    if (person.status === 'frozen')
      return no(
        'account_frozen',
        'A frozen account cannot be given a role. Unfreeze it first. Nothing was changed.',
      )
    if (roleNeedsFactor) return no('role_needs_factor')
    const left = this.#leftIn(person)
    return wordFor(roles) === 'auditor' && left !== ''
      ? no(
          'money_left',
          `An auditor has no money here, and this account holds ${left}. Nothing was changed.`,
        )
      : null
  }

  #proposeRole(c: CommandOf<'ProposeRoleChange'>, by: By): Outcome {
    const person = this.underStaff(c.user, by)
    if ('code' in person) return person
    const facts = { user: person.id, from: person.roles, roles: c.roles }
    const { reason } = c
    const thing: Thing = {
      kind: 'role-change',
      called: 'change of this person’s role',
      holds: `role ${person.id}`,
      lastsMs: 7 * day,
      facts,
      shown: facts,
      about: {
        person: person.id,
        words: { reason },
        proposed: 'role-proposed',
        ended: 'role-refused',
      },
      unfit: (_, answer) => {
        if (person.status === 'closed') return no('account_closed')
        if (person.fixed) return no('fixed_account')
        if (person.roles === c.roles)
          return no('nothing_to_change', 'They have these roles already. Nothing was changed.')
        if (person.roles !== facts.from) return no('not_as_shown')
        return this.#unfit(person, c.roles, answer?.roleNeedsFactor === true)
      },
      make: ({ at }) => {
        Object.assign(person, { roles: c.roles, role: wordFor(c.roles) })
        this.enter(person, 'role-changed', at)
      },
    }
    return this.#waits.give(thing, 'Two give and take a role.', by, c)!
  }

  #finishChange(c: CommandOf<'FinishAccessChange'>, by: By): Outcome {
    const change = this.change(c.change)
    if (!change) return no('unknown_change')
    if (change.status !== 'waiting') return this.#endedChange(change)
    const person = this.person(change.owner)!
    if (change.what !== 'email' && !c.factorThere) {
      this.#endWithFactor(change, person, by)
      return yes(200, { message: 'The change is stopped' })
    }
    const ofTwo = change.proposedBy !== person.id
    const countsStill = !ofTwo || (this.#proposedStill(change) && this.#approvedStill(change))
    const made =
      countsStill &&
      (change.what !== 'email' ||
        (change.confirmed &&
          change.agreed &&
          !this.people.some(({ email }) => email === change.email)))
    Object.assign(change, {
      status: made ? 'done' : 'lapsed',
      decidedAt: by.at,
      decidedBy: by.actor,
    })
    if (made && change.what === 'email')
      Object.assign(person, { email: change.email!, emailVerified: true })
    this.enter(
      person,
      !made
        ? 'access-change-lapsed'
        : change.what === 'email'
          ? 'email-changed'
          : change.what === 'app'
            ? 'app-removed-by-staff'
            : 'passkey-removed-by-staff',
      by.at,
    )
    return yes(200, { message: `The change is ${change.status}` })
  }

  /** Any edit of an email ends those that wait; whether one did. */
  #endEmailChanges(person: Person, by: Pick<By, 'at' | 'actor'>): boolean {
    const ended = this.changes.filter(
      (change) => change.owner === person.id && change.what === 'email' && this.#isOpen(change),
    )
    for (const change of ended)
      Object.assign(change, { status: 'stopped', decidedAt: by.at, decidedBy: by.actor })
    return ended.length > 0
  }

  #endSessions(c: CommandOf<'EndSessions'>, by: By): Outcome {
    const person = this.standing(c.user, by)
    if ('code' in person) return person
    this.enter(person, 'sessions-ended', by.at)
    return yes(200, { message: 'All sessions of this user have ended' })
  }

  #unfreeze(c: CommandOf<'UnfreezeUser'>, by: By): Outcome {
    const person = this.standing(c.user, by)
    if ('code' in person) return person
    if (person.status === 'active') return no('not_frozen')
    if (this.cases.some(({ owner, verifiedBy }) => owner === person.id && verifiedBy === by.actor))
      return no('verified_by_you')
    person.status = 'active'
    this.lifted.add(`${person.id} ${by.actor}`)
    this.enter(person, 'account-unfrozen', by.at)
    return yes(200, { message: 'Account unfrozen', data: { user: this.#user(person, by.at) } })
  }

  /** What is in an account, in words; '' where nothing is. */
  #leftIn({ id, cash, held, invested, promised, security, owed }: Person): string {
    const aside = this.entries
      .filter(
        ({ owner, kind, status }) => owner === id && kind === 'receipt' && status === 'suspense',
      )
      .reduce((sum, { amount }) => sum + amount, this.#coins.asideOf(id))
    return (
      [
        [cash, 'balance'],
        [held, 'held for withdrawals'],
        [invested, 'in running investments'],
        [promised, 'promised profit'],
        [{ balance: aside }, 'set aside beyond a limit'],
        [security, 'withheld of a loan'],
        [owed, 'owed on a loan'],
      ] as const
    )
      .filter(([{ balance }]) => balance > 0n)
      .map(([{ balance }, name]) => `${inDollars(balance)} ${name}`)
      .join(', ')
  }

  /** What is forgotten of whoever leaves, and what becomes of what is under way. */
  readonly #ofPeople = [
    { rows: this.documents, words: [], from: ['added', 'submitted'], to: 'erased' },
    {
      rows: this.cases,
      words: ['legalName', 'birthDate', 'country', 'address', 'reason', 'finalReason'],
    },
    { rows: this.requests, words: ['walletName', 'walletAddress', 'note', 'reason'] },
    {
      rows: this.waiting,
      words: ['words', 'refusalReason'],
      from: ['open'],
      to: 'withdrawn',
    },
    {
      rows: this.invitedRoles,
      words: ['refusalReason'],
      from: ['waiting'],
      to: 'withdrawn',
    },
    { rows: this.entries, words: ['payerText', 'payerAccount', 'reason'] },
    { rows: this.checks, words: ['answers'] },
    {
      rows: this.destinations,
      words: ['name', 'holder', 'walletAddress'],
      from: ['saved'],
      to: 'removed',
    },
    {
      rows: this.changes,
      words: ['email', 'app', 'passkey', 'passkeyName', 'reason', 'refusalReason'],
      from: ['proposed', 'waiting'],
      to: 'withdrawn',
    },
    ...this.apart.flatMap(({ rows }) => Object.values(rows)),
  ] as OfPeople[]

  #close(c: CommandOf<'CloseUser'>, by: By): Outcome {
    const person = this.standing(c.user, by)
    if ('code' in person) return person
    if (person.fixed) return no('fixed_account')
    if (this.isLast(person)) return no('last_administrator')
    if (c.unverified) {
      if (person.emailVerified)
        return no('already_decided', 'The email address of this account is confirmed.')
      if (person.status === 'frozen') return no('account_frozen')
      if (person.cash.entries > 0)
        return no('money_left', 'This account has had money, and does not end by itself.')
    }
    const left = this.#leftIn(person)
    if (left !== '')
      return no('money_left', `This account cannot be closed while it still holds: ${left}.`)
    Object.assign(person, { status: 'closed', fullName: 'Closed account', email: '' })
    for (const { rows, words, from = [], to } of this.#ofPeople)
      for (const row of rows.filter(({ owner }) => owner === c.user)) {
        for (const word of words) row[word] = null
        if (from.includes(String(row['status']))) row['status'] = to
      }
    for (const record of this.records.values()) if (record.subject === c.user) record.erased = true
    this.enter(person, 'account-closed', by.at)
    return yes(200, { message: 'User deleted successfully' })
  }

  #correct(c: CommandOf<'CorrectUser'>, by: By): Outcome {
    const person = this.standing(c.user, by)
    if ('code' in person) return person
    if (c.named !== undefined && c.named !== c.user)
      return no(
        'not_your_account',
        'The form names a different user than the address. Nothing was saved.',
      )
    if (c.version !== undefined && c.version !== person.version) return no('stale_version')
    const edit = this.#editOf(person, c)
    if ('code' in edit) return edit
    const moved = [edit.profit, edit.loss, edit.rest].reduce(
      (sum, part) => sum + (part < 0n ? -part : part),
      0n,
    )
    const updated = () =>
      yes(200, {
        message: 'User profile updated successfully',
        data: { user: this.#user(person, by.at) },
      })
    if (moved === 0n && edit.fullName === person.fullName && edit.email === person.email) {
      if (c.email !== undefined && this.#endEmailChanges(person, by))
        this.enter(person, 'access-change-stopped', by.at)
      return updated()
    }
    const why =
      c.emailWait !== null && edit.email !== person.email
        ? 'Another email address always takes two.'
        : this.tooMuch(c, by.actor, person.id, moved)
    const thing = this.#correcting(person, edit, {
      by,
      waits: why !== '',
      reason: c.reason ?? null,
    })
    const outcome = this.#waits.give(thing, why, by, {
      waitMs: c.emailWait && String(c.emailWait.waitMs),
      earlierForMs: null,
    })
    if (outcome && 'code' in outcome) return outcome
    if (c.email !== undefined) this.#endEmailChanges(person, by)
    if (outcome) {
      const { words } = thing.about!
      const told = {
        id: by.id,
        by: [by.actor!, this.nameOf(by.actor)] as const,
        at: by.at,
        person,
        moved,
      }
      return this.#withCorrection(
        outcome,
        { ...told, facts: thing.facts, words },
        { user: this.#user(person, by.at) },
      )
    }
    this.alone('CorrectUser', c, by, person.id, moved)
    return updated()
  }

  /** An edit that waits: what it changes, from what its proposer saw. */
  #correcting(person: Person, edit: Edit, { by: proposing, waits, reason }: Proposing): Thing {
    const { cash, totals } = person
    const { fullName, email } = edit
    const isNamed = fullName !== person.fullName
    const isAddressed = email !== person.email
    const figures = {
      balanceFrom: cash.balance,
      balanceTo: cash.balance + edit.gain,
      profitFrom: totals.profit,
      profitTo: totals.profit + edit.profit,
      lossFrom: totals.loss,
      lossTo: totals.loss + edit.loss,
    }
    const field = edit.emailWaits ? 'newEmail' : 'email'
    const told = (say: (cents: bigint) => string | number) => ({
      user: person.id,
      edits: [...(isNamed ? ['fullName'] : []), ...(isAddressed ? [field] : [])].join(' '),
      ...Object.fromEntries(Object.entries(figures).map(([name, cents]) => [name, say(cents)])),
    })
    const again = (answer: Answered) =>
      this.#editOf(person, {
        fullName: isNamed ? fullName : undefined,
        email: isAddressed ? email : undefined,
        accountBalance: figures.balanceTo,
        totalProfit: figures.profitTo,
        totalLoss: figures.lossTo,
        emailWait: answer!['waitMs'] === null ? null : { waitMs: 0, earlierForMs: 0 },
      })
    return {
      kind: 'correction',
      called: 'correction of this account',
      holds: null,
      lastsMs: null,
      facts: told(String),
      shown: told(dollars),
      about: {
        person: person.id,
        words: {
          ...(isNamed ? { fullName, fullNameFrom: person.fullName } : {}),
          ...(isAddressed ? { email, emailFrom: person.email } : {}),
          ...(reason === null ? {} : { reason }),
        },
        proposed: 'correction-proposed',
        ended: 'correction-refused',
      },
      unfit: (by, answer) =>
        this.#whyNotNow(person, figures, by) ??
        this.#poorIn(again(answer), waits && by.id === proposing.id, by),
      make: (by, answer, first) => {
        const now = again(answer) as Edit
        const begins = now.emailWaits && now.email !== person.email
        // What was proposed may have come true meanwhile: whoever read of the proposal reads that it was approved.
        const isMade = this.#makeEdit(person, now, by.at)
        if (first === null) return
        if (!isMade) this.enter(person, 'correction-made', by.at)
        if (isAddressed) this.#endEmailChanges(person, by)
        const asked = { email, reason, waitMs: Number(answer!['waitMs']) }
        if (begins) this.changes.push(emailWaiting(person.id, asked, first, by))
      },
    }
  }

  /** Nobody may make it, or somebody has changed what its proposer saw. */
  #whyNotNow(
    person: Person,
    seen: { balanceFrom: bigint; profitFrom: bigint; lossFrom: bigint },
    by: Pick<By, 'actor' | 'at' | 'id'>,
  ): Refusal | null {
    const still = this.standing(person.id, by)
    if ('code' in still) return still
    const changed = [
      ['balance', seen.balanceFrom, person.cash.balance] as const,
      ['profit', seen.profitFrom, person.totals.profit] as const,
      ['loss', seen.lossFrom, person.totals.loss] as const,
    ].flatMap(([name, from, now]) =>
      from === now ? [] : [`${name} from ${inDollars(from)} to ${inDollars(now)}`],
    )
    return changed.length === 0
      ? null
      : no(
          'stale_version',
          `This user changed since the correction was proposed: ${changed.join(', ')}. Nothing was posted; withdraw it and propose it again.`,
        )
  }

  #poorIn(
    edit: Edit | Refusal,
    isProposed: boolean,
    by: { at: number; told?: By['told'] },
  ): Refusal | null {
    if ('code' in edit) return edit
    return edit.fromPool > this.#poolSeen('corrections', isProposed, by)
      ? no('corrections_pool_short')
      : null
  }

  /** What an edit would change of a person: name, email, and by how much three figures. */
  #editOf(
    person: Person,
    c: Pick<
      CommandOf<'CorrectUser'>,
      'fullName' | 'email' | 'accountBalance' | 'totalProfit' | 'totalLoss' | 'emailWait'
    >,
  ): Edit | Refusal {
    const { cash, totals } = person
    const { fullName = person.fullName, email = person.email } = c
    if (email !== person.email) {
      if (person.fixed) return no('fixed_account')
      if (this.people.some((other) => other.email === email)) {
        return {
          code: 'email_taken',
          fields: { email: 'An account with this email already exists.' },
        }
      }
    }
    const profit = (c.totalProfit ?? totals.profit) - totals.profit
    const loss = (c.totalLoss ?? totals.loss) - totals.loss
    const gain = c.accountBalance === undefined ? profit - loss : c.accountBalance - cash.balance
    const rest = gain - profit + loss
    if (totals.profit + profit < 0n || totals.loss + loss < 0n) return no('totals_below_zero')
    if (cash.balance + gain < 0n) return no('balance_below_zero')
    const fromPool = [profit, -loss, rest]
      .filter((step) => step > 0n)
      .reduce((sum, step) => sum + step, 0n)
    return {
      fromPool,
      fullName,
      email,
      emailWaits: c.emailWait !== null,
      profit,
      loss,
      rest,
      gain,
    }
  }

  /** What a pool holds; for a command that books nothing yet, what it held when it was read. */
  #poolSeen(
    pool: Pool,
    booksNothing: boolean,
    { told }: { at: number; told?: By['told'] },
  ): bigint {
    return (booksNothing ? told?.pools?.get(pool) : undefined) ?? this.firm[pool].balance
  }

  #makeEdit(
    person: Person,
    { fullName, email, emailWaits, profit, loss, rest, gain }: Edit,
    at: number,
  ): boolean {
    const steps = [profit, -loss, rest].filter((step) => step !== 0n)
    for (const step of steps.toSorted((a, b) => (a > b ? -1 : 1))) {
      this.add(this.firm.corrections, -step)
      this.add(person.cash, step)
    }
    person.totals.profit += profit
    person.totals.loss += loss
    person.totals.corrections += rest
    const changed = steps.length > 0 || fullName !== person.fullName || email !== person.email
    Object.assign(person, { fullName, email: emailWaits ? person.email : email })
    if (changed) this.enter(person, 'correction-made', at, steps.length === 0 ? null : gain)
    return changed
  }

  // The firm's own money, and the demonstration's.

  #creditPlayMoney(c: CommandOf<'CreditPlayMoney'>, { at }: By): Outcome {
    const person = this.holder(c.owner)
    if ('code' in person) return person
    const beyond = this.#verifying.beyond(c.owner, 'in', c.amount, c.limits, at)
    if (beyond) return beyond
    this.add(this.firm.clientBank, c.amount)
    this.add(person.cash, c.amount)
    person.totals.deposits += c.amount
    this.enter(person, 'deposit', at, c.amount)
    return yes(201, {
      message: `${inDollars(c.amount)} of play money credited`,
      data: { user: this.#user(person, at) },
    })
  }

  #moveClock(c: CommandOf<'MoveClock'>, { at, told }: By): Outcome {
    const then = at + c.days * day
    if (then > endOfClock) return no('beyond_calendar')
    const due = this.people
      .flatMap(({ running }) => running)
      .filter(({ maturesAt }) => maturesAt <= then).length
    this.now = then
    this.enterFirm('clock-moved', at)
    return yes(200, { data: { now: moment(then), settled: told.due ?? due } })
  }

  // The firm's own money.

  /** Booked by one who is enough, which is counted as done alone, or proposed. */
  #give(kind: string, thing: Thing, c: CommandOf<'FundPool' | 'PayInCapital'>, by: By): Outcome {
    const why = this.tooMuch(c, by.actor, firmsId, c.amount)
    const answer = this.#waits.give(thing, why, by)
    if (answer) return answer
    this.alone(kind, c, by, firmsId, c.amount)
    return this.#aboutTreasury()
  }

  #payIn(c: CommandOf<'PayInCapital'>, by: By): Outcome {
    const { amount, reference } = c
    const { firmBank, capital } = this.firm
    const name = `capital ${letters(reference)}`
    const thing: Thing = {
      kind: 'capital',
      called: 'capital with this reference',
      holds: name,
      lastsMs: null,
      facts: { amount: `${amount}`, reference },
      shown: { amount: dollars(amount), reference },
      unfit: () => (this.references.has(name) ? no('reference_used') : null),
      make: ({ at }) => {
        this.references.add(name)
        this.add(firmBank, amount)
        this.add(capital, amount)
        this.enterFirm('capital-paid-in', at)
      },
    }
    return this.#give('PayInCapital', thing, c, by)
  }

  #fund(c: CommandOf<'FundPool'>, by: By): Outcome {
    const { pool, amount } = c
    const { firmBank, clientBank, capital } = this.firm
    const thing: Thing = {
      kind: 'pool-funding',
      called: 'funding of the pool',
      holds: null,
      lastsMs: null,
      facts: { amount: `${amount}`, pool },
      shown: { amount: dollars(amount), pool },
      unfit: () => (capital.balance < amount ? no('capital_short') : null),
      make: ({ at }) => {
        this.add(capital, -amount)
        this.add(this.firm[pool], amount)
        this.add(firmBank, -amount)
        this.add(clientBank, amount)
        this.enterFirm('pool-funded', at)
      },
    }
    return this.#give('FundPool', thing, c, by)
  }

  // Plans.

  plan(id: string): Plan | undefined {
    return this.plans.find((offered) => offered.id === id)
  }

  /** Looks through all others, one after the other, for one that takes any of these amounts. */
  #noPlace(
    { minimum, maximum }: Pick<Plan, 'minimum' | 'maximum'>,
    except: string,
  ): Refusal | null {
    const others = this.plans.filter(({ id }) => id !== except)
    const below = others
      .filter((other) => other.minimum < minimum)
      .sort((a, b) => Number(b.minimum - a.minimum))[0]
    const above = others
      .filter((other) => other.minimum >= minimum)
      .sort((a, b) => Number(a.minimum - b.minimum))[0]
    if (below?.maximum === null)
      return no(
        'plans_overlap',
        `${below.title} has no maximum and already covers this minimum. Give it a maximum first. Nothing was changed.`,
      )
    if (below && below.maximum !== null && below.maximum >= minimum)
      return no(
        'plans_overlap',
        `${below.title} takes amounts up to ${inDollars(below.maximum)}: the minimum must be higher. Nothing was changed.`,
      )
    if (above && (maximum === null || maximum >= above.minimum))
      return no(
        'plans_overlap',
        `${above.title} begins at ${inDollars(above.minimum)}: the maximum must be lower. Nothing was changed.`,
      )
    return null
  }

  /** New words get a new number; known ones of another plan may lend theirs if it is higher. */
  #warningsNumber(words: string, before: number): number {
    const known = this.plans
      .filter((other) => other.riskWarning === words && other.riskVersion > before)
      .map(({ riskVersion }) => riskVersion)
    return known.length > 0
      ? Math.max(...known)
      : Math.max(0, ...this.plans.map(({ riskVersion }) => riskVersion)) + 1
  }

  #placed(plan: Plan, kind: string, at: number): void {
    this.#put(plan)
    this.enterFirm(kind, at)
  }

  #put(plan: Plan): void {
    const place = this.plans.findIndex(({ id }) => id === plan.id)
    if (place === -1) this.plans.push(plan)
    else this.plans[place] = plan
    for (const one of this.plans) {
      const ends = this.plans
        .filter(({ minimum }) => minimum > one.minimum)
        .map(({ minimum }) => minimum)
      // $999 means to $999.99, and $999.50 itself.
      if (one.maximum !== null)
        ends.push(one.maximum % 100n === 0n ? one.maximum + 100n : one.maximum + 1n)
      one.below =
        ends.length === 0 ? null : ends.reduce((least, end) => (end < least ? end : least))
    }
  }

  #seedPlan(c: CommandOf<'SeedPlan'>, { id }: By): Outcome {
    if (this.plan(id)) return yes(200, {})
    const refusal = this.#noPlace(c, id)
    if (refusal) return refusal
    this.#put({ ...c, id, onSale: true, termsVersion: 1, below: null })
    return yes(200, {})
  }

  readonly #whyTwo = (c: Pick<CommandOf<'OfferPlan'>, 'secondApprovalAbove'>) =>
    (c.secondApprovalAbove ?? null) === null
      ? ''
      : 'What is offered to everybody needs a second, different person.'

  #offerPlan({ terms, ...limits }: CommandOf<'OfferPlan'>, by: By): Outcome {
    const thing: Thing = {
      ...ofPlans,
      kind: 'plan-offer',
      facts: termsKept(terms),
      shown: termsShown(terms),
      unfit: ({ id }) => this.#noPlace(terms, id),
      make: ({ id, at }) =>
        this.#placed(
          {
            ...terms,
            id,
            slug: null,
            onSale: true,
            termsVersion: 1,
            below: null,
            rangeText: rangeInWords(terms),
            riskVersion: this.#warningsNumber(terms.riskWarning, 0),
          },
          'plan-offered',
          at,
        ),
    }
    return (
      this.#waits.give(thing, this.#whyTwo(limits), by) ??
      yes(201, { message: 'Plan offered', data: { plan: planInWords(this.plan(by.id)!) } })
    )
  }

  #changePlan(
    { plan: id, termsVersion, terms, ...limits }: CommandOf<'ChangePlan'>,
    by: By,
  ): Outcome {
    const thing: Thing = {
      ...ofPlans,
      kind: 'plan-terms',
      facts: { ...termsKept(terms), plan: id, termsVersion },
      shown: { ...termsShown(terms), plan: id, termsVersion },
      unfit: () => this.#unchangeable(id, termsVersion, terms),
      make: ({ at }) => this.#changeTerms(this.plan(id)!, terms, at),
    }
    return (
      this.#waits.give(thing, this.#whyTwo(limits), by) ??
      yes(200, {
        message: 'Plan changed for new investments',
        data: { plan: planInWords(this.plan(id)!) },
      })
    )
  }

  #unchangeable(
    id: string,
    termsVersion: number,
    terms: CommandOf<'ChangePlan'>['terms'],
  ): Refusal | null {
    const before = this.plan(id)
    if (!before) return no('unknown_plan')
    if (before.termsVersion !== termsVersion) return no('plan_changed')
    const names = Object.keys(terms) as (keyof typeof terms)[]
    if (names.every((name) => before[name] === terms[name])) return no('nothing_to_change')
    return this.#noPlace(terms, id)
  }

  #changeTerms(before: Plan, terms: CommandOf<'ChangePlan'>['terms'], at: number): void {
    const stays = before.minimum === terms.minimum && before.maximum === terms.maximum
    const plan = {
      ...before,
      ...terms,
      termsVersion: before.termsVersion + 1,
      rangeText: stays ? before.rangeText : rangeInWords(terms),
      riskVersion:
        terms.riskWarning === before.riskWarning
          ? before.riskVersion
          : this.#warningsNumber(terms.riskWarning, before.riskVersion),
    }
    this.#placed(plan, 'plan-changed', at)
  }

  #withdrawPlan({ plan: id }: CommandOf<'WithdrawPlan'>, { at }: By): Outcome {
    const plan = this.plan(id)
    if (!plan) return no('unknown_plan')
    if (!plan.onSale) return no('already_withdrawn')
    this.#placed({ ...plan, onSale: false }, 'plan-withdrawn', at)
    return yes(200, {
      message: 'Plan withdrawn from sale',
      data: { plan: planInWords({ ...plan, onSale: false }) },
    })
  }

  #reofferPlan({ plan: id, ...limits }: CommandOf<'ReofferPlan'>, by: By): Outcome {
    const plan = this.plan(id)
    if (!plan) return no('unknown_plan')
    const { title, termsVersion } = plan
    const facts = { plan: id, title, termsVersion }
    const thing: Thing = {
      ...ofPlans,
      kind: 'plan-reoffer',
      facts,
      shown: facts,
      unfit: () => {
        const now = this.plan(id)!
        if (now.onSale) return no('already_on_sale')
        return now.termsVersion === termsVersion ? null : no('plan_changed')
      },
      make: ({ at }) => this.#placed({ ...this.plan(id)!, onSale: true }, 'plan-reoffered', at),
    }
    return (
      this.#waits.give(thing, this.#whyTwo(limits), by) ??
      yes(200, { message: 'Plan put back on sale', data: { plan: planInWords(this.plan(id)!) } })
    )
  }

  // Investments.

  #openInvestment(c: CommandOf<'OpenInvestment'>, by: By): Outcome {
    const person = this.active(c.owner)
    if ('code' in person) return person
    const unread = notByPolicies(this, c.owner, by.at)
    if (unread) return unread
    const plan = this.#placeable(person, c, by.at)
    if ('code' in plan) return plan
    if (person.cash.balance < c.amount) return no('insufficient_balance_to_invest')
    const owedFirst = notByDebt(person, c.amount, 'invested')
    if (owedFirst) return owedFirst
    const profit = percentage(c.amount, BigInt(plan.profitPercent))
    if (this.firm.returns.balance < profit) return this.#notCovered(plan)
    const end = by.at + plan.durationDays * day
    const undoableUntil = this.#undoableUntil(c, by.at, end)
    const investment = this.#place(person, plan, c.amount, { undoableUntil, continues: null }, by)
    this.enter(person, 'investment-opened', by.at, -c.amount)
    return yes(201, {
      message: 'Investment opened',
      data: { investment: investmentInWords(investment, by.at), user: this.#user(person, by.at) },
    })
  }

  /** The plan that takes this amount from this person now, as far as money isn't looked at. */
  #placeable(
    person: Person,
    c: Omit<CommandOf<'OpenInvestment'>, 'coolingOffMs'>,
    at: number,
  ): Plan | Refusal {
    const notFit = this.#risk.notByAnswers(person, c.needsAnswers === true, at)
    if (notFit) return notFit
    const plan = this.#asAccepted(c)
    if ('code' in plan) return plan
    if (at + plan.durationDays * day > lastMoment)
      return no(
        'beyond_calendar',
        `${plan.title} would mature after the last date that can be recorded. Nothing was booked.`,
      )
    return (
      this.#verifying.beyond(c.owner, 'invested', c.amount, c.limits, at) ??
      this.#risk.beyondOwnLimit(person, c.amount, at) ??
      plan
    )
  }

  /** The plan, if it is sold under what was accepted and takes the amount. */
  #asAccepted(
    c: Pick<
      CommandOf<'OpenInvestment'>,
      'planId' | 'amount' | 'acceptedRiskVersion' | 'acceptedTermsVersion'
    >,
  ): Plan | Refusal {
    const plan = this.plan(c.planId)
    if (!plan) return no('unknown_plan')
    if (!plan.onSale) return no('plan_not_offered')
    if (plan.riskVersion !== c.acceptedRiskVersion)
      return { code: 'risk_warning_changed', plan: planInWords(plan) }
    if (plan.termsVersion !== c.acceptedTermsVersion)
      return { code: 'terms_changed', plan: planInWords(plan) }
    if (c.amount < plan.minimum)
      return no('below_minimum', `The minimum of ${plan.title} is ${inDollars(plan.minimum)}.`)
    if (plan.below !== null && c.amount >= plan.below)
      return no('above_maximum', `${plan.title} takes less than ${inDollars(plan.below)}.`)
    const profit = percentage(c.amount, BigInt(plan.profitPercent))
    return profit === 0n ? no('profit_rounds_to_zero') : plan
  }

  #place(
    person: Person,
    plan: Plan,
    amount: bigint,
    rest: Pick<Investment, 'undoableUntil' | 'continues'>,
    { id, at }: By,
  ): Investment {
    const profit = percentage(amount, BigInt(plan.profitPercent))
    const investment: Investment = {
      ...rest,
      id,
      owner: person.id,
      planId: plan.id,
      termsVersion: plan.termsVersion,
      planTitle: plan.title,
      amount,
      profitPercent: plan.profitPercent,
      profit,
      openedAt: at,
      maturesAt: at + plan.durationDays * day,
      status: 'running',
      riskVersion: plan.riskVersion,
      check: this.#risk.lastCheck(person.id)?.id ?? null,
      atMaturity: 'balance',
      acceptedTermsVersion: null,
      acceptedRiskVersion: null,
      notReinvested: null,
    }
    this.investments.push(investment)
    this.#investmentsById.set(id, investment)
    person.running.push(investment)
    this.add(person.cash, -amount)
    this.add(person.invested, amount)
    this.add(this.firm.returns, -profit)
    this.add(person.promised, profit)
    person.totals.principal += amount
    return investment
  }

  /** Finds the largest amount whose profit the pool still covers, by bisection. */
  #notCovered(plan: Plan): Refusal {
    let covered = 0n
    let tooMuch = plan.below ?? this.firm.returns.balance * 101n + 101n
    while (tooMuch - covered > 1n) {
      const middle = (covered + tooMuch) / 2n
      if (percentage(middle, BigInt(plan.profitPercent)) <= this.firm.returns.balance)
        covered = middle
      else tooMuch = middle
    }
    return covered < plan.minimum
      ? no(
          'not_covered',
          `${plan.title} is sold out: its profit cannot be covered at present. Nothing was booked.`,
        )
      : no(
          'not_covered',
          `The profit on this amount cannot be covered at present. The largest amount that can be covered is ${inDollars(covered)}. Nothing was booked.`,
        )
  }

  /** The first thing that somebody ever places, and no second one after it was undone. */
  #undoableUntil(
    { owner, coolingOffMs }: CommandOf<'OpenInvestment'>,
    at: number,
    end: number,
  ): number | null {
    const before = this.investments.some((one) => one.owner === owner)
    if (before || coolingOffMs === 0) return null
    return at + coolingOffMs < end ? at + coolingOffMs : end
  }

  #undo(c: CommandOf<'UndoInvestment'>, { at }: By): Outcome {
    const person = this.holder(c.owner)
    if ('code' in person) return person
    const investment = this.investment(c.investment)
    if (!investment || investment.owner !== c.owner) return no('unknown_investment')
    if (investment.status === 'undone') return no('already_undone')
    if (investment.status === 'matured')
      return no(
        'already_settled',
        'This investment has matured, and was paid to your balance. Nothing was booked.',
      )
    if (investment.undoableUntil === null) return no('not_undoable')
    if (at >= investment.undoableUntil)
      return no(
        'undoing_too_late',
        `This investment could be undone until ${inUtc(investment.undoableUntil)}. Nothing was booked: it goes on, and is paid when it matures.`,
      )
    investment.status = 'undone'
    person.running = person.running.filter((one) => one !== investment)
    this.add(person.invested, -investment.amount)
    this.add(person.cash, investment.amount)
    this.add(person.promised, -investment.profit)
    this.add(this.firm.returns, investment.profit)
    this.enter(person, 'investment-undone', at, investment.amount)
    return yes(200, {
      message: 'Investment undone',
      data: { investment: investmentInWords(investment, at), user: this.#user(person, at) },
    })
  }

  /** Everything is paid first; then the principal is placed again, if that was chosen and nothing speaks against it. */
  #settle(c: CommandOf<'SettleInvestment'>, by: By): Outcome {
    const investment = this.investment(c.investment)
    if (!investment || investment.owner !== c.owner) return no('unknown_investment')
    if (investment.status !== 'running') return no('already_settled')
    if (by.at < investment.maturesAt) return no('not_due')
    const isChosen = investment.atMaturity === 'reinvest'
    if (isChosen && !c.reinvesting) return no('reinvesting_chosen')
    const person = this.person(c.owner)!
    investment.status = 'matured'
    person.running = person.running.filter(({ id }) => id !== investment.id)
    this.add(person.invested, -investment.amount)
    this.add(person.cash, investment.amount)
    this.add(person.promised, -investment.profit)
    this.add(person.cash, investment.profit)
    person.totals.profit += investment.profit
    const plan = isChosen ? this.#placeableAgain(person, investment, c.reinvesting!, by.at) : null
    if (plan !== null && 'title' in plan) {
      const rest = { undoableUntil: null, continues: investment.id }
      this.#place(person, plan, investment.amount, rest, by)
      this.enter(person, 'investment-reinvested', by.at, investment.profit)
    } else {
      investment.notReinvested = plan?.code ?? null
      const kind = plan === null ? 'investment-matured' : 'investment-not-reinvested'
      this.enter(person, kind, by.at, investment.amount + investment.profit)
    }
    return yes(200, {})
  }

  #placeableAgain(
    person: Person,
    { amount, planId, acceptedTermsVersion, acceptedRiskVersion }: Investment,
    { isPaused, limits }: NonNullable<CommandOf<'SettleInvestment'>['reinvesting']>,
    at: number,
  ): Plan | Refusal {
    if (isPaused) return no('new_business_paused')
    const active = this.active(person.id)
    if ('code' in active) return active
    const unread = notByPolicies(this, person.id, at)
    if (unread) return unread
    const plan = this.#placeable(
      person,
      {
        owner: person.id,
        planId,
        amount,
        acceptedTermsVersion: acceptedTermsVersion!,
        acceptedRiskVersion: acceptedRiskVersion!,
        limits,
        needsAnswers: false,
      },
      at,
    )
    if ('code' in plan) return plan
    const owedFirst = notByDebt(person, amount, 'invested')
    if (owedFirst) return owedFirst
    const profit = percentage(amount, BigInt(plan.profitPercent))
    return this.firm.returns.balance < profit ? this.#notCovered(plan) : plan
  }

  #choose(c: CommandOf<'ChooseAtMaturity'>, { at }: By): Outcome {
    const again = c.choice === 'reinvest'
    const person = again ? this.active(c.owner) : this.holder(c.owner)
    if ('code' in person) return person
    const unread = again ? notByPolicies(this, c.owner, at) : null
    if (unread) return unread
    const investment = this.investment(c.investment)
    if (!investment || investment.owner !== c.owner) return no('unknown_investment')
    if (investment.status === 'undone') return no('already_undone')
    if (at >= investment.maturesAt || investment.status === 'matured')
      return no('choosing_too_late')
    const { planId, amount } = investment
    const { acceptedRiskVersion, acceptedTermsVersion } = c
    const plan = again
      ? this.#asAccepted({ planId, amount, acceptedRiskVersion, acceptedTermsVersion })
      : null
    if (plan !== null && 'code' in plan) return plan
    const terms = plan?.termsVersion ?? null
    if (investment.atMaturity === c.choice && investment.acceptedTermsVersion === terms)
      return no('choice_unchanged')
    investment.atMaturity = c.choice
    investment.acceptedTermsVersion = terms
    investment.acceptedRiskVersion = plan?.riskVersion ?? null
    this.enter(person, again ? 'reinvesting-chosen' : 'payout-chosen', at)
    const message = again
      ? 'Chosen: the principal will be invested again'
      : 'Chosen: all will be paid to your balance'
    return yes(200, { message, data: { investment: investmentInWords(investment, at) } })
  }

  // Withdrawals and transfers.

  /** Why money can't be sent there, or null. */
  #wrongPlace(
    person: Person,
    place: CommandOf<'SaveDestination'>['place'],
    isOfFirm = false,
  ): Refusal | null {
    if (place.type !== 'tradehub_transfer') {
      const mistake = this.#mistyped.get(addressOf(place)!)
      if (mistake)
        return { code: 'address_mistyped', message: mistake, fields: { bankNumber: mistake } }
      const isDrawn = this.addresses.some((one) => one.address === addressOf(place))
      return isOfFirm || isDrawn ? no('firms_own_address') : null
    }
    const recipient = this.people.find((other) => other.accountId === place.recipientAccountId)
    if (!recipient) return no('unknown_recipient')
    if (recipient === person) return no('own_account')
    return recipient.status === 'closed' ? no('recipient_closed') : null
  }

  #saveDestination(c: CommandOf<'SaveDestination'>, { id, at }: By): Outcome {
    const person = this.active(c.owner)
    if ('code' in person) return person
    if (c.mustBeVerified && !person.emailVerified) return no('email_unverified')
    const wrong = this.#wrongPlace(person, c.place, c.isOfFirm)
    if (wrong) return wrong
    const mine = this.destinations.filter(
      ({ owner, status }) => owner === c.owner && status === 'saved',
    )
    if (mine.length === 30) return no('too_many_destinations')
    const address = addressOf(c.place)
    const holder = c.place.type === 'bank_account' ? c.place.holder : null
    const accountId = c.place.type === 'tradehub_transfer' ? c.place.recipientAccountId : null
    const same = mine.find((one) =>
      address === null
        ? one.recipientAccountId === accountId
        : one.walletAddress?.toLowerCase() === address.toLowerCase(),
    )
    if (same)
      return no(
        'already_saved',
        `You have already saved this destination as “${same.name}”. Nothing was changed.`,
      )
    if (mine.some(({ name }) => name === c.name)) {
      const message =
        'You have already saved another destination by this name. Nothing was changed.'
      return { code: 'already_saved', message, fields: { name: message } }
    }
    this.destinations.push({
      id,
      owner: c.owner,
      type: c.place.type,
      name: c.name,
      holder,
      walletAddress: address,
      recipient: this.people.find((other) => other.accountId === accountId)?.id ?? null,
      recipientAccountId: accountId,
      status: 'saved',
      savedAt: at,
    })
    this.enter(person, 'destination-saved', at)
    return yes(201, {
      message: 'Destination saved',
      data: {
        destination: {
          id,
          type: c.place.type,
          name: c.name,
          holder,
          bankNumber: address,
          recipientAccountId: accountId,
          savedAt: moment(at),
          usableFrom: c.usableFrom ?? null,
        },
      },
    })
  }

  #removeDestination(c: CommandOf<'RemoveDestination'>, { at }: By): Outcome {
    const person = this.holder(c.owner)
    if ('code' in person) return person
    const destination = this.destinations.find(({ id }) => id === c.destination)
    if (destination?.owner !== c.owner || destination.status === 'removed')
      return no('unknown_destination')
    destination.status = 'removed'
    this.enter(person, 'destination-removed', at)
    return yes(200, { message: 'Destination removed' })
  }

  #requestWithdrawal(c: CommandOf<'RequestWithdrawal'>, { id, at }: By): Outcome {
    if (c.named !== undefined && c.named !== c.owner) return no('not_your_account')
    const person = this.active(c.owner)
    if ('code' in person) return person
    if (c.mustBeVerified && !person.emailVerified) return no('email_unverified')
    // What is theirs leaves whatever they accept.
    const isInside = c.target.type === 'tradehub_transfer'
    const unread = isInside ? notByPolicies(this, c.owner, at) : null
    if (unread) return unread
    const address = addressOf(c.target)
    const payee = payeeOf(c.target)
    const accountId = c.target.type === 'tradehub_transfer' ? c.target.recipientAccountId : null
    const recipient = this.people.find((other) => other.accountId === accountId)
    const wrong = this.#wrongPlace(person, c.target, c.isOfFirm)
    if (wrong) return wrong
    if (c.saved !== undefined) {
      const saved = this.destinations.find((one) => one.id === c.saved)
      if (saved?.owner !== c.owner || saved.status === 'removed') return no('unknown_destination')
      if (
        saved.type !== c.target.type ||
        saved.walletAddress !== address ||
        saved.recipientAccountId !== accountId ||
        (payee !== null && payee !== (saved.type === 'bank_account' ? saved.holder : saved.name))
      )
        return no('destination_changed')
    }
    const crowded = this.#isCrowded(c)
    if (crowded) return crowded
    const sent = {
      owner: c.owner,
      type: c.target.type,
      walletAddress: address,
      amount: c.amount,
    } as const
    const beyond = this.#verifying.requesting(sent, c.limits, at)
    if (beyond) return beyond
    if (person.cash.balance < c.amount) return no('insufficient_balance')
    const owedFirst = isInside ? notByDebt(person, c.amount, 'sent to an account here') : null
    if (owedFirst) return owedFirst
    const small = this.#isSmall(c, person)
    if (small) return small
    const request: Request = {
      id,
      owner: c.owner,
      type: c.target.type,
      amount: c.amount,
      walletName: payee,
      walletAddress: address,
      recipient: recipient?.id ?? null,
      recipientAccountId: accountId,
      note: c.note ?? null,
      status: 'pending',
      reason: null,
      createdAt: at,
      firstApprovedAt: null,
      firstApprovedBy: null,
      decidedAt: null,
      decidedBy: null,
      payoutReference: null,
    }
    this.keepRequest(request)
    this.add(person.cash, -c.amount)
    this.add(person.held, c.amount)
    this.enter(person, 'withdrawal-requested', at, -c.amount)
    return this.#aboutRequest('Withdrawal request submitted', request, 201)
  }

  #isCrowded({ owner, bounds }: CommandOf<'RequestWithdrawal'>): Refusal | null {
    const { pendingAtMost: most } = bounds as Bounds
    const waiting = this.requests.filter((one) => one.owner === owner && one.status === 'pending')
    if (waiting.length < most) return null
    return no(
      'too_many_pending',
      `You have ${most} pending ${most > 1 ? 'requests' : 'request'}, and more are not taken at a time. Nothing was booked: cancel one that you no longer need, or wait until one is decided.`,
    )
  }

  #isSmall(c: CommandOf<'RequestWithdrawal'>, { cash }: Person): Refusal | null {
    const least = addressOf(c.target) === null ? 0n : ((c.bounds as Bounds).smallest ?? 0n)
    const isWhole = () =>
      c.amount === cash.balance &&
      !this.requests.some(({ owner, status }) => owner === c.owner && status === 'pending')
    if (c.amount >= least || isWhole()) return null
    const message = `The smallest withdrawal is ${inDollars(least)}. Nothing was booked: ask for that much or more, or for your whole balance while no other request of yours is pending.`
    return { code: 'below_smallest', message, fields: { amount: message } }
  }

  #release(request: Request, kind: string, at: number): void {
    const person = this.person(request.owner)!
    this.add(person.held, -request.amount)
    this.add(person.cash, request.amount)
    this.enter(person, kind, at, request.amount)
  }

  #cancel(c: CommandOf<'CancelWithdrawal'>, { at }: By): Outcome {
    const request = this.request(c.withdrawal)
    if (!request || request.owner !== c.owner) return no('unknown_withdrawal')
    if (request.status !== 'pending')
      return no('not_pending', `This request is no longer pending: it was ${request.status}.`)
    const paid = this.#payouts.ofRequest(request.id)
    if (paid) return paid
    Object.assign(request, { status: 'cancelled', decidedAt: at })
    this.#release(request, 'withdrawal-cancelled', at)
    return this.#aboutRequest('Withdrawal request cancelled', request)
  }

  /** Another person's request that waits for a decision by staff. */
  #undecided(id: string, { actor }: By): Request | Refusal {
    const request = this.request(id)
    if (!request) return no('unknown_withdrawal')
    if (actor === request.owner || actor === request.recipient) return no('not_on_yourself')
    if (request.status === 'pending') return request
    const decider = request.status === 'cancelled' ? 'the user' : this.nameOf(request.decidedBy)
    return no(
      'already_decided',
      `This request has already been decided: ${request.status}${decider === null ? '' : ` by ${decider}`}. Nothing was booked.`,
    )
  }

  /** Another person's approved request that waits for its payout. */
  #unpaid(id: string, { actor }: By): Request | Refusal {
    const request = this.request(id)
    if (!request) return no('unknown_withdrawal')
    if (actor === request.owner || actor === request.recipient) return no('not_on_yourself')
    return request.status === 'approved' && request.type !== 'tradehub_transfer'
      ? request
      : no('not_approved')
  }

  #approve(c: CommandOf<'ApproveWithdrawal'>, by: By): Outcome {
    const request = this.#undecided(c.withdrawal, by)
    if ('code' in request) return request
    if (c.shown?.amount !== undefined && c.shown.amount !== request.amount)
      return no('not_as_shown')
    if (
      c.shown?.destination !== undefined &&
      c.shown.destination !== (request.walletAddress ?? request.recipientAccountId)
    )
      return no('not_as_shown')
    const person = this.person(request.owner)!
    const recipient = this.person(request.recipient)
    if (person.status === 'frozen') return no('account_frozen')
    if (recipient?.status === 'closed') return no('recipient_closed')
    const beyond = this.#verifying.approving(request, c.limits, by.at)
    if (beyond) return beyond
    const paid = recipient ? this.#payouts.ofPerson(person.id) : null
    if (paid) return paid
    const first = request.firstApprovedBy
    if (by.actor === null || first === by.actor) return no('same_approver')
    // Of a first approver who was frozen, or is no administrator any more, nothing is left but that two are needed.
    const isSecond = this.gives(first, 'ApproveWithdrawal')
    const tooMuch = isSecond
      ? ''
      : this.#verifying.isFinal(request.owner)
        ? 'This person was refused for good: a second, different person is needed.'
        : this.tooMuch(c, by.actor, request.owner, request.amount)
    if (tooMuch !== '' || (first !== null && !isSecond)) {
      Object.assign(request, { firstApprovedAt: by.at, firstApprovedBy: by.actor })
      this.enter(person, 'withdrawal-first-approval', by.at)
      return this.#aboutRequest(
        `Your approval is recorded. ${tooMuch || 'A second, different person must approve it too.'}`,
        request,
        202,
      )
    }
    if (first === null) this.alone('ApproveWithdrawal', c, by, request.owner, request.amount)
    Object.assign(request, { status: 'approved', decidedAt: by.at, decidedBy: by.actor })
    if (recipient) {
      this.add(person.held, -request.amount)
      this.add(recipient.cash, request.amount)
      person.totals.transferredOut += request.amount
      recipient.totals.transferredIn += request.amount
    }
    this.enter(person, 'withdrawal-approved', by.at)
    if (recipient) this.enter(recipient, 'transfer-received', by.at, request.amount)
    return this.#aboutRequest('Withdrawal approved', request)
  }

  #reject(c: CommandOf<'RejectWithdrawal'>, by: By): Outcome {
    const request = this.#undecided(c.withdrawal, by)
    if ('code' in request) return request
    const paid = this.#payouts.ofRequest(request.id)
    if (paid) return paid
    Object.assign(request, {
      status: 'rejected',
      reason: c.reason,
      decidedAt: by.at,
      decidedBy: by.actor,
    })
    this.#release(request, 'withdrawal-rejected', by.at)
    return this.#aboutRequest('Withdrawal rejected', request)
  }

  #pay(c: CommandOf<'PayWithdrawal'>, by: By): Outcome {
    const request = this.#unpaid(c.withdrawal, by)
    if ('code' in request) return request
    const claimed = this.#claimed(request.id, 'export')
    if (claimed) return claimed
    if (!this.#exports.hasReleased(request.id) && approvedAlone(request, c, by))
      return no('approved_alone')
    if (this.references.has(`payout ${letters(c.reference)}`)) return no('reference_used')
    const { owner, amount } = request
    const blocked = this.#payouts.match(
      { kind: 'withdrawal', person: owner, request: request.id, reference: c.reference, amount },
      by,
    )
    if (blocked) return blocked
    this.references.add(`payout ${letters(c.reference)}`)
    this.#exports.pay(request.id, by.at)
    const person = this.person(request.owner)!
    Object.assign(request, { status: 'paid', payoutReference: c.reference })
    this.add(person.held, -request.amount)
    this.add(this.firm.clientBank, -request.amount)
    person.totals.withdrawn += request.amount
    this.enter(person, 'withdrawal-paid', by.at)
    return this.#aboutRequest('Payout recorded', request)
  }

  #return(c: CommandOf<'ReturnWithdrawal'>, by: By): Outcome {
    const request = this.#unpaid(c.withdrawal, by)
    if ('code' in request) return request
    const paid = this.#payouts.ofRequest(request.id) ?? this.#claimed(request.id)
    if (paid) return paid
    Object.assign(request, { status: 'returned', reason: c.reason })
    this.#release(request, 'withdrawal-returned', by.at)
    return this.#aboutRequest('Withdrawal returned to the balance', request)
  }

  #creditReferrer(c: CommandOf<'CreditReferrer'>, by: By): Outcome {
    const { actor, at } = by
    const person = this.person(c.user)
    if (!person) return no('unknown_user')
    const referrer = this.person(person.referrer)
    if (!referrer) return no('not_referred')
    if (referrer.id === actor || person.id === actor) return no('not_on_yourself')
    const credit = percentage(c.fundingAmount, 10n)
    const funded =
      person.totals.deposits < person.totals.withdrawn
        ? 0n
        : person.totals.deposits - person.totals.withdrawn
    const inAll = (this.#credited.get(person.id) ?? 0n) + credit
    const warning =
      inAll > percentage(funded, 10n)
        ? `Credits come to ${inDollars(inAll)} for this friend, more than 10% of the ${inDollars(funded)} that they have funded (deposits less withdrawals).`
        : ''
    const why =
      (c.secondApprovalAbove ?? null) === null
        ? ''
        : warning || this.tooMuch(c, actor, referrer.id, credit)
    const { fundingAmount } = c
    const facts = { user: referrer.id, friend: person.id }
    const thing: Thing = {
      kind: 'referral-credit',
      called: 'credit for this friend',
      holds: null,
      lastsMs: null,
      facts: { ...facts, funding: `${fundingAmount}` },
      shown: { ...facts, fundingAmount: dollars(fundingAmount), credited: dollars(credit) },
      about: {
        person: referrer.id,
        words: {},
        proposed: 'referral-credit-proposed',
        ended: 'referral-credit-refused',
      },
      besides: person.id,
      unfit: (now) => {
        if (referrer.status === 'closed')
          return no('account_closed', 'The referrer’s account is closed.')
        if (credit === 0n) return no('credit_rounds_to_zero')
        const isProposed = why !== '' && now.id === by.id
        return this.#poolSeen('referral', isProposed, now) < credit
          ? no('referral_pool_short')
          : null
      },
      make: (now) => this.#giveCredit(referrer, person.id, credit, now.at),
    }
    const outcome = this.#waits.give(thing, why, by)
    if (outcome)
      return this.#withCorrection(outcome, {
        ...{ id: by.id, by: [actor!, this.nameOf(actor)], at, person: referrer, moved: credit },
        ...{ facts: thing.facts, words: {}, friend: person.id, fundingAmount },
      })
    this.alone('CreditReferrer', c, by, referrer.id, credit)
    return yes(200, {
      message:
        warning === ''
          ? 'Referrer credited successfully'
          : `Referrer credited successfully. ${warning}`,
      data: {
        referrer: { id: referrer.id, fullName: referrer.fullName },
        credited: dollars(credit),
        ...(warning === '' ? {} : { warning }),
      },
    })
  }

  #giveCredit(referrer: Person, friend: string, credit: bigint, at: number): void {
    this.#credited.set(friend, (this.#credited.get(friend) ?? 0n) + credit)
    this.add(this.firm.referral, -credit)
    this.add(referrer.cash, credit)
    referrer.totals.referral += credit
    this.enter(referrer, 'referral-credited', at, credit)
  }
}
