/** What a command is: a plain value, what must be known to decide it, a pure decision, and what it changes. */
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

/** An edit of money above the limit, as it was proposed; amounts are what stood there and what is to stand there. */
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
  reason: string | null
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export type MailTemplate =
  | 'welcome' | 'deposit-received' | 'investment-opened' | 'investment-matured'
  | 'withdrawal-requested' | 'withdrawal-decided' | 'withdrawal-paid' | 'staff-change' | 'security-change' | 'frozen-by-owner' | 'confirm-email'
/** `to`: another address than the one the person has when the mail is sent. */
export type Mail = { owner: OwnerId; template: MailTemplate; values: Record<string, string>; to?: string }

/** Facts that never change, asked before any lock is taken, to learn whose books a command touches. */
export type Questions = { withdrawal?: string; correction?: string; accountId?: string; referrerOf?: OwnerId; referralCode?: string }
export type Facts = {
  withdrawal?: { owner: OwnerId; recipient: OwnerId | null } | null
  /** With the e-mail that it proposes. */
  correction?: { owner: OwnerId; email: string | null } | null
  account?: OwnerId | null
  referrer?: OwnerId | null
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
  /** How many administrators are there? */
  administrators?: true
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
  /** An address that counts once it has been confirmed, by a link whose id is the command's. */
  emailToConfirm?: { owner: OwnerId; email: string }
  /** Erases the person; the owner stays, closed. */
  erased?: OwnerId
  investment?: Investment
  withdrawal?: Withdrawal
  correction?: Correction
  /** A new plan, or one with other terms or another place; `below` is worked out from the others. */
  plan?: Plan
  reference?: string
  /** Moves business time forward. */
  clockDays?: number
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

/** Whether an owner may act: `open` accounts take money in, only `active` ones may move it out. Null when they may. */
export function refusalOfStanding(owner: Owner | undefined, asked: 'open' | 'active'): Refusal | null {
  if (!owner) return refuse('unknown_user')
  if (owner.status === 'closed') return refuse('account_closed')
  return asked === 'active' && owner.status === 'frozen' ? refuse('account_frozen') : null
}

/** Under which id, for whom and when a command is decided. `actor` null is the system itself. */
export type Context = { id: string; actor: OwnerId | null; at: Instant; facts: Facts }

export type CommandKind<C> = {
  /** Public facts of the command for the journal; nothing personal. */
  journal(command: C): Record<string, unknown>
  questions?(command: C): Questions
  /** Whose list of activity it belongs to first; null when nobody was found. */
  subject(command: C, facts: Facts): OwnerId | null
  needs(command: C, facts: Facts): Needs
  /** Pure. Refusals in a fixed precedence: who, whether it exists, its state, then the money. */
  decide(world: World, command: C, context: Context): Decision
  /** The reply of success, from the world after the change. */
  reply(world: World, command: C, context: Context): { status: number; body: unknown }
}

export function defineCommand<C>(kind: CommandKind<C>): CommandKind<C> {
  return kind
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
