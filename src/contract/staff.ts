/** Who works here, and how roles are given and taken: proposed by one administrator, decided by another. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, reason, success } from './fields.ts'
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
  proposedBy: z.strictObject({ id: z.string(), fullName: z.string() }),
  endsAt: instant.meta({ description: 'By business time: so long it can be approved' }),
})
export type RoleChange = z.infer<typeof roleChange>

export const getStaff = defineEndpoint({
  method: 'GET',
  path: '/staff',
  access: 'staff',
  summary: 'Who works here, and which changes of roles are proposed',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ staff: z.array(staffMember), roleChanges: z.array(roleChange) }),
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
