/** What signing in is made of, put together from the context of the process. */
import type { Pool } from 'pg'
import type { Policy } from '../../platform/policy.ts'
import { createCeremonies } from './better-auth.ts'
import { createLimits, type Limits } from './limits.ts'
import { createSessions, type Sessions } from './session.ts'
import type { HouseDesk } from '../house-desk.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

export type IdentityContext = {
  pool: Pool
  policy: Policy
  /** Signs sessions. */
  secret: string
  publicUrl: string
  desk: HouseDesk
}

/** Whether people reach us by https: then the cookie is bound to it. */
export function isSecure({ publicUrl }: Pick<IdentityContext, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}

export function limitsOf({ pool, policy, secret }: IdentityContext): Limits {
  return createLimits(pool, policy, secret)
}

export function sessionsOf({ pool, policy, secret }: IdentityContext): Sessions {
  return createSessions(pool, policy, secret)
}

export function signInOf(context: IdentityContext): SignIn {
  const { pool, desk, policy, secret, publicUrl } = context
  const ceremonies = createCeremonies(pool, policy, secret, publicUrl)
  return createSignIn({ pool, desk, policy, secret, ceremonies, limits: limitsOf(context) })
}
