/** Changes of roles as they are kept. */
import type { RoleChangeStatus } from '../../contract/staff.ts'
import type { Role } from '../../contract/user.ts'
import { instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type RoleChange = {
  id: string
  owner: OwnerId
  from: Role
  to: Role
  status: RoleChangeStatus
  reason: string | null
  refusalReason: string | null
  proposedAt: Instant
  /** Null: whoever the operator invited, at the shell. */
  proposedBy: OwnerId | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const roleChanges = new Table<RoleChange>({
  name: 'role_changes',
  as: 'role_change',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['proposed'], to: 'withdrawn' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    from: word('role_from'),
    to: word('role_to'),
    status: word('status', { changes: true }),
    reason: text('reason', { personal: true }),
    refusalReason: text('refusal_reason', { later: true, personal: true }),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by'),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true }),
  },
})

const proposed = roleChanges.source<OwnerId>({
  name: 'proposed',
  form: 'uuid',
  text: `select ${roleChanges.columns} from ${roleChanges.from} where role_change.owner_id = any ($1) and role_change.status = 'proposed'`,
})

/** Needs what is proposed for this person. */
export const proposedFor = (owner: OwnerId) => reading(proposed, owner)

export const proposedIn = (world: World, owner: OwnerId): RoleChange | null =>
  world.rowsOf(roleChanges, owner).find(({ status }) => status === 'proposed') ?? null

/** Whom it is about. */
export const ownerOfRoleChange = (id: string): Lookup<OwnerId> => ({
  name: 'role-change',
  text: 'select owner_id as owner from role_changes where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(roleChanges, id)?.owner ?? null,
})
