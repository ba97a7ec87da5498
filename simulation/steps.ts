/**
 * What happens in a history. A step is a number, from which everything about it follows: roughly what is
 * done, and small numbers that pick from whoever and whatever exists when its turn comes. So a history
 * stays meaningful when steps are taken out of it, and a few numbers tell all of it.
 */
import type { CommandName, CommandOf } from '../src/domains/commands.ts'
import { securityChanges } from '../src/contract/security.ts'
import { idFromName } from '../src/platform/ids.ts'
import { nobody, wallets } from './cast.ts'
import { firmsId, type Access, type Asked, type Model, type Person, type Request } from './model.ts'
import { Random } from './random.ts'

/** Time passes by itself, on the wall at most as much as for business, or somebody submits something. */
export type Move = { submit: Asked } | { passMs: number; wallMs: number }

type Sum = { of: 'cents' | 'cash' | 'minimum' | 'below' | 'pool'; cents: bigint }
export type Step = {
  what: CommandName | 'pass' | 'again'
  by: number
  on: number
  nth: number
  sum: Sum
  twist: number
}

const weights: Record<Step['what'], number> = {
  CreditPlayMoney: 6,
  OpenInvestment: 10,
  SettleInvestment: 7,
  MoveClock: 3,
  RequestWithdrawal: 10,
  CancelWithdrawal: 3,
  ApproveWithdrawal: 6,
  RejectWithdrawal: 3,
  PayWithdrawal: 4,
  ReturnWithdrawal: 3,
  CorrectUser: 9,
  ApproveCorrection: 4,
  RejectCorrection: 1,
  CreditReferrer: 4,
  PayInCapital: 2,
  FundPool: 4,
  FreezeUser: 2,
  UnfreezeUser: 3,
  FreezeMyself: 1,
  NoteSecurityChange: 1,
  EndSessions: 1,
  ProposeFactorRemoval: 2,
  ApproveAccessChange: 2,
  RefuseAccessChange: 1,
  StopAccessChange: 1,
  ConfirmEmail: 2,
  FinishAccessChange: 2,
  CloseUser: 4,
  ChangeName: 2,
  OpenOwner: 3,
  WriteNote: 2,
  OfferPlan: 1,
  ChangePlan: 2,
  WithdrawPlan: 1,
  OfferAgain: 2,
  pass: 3,
  again: 5,
}
const bag = (Object.keys(weights) as Step['what'][]).flatMap((what) =>
  Array.from({ length: weights[what] }, () => what),
)

/** What one request can ask for. */
const largestAmount = 10_000_000_000_000n

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

/** As many steps as are wanted, always the same ones for the same seed. */
export function stepsOf(seed: number, count: number): number[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.next())
}

type Draft = {
  [N in CommandName]: { kind: N; command: CommandOf<N>; actor: string | null; id?: string }
}[CommandName]

const idOf = (number: number) => idFromName(`command ${number}`)
const personId = (number: number) => idFromName(`person ${number}`)

const submitted = (draft: Draft, number: number, key: string | null = null): Asked =>
  ({
    ...draft,
    id: draft.id ?? idOf(number),
    key,
    bodyHash: 'body',
    requestId: `request ${number}`,
  }) as Asked

function opening(
  number: number,
  role: 'user' | 'admin' | 'auditor' = 'user',
  referralCode: string | null = null,
  fixed = false,
): Draft {
  const owner = personId(number)
  const command = {
    owner,
    fullName: `Name ${number}`,
    email: `person-${number}@people.example`,
    role,
    referralCode,
    fixed,
  }
  return { kind: 'OpenOwner', command, actor: owner, id: owner }
}

/** Two administrators, an auditor, a fixed account and users open their accounts; the firm brings a little money: pools that a few investments empty. */
export function beginning(users: number): Asked[] {
  const [adam, ada, ben] = [personId(0), personId(4), personId(5)]
  const drafts: Draft[] = [
    opening(0, 'admin'),
    opening(1, 'admin'),
    opening(2, 'auditor'),
    opening(3, 'user', null, true),
    ...Array.from({ length: Math.max(users, 2) }, (_, n) => opening(4 + n)),
    { kind: 'PayInCapital', command: { amount: 150_000n, reference: 'first' }, actor: adam },
    { kind: 'FundPool', command: { pool: 'returns', amount: 30_000n }, actor: adam },
    { kind: 'FundPool', command: { pool: 'referral', amount: 5_000n }, actor: adam },
    { kind: 'FundPool', command: { pool: 'corrections', amount: 20_000n }, actor: adam },
    {
      kind: 'CreditPlayMoney',
      command: { owner: ada, amount: 100_000n, asset: 'BTC' },
      actor: ada,
    },
    {
      kind: 'CreditPlayMoney',
      command: { owner: ben, amount: 20_000n, asset: 'USDT' },
      actor: ben,
    },
  ]
  return drafts.map((draft, number) => submitted(draft, number))
}

