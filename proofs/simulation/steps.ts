/**
 * The steps of a history. A step is a number that determines everything about it: roughly what is
 * done, and small numbers that pick from the people and things that exist when its turn comes. So a history
 * stays meaningful when steps are removed from it, and a few numbers describe all of it.
 */
import { oneIsEnough } from '../../src/domains/approvals/rules.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { FirmWallet } from '../../src/domains/wallets/table.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { accessChanges } from './drafts/access-changes.ts'
import { announcements } from './drafts/announcements.ts'
import { auditing } from './drafts/auditing.ts'
import { coins } from './drafts/coins.ts'
import { corrections } from './drafts/corrections.ts'
import { editions } from './drafts/editions.ts'
import { exchanges } from './drafts/exchanges.ts'
import { investments } from './drafts/investments.ts'
import { opening, people, personId } from './drafts/people.ts'
import { documents } from './drafts/documents.ts'
import { firstCoins } from './drafts/first-coins.ts'
import { loanDays, loans } from './drafts/loans.ts'
import { months } from './drafts/months.ts'
import { invited } from './drafts/invited.ts'
import { openings } from './drafts/openings.ts'
import { payoutBlocks } from './drafts/payout-blocks.ts'
import { bankExports } from './drafts/bank-exports.ts'
import { payoutLists } from './drafts/payout-lists.ts'
import { payouts } from './drafts/payouts.ts'
import { plans } from './drafts/plans.ts'
import { proposals } from './drafts/proposals.ts'
import { risk } from './drafts/risk.ts'
import { staff } from './drafts/staff.ts'
import { receipts } from './drafts/receipts.ts'
import { reconciliations } from './drafts/reconciliations.ts'
import { treasury } from './drafts/treasury.ts'
import { verification } from './drafts/verification.ts'
import { wallets } from './drafts/wallets.ts'
import { withdrawals } from './drafts/withdrawals.ts'
import { knownAccount, knownWallets, payees, payeesOnTron } from './known-wallets.ts'
import type { Asked, Model } from './model.ts'
import type { Played } from './played.ts'
import { Random } from './random.ts'
import {
  dayMs,
  largestAmount,
  pick,
  pickReady,
  sceneOf,
  somebody,
  type Drawn,
  type Makers,
  type Numbers,
  type Sum,
  type Town,
} from './scene.ts'

/** Time passes by itself, wall time at most as much as business time, or a command is submitted. */
export type Move = { submit: Asked } | { passMs: number; wallMs: number }

export type Step = Numbers & { what: Played | 'pass' | 'again' }

