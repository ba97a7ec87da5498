/** What protects an account: its second factors, its sessions, and freezing it oneself. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  code,
  id,
  instant,
  messageReply,
  passkeyAnswer,
  passkeyId,
  toldReason,
  signedText,
  success,
  text,
} from './fields.ts'
import { user } from './user.ts'

/** What happens to a sign-in, by the kinds of the activity. */
export const securityChanges = [
  'password-changed',
  'password-reset',
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'signed-in-after-failures',
  'factor-undone',
] as const
export type SecurityChange = (typeof securityChanges)[number]

/** What two administrators change about it, by the kinds of the activity; `access-change-approved` is one that waits. */
export const accessChangesMade = [
  'access-change-approved',
  'email-confirmed',
  'email-changed',
  'app-removed-by-staff',
  'passkey-removed-by-staff',
] as const
export type AccessChangeMade = (typeof accessChangesMade)[number]

const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})

export const factorsOfUser = z.strictObject({
  app: z.strictObject({ confirmedAt: instant }).nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
})

const factors = factorsOfUser.extend({
  required: z.boolean().meta({ description: 'Whether the role can do nothing here without one' }),
})
export type SecondFactors = z.infer<typeof factors>

const recoveryCodes = z.array(z.string()).meta({ description: 'Shown once; each works once' })
const factorsReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ factors, recoveryCodes: recoveryCodes.nullable() }),
})

export const getSecondFactors = defineEndpoint({
  method: 'GET',
  path: '/second-factors',
  access: 'signed-in',
  beforeOpening: true,
  summary: 'Your second factors',
  reply: z.strictObject({ status: success, data: z.strictObject({ factors }) }),
})

export const beginApp = defineEndpoint({
  method: 'POST',
  path: '/second-factors/app',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary:
    'Starts to set up an authenticator app: the secret to scan, which counts once a code was right',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ secret: z.string(), uri: z.string() }),
  }),
})

export const confirmApp = defineEndpoint({
  method: 'POST',
  path: '/second-factors/app/confirmation',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary: 'Confirms the app by its first code; the first factor comes with recovery codes',
  body: z.strictObject({ code }),
  reply: factorsReply,
})

export const removeApp = defineEndpoint({
  method: 'DELETE',
  path: '/second-factors/app',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary: 'Removes the authenticator app',
  reply: factorsReply,
})

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/second-factors/recovery-codes',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary: 'Makes new recovery codes; the old ones no longer work',
  reply: factorsReply,
})

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/second-factors/passkeys/options',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary: 'Starts to add a passkey',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      challenge: signedText,
      options: z
        .record(z.string(), z.unknown())
        .meta({ description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn' }),
    }),
  }),
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/second-factors/passkeys',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary: 'Adds the passkey; the first factor comes with recovery codes',
  body: z.strictObject({ challenge: signedText, name: text(60, 'Name'), passkey: passkeyAnswer }),
  reply: factorsReply,
})

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/second-factors/passkeys/:passkeyId',
  access: 'signed-in',
  beforeOpening: true,
  reauthentication: 'security',
  summary: 'Removes a passkey',
  params: z.strictObject({ passkeyId }),
  reply: factorsReply,
})

const session = z.strictObject({
  id: z.string(),
  device: z.string().meta({ description: 'Browser and system, as the browser calls itself' }),
  place: z.null().meta({ description: 'Unknown: nothing here looks addresses up' }),
  signedInAt: instant,
  lastUsedAt: instant.meta({ description: 'To the minute' }),
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

const sessionsReply = z.strictObject({
  status: success,
  data: z.strictObject({ sessions: z.array(session) }),
})
const userParams = z.strictObject({ userId: id })

export const getSessions = defineEndpoint({
  method: 'GET',
  path: '/sessions',
  access: 'signed-in',
  beforeOpening: true,
  summary: 'Where you are signed in, last used first',
  reply: sessionsReply,
})

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/sessions/:sessionId',
  access: 'signed-in',
  evenMailed: true,
  beforeOpening: true,
  summary: 'Ends one of your sessions',
  params: z.strictObject({ sessionId: id }),
  reply: messageReply,
})

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/sessions',
  access: 'signed-in',
  evenMailed: true,
  beforeOpening: true,
  summary:
    'Ends all of your sessions but this one, and forgets all other browsers that signed in before',
  reply: messageReply,
})

export const getUserSessions = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/sessions',
  access: 'read-people',
  summary: 'Where a user is signed in',
  params: userParams,
  reply: sessionsReply,
})

export const endUserSessions = defineEndpoint({
  method: 'DELETE',
  path: '/users/:userId/sessions',
  access: 'freeze',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Ends all sessions of a user, who is told so, and forgets the browsers that they signed in with',
  params: userParams,
  reply: messageReply,
})

export const freezeOwnAccount = defineEndpoint({
  method: 'POST',
  path: '/me/freeze',
  access: 'signed-in',
  keyed: true,
  evenMailed: true,
  summary: 'Freezes your own account: no money leaves it until staff unfreeze it',
  body: z.strictObject({ reason: toldReason.optional() }),
  reply: z.strictObject({ status: success, message: z.string(), data: z.strictObject({ user }) }),
})
