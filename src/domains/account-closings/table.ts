/** Requests of people to close their own account, as they are kept: one row each, once they have asked. */
import type { AccountClosingStatus } from '../../contract/account-closing.ts'
import { instant, uuid, word } from '../../desk/column.ts'
import type { Read } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type AccountClosing = {
  owner: OwnerId
  status: AccountClosingStatus
  askedAt: Instant
  closesFrom: Instant
}

export const accountClosings = new Table<AccountClosing>({
  name: 'account_closings',
  as: 'account_closing',
  key: ['owner'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['waiting'], to: 'done' },
  columns: {
    owner: uuid('owner_id'),
    status: word('status', { changes: true }),
    askedAt: instant('asked_at', { changes: true }),
    closesFrom: instant('closes_from', { changes: true }),
  },
})

/** Needs what this owner has asked for. */
export const closingOf = (owner: OwnerId): Read => accountClosings.byId(owner)

/** What waits, or null. */
export function waitingIn(world: World, owner: OwnerId): AccountClosing | null {
  const closing = world.get(accountClosings, owner)
  return closing?.status === 'waiting' ? closing : null
}
