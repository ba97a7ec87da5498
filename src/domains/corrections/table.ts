/** Corrections as they are kept. */
import type { CorrectionStatus } from '../../contract/correction.ts'
import { cents, count, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

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

export const corrections = new Table<Correction>({
  name: 'corrections',
  as: 'correction',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['pending'], to: 'withdrawn' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    status: word('status', { changes: true }),
    ownerVersion: count('owner_version'),
    balanceFrom: cents('balance_from'),
    balanceTo: cents('balance_to'),
    profitFrom: cents('profit_from'),
    profitTo: cents('profit_to'),
    lossFrom: cents('loss_from'),
    lossTo: cents('loss_to'),
    fullName: text('full_name', { personal: true }),
    email: text('email', { personal: true }),
    friend: uuid('friend_id'),
    funding: cents('funding'),
    reason: text('reason', { personal: true }),
    refusalReason: text('refusal_reason', { later: true, personal: true }),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by', { named: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
  },
})
export type CorrectionRow = WithNames<Correction, 'proposedBy' | 'decidedBy'>

export type Proposal = { owner: OwnerId; email: string | null; friend: OwnerId | null }

/** Whom it is about, with the e-mail that it proposes, and for whom it is a credit. */
export const proposalOf = (id: string): Lookup<Proposal> => ({
  name: 'correction',
  text: 'select owner_id as owner, email, friend_id as friend from corrections where id = $1',
  value: id,
  from: ({ owner, email, friend }) => ({ owner, email, friend }),
  inMemory: (world) => world.get(corrections, id) ?? null,
})
