/** What a command is: a plain value, what must be known to decide it, a pure decision, and what it changes. */
import type { AccessChangeKind, AccessChangeStatus } from '../contract/access-change.ts'
import type { CorrectionStatus } from '../contract/correction.ts'
import type { ProblemCode, Refusal } from '../contract/problems.ts'
import type { InvestmentStatus } from '../contract/investment.ts'
import type { OwnerStatus, Role } from '../contract/user.ts'
import type { WithdrawalStatus, WithdrawalType } from '../contract/withdrawal.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Posting, Totals } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import type { World } from './world.ts'

export type Owner = {
  id: OwnerId
  role: Role | 'firm'
  status: OwnerStatus
  fullName: string
  email: string
  accountId: string
  referralCode: string
  referrer: OwnerId | null
  fixed: boolean
  createdAt: Instant
  version: number
  stampedAt: Instant
  totals: Totals
}

export type Plan = {
  id: string
  onSale: boolean
  termsVersion: number
  title: string
  minimum: Cents
  maximum: Cents | null
  /** Amounts must stay below it: a little above the maximum, or the next plan's minimum where that comes first. Null for the last plan where that has no maximum. */
  below: Cents | null
  durationDays: number
  profitPercent: number
  riskVersion: number
  riskWarning: string
  rangeText: string
}

export type Investment = {
  id: string
  owner: OwnerId
  planId: string
  termsVersion: number
  planTitle: string
  amount: Cents
  profitPercent: number
  profit: Cents
  openedAt: Instant
  maturesAt: Instant
  status: InvestmentStatus
  riskVersion: number
}

export type Withdrawal = {
  id: string
  owner: OwnerId
  type: WithdrawalType
  amount: Cents
  walletName: string | null
  walletAddress: string | null
  recipient: OwnerId | null
  recipientAccountId: string | null
  status: WithdrawalStatus
  reason: string | null
  createdAt: Instant
  /** Where two administrators must approve: the first of them, while it is pending and ever after. */
  firstApprovedAt: Instant | null
  firstApprovedBy: OwnerId | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
  payoutReference: string | null
}