const weights: Record<Step['what'], number> = {
  CreditPlayMoney: 6,
  OpenInvestment: 10,
  SettleInvestment: 7,
  UndoInvestment: 4,
  ChooseAtMaturity: 6,
  AnswerAppropriateness: 2,
  SetInvestmentLimit: 3,
  MoveClock: 3,
  SaveDestination: 15,
  RemoveDestination: 1,
  RequestWithdrawal: 13,
  CancelWithdrawal: 3,
  ApproveWithdrawal: 11,
  RejectWithdrawal: 3,
  PayWithdrawal: 8,
  ReturnWithdrawal: 3,
  CorrectUser: 9,
  CreditReferrer: 4,
  RecordReceipt: 8,
  AssignReceipt: 1,
  ReturnReceipt: 3,
  ReverseReceipt: 1,
  RecordBankCharge: 2,
  RecordBankInterest: 1,
  RecordPayoutReturn: 4,
  ReleaseReceipt: 9,
  AddDocument: 13,
  RemoveDocument: 2,
  ViewDocument: 5,
  SubmitVerification: 5,
  VerifyPerson: 4,
  RefuseVerification: 2,
  ProposeFinalRefusal: 2,
  PayInCapital: 2,
  FundPool: 4,
  FreezeUser: 2,
  UnfreezeUser: 4,
  FreezeOwnAccount: 1,
  RecordSecurityChange: 1,
  VerifyEmail: 1,
  EndSessions: 1,
  ProposeFactorRemoval: 3,
  ApproveAccessChange: 2,
  RefuseAccessChange: 1,
  StopAccessChange: 2,
  RequestEmailChange: 3,
  AgreeToEmailChange: 1,
  ConfirmEmail: 2,
  FinishAccessChange: 2,
  ProposeRoleChange: 2,
  RefuseInvitedRole: 2,
  AcceptInvitation: 2,
  FinishRoleChange: 4,
  InviteAdministrator: 1,
  InviteStaff: 1,
  WithdrawStaffInvitation: 1,
  ProposeOpening: 1,
  ...reconciliations.weights,
  ...months.weights,
  ...firstCoins.weights,
  ...editions.weights,
  ...announcements.weights,
  ...loans.weights,
  BuildPayoutBatch: 6,
  SignPayoutBatch: 6,
  SendPayoutBatch: 5,
  BookBatchPayment: 6,
  SettlePayoutBatch: 3,
  CancelPayoutBatch: 2,
  BuildPayoutList: 5,
  ReleasePayoutList: 5,
  BookListPayment: 5,
  CancelPayoutList: 4,
  BuildBankExport: 5,
  ReleaseBankExport: 5,
  DownloadBankExport: 2,
  ProposeCancellingBankExport: 2,
  RecordBankReport: 4,
  ProposeReopeningPayouts: 2,
  CompareWallet: 2,
  DrawAddress: 5,
  ReserveAddress: 1,
  CreditDeposit: 7,
  ReverseDeposit: 2,
  ReleaseDeposit: 4,
  RecordCoinExchange: 4,
  RecordPositionCover: 2,
  RecordNetworkFees: 2,
  BlockPayouts: 2,
  AddEarlierPayout: 1,
  ExplainEarlierPayout: 8,
  ProposeUnblockingPayouts: 16,
  RequestEvidence: 2,
  CloseUser: 4,
  ChangeName: 2,
  OpenOwner: 3,
  SeedPlan: 1,
  OfferPlan: 1,
  ChangePlan: 2,
  AgreeToProposal: 35,
  RefuseProposal: 5,
  WithdrawProposal: 1,
  WithdrawPlan: 1,
  ReofferPlan: 2,
  pass: 7,
  again: 5,
}
const bag = (Object.keys(weights) as Step['what'][]).flatMap((what) =>
  Array.from({ length: weights[what] }, () => what),
)

function sumOf(random: Random): Sum {
  const of = (['cash', 'minimum', 'below', 'pool', 'cents', 'cents', 'cents', 'cents'] as const)[
    random.below(8)
  ]!
  if (of !== 'cents') return { of, cents: random.bigBetween(-1n, 1n) }
  return {
    of,
    cents: random.bigBetween(1n, [30n, 200_000n, 200_000n, largestAmount][random.below(4)]!),
  }
}

/** The step that this number means. */
export function stepOf(number: number): Step {
  const random = new Random(number)
  return {
    what: bag[random.below(bag.length)]!,
    by: random.below(1000),
    on: random.below(1000),
    nth: random.below(1000),
    sum: sumOf(random),
    twist: random.below(256),
  }
}

/** This many steps, always the same ones for the same seed. */
export function stepsOf(seed: number, count: number): number[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.next())
}

type Draft = { [N in Played]: { kind: N } & Drawn<N> }[Played]

const makers: Makers<Played> = {
  ...people,
  ...accessChanges,
  ...staff,
  ...openings,
  ...reconciliations.makers,
  ...months.makers,
  ...firstCoins.makers,
  ...editions.makers,
  ...announcements.makers,
  ...loans.makers,
  ...wallets,
  ...coins,
  ...exchanges,
  ...payouts,
  ...payoutLists,
  ...bankExports,
  ...payoutBlocks,
  ...invited,
  ...corrections,
  ...treasury,
  ...receipts,
  ...documents,
  ...auditing,
  ...verification,
  ...investments,
  ...risk,
  ...withdrawals,
  ...plans,
  ...proposals,
}

/** What a step means in this house, now. */
const draftOf = ({ what, ...numbers }: Step & { what: Played }, town: Town): Draft =>
  ({ kind: what, ...makers[what](sceneOf(numbers, town)) }) as Draft

const idOf = (number: number) => idFromName(`command ${number}`)

const submitted = (draft: Draft, number: number, key: string | null = null): Asked =>
  ({
    ...draft,
    id: draft.id ?? idOf(number),
    key,
    bodyHash: 'body',
    requestId: `request ${number}`,
  }) as Asked

/** The first wallet and the account for USDT are confirmed, and two people have an address of each. */
function firstAddresses(): Draft[] {
  const { descriptor, places } = knownWallets[0]!
  const { places: onTron, ...account } = knownAccount
  return [
    ...addressesOf({ network: 'regtest', descriptor }, places[0]!.address),
    ...addressesOf(account, onTron[0]!.address),
  ]
}