/** Mostly what was made lately, sometimes anything: what is old is mostly done with. */
function pick<T>(items: readonly T[], nth: number): T | undefined {
  const latest = nth % 4 === 0 ? items.length : Math.min(items.length, 30)
  return items[items.length - 1 - (nth % latest)]
}

/** Mostly one of the latest that are ready for what is meant, where there is one; else any. */
function pickReady<T>(
  items: readonly T[],
  nth: number,
  isReady: (item: T) => boolean,
): T | undefined {
  const ready = nth % 4 === 0 ? [] : items.slice(-60).filter(isReady)
  return pick(ready.length > 0 ? ready : items, nth >> 2)
}

/** Mostly users who can still act; sometimes anybody, closed or frozen or of the staff, who have no money then and can leave. */
function somebody(model: Model, number: number): Person {
  const open = model.people.filter(({ status, role }) => status !== 'closed' && role === 'user')
  const people = number % 8 === 0 ? model.people : open
  return people[number % people.length]!
}

/** At most so many accounts are open at a time; then whoever opens one has one already. */
export type Town = { model: Model; submitted: readonly Asked[]; people: number }

function amountOf(model: Model, { of, cents }: Sum, owner: string, nth: number): bigint {
  const offered = model.plans[nth % model.plans.length]!
  const { returns, referral, corrections } = model.firm
  const base = {
    cents: 0n,
    cash: model.person(owner)?.cash.balance ?? 0n,
    minimum: offered.minimum,
    below: offered.below ?? 75_000n,
    pool: [
      returns.balance,
      (returns.balance * 100n) / BigInt(offered.profitPercent),
      referral.balance * 10n,
      corrections.balance,
    ][nth % 4]!,
  }[of]
  if (base + cents <= 0n) return 1n
  return base + cents > largestAmount ? largestAmount : base + cents
}

function administrator(model: Model, number: number): string {
  const open = model.people.filter(({ role, status }) => role === 'admin' && status !== 'closed')
  const free = open.filter(({ status }) => status === 'active')
  // Now and then one who is frozen.
  const some = number % 8 === 0 ? open : free
  return some[number % some.length]!.id
}

/** Somebody with a past whom nothing holds here. */
const hasLeftNothing = ({ role, status, version, cash, held, invested }: Person) =>
  role === 'user' &&
  status !== 'closed' &&
  version > 2 &&
  cash.balance + held.balance + invested.balance === 0n

const isPayout = (what: CommandName) => what === 'PayWithdrawal' || what === 'ReturnWithdrawal'

/** Up to so much of what somebody has, where that is little. */
const within = (amount: bigint, limit: bigint) =>
  limit > 0n && amount > limit ? 1n + (amount % limit) : amount

function investmentOf(
  model: Model,
  owner: string,
  amount: bigint,
  { nth, twist }: Pick<Step, 'nth' | 'twist'>,
): CommandOf<'OpenInvestment'> {
  const onSale = model.plans.filter((plan) => plan.onSale)
  const offered =
    (nth % 8 < 7 ? (onSale[(nth >> 3) % 5] ?? onSale[0]) : undefined) ??
    model.plans[nth % model.plans.length]!
  const cash = model.person(owner)?.cash.balance ?? 0n
  const fitting =
    offered.minimum + within(amount, within(offered.below ?? cash, cash) - offered.minimum)
  return {
    owner,
    planId: nth % 64 === 39 ? nobody : offered.id,
    amount: twist % 4 < 2 ? fitting : amount,
    ...(twist % 32 === 2
      ? {}
      : { acceptedRiskVersion: offered.riskVersion + (twist % 32 === 0 ? 1 : 0) }),
    ...(twist % 32 === 17
      ? {}
      : {
          acceptedTermsVersion:
            offered.termsVersion + (twist % 32 === 1 ? 1 : twist % 32 === 3 ? -1 : 0),
        }),
  }
}

