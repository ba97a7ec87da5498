/** The routes of signing up, in and out, and of what people may change about themselves. */
import type { z } from 'zod'
import { ProblemError } from '../../contract/problems.ts'
import { askInvitation } from '../../contract/referral.ts'
import { acceptStaffInvitation } from '../../contract/staff-invitation.ts'
import {
  beginReauthentication,
  beginPasskeyLogIn,
  forgotPassword,
  giveSecondFactor,
  knowBrowser,
  logIn,
  logInByPasskey,
  logOut,
  reauthenticate,
  resetPassword,
  sendVerification,
  signUp,
  verifyEmail,
} from '../../contract/session.ts'
import { getApiUser, getMe, updateApiUser, type User } from '../../contract/user.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { maskName } from '../../lib/text.ts'
import { route, succeeded, type Asked, type Call, type Route } from '../../platform/route.ts'
import { lacksFactorToWork } from '../role-changes/invited.ts'
import { clearedCookie, sessionCookie, tokenOf } from '../sign-in/credential.ts'
import { markByLink, marksCookie } from '../sign-in/known-browsers.ts'
import { choiceRoutes } from '../people/choices.ts'
import { endSessionOf } from '../sign-in/open-sessions.ts'
import { reauthenticationOf, isSecure, limitsOf, type SignInContext } from '../sign-in/parts.ts'
import { nameByReferralCode } from '../people/queries.ts'
import { readUser } from '../users/queries.ts'
import { askForLink } from '../sign-in/links.ts'
import { askForReset, resetPassword as reset } from '../sign-in/reset.ts'
import { createSettings } from '../sign-in/settings.ts'
import { signInOf, type HalfSignedIn, type SignedIn } from './sign-in.ts'
import type { RoutesOf } from '../routes.ts'

type Ceremony = Pick<
  Call<typeof logIn>,
  'address' | 'userAgent' | 'token' | 'marks' | 'setHeader'
> & { asked: Asked }

const callerOf = ({ address, userAgent, marks, asked }: Ceremony) => ({
  address,
  userAgent,
  marks,
  requestId: asked.requestId,
})

const forgotten = 'Check your email for the reset link.'

async function present({ pool }: SignInContext, owner: string): Promise<User> {
  const user = await readUser(pool, owner)
  if (!user) throw new ProblemError('not_signed_in')
  return user
}

function handOver(
  context: SignInContext,
  { setHeader }: Pick<Ceremony, 'setHeader'>,
  credential: string,
): void {
  setHeader(
    'set-cookie',
    sessionCookie(isSecure(context), credential, context.policy.session.user.absoluteMs),
  )
}

/** After it, wrong passwords of others don't keep this browser waiting. */
function keepMarks(
  context: SignInContext,
  { setHeader }: Pick<Ceremony, 'setHeader'>,
  marks: readonly string[],
): void {
  if (marks.length > 0)
    setHeader('set-cookie', marksCookie(isSecure(context), context.secret, marks))
}

/** Signs a person in, and answers as the specification has it. */
function welcomeTo(context: SignInContext) {
  const { pool, secret } = context
  /** A credential that was there before ends with the new one, so that nobody can have planted it (A6). */
  return async function welcome(
    call: Ceremony,
    message: string,
    { owner, credential, marks }: SignedIn,
  ) {
    const before = call.token && tokenOf(secret, call.token)
    if (before) await endSessionOf(pool, before)
    handOver(context, call, credential)
    keepMarks(context, call, marks)
    const [user, secondFactorFirst] = await Promise.all([
      present(context, owner),
      lacksFactorToWork(context, owner),
    ])
    return {
      status: 'success' as const,
      message,
      token: credential,
      data: { user, secondFactorFirst },
    }
  }
}

function half(data: HalfSignedIn): z.input<typeof logIn.reply> {
  return {
    status: 'second_factor',
    message: 'Please enter the code from your authenticator app, or use your passkey.',
    data,
  }
}

