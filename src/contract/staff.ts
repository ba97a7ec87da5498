/** Who works here, and how roles are given and taken: proposed by one administrator, decided by another. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, reason, success } from './fields.ts'
import { staffInvitation } from './staff-invitation.ts'
import { ownerStatus, role } from './user.ts'

export const staffMember = z.strictObject({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  role,
  status: ownerStatus,
  fixed: z.boolean().meta({ description: 'One of the demonstration’s own accounts' }),
  genuine: z.boolean().meta({
    description: 'False where the role was written into the database by hand: it gives no rights',
  }),
  factors: z.array(z.enum(['app', 'passkey'])),
  lastSignInAt: instant.nullable().meta({
    description:
      'The latest that is on record: of sessions and of browsers that were remembered. Null where there is neither any more',
  }),
  sessions: z.int().meta({ description: 'How many are open now' }),
})
export type StaffMember = z.infer<typeof staffMember>

export const roleChangeStatus = z.enum(['proposed', 'done', 'rejected', 'withdrawn', 'lapsed'])
export type RoleChangeStatus = z.infer<typeof roleChangeStatus>

export const roleChange = z.strictObject({
  id: z.string(),
  user: z.strictObject({ id: z.string(), fullName: z.string() }),
  from: role,
  to: role,
  reason: z.string().nullable(),
  proposedAt: instant,
  proposedBy: z
    .strictObject({ id: z.string(), fullName: z.string() })
    .nullable()
    .meta({ description: 'Null: the operator invited this administrator, at the shell' }),
  endsAt: instant.nullable().meta({
    description: 'By business time: so long it can be approved. Null where nobody approves it',
  }),
  countsFrom: instant.nullable().meta({
    description:
      'By the clock of the database: when the role of whom the operator invited counts, unless an administrator rejects it; null for all others',
  }),
})
export type RoleChange = z.infer<typeof roleChange>

export const getStaff = defineEndpoint({
  method: 'GET',
  path: '/staff',
  access: 'staff',
  summary: 'Who works here, which changes of roles are proposed, and which invitations wait',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      staff: z.array(staffMember),
      roleChanges: z.array(roleChange),
      invitations: z.array(staffInvitation),
    }),
  }),
})

const params = z.strictObject({ id })

export const proposeRoleChange = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/role-changes',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes another role for somebody; another administrator must approve it in seven days',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ role, reason }),
  reply: messageReply,
})

export const approveRoleChange = defineEndpoint({
  method: 'POST',
  path: '/role-changes/:id/approval',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Approves, as a second, different administrator: the role changes at once, and the sessions of whom it is about end',
  params,
  reply: messageReply,
})

export const refuseRoleChange = defineEndpoint({
  method: 'POST',
  path: '/role-changes/:id/rejection',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Rejects a proposed role; by who proposed it, takes the proposal back',
  params,
  body: z.strictObject({ reason }),
  reply: messageReply,
})