function addressesOf(
  settings: Pick<FirmWallet, 'network' | 'descriptor'>,
  address: string,
): Draft[] {
  return [
    ...[personId(0), personId(1)].map((actor) => ({
      kind: 'CompareWallet' as const,
      command: { ...settings, address },
      actor,
    })),
    ...[personId(4), personId(5)].map((owner) => ({
      kind: 'DrawAddress' as const,
      command: { ...settings, owner },
      actor: owner,
    })),
  ]
}

/** A request that no setting binds. */
const unbound = {
  isOfFirm: false,
  holds: { afterSecurityChangeMs: 0, newDestinationMs: 0 },
  mustBeVerified: false,
  limits: null,
  bounds: { pendingAtMost: 1_000, smallest: null },
} satisfies Partial<CommandOf<'RequestWithdrawal'>>

/** Some of their money is approved to leave in coins. */
function firstPayouts(): Draft[] {
  const [adam, ada] = [personId(0), personId(4)]
  const places = [...payees.slice(0, 3), ...payeesOnTron.slice(0, 3)]
  return places.flatMap(({ address }, n): Draft[] => {
    const withdrawal = idFromName(`first payout ${n}`)
    const target = {
      type: 'bank_transfer' as const,
      walletName: 'Coins',
      walletAddress: address,
    }
    return [
      {
        kind: 'RequestWithdrawal',
        command: { owner: ada, amount: BigInt(2_000 + n), target, ...unbound },
        actor: ada,
        id: withdrawal,
      },
      {
        kind: 'ApproveWithdrawal',
        command: { withdrawal, ...oneIsEnough, limits: null },
        actor: adam,
      },
    ]
  })
}

/** Somebody is verified for years, by documents of their own that an administrator decides on. */
function firstVerified(number: number): Draft[] {
  const owner = personId(number)
  const idOfFirst = (what: string) => idFromName(`first ${what} of ${number}`)
  const papers = ['identity', 'address', 'income'] as const
  const added = papers.map((kind): Draft => ({
    kind: 'AddDocument',
    command: {
      ...{ owner, kind, content: idOfFirst(`content ${kind}`), mediaType: 'image/jpeg', size: 1 },
      ...{ digest: '0'.repeat(64), pages: 1, mustBeVerified: false },
    },
    actor: owner,
    id: idOfFirst(kind),
  }))
  return [
    ...added,
    {
      kind: 'SubmitVerification',
      command: {
        ...{ owner, legalName: `Legal ${number}`, birthDate: '1990-01-01', country: 'DE' },
        ...{ address: 'Street 1', documents: papers.slice(0, 2).map(idOfFirst) },
        served: { minimumAge: 18, countries: null, notServed: [] },
      },
      actor: owner,
      id: idOfFirst('case'),
    },
    {
      kind: 'VerifyPerson',
      command: { verification: idOfFirst('case'), until: '2035-01-01' },
      actor: personId(0),
    },
  ]
}

/** Ben asks for a loan, and two who have opened the proof of his income lend it. */
function firstLoan(): Draft[] {
  const [adam, eve, ben] = [personId(0), personId(1), personId(5)]
  const [application, income, loan] = [
    idFromName('first application'),
    idFromName('first income of 5'),
    idFromName('first loan'),
  ]
  const terms = { amount: 12_000n, months: 6, yearlyRate: 500 }
  const facts = { user: ben, application, income, months: 6, yearlyRate: 500 }
  const bounds = { smallest: 100n, largest: 30_000n, minMonths: 1, maxMonths: 9 }
  return [
    {
      kind: 'ApplyForLoan',
      command: {
        ...{ owner: ben, ...terms, securityPercent: 15, lateFee: 5_000n, graceDays: 5 },
        ...{ income, bounds },
      },
      actor: ben,
      id: application,
    },
    ...[adam, eve].map((actor) => ({
      kind: 'ViewDocument' as const,
      command: { document: income },
      actor,
    })),
    {
      kind: 'ProposeLoan',
      command: { facts: { ...facts, amount: '12000', security: '1800' }, words: {} },
      actor: adam,
      id: loan,
    },
    {
      kind: 'AgreeToProposal',
      command: {
        proposal: loan,
        shown: canonical({ ...facts, amount: 120, security: 18 }),
        answer: null,
      },
      actor: eve,
    },
  ]
}

