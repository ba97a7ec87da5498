/** Changes to how a person signs in, made by two administrators: a new email in live, and second factors that are removed. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  email,
  id,
  instant,
  messageReply,
  page,
  party,
  passkeyId,
  password,
  toldReason,
  signedText,
  success,
} from './fields.ts'
import { factorsOfUser } from './security.ts'

const accessChangeKind = z.enum(['email', 'app', 'passkey'])
export type AccessChangeKind = z.infer<typeof accessChangeKind>

/**
 * Proposed by one administrator; waiting, once another has approved it; done when the wait is over. Rejected by another
 * than who proposed it, withdrawn by them, stopped by whom it is about or by staff
 * or because its factor has gone otherwise, lapsed where nobody confirmed the email.
 */
export const accessChangeStatus = z.enum([
  'proposed',
  'waiting',
  'done',
  'rejected',
  'withdrawn',
  'stopped',
  'lapsed',
])
export type AccessChangeStatus = z.infer<typeof accessChangeStatus>

export const accessChange = z.strictObject({
  id: z.string(),
  user: party,
  what: accessChangeKind,
  status: accessChangeStatus,
  email: z.string().nullable().meta({ description: 'The new one' }),
  confirmed: z.boolean().meta({ description: 'Whether the new email was confirmed by its owner' }),
  agreed: z.boolean().meta({
    description: 'Whether the address of before agreed; only a change of one’s own asks it',
  }),
  passkeyName: z.string().nullable(),
  hostile: z.boolean().meta({
    description:
      'Whether the factor was reported as someone else’s: then only the link in an email stops its removal',
  }),
  reason: z.string().nullable(),
  proposedAt: instant,
  proposedById: z.string(),
  proposedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  takesEffectAt: instant
    .nullable()
    .meta({ description: 'Wall time; an email also waits to be confirmed' }),
})
export type AccessChange = z.infer<typeof accessChange>

const params = z.strictObject({ id })
const userParams = z.strictObject({ userId: id })
const tokenParams = z.strictObject({ token: signedText })

export const getAccessChanges = defineEndpoint({
  method: 'GET',
  path: '/access-changes',
  access: 'read-people',
  summary: 'Changes of access, newest first: of all users, or of one',
  query: z.strictObject({
    ...page,
    status: z
      .union([accessChangeStatus, z.literal('open')])
      .optional()
      .meta({ description: '`open`: proposed or waiting' }),
    userId: id.optional(),
  }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      accessChanges: z.array(accessChange),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const getUserFactors = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/second-factors',
  access: 'read-people',
  summary: 'A user’s second factors',
  params: userParams,
  reply: z.strictObject({ status: success, data: z.strictObject({ factors: factorsOfUser }) }),
})

export const proposeFactorRemoval = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/access-changes',
  access: 'change-sign-ins',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes to remove a second factor that the user has lost or never added; somebody else must approve',
  params: userParams,
  body: z.strictObject({
    passkeyId: passkeyId.nullable().meta({ description: 'Null: the authenticator app' }),
    hostile: z.boolean(),
    reason: toldReason,
  }),
  reply: messageReply,
})

export const approveAccessChange = defineEndpoint({
  method: 'POST',
  path: '/access-changes/:id/approval',
  access: 'change-sign-ins',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Approves, as a second, different person: it takes effect after the wait unless it is stopped, and every known address is told',
  params,
  reply: messageReply,
})

export const refuseAccessChange = defineEndpoint({
  method: 'POST',
  path: '/access-changes/:id/rejection',
  access: 'change-sign-ins',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Rejects a proposed change, withdraws your own, or stops one that is waiting, with a reason that the user sees',
  params,
  body: z.strictObject({ reason: toldReason }),
  reply: messageReply,
})

export const getOwnAccessChanges = defineEndpoint({
  method: 'GET',
  path: '/me/access-changes',
  access: 'signed-in',
  summary: 'Pending changes to your own sign-in',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ accessChanges: z.array(accessChange) }),
  }),
})

export const stopAccessChange = defineEndpoint({
  method: 'DELETE',
  path: '/me/access-changes/:id',
  access: 'signed-in',
  evenMailed: true,
  keyed: true,
  summary: 'Stops a pending change to your own sign-in',
  params,
  reply: messageReply,
})

export const stopByLink = defineEndpoint({
  method: 'POST',
  path: '/stop-change/:token',
  access: 'public',
  summary: 'Stops a pending change of access, with the link sent to every known address',
  params: tokenParams,
  reply: messageReply,
})

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/confirm-email/:token',
  access: 'public',
  summary: 'Confirms a new email address that staff have set, with the link sent there',
  params: tokenParams,
  reply: messageReply,
})

export const confirmOwnEmail = defineEndpoint({
  method: 'POST',
  path: '/confirm-own-email/:token',
  access: 'public',
  summary:
    'Confirms a new email address that the account’s holder asked for, with the link sent there and the account’s password',
  params: tokenParams,
  body: z.strictObject({ password }),
  reply: messageReply,
})

export const requestEmailChange = defineEndpoint({
  method: 'POST',
  path: '/me/email',
  access: 'signed-in',
  keyed: true,
  reauthentication: 'security',
  status: 202,
  summary:
    'Asks for another email address: it takes effect once the links sent to both addresses have been used within a day; five times a day',
  body: z.strictObject({ email }),
  reply: messageReply,
})

export const agreeToEmailChange = defineEndpoint({
  method: 'POST',
  path: '/agree-email/:token',
  access: 'public',
  summary: 'Agrees to a change of the email address, with the link sent to the present one',
  params: tokenParams,
  reply: messageReply,
})

export const undoFactor = defineEndpoint({
  method: 'POST',
  path: '/undo-factor/:token',
  access: 'public',
  summary:
    'Removes a newly added second factor, and anything added since, with the link in the email about it; ends all sessions',
  params: tokenParams,
  reply: messageReply,
})
