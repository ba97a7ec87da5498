/** What the desk keeps, a type for each kind of row, and what a command changes of it. */
import type { AccessChangeKind, AccessChangeStatus } from '../contract/access-change.ts'
import type { CorrectionStatus } from '../contract/correction.ts'
import type { InvestmentStatus } from '../contract/investment.ts'
import type { OwnerStatus, Role } from '../contract/user.ts'
import type { WithdrawalStatus, WithdrawalType } from '../contract/withdrawal.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Posting, Totals } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'

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
  /** Of the account, as the proposer saw it. */
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

/** A change of how a user signs in, made by two administrators: another e-mail, or a second factor that is taken away. */
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
  /** Not the user but an intruder added the factor, and may be signed in with it. */
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
 * of the person: the present one, and those replaced within that many milliseconds.
 */
export type Mail = {
  owner: OwnerId
  template: MailTemplate
  values: Record<string, string>
  to?: string
  everywhere?: number
}

/** What happened to one owner, as their activity list tells it. Absent amounts are no movement of the balance. */
export type ActivityOf = { owner: OwnerId; kind: string }

export type Changes = {
  postings: Posting[]
  /** The owners whose lists show it, each with the kind of activity. Their version grows by one. */
  activity: ActivityOf[]
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
  /** Money that its actor alone brings to a person or sends for them: it counts for 24 hours. */
  alone?: { person: OwnerId; amount: Cents }
  /** What the referrer of this friend gets; the journal keeps it among its facts. */
  credit?: { friend: OwnerId; amount: Cents }
  mails?: Mail[]
  /** Public facts beside the input, for the journal: amounts in cents as text, and ids. */
  facts?: Record<string, string>
  /** A person's own words and values, which can be erased. */
  texts?: Record<string, unknown>
}