/** What a step means in this house, now. */
function draftOf(
  { what, by, on, nth, sum, twist }: Step & { what: CommandName },
  town: Town,
): Draft {
  const { model } = town
  const actor = twist % 4 === 3 ? somebody(model, by).id : administrator(model, by)
  const user = nth % 64 === 40 ? nobody : somebody(model, on).id
  const underStaff = nth % 128 === 41 ? firmsId : user
  const amount = amountOf(model, sum, user, nth)
  const request = pickReady(
    model.requests,
    nth,
    ({ status, type }) =>
      status === (isPayout(what) ? 'approved' : 'pending') &&
      (!isPayout(what) || type === 'bank_transfer'),
  )
  const withdrawal = nth % 64 === 42 ? nobody : (request?.id ?? nobody)
  const proposal =
    nth % 64 === 43
      ? nobody
      : (pickReady(model.proposals, nth, ({ status }) => status === 'pending')?.id ?? nobody)
  const number = town.submitted.length
  switch (what) {
    case 'OpenOwner':
      return openingOf(town, on, nth, twist)
    case 'ChangeName':
      return {
        kind: what,
        command: { owner: user, fullName: nameFor(model, user, number, twist % 4 === 0) },
        actor: user,
      }
    case 'FreezeUser':
      return {
        kind: what,
        command: {
          user: twist % 16 === 7 ? administrator(model, nth) : underStaff,
          reason: `Reason ${nth}`,
        },
        actor,
      }
    case 'UnfreezeUser': {
      const frozen = pickReady(model.people, nth, ({ status }) => status === 'frozen')?.id
      return { kind: what, command: { user: frozen ?? underStaff, reason: `Reason ${nth}` }, actor }
    }
    case 'FreezeMyself': {
      const owner = twist % 8 === 3 ? administrator(model, by) : user
      return {
        kind: what,
        command: { owner, reason: nth % 2 === 0 ? null : `Reason ${nth}` },
        actor: owner,
      }
    }
    case 'NoteSecurityChange':
      return {
        kind: what,
        command: { owner: user, change: securityChanges[nth % securityChanges.length]! },
        actor: user,
      }
    case 'EndSessions':
      return { kind: what, command: { user: underStaff }, actor }
    case 'ProposeFactorRemoval':
    case 'ApproveAccessChange':
    case 'RefuseAccessChange':
    case 'StopAccessChange':
    case 'ConfirmEmail':
    case 'FinishAccessChange':
      return accessChange(model, what, { user: underStaff, actor, nth, twist })
    case 'CloseUser': {
      const spent = twist % 2 === 0 ? pickReady(model.people, nth, hasLeftNothing)?.id : undefined
      return {
        kind: what,
        command: { user: twist % 16 === 7 ? administrator(model, nth) : (spent ?? underStaff) },
        actor,
      }
    }
    case 'CorrectUser':
      return {
        kind: what,
        command: correction(town, underStaff, amount, { by, nth, twist }),
        actor,
      }
    case 'ApproveCorrection': {
      const emailWait = model.proposal(proposal)?.email
        ? { waitMs: 0, earlierForMs: dayMs }
        : undefined
      return { kind: what, command: { correction: proposal, emailWait }, actor }
    }
    case 'RejectCorrection':
      return { kind: what, command: { correction: proposal, reason: `Reason ${nth}` }, actor }
    case 'PayInCapital':
      return {
        kind: what,
        command: { amount, reference: `receipt ${twist % 4 === 0 ? nth % 6 : number}` },
        actor,
      }
    case 'FundPool': {
      // Mostly little, so that pools run short again and again.
      const little = twist % 8 === 0 ? amount : within(amount, 60_000n)
      return {
        kind: what,
        command: {
          pool: (['returns', 'referral', 'corrections'] as const)[nth % 3]!,
          amount: little,
        },
        actor,
      }
    }
    case 'CreditPlayMoney':
      return {
        kind: what,
        command: { owner: user, amount, asset: nth % 2 === 0 ? 'BTC' : 'USDT' },
        actor: user,
      }
    case 'OpenInvestment':
      return { kind: what, command: investmentOf(model, user, amount, { nth, twist }), actor: user }
    case 'SettleInvestment': {
      const investment = pickReady(
        model.investments,
        nth,
        ({ status, maturesAt }) => status === 'running' && maturesAt <= model.now + 1,
      )
      const owner = investment && twist % 8 > 0 ? investment.owner : user
      const id = twist % 2 === 0 && investment ? { id: idFromName(`settle ${investment.id}`) } : {}
      return {
        kind: what,
        command: { investment: investment?.id ?? nobody, owner },
        actor: null,
        ...id,
      }
    }
    case 'RequestWithdrawal': {
      const named = nth % 16 === 0 ? somebody(model, by).id : nth % 2 === 0 ? user : undefined
      const held = nth % 32 === 9 ? { heldUntil: '2026-01-02T03:04:05.678Z' } : {}
      const asked = twist % 4 < 2 ? within(amount, model.person(user)?.cash.balance ?? 0n) : amount
      return {
        kind: what,
        command: {
          owner: user,
          named,
          amount: asked,
          target: target(model, by, nth, twist),
          ...held,
        },
        actor: user,
      }
    }
    case 'CancelWithdrawal':
      return {
        kind: what,
        command: { withdrawal, owner: request && twist % 8 > 0 ? request.owner : user },
        actor: user,
      }
    case 'ApproveWithdrawal':
      return { kind: what, command: approval(withdrawal, request, nth, twist), actor }
    case 'RejectWithdrawal':
    case 'ReturnWithdrawal':
      return { kind: what, command: { withdrawal, reason: `Reason ${nth}` }, actor }
    case 'PayWithdrawal':
      return {
        kind: what,
        command: { withdrawal, reference: `payout ${twist % 4 === 0 ? nth % 6 : number}` },
        actor,
      }
    case 'CreditReferrer':
      return { kind: what, command: creditOf(model, user, amount, { by, nth, twist }), actor }
    case 'WriteNote':
      return { kind: what, command: { user: underStaff, text: `Note ${number}` }, actor }
    case 'OfferPlan':
      return { kind: what, command: newTerms(model, number, { nth, twist }), actor }
    case 'ChangePlan':
      return { kind: what, command: otherTerms(model, number, { nth, twist }), actor }
    case 'WithdrawPlan':
    case 'OfferAgain':
      return {
        kind: what,
        command: { plan: nth % 64 === 43 ? nobody : model.plans[nth % model.plans.length]!.id },
        actor,
      }
    case 'MoveClock':
      return { kind: what, command: { days: nth % 32 === 12 ? 100_000 : 1 + (nth % 10) }, actor }
  }
}

