/** The routes of signing in, and of what people may change about themselves. */
import { getApiUser, getMe, updateApiUser, type User } from '../../contract/user.ts'
import { logIn, logOut, signUp } from '../../contract/session.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, type Call, type Route } from '../../platform/route.ts'
import { clearedCookie, sessionCookie, tokenOf } from './credential.ts'
import { readUser } from './queries.ts'
import { mailRoutes } from './mail-choices.ts'
import { createSettings } from './settings.ts'
import type { SignedIn } from './sign-in.ts'
import { isSecure, signInOf, type IdentityContext } from './parts.ts'

type Ceremony = Call<typeof signUp> | Call<typeof logIn> | Call<typeof logOut>

function callerOf({ address, userAgent, asked }: Ceremony) {
  return { address, userAgent, requestId: asked.requestId }
}

export function sessionRoutes(context: IdentityContext): Route[] {
  const { pool, policy, secret } = context
  const secure = isSecure(context)
  const signIn = signInOf(context)
  const changeSettings = createSettings(context)

  async function present(owner: string): Promise<User> {
    const user = await readUser(pool, owner)
    if (!user) throw new ProblemError('not_signed_in')
    return user
  }

  /** A credential that was there before ends with the new one, so that nobody can have planted it (A6). */
  async function welcome(call: Ceremony, message: string, { owner, credential }: SignedIn) {
    const before = call.token && tokenOf(secret, call.token)
    if (before) await signIn.endSession(before)
    call.setHeader('set-cookie', sessionCookie(secure, credential, policy.session.user.absoluteMs))
    return { status: 'success' as const, message, token: credential, data: { user: await present(owner) } }
  }

  return [
    route(signUp, async (call) =>
      welcome(call, 'Signup successful! Redirecting to dashboard...', await signIn.signUp(call.body, callerOf(call)))),

    route(logIn, async (call) =>
      welcome(call, 'Login successful!', await signIn.logIn(call.body.email, call.body.password, callerOf(call)))),

    route(logOut, async (call) => {
      const token = call.token && tokenOf(secret, call.token)
      if (token) await signIn.endSession(token)
      call.setHeader('set-cookie', clearedCookie(secure))
      return { status: 'success' as const, message: 'Logged out successfully' }
    }),

    route(getMe, async ({ principal }) => ({ status: 'success' as const, data: { user: await present(principal.owner) } })),
    route(getApiUser, async ({ principal }) => ({ status: 'success' as const, data: { user: await present(principal.owner) } })),
    route(updateApiUser, (call) => changeSettings(call)),
    ...mailRoutes(pool),
  ]
}
