/** Roles that the operator's invitations lead to, as they are kept. All others are proposals. */
import { instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { Table } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type InvitedRole = {
  /** The id of the invitation. */
  id: string
  owner: OwnerId
  /** `withdrawn`: their account was closed before its time came. */
  status: 'waiting' | 'given' | 'refused' | 'withdrawn'
  acceptedAt: Instant
  refusalReason: string | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const invitedRoles = new Table<InvitedRole>({
  name: 'invited_roles',
  as: 'invited_role',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['waiting'], to: 'withdrawn' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    status: word('status', { changes: true }),
    acceptedAt: instant('accepted_at'),
    refusalReason: text('refusal_reason', { later: true, personal: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true }),
  },
})

/** Who was invited. */
export const whoWasInvited = (id: string): Lookup<OwnerId> => ({
  name: 'invited-role',
  text: 'select owner_id as owner from invited_roles where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(invitedRoles, id)?.owner ?? null,
})