/** Two administrators, an auditor, a fixed account and users open their accounts; the firm brings a little money: pools that a few investments empty. */
export function beginning(users: number): Asked[] {
  const [adam, ada, ben] = [personId(0), personId(4), personId(5)]
  const opened = (...given: Parameters<typeof opening>): Draft => ({
    kind: 'OpenOwner',
    ...opening(...given),
  })
  const drafts: Draft[] = [
    opened(0, 'admin'),
    opened(1, 'admin'),
    opened(2, 'auditor'),
    opened(3, 'user', null, true),
    ...Array.from({ length: Math.max(users, 2) }, (_, n) => opened(4 + n)),
    {
      kind: 'PayInCapital',
      command: { amount: 150_000n, reference: 'first', ...oneIsEnough },
      actor: adam,
    },
    {
      kind: 'FundPool',
      command: { pool: 'returns', amount: 30_000n, ...oneIsEnough },
      actor: adam,
    },
    {
      kind: 'FundPool',
      command: { pool: 'referral', amount: 5_000n, ...oneIsEnough },
      actor: adam,
    },
    {
      kind: 'FundPool',
      command: { pool: 'corrections', amount: 20_000n, ...oneIsEnough },
      actor: adam,
    },
    {
      kind: 'FundPool',
      command: { pool: 'loan', amount: 40_000n, ...oneIsEnough },
      actor: adam,
    },
    {
      kind: 'CreditPlayMoney',
      command: { owner: ada, amount: 100_000n, asset: 'BTC', limits: null },
      actor: ada,
    },
    {
      kind: 'CreditPlayMoney',
      command: { owner: ben, amount: 20_000n, asset: 'USDT', limits: null },
      actor: ben,
    },
    ...[5, 7, 8, 9].filter((number) => number < 4 + Math.max(users, 2)).flatMap(firstVerified),
    ...firstLoan(),
    ...firstAddresses(),
    ...firstPayouts(),
  ]
  return drafts.map((draft, number) => submitted(draft, number))
}

/** An earlier submission comes again: unchanged, with another body, under another id with the same key, from another person. */
function again({ model, submitted }: Town, { nth, by, twist }: Step): Asked | null {
  const earlier = pick(submitted, nth)
  if (!earlier) return null
  const number = submitted.length
  const repeated: Asked = { ...earlier, requestId: `request ${number}` }
  if (twist % 8 === 0) return { ...repeated, bodyHash: 'another body' }
  if (earlier.key === null || earlier.actor === null) return repeated
  if (twist % 8 === 1) return { ...repeated, id: idOf(number) }
  if (twist % 8 === 2) return { ...repeated, id: idOf(number), bodyHash: 'another body' }
  return twist % 8 === 3
    ? { ...repeated, id: idOf(number), actor: somebody(model, by).id }
    : repeated
}

/** A moment, some hours or days, or until just before or just when an investment or something of a loan falls due. */
function passing(model: Model, nth: number, twist: number): number {
  const days = twist % 4 === 1 ? loanDays(model).filter((at) => at > model.now) : []
  if (days.length > 0) return pick(days, nth)! - model.now - (nth % 2)
  const next = pickReady(
    model.investments,
    nth,
    ({ status, maturesAt }) => status === 'running' && maturesAt > model.now,
  )
  if (twist % 4 === 0 && next && next.maturesAt > model.now)
    return next.maturesAt - model.now - (nth % 2)
  return twist % 2 === 0 ? nth % 40 : (nth % 40) * (dayMs / 8) + twist
}

/** The move that a number means now, or null where there is nothing yet to repeat. */
export function moveOf(number: number, town: Town): Move | null {
  const step = stepOf(number)
  const { what, nth, twist } = step
  if (what === 'pass') {
    const passMs = passing(town.model, nth, twist)
    // Mostly within the hour, so that one does enough alone in a day.
    return { passMs, wallMs: twist % 8 === 1 ? passMs : passMs % (dayMs / 24) }
  }
  if (what === 'again') {
    const repeated = again(town, step)
    return repeated && { submit: repeated }
  }
  const draft = draftOf({ ...step, what }, town)
  const count = town.submitted.length
  if (twist % 3 !== 0 || draft.actor === null) return { submit: submitted(draft, count) }
  // Some number their keys from one, so that others have the same: keys are per person.
  return {
    submit:
      nth % 4 === 0
        ? { ...submitted(draft, count, `common key ${count >> 6}`), bodyHash: `body ${count}` }
        : submitted(draft, count, `key ${count}`),
  }
}
