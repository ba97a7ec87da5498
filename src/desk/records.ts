/** What the desk keeps of owners, and what a command answers with. */
import type { OwnerStatus } from '../contract/user.ts'
import type { Role, Roles } from '../contract/roles.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Posting, Totals } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Effect } from './effect.ts'
import type { Put } from './read.ts'

export type Owner = {
  id: OwnerId
  /** The specification's word for `roles`; what somebody may do follows from these alone. */
  role: Role | 'firm'
  roles: Roles
  status: OwnerStatus
  fullName: string
  email: string
  accountId: string
  referralCode: string
  referrer: OwnerId | null
  fixed: boolean
  /** Whether its holder has proved once that the email address is theirs, or somebody vouched for it. */
  emailVerified: boolean
  createdAt: Instant
  version: number
  stampedAt: Instant
  totals: Totals
}

/** What happened to one owner, as their activity list tells it. Absent amounts are no movement of the balance. */
export type ActivityOf = { owner: OwnerId; kind: string }

export type Changes = {
  postings: Posting[]
  /** The owners whose lists show it, each with the kind of activity. Their version grows by one. */
  activity: ActivityOf[]
  opened?: Owner
  owners?: {
    id: OwnerId
    /** Others than before; the word for them follows. */
    roles?: Roles
    status?: OwnerStatus
    fullName?: string
    email?: string
    emailVerified?: true
  }[]
  /** Erases the person; the owner stays, closed. */
  erased?: OwnerId
  /** The rows that nouns keep, new or changed. */
  put?: Put[]
  /** What is done beside rows; no rule reads it again. */
  effects?: Effect[]
  /** Public facts beside the input, for the journal: amounts in cents as text, and ids. */
  facts?: Record<string, string>
  /** A person's own words and values, which can be erased. */
  texts?: Record<string, unknown>
}
