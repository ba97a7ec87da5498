/** Requests for money out as they are kept, and the outside references that were booked. */
import type { WithdrawalStatus, WithdrawalType } from '../../contract/withdrawal.ts'
import { cents, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type Withdrawal = {
  id: string
  owner: OwnerId
  type: WithdrawalType
  amount: Cents
  /** Or the holder of a bank account … */
  walletName: string | null
  /** … and its number: rules about where money goes hold for both. */
  walletAddress: string | null
  recipient: OwnerId | null
  recipientAccountId: string | null
  /** For the recipient: a bank’s statement or their own activity shows it. */
  note: string | null
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

export const withdrawals = new Table<Withdrawal>({
  name: 'withdrawals',
  as: 'withdrawal',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    type: word('type'),
    amount: cents('amount'),
    walletName: text('wallet_name', { personal: true }),
    walletAddress: text('wallet_address', { personal: true }),
    recipient: uuid('recipient_id'),
    recipientAccountId: text('recipient_account_id'),
    note: text('note', { personal: true }),
    status: word('status', { changes: true }),
    reason: text('reason', { later: true, personal: true }),
    createdAt: instant('created_at'),
    firstApprovedAt: instant('first_approved_at', { later: true }),
    firstApprovedBy: uuid('first_approved_by', { later: true, named: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
    payoutReference: text('payout_reference', { later: true }),
  },
})
export type WithdrawalRow = WithNames<Withdrawal, 'firstApprovedBy' | 'decidedBy'>

/** SQL of `isPaidOut`. */
export const paidOut = (request: string) => `${request}.type <> 'tradehub_transfer'`

export type Parties = { owner: OwnerId; recipient: OwnerId | null }

/** Whose request it is, and for whom. */
export const partiesOf = (id: string): Lookup<Parties> => ({
  name: 'withdrawal',
  text: 'select owner_id as owner, recipient_id as recipient from withdrawals where id = $1',
  value: id,
  from: ({ owner, recipient }) => ({ owner, recipient }),
  inMemory: (world) => world.get(withdrawals, id) ?? null,
})

/** A reference of the world outside, such as a transaction, by the command that booked it: none is booked twice. */
export const references = new Table<{ reference: string; command: string }>({
  name: 'outside_references',
  uncompared: 'only whether one is there counts, and nobody can take one away',
  as: 'reference',
  key: ['reference'],
  columns: { reference: text('reference'), command: uuid('command_id') },
})