/** What waits for a second administrator, as it was proposed: an edit, with what stood there and what is to stand there; or a credit for a friend, whose figures all stay as they are. */
export type Correction = {
  id: string
  owner: OwnerId
  status: CorrectionStatus
  /** Of the account, as whoever proposed it saw it. */
  ownerVersion: number
  balanceFrom: Cents
  balanceTo: Cents
  profitFrom: Cents
  profitTo: Cents
  lossFrom: Cents
  lossTo: Cents
  /** New ones; null where they stay. */
  fullName: string | null
  email: string | null
  /** Of a credit: for whom, and 10% of which amount. Null in an edit. */
  friend: OwnerId | null
  funding: Cents | null
  reason: string | null
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

/** A change of how somebody gets in, made by two administrators: another e-mail, or a second factor that is taken away. */
export type AccessChange = {
  id: string
  owner: OwnerId
  what: AccessChangeKind
  status: AccessChangeStatus
  /** The new one. */
  email: string | null
  /** Which app or passkey: one that is set up later is another one. */
  app: string | null
  passkey: string | null
  passkeyName: string | null
  /** Somebody else added the factor, and may be signed in by it. */
  hostile: boolean
  /** The new e-mail, by its owner. */
  confirmed: boolean
  /** From the second approval to the effect, by wall time: the database counts it. */
  waitMs: number
  reason: string | null
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  approvedAt: Instant | null
  approvedBy: OwnerId | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export type MailTemplate =
  | 'welcome'
  | 'deposit-received'
  | 'investment-opened'
  | 'investment-matured'
  | 'withdrawal-requested'
  | 'withdrawal-decided'
  | 'withdrawal-paid'
  | 'staff-change'
  | 'security-change'
  | 'frozen-by-owner'
  | 'confirm-email'
  | 'access-change'
  | 'access-change-elsewhere'
  | 'access-change-ended'
/**
 * `to`: another address than the one the person has when the mail is sent. `everywhere`: to every address that is known
 * of the person: the present one, and those that were replaced within so many milliseconds.
 */
export type Mail = {
  owner: OwnerId
  template: MailTemplate
  values: Record<string, string>
  to?: string
  everywhere?: number
}

/** Facts that never change, asked before any lock is taken, to learn whose books a command touches. */
export type Questions = {
  withdrawal?: string
  correction?: string
  accessChange?: string
  accountId?: string
  referrerOf?: OwnerId
  referralCode?: string
  roleOf?: OwnerId
}
export type Facts = {
  withdrawal?: { owner: OwnerId; recipient: OwnerId | null } | null
  /** With the e-mail that it proposes, and for whom it is a credit. */
  correction?: { owner: OwnerId; email: string | null; friend: OwnerId | null } | null
  accessChange?: { owner: OwnerId; email: string | null } | null
  account?: OwnerId | null
  referrer?: OwnerId | null
  /** An account is opened with its role; no command gives it another. */
  role?: Owner['role'] | null
}

/** What the desk locks and loads before `decide` runs. Owners are locked; people are only read. */
export type Needs = {
  owners: OwnerId[]
  people?: OwnerId[]
  plan?: string
  /** Load every plan: what one of them takes depends on the others. */
  allPlans?: true
  investment?: string
  withdrawal?: string
  correction?: string
  accessChange?: string
  /** Load the changes of access of this owner that are still open. */
  accessChangesOf?: OwnerId
  /** Load the running investments of this owner, for the accrued profit. */
  runningOf?: OwnerId
  /** Is this e-mail held by somebody? */
  email?: string
  /** Is this outside reference booked already? */
  reference?: string
  /** Which of these account IDs are taken? */
  accountIds?: string[]
  /** The reply shows the firm's balances: they are locked before the decision instead of after it. */
  exact?: true
  /** How many investments fall due within so many days of business time? */
  dueInDays?: number
  /** Which administrators are there who aren't frozen? */
  administrators?: true
  /** What has this administrator done alone in the last 24 hours? Their lock must be held. */
  aloneBy?: OwnerId
  /** What have all credits for this friend come to? */
  creditsFor?: OwnerId
}

/** What happened to one owner, as their activity list tells it. Absent amounts are no movement of the balance. */
export type Entry = { owner: OwnerId; kind: string }

export type Changes = {
  postings: Posting[]
  /** The owners whose lists show it, each with the kind of activity. Their version grows by one. */
  entries: Entry[]
  opened?: Owner
  owners?: { id: OwnerId; status?: OwnerStatus; fullName?: string; email?: string }[]
  /** All sessions of this person end. */
  signsOut?: OwnerId
  /** The links that were mailed to this person end: to reset a password. */
  endsLinks?: OwnerId
  /** A second factor that is taken away from this person. */
  takesFactor?: { owner: OwnerId; app: string | null; passkey: string | null }
  /** Erases the person; the owner stays, closed. */
  erased?: OwnerId
  investment?: Investment
  withdrawal?: Withdrawal
  correction?: Correction
  accessChanges?: AccessChange[]
  /** A new plan, or one with other terms or another place; `below` is worked out from the others. */
  plan?: Plan
  reference?: string
  /** Moves business time forward. */
  clockDays?: number
  /** What its actor alone brings to or sends for somebody: it counts for 24 hours. */
  alone?: { person: OwnerId; amount: Cents }
  /** What the referrer of this friend gets; the journal keeps it among its facts. */
  credit?: { friend: OwnerId; amount: Cents }
  mails?: Mail[]
  /** Public facts beside the input, for the journal: amounts in cents as text, and ids. */
  facts?: Record<string, string>
  /** A person's own words and values, which can be erased. */
  texts?: Record<string, unknown>
}

export type Decision = Refusal | Changes

export function isRefusal(decision: Decision): decision is Refusal {
  return 'code' in decision
}

export function refuse(code: ProblemCode, message?: string): Refusal {
  return message === undefined ? { code } : { code, message }
}

/** Null where the account takes money in: it exists and isn't closed. */
export function refuseUnlessOpen(owner: Owner | undefined): Refusal | null {
  if (!owner) return refuse('unknown_user')
  return owner.status === 'closed' ? refuse('account_closed') : null
}

/** Null where the account may move money out: it is open and not frozen. */
export function refuseUnlessActive(owner: Owner | undefined): Refusal | null {
  return refuseUnlessOpen(owner) ?? (owner?.status === 'frozen' ? refuse('account_frozen') : null)
}

/** Under which id, for whom and when a command is decided. `actor` null is the system itself. */
export type Context = { id: string; actor: OwnerId | null; at: Instant; facts: Facts }

export type CommandKind<C> = {
  /** Given by staff only; `defineStaffCommand` says so. */
  byStaff?: true
  /** Public facts of the command for the journal; nothing personal. */
  journal(command: C): Record<string, unknown>
  questions?(command: C): Questions
  /** Whose list of activity it belongs to first; null when nobody was found. */
  subject(command: C, facts: Facts): OwnerId | null
  needs(command: C, facts: Facts, actor: OwnerId | null): Needs
  /** Pure. Refusals in a fixed precedence: who, whether it exists, its state, then the money. */
  decide(world: World, command: C, context: Context): Decision
  /** The reply of success, from the world after the change. */
  reply(world: World, command: C, context: Context): { status: number; body: unknown }
}

export function defineCommand<C>(kind: CommandKind<C>): CommandKind<C> {
  return kind
}

/** Whether whoever gives a command of staff has lost their rights since they were let in. Roles are looked at where they are let in. */
function refusalOfStaff(world: World, actor: OwnerId | null): Refusal | null {
  const status = actor === null ? 'active' : world.owners.get(actor)?.status
  return status === 'frozen'
    ? refuse('staff_frozen')
    : status === 'closed'
      ? refuse('account_closed')
      : null
}

/** A command that staff give: refused, before anything else is looked at, to whoever of them is frozen or has left. */
export function defineStaffCommand<C>(kind: CommandKind<C>): CommandKind<C> {
  return {
    ...kind,
    byStaff: true,
    decide: (world, command, context) =>
      refusalOfStaff(world, context.actor) ?? kind.decide(world, command, context),
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of all commands share a table; each is typed where it is defined and submitted
export type AnyKind = CommandKind<any>
export type Kinds = Record<string, AnyKind>

/** A command as it is handed in. `id` is also the id of what it creates. */
export type Submission<K extends Kinds> = {
  [N in keyof K & string]: { kind: N; command: K[N] extends CommandKind<infer C> ? C : never }
}[keyof K & string] & {
  id?: string
  actor: OwnerId | null
  /** Idempotency key, scoped to method and path by whoever hands it in. */
  key: string | null
  bodyHash: string
  requestId: string
}
