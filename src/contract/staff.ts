/** Who works here, and how roles are given and taken. */
import { z } from 'zod'
import { asCsv, defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, party, reason, success } from './fields.ts'
import { proposalReply } from './proposal.ts'
import { staffInvitation } from './staff-invitation.ts'
import { ownerStatus } from './user.ts'
import { role, staffRole } from './roles.ts'

export const staffMember = z.strictObject({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  role,
  roles: z.array(staffRole),
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

/** The role that an invitation of the operator's leads to, at the shell: nobody approves it. */
export const invitedRole = z.strictObject({
  id: z.string(),
  user: party,
  acceptedAt: instant,
  countsFrom: instant.nullable().meta({
    description:
      'By the clock of the database: when it counts in an open firm, unless an administrator refuses it',
  }),
})
export type InvitedRole = z.infer<typeof invitedRole>

export const getStaff = defineEndpoint({
  method: 'GET',
  path: '/staff',
  access: 'read-staff',
  summary: 'Who works here, which invitations wait, and which of the operator’s count soon',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      staff: z.array(staffMember),
      invitedRoles: z.array(invitedRole),
      invitations: z.array(staffInvitation),
    }),
  }),
})

export const getStaffCsv = defineEndpoint({
  ...asCsv,
  path: '/staff.csv',
  access: 'read-staff',
})

export const proposeRoleChange = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/role-changes',
  access: 'give-roles',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes other roles for somebody, all that they shall have; another who may give roles must agree in seven days, and all their sessions end then',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ roles: z.array(staffRole).max(10), reason }),
  reply: proposalReply,
})

export const refuseInvitedRole = defineEndpoint({
  method: 'POST',
  path: '/invited-roles/:id/refusal',
  access: 'give-roles',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Refuses the role that an invitation of the operator’s leads to, before it counts',
  params: z.strictObject({ id }),
  body: z.strictObject({ reason }),
  reply: messageReply,
})
