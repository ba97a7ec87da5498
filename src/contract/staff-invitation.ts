/** Invitations to work here: made by the operator at the shell, or by an administrator by mail; used once, by whoever has the link. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  email,
  fullName,
  id,
  instant,
  messageReply,
  password,
  reason,
  signedText,
  success,
} from './fields.ts'
import { signedIn } from './session.ts'

const invitedRole = z.enum(['user', 'admin'])

export const staffInvitation = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: invitedRole.meta({
    description: 'Only the operator, at the shell, invites an administrator',
  }),
  invitedBy: z
    .strictObject({ id: z.string(), fullName: z.string() })
    .nullable()
    .meta({ description: 'Null: the operator, at the shell' }),
  madeAt: instant,
  expiresAt: instant,
})
export type StaffInvitation = z.infer<typeof staffInvitation>

const byLink = z.strictObject({ token: signedText })

export const getStaffInvitation = defineEndpoint({
  method: 'GET',
  path: '/staff-invitations/:token',
  access: 'public',
  beforeOpening: true,
  summary: 'For whom an invitation to work here is, by its link; it changes nothing',
  params: byLink,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ email: z.string(), role: invitedRole, expiresAt: instant }),
  }),
})

export const acceptStaffInvitation = defineEndpoint({
  method: 'POST',
  path: '/staff-invitations/:token/account',
  access: 'public',
  beforeOpening: true,
  status: 201,
  summary:
    'Opens the account that an invitation to work here leads to, once, and signs in. A role counts only when a second factor is there',
  params: byLink,
  body: z
    .strictObject({ fullName, password, confirmPassword: password })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  reply: signedIn,
})

export const inviteStaff = defineEndpoint({
  method: 'POST',
  path: '/staff-invitations',
  access: 'give-roles',
  keyed: true,
  reauthentication: 'decision',
  status: 201,
  summary:
    'Invites somebody by email to open an account for their work here. It has no role until two administrators give it one',
  body: z.strictObject({ email, reason }),
  reply: messageReply,
})

export const withdrawStaffInvitation = defineEndpoint({
  method: 'POST',
  path: '/staff-invitations/:id/withdrawal',
  access: 'give-roles',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Takes an invitation back that waits, whoever made it: its link opens nothing any more',
  params: z.strictObject({ id }),
  body: z.strictObject({ reason }),
  reply: messageReply,
})