/** Mostly for somebody whom another one brought. */
function creditOf(
  model: Model,
  user: string,
  amount: bigint,
  { by, nth, twist }: Pick<Step, 'by' | 'nth' | 'twist'>,
): CommandOf<'CreditReferrer'> {
  const friend = pickReady(model.people, nth, ({ referrer }) => referrer !== null)?.id
  const limits = limitsOf([null, 0n, 3_000n, never, never][nth % 5]!, by)
  return {
    user: twist % 4 === 0 || !friend ? user : friend,
    fundingAmount: twist % 8 === 1 ? amount : within(amount, 60_000n),
    ...limits,
  }
}

/** A limit that nothing here reaches: what is done below it is counted all the same. */
const never = largestAmount * largestAmount

/** Mostly what is usual, ten times the limit of one person; at times little more than that of one. */
const limitsOf = (limit: bigint | null, nth: number) => ({
  secondApprovalAbove: limit,
  ...(limit !== null && nth % 3 === 0 ? { secondApprovalInAllAbove: limit + limit / 2n } : {}),
})

type OfAccess =
  | 'ProposeFactorRemoval'
  | 'ApproveAccessChange'
  | 'RefuseAccessChange'
  | 'StopAccessChange'
  | 'ConfirmEmail'
  | 'FinishAccessChange'