function signInRoutes(context: SignInContext): Route[] {
  const signIn = signInOf(context)
  const welcome = welcomeTo(context)
  return [
    route(signUp, async (call) =>
      welcome(
        call,
        'Signup successful! Redirecting to dashboard...',
        await signIn.signUp(call.body, callerOf(call)),
      ),
    ),
    route(logIn, async (call) => {
      const outcome = await signIn.logIn(call.body.email, call.body.password, callerOf(call))
      return 'challenge' in outcome ? half(outcome) : welcome(call, 'Login successful!', outcome)
    }),
    route(giveSecondFactor, async (call) => {
      const { challenge, ...answer } = call.body
      return welcome(
        call,
        'Login successful!',
        await signIn.giveSecondFactor(challenge, answer, callerOf(call)),
      )
    }),
    route(acceptStaffInvitation, async (call) =>
      welcome(
        call,
        'Your account is open. Set up a second factor now.',
        await signIn.openByInvitation(call.params.token, call.body, callerOf(call)),
      ),
    ),
    route(beginPasskeyLogIn, async ({ address }) => succeeded(await signIn.beginPasskey(address))),
    route(logInByPasskey, async (call) =>
      welcome(
        call,
        'Login successful!',
        await signIn.logInByPasskey(call.body.challenge, call.body.passkey, callerOf(call)),
      ),
    ),
  ]
}

function invitationRoute(context: SignInContext): Route {
  const limits = limitsOf(context)
  return route(askInvitation, async ({ body, address }) => {
    // Before it is looked for: a guess costs the same whether it was right.
    await limits.countInvitation(address)
    const name = await nameByReferralCode(context.pool, body.code)
    return succeeded({ invitedBy: name === null ? null : maskName(name) })
  })
}

function forgottenRoutes(context: SignInContext): Route[] {
  const { pool } = context
  const limits = limitsOf(context)
  const signIn = signInOf(context)
  const welcome = welcomeTo(context)
  return [
    route(forgotPassword, async ({ body, address }) => {
      await askForReset(pool, limits, body.email, address)
      return { status: 'success' as const, message: forgotten }
    }),
    route(resetPassword, async (call) => {
      keepMarks(
        context,
        call,
        await reset(context, call.params.token, call.body.newPassword, call.marks),
      )
      return { status: 'success' as const, message: 'Password reset successful' }
    }),
    route(verifyEmail, async (call) =>
      welcome(
        call,
        'Your email address is confirmed. Everything else that was signed in has been signed out.',
        await signIn.verifyEmail(call.params.token, call.body.password, callerOf(call)),
      ),
    ),
    route(sendVerification, async ({ principal }) => {
      const { email, emailVerified } = await present(context, principal.owner)
      if (emailVerified)
        return {
          status: 'success' as const,
          message: 'Your email address is already confirmed.',
        }
      await limits.countVerification(principal.owner)
      await askForLink(pool, 'verify-email', email)
      return { status: 'success' as const, message: 'Check your email for the link.' }
    }),
    route(knowBrowser, async (call) => {
      keepMarks(context, call, await markByLink(context, call.params.token, call.marks))
      return { status: 'success' as const, message: 'This browser is now known. Log in as usual.' }
    }),
  ]
}

function reauthenticationRoutes(context: SignInContext): Route[] {
  const reauthentication = reauthenticationOf(context)
  return [
    route(beginReauthentication, async ({ principal }) =>
      succeeded(await reauthentication.begin(principal)),
    ),
    route(reauthenticate, async (call) => {
      const { credential, freshUntil } = await reauthentication.make(call.principal, call.body)
      handOver(context, call, credential)
      return {
        status: 'success' as const,
        message: 'Thank you. Your identity is confirmed.',
        token: credential,
        data: { freshUntil: isoFromInstant(freshUntil) },
      }
    }),
  ]
}

export const routes: RoutesOf = (context) => {
  const { pool, secret } = context
  const changeSettings = createSettings(context)
  return [
    ...signInRoutes(context),
    invitationRoute(context),
    ...forgottenRoutes(context),
    ...reauthenticationRoutes(context),
    route(logOut, async (call) => {
      const token = call.token && tokenOf(secret, call.token)
      if (token) await endSessionOf(pool, token)
      call.setHeader('set-cookie', clearedCookie(isSecure(context)))
      // Whatever the browser still holds of this site. Nothing of a person lies in its cache: replies aren't stored, pages are shells.
      call.setHeader('clear-site-data', '"storage"')
      return { status: 'success' as const, message: 'Logged out successfully' }
    }),
    route(getMe, async ({ principal }) =>
      succeeded({ user: await present(context, principal.owner) }),
    ),
    route(getApiUser, async ({ principal }) =>
      succeeded({ user: await present(context, principal.owner) }),
    ),
    route(updateApiUser, (call) =>
      changeSettings(call, (marks) => keepMarks(context, call, marks)),
    ),
    ...choiceRoutes(pool),
  ]
}
