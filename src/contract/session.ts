/** Signing up, in and out, a forgotten password, and proving again who one is. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  code,
  email,
  fullName,
  id,
  messageReply,
  password,
  passkeyAnswer,
  signedText,
  success,
} from './fields.ts'
import { user } from './user.ts'

const token = z
  .string()
  .meta({ description: 'A bearer credential for API clients; browsers live on the cookie' })

/** Of every way to sign in. */
export const signedIn = z.strictObject({
  status: success,
  message: z.string(),
  token,
  data: z.strictObject({
    user,
    secondFactorFirst: z.boolean().meta({
      description:
        'Whether a second factor is to be set up before anything else: by who was invited to work here and has none yet',
    }),
  }),
})

/** How the second factor can be given: a code of an authenticator app, a recovery code, a passkey. */
export const factorMethod = z.enum(['app', 'recovery', 'passkey'])
export type FactorMethod = z.infer<typeof factorMethod>

/** What a browser's `navigator.credentials` is asked with, as WebAuthn names it. */
const passkeyOptions = z
  .record(z.string(), z.unknown())
  .meta({ description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn' })

const secondFactorNeeded = z.strictObject({
  status: z.literal('second_factor'),
  message: z.string(),
  data: z.strictObject({
    challenge: signedText,
    methods: z.array(factorMethod),
    passkeyOptions: passkeyOptions.nullable(),
  }),
})

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/signup',
  access: 'public',
  newBusiness: true,
  status: 201,
  summary: 'Opens an account and signs in',
  body: z
    .strictObject({
      fullName,
      email,
      password,
      confirmPassword: password,
      referralCode: z
        .string()
        .max(40, 'This referral code is unknown. Check it or leave it empty.')
        .transform((given) => given.trim())
        .nullish(),
      acceptedEditions: z
        .array(z.strictObject({ id, digest: z.string().max(64, 'This is not a digest') }))
        .max(10, 'There are fewer policies')
        .optional()
        .meta({
          description: 'Editions of policies that were shown beside the button: they are accepted',
        }),
    })
    .refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  reply: signedIn,
})

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  beforeOpening: true,
  summary: 'Signs in, or asks for the second factor of those who have one',
  body: z.strictObject({ email, password }),
  reply: z.union([signedIn, secondFactorNeeded]),
})

/** A code, or what a passkey has signed: one of the two. */
const oneAnswer = <T extends { code?: unknown; passkey?: unknown }>(body: T) =>
  (body.code === undefined) !== (body.passkey === undefined)
const oneAnswerSaid = { path: ['code'], message: 'Please enter a code, or use a passkey' }

export const giveSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/login/second-factor',
  access: 'public',
  beforeOpening: true,
  summary: 'Signs in with the second factor, after the password',
  body: z
    .strictObject({
      challenge: signedText,
      code: code.optional(),
      passkey: passkeyAnswer.optional(),
    })
    .refine(oneAnswer, oneAnswerSaid),
  reply: signedIn,
})

const passkeyBegun = z.strictObject({
  status: success,
  data: z.strictObject({ challenge: signedText, options: passkeyOptions }),
})

export const beginPasskeyLogIn = defineEndpoint({
  method: 'POST',
  path: '/login/passkey/options',
  access: 'public',
  beforeOpening: true,
  summary: 'Starts signing in with a passkey alone',
  reply: passkeyBegun,
})

export const logInByPasskey = defineEndpoint({
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  beforeOpening: true,
  summary: 'Signs in with a passkey, which has verified its user and so counts as both factors',
  body: z.strictObject({ challenge: signedText, passkey: passkeyAnswer }),
  reply: signedIn,
})

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/logout',
  access: 'public',
  beforeOpening: true,
  summary: 'Ends the session',
  reply: messageReply,
})

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/forgot-password',
  access: 'public',
  beforeOpening: true,
  summary:
    'Sends a link to reset the password, if there is such an account; the reply doesn’t say whether there is',
  body: z.strictObject({ email }),
  reply: messageReply,
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/reset-password/:token',
  access: 'public',
  beforeOpening: true,
  summary: 'Sets a new password with the link in an email: once, within an hour; ends all sessions',
  params: z.strictObject({ token: signedText }),
  body: z
    .strictObject({ newPassword: password, confirmPassword: password })
    .refine((body) => body.newPassword === body.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  reply: messageReply,
})

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/verify-email/:token',
  access: 'public',
  summary:
    'Confirms the email address of a new account with the link sent there and the account’s password, within seven days; ends all sessions and removes all second factors of before, and signs in',
  params: z.strictObject({ token: signedText }),
  body: z.strictObject({ password }),
  reply: signedIn,
})

export const sendVerification = defineEndpoint({
  method: 'POST',
  path: '/me/verification',
  access: 'signed-in',
  evenMailed: true,
  summary:
    'Sends the link again that confirms the email address of your account, five times a day at most',
  reply: messageReply,
})

export const knowBrowser = defineEndpoint({
  method: 'POST',
  path: '/known-browser/:token',
  access: 'public',
  beforeOpening: true,
  summary:
    'Marks this browser as known to the account, with the link in an email: once, within a day. It does not sign in; its wrong passwords are counted apart from those of others',
  params: z.strictObject({ token: signedText }),
  reply: messageReply,
})

const reauthenticationReply = z.strictObject({
  status: success,
  message: z.string(),
  token,
  data: z.strictObject({ freshUntil: z.iso.datetime() }),
})

export const beginReauthentication = defineEndpoint({
  method: 'POST',
  path: '/session/fresh/options',
  access: 'signed-in',
  beforeOpening: true,
  summary: 'Says how the session can be made fresh, and starts that for a passkey',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      methods: z.array(z.union([z.literal('password'), factorMethod])),
      challenge: signedText.nullable(),
      passkeyOptions: passkeyOptions.nullable(),
    }),
  }),
})

export const reauthenticate = defineEndpoint({
  method: 'POST',
  path: '/session/fresh',
  access: 'signed-in',
  beforeOpening: true,
  summary:
    'Confirms your identity again, by the second factor or, without one, the password; the session gets a new token and is fresh for ten minutes',
  body: z
    .strictObject({
      password: password.optional(),
      code: code.optional(),
      challenge: signedText.optional(),
      passkey: passkeyAnswer.optional(),
    })
    .refine(
      (body) =>
        [body.password, body.code, body.passkey].filter((given) => given !== undefined).length ===
        1,
      {
        path: ['password'],
        message: 'Please enter your password or a code, or use a passkey',
      },
    ),
  reply: reauthenticationReply,
})