/** An e-mail waits no time here, so that it can be finished: the database would not let it before. */
function accessChange(
  model: Model,
  what: OfAccess,
  { user, actor, nth, twist }: { user: string; actor: string; nth: number; twist: number },
): Draft {
  const wanted = what === 'ApproveAccessChange' ? 'proposed' : 'waiting'
  const isReady = (found: Access) =>
    found.status === wanted && (found.what === 'email' || what !== 'ConfirmEmail')
  const found =
    nth % 64 === 45
      ? undefined
      : pickReady(
          what === 'FinishAccessChange'
            ? model.changes.filter((one) => one.what === 'email')
            : model.changes,
          nth,
          isReady,
        )
  const change = found?.id ?? nobody
  const owner = found && twist % 8 > 0 ? found.owner : user
  const wait = { waitMs: nth % 2 === 0 ? 0 : dayMs, earlierForMs: dayMs }
  switch (what) {
    case 'ProposeFactorRemoval': {
      const app = { what: 'app', id: idFromName(`app ${nth % 2}`) } as const
      const factor = (
        [app, { what: 'passkey', id: `key-${nth % 3}`, name: `Key ${nth % 3}` }, null, app] as const
      )[twist % 4]!
      return {
        kind: what,
        command: { user, factor, hostile: nth % 3 === 0, reason: `Reason ${nth}` },
        actor,
      }
    }
    case 'ApproveAccessChange':
      return { kind: what, command: { change, factorThere: nth % 5 > 0, ...wait }, actor }
    case 'RefuseAccessChange':
      return { kind: what, command: { change, reason: `Reason ${nth}` }, actor }
    case 'StopAccessChange':
      return { kind: what, command: { change, owner, byLink: nth % 2 === 0 }, actor: owner }
    case 'ConfirmEmail':
      return { kind: what, command: { change, owner }, actor: owner }
    case 'FinishAccessChange':
      return {
        kind: what,
        command: { change, factorThere: nth % 5 > 0, earlierForMs: dayMs },
        actor: null,
        id: idFromName(`finish ${change}`),
      }
  }
}

/** Often two must approve; now and then a screen has shown something else. */
function approval(
  withdrawal: string,
  request: Request | undefined,
  nth: number,
  twist: number,
): CommandOf<'ApproveWithdrawal'> {
  const amount = request?.amount ?? 0n
  const limits = limitsOf([null, 0n, amount, amount, 2n * amount, never, never][nth % 7]!, nth >> 3)
  if (!request || twist % 4 > 0) return { withdrawal, ...limits }
  const destination =
    twist % 32 === 4
      ? 'elsewhere'
      : (request.walletAddress ?? request.recipientAccountId ?? undefined)
  return {
    withdrawal,
    ...limits,
    shown: { amount: request.amount + (twist % 32 === 8 ? 1n : 0n), destination },
  }
}

const warnings = [
  'All of it can be lost.',
  'What is placed can be lost.',
  'It can be lost, in part or as a whole.',
]

/** Mostly a place behind another plan, where there may be room. A house with many plans gets no more of them. */
function newTerms(
  model: Model,
  number: number,
  { nth, twist }: Pick<Step, 'nth' | 'twist'>,
): CommandOf<'OfferPlan'> {
  const before = model.plans[nth % model.plans.length]!
  const minimum =
    model.plans.length > 9
      ? before.minimum
      : (before.maximum ?? before.minimum) + BigInt(1 + (twist % 3))
  const maximum = twist % 4 === 0 ? null : minimum + BigInt(nth * 10)
  return {
    title: `Plan ${number}`,
    minimum,
    maximum,
    durationDays: 1 + (nth % 20),
    profitPercent: 1 + (twist % 15),
    riskWarning: warnings[nth % 3]!,
  }
}

/** One or the other of the terms is another; a smaller maximum leaves room for a plan in between. */
function otherTerms(
  model: Model,
  number: number,
  { nth, twist }: Pick<Step, 'nth' | 'twist'>,
): CommandOf<'ChangePlan'> {
  const { id, termsVersion, title, durationDays, profitPercent, riskWarning, ...limits } =
    model.plans[nth % model.plans.length]!
  const minimum =
    twist & 2 ? limits.minimum + BigInt(nth % 5) - (limits.minimum > 4n ? 2n : 0n) : limits.minimum
  const maximum =
    twist & 4
      ? minimum +
        (limits.maximum === null ? BigInt(nth * 1000) : (limits.maximum - limits.minimum) / 2n + 3n)
      : limits.maximum
  return {
    plan: nth % 64 === 44 ? nobody : id,
    termsVersion: termsVersion + (twist % 16 === 5 ? 1 : 0),
    terms: {
      title: twist & 1 ? `Plan ${number}` : title,
      minimum,
      maximum: maximum !== null && maximum < minimum ? minimum : maximum,
      durationDays: twist & 8 ? 1 + (nth % 20) : durationDays,
      profitPercent: twist & 16 ? 1 + (nth % 15) : profitPercent,
      riskWarning: twist & 32 ? warnings[nth % 3]! : riskWarning,
    },
  }
}

