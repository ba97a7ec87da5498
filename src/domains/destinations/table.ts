/** Saved destinations as they are kept: a wallet, a bank account or another account here, by the name that its owner gave it. */
import type { WithdrawalType } from '../../contract/withdrawal.ts'
import { instant, text, uuid, word } from '../../desk/column.ts'
import { Table } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type SavedDestination = {
  id: string
  owner: OwnerId
  type: WithdrawalType
  name: string | null
  /** Of a bank account. */
  holder: string | null
  /** Or the bank account's number. */
  walletAddress: string | null
  recipient: OwnerId | null
  recipientAccountId: string | null
  status: 'saved' | 'removed'
  savedAt: Instant
}

export const destinations = new Table<SavedDestination>({
  name: 'destinations',
  as: 'destination',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['saved'], to: 'removed' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    type: word('type'),
    name: text('name', { personal: true }),
    holder: text('holder', { personal: true }),
    walletAddress: text('wallet_address', { personal: true }),
    recipient: uuid('recipient_id'),
    recipientAccountId: text('recipient_account_id'),
    status: word('status', { changes: true }),
    savedAt: instant('saved_at'),
  },
})

/** What an owner has saved and not removed. */
export const savedOf = destinations.source<OwnerId>({
  name: 'saved',
  form: 'uuid',
  text: `select ${destinations.columns} from ${destinations.from} where destination.owner_id = any ($1) and destination.status = 'saved'`,
})