/** Each new name is a new one, so that whoever reads it knows when it was given. */
const nameFor = (model: Model, user: string, number: number, same: boolean) =>
  (same && model.person(user)?.fullName) || `Name ${number}`

function openingOf(
  { model, submitted, people }: Town,
  on: number,
  nth: number,
  twist: number,
): Draft {
  const open = model.people.filter(({ status }) => status !== 'closed')
  const administrators = open.filter(({ role }) => role === 'admin').length
  const code = [
    null,
    somebody(model, on).referralCode,
    somebody(model, nth).referralCode,
    'ZZZZZZZZZZ',
  ][twist % 16 === 0 ? 3 : nth % 3]!
  const role = twist % 4 === 1 && administrators < 5 ? 'admin' : 'user'
  const draft = opening(submitted.length, role, code)
  if (draft.kind !== 'OpenOwner' || role === 'admin' || (open.length < people && nth % 8 > 0))
    return draft
  const owner = somebody(model, on).id
  return { kind: 'OpenOwner', command: { ...draft.command, owner }, actor: owner }
}

/** Mostly a free one, now and then somebody's. */
const emailFor = (model: Model, by: number, nth: number) =>
  (nth % 8 === 0 && somebody(model, by).email) || `fresh-${nth % 12}@people.example`

function correction(
  { model, submitted }: Town,
  user: string,
  amount: bigint,
  { by, nth, twist }: Pick<Step, 'by' | 'nth' | 'twist'>,
): CommandOf<'CorrectUser'> {
  const person = model.person(user)
  return {
    user,
    ...(nth % 16 === 5 ? { named: nth % 32 === 5 ? user : nobody } : {}),
    ...(twist & 1 ? { accountBalance: nth % 7 === 0 ? -1n : amount } : {}),
    ...(twist & 2 ? { totalProfit: (person?.totals.profit ?? 0n) + BigInt((nth % 40) - 5) } : {}),
    ...(twist & 4 ? { totalLoss: (person?.totals.loss ?? 0n) + BigInt((nth % 37) - 5) } : {}),
    ...(twist & 8 ? { fullName: nameFor(model, user, submitted.length, nth % 4 === 0) } : {}),
    ...(twist & 16
      ? {
          email: emailFor(model, by, nth),
          ...(nth % 2 === 0 ? { emailWait: { waitMs: 0, earlierForMs: dayMs } } : {}),
        }
      : {}),
    ...(twist & 32 ? { reason: `Reason ${nth}` } : {}),
    // A proposal of a name or an e-mail is left to the tests of the rules: in a crowd nobody could say when it was made.
    ...limitsOf(
      twist & 24 ? [null, never][nth % 2]! : [0n, 5_000n, 60_000n, never][nth % 4]!,
      nth >> 3,
    ),
    ...(twist & 64 ? { version: (person?.version ?? 0) - (nth % 4 === 0 ? 1 : 0) } : {}),
  }
}

function target(
  model: Model,
  by: number,
  nth: number,
  twist: number,
): CommandOf<'RequestWithdrawal'>['target'] {
  if (twist % 2 === 0)
    return {
      type: 'bank_transfer',
      walletName: `Wallet ${nth}`,
      walletAddress: wallets[nth % 2 === 0 ? by % wallets.length : 0]!,
    }
  return {
    type: 'tradehub_transfer',
    recipientAccountId: twist % 32 === 1 ? 'GH-1000000009' : somebody(model, by).accountId,
  }
}

/** Something that was submitted before comes again: as it was, with another body, under another id with the same key, from somebody else. */
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

const dayMs = 86_400_000

/** A moment, some hours or days, or until just before or just when an investment falls due. */
function passing(model: Model, nth: number, twist: number): number {
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
    // Mostly within the hour, so that a day sees enough of what one does alone.
    return { passMs, wallMs: twist % 8 === 1 ? passMs : passMs % (dayMs / 24) }
  }
  if (what === 'again') {
    const repeated = again(town, step)
    return repeated && { submit: repeated }
  }
  const draft = draftOf({ ...step, what }, town)
  const count = town.submitted.length
  if (twist % 3 !== 0 || draft.actor === null) return { submit: submitted(draft, count) }
  // Some count their keys from one, so that others have the same: a key is one's own.
  return {
    submit:
      nth % 4 === 0
        ? { ...submitted(draft, count, `common key ${count >> 6}`), bodyHash: `body ${count}` }
        : submitted(draft, count, `key ${count}`),
  }
}
