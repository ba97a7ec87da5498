/** What signing in is made of, put together from the context of the process. */
import type { Refusal } from '../../contract/problems.ts'
import type { FirmFacts, House } from '../house-desk.ts'
import { createChallenges, type Challenges } from './challenges.ts'
import { createReauthentication } from './reauthentication.ts'
import { createGuesses, type Guesses } from './guesses.ts'
import { createLimits, type Limits } from './limits.ts'
import type { PasskeySite } from './passkeys.ts'
import { refusalOfEnded } from './session-ends.ts'
import { createSessions, type Sessions } from './session.ts'

export type SignInContext = Pick<
  House,
  'pool' | 'policy' | 'secret' | 'earlierSecrets' | 'macKeys' | 'publicUrl' | 'desk' | 'log'
> & { firm: Pick<FirmFacts, 'name'> }

/** Whether people reach us by https: then the cookie is bound to it. */
export function isSecure({ publicUrl }: Pick<SignInContext, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}

export function siteOf({
  firm,
  publicUrl,
}: Pick<SignInContext, 'firm' | 'publicUrl'>): PasskeySite {
  return { name: firm.name, origin: publicUrl }
}

export type LimitsContext = Pick<SignInContext, 'pool' | 'policy' | 'secret'>

export function limitsOf({ pool, policy, secret }: LimitsContext): Limits {
  return createLimits(pool, policy, secret)
}

/** Whom a credential speaks for, and why one speaks for nobody any more. */
export type ToldSessions = Sessions & {
  refusal(credential: string): Promise<Refusal | null>
}

export function sessionsOf({ pool, policy, secret, macKeys }: SignInContext): ToldSessions {
  return {
    ...createSessions(pool, policy, { secret, macKeys }),
    refusal: (credential) => refusalOfEnded({ pool, policy, secret, macKeys }, credential),
  }
}

export function challengesOf({ pool, secret }: SignInContext): Challenges {
  return createChallenges(pool, secret)
}

export function guessesOf(context: SignInContext): Guesses {
  return createGuesses({ ...context, site: siteOf(context), limits: limitsOf(context) })
}

export function partsOf(context: SignInContext) {
  return {
    ...context,
    site: siteOf(context),
    limits: limitsOf(context),
    challenges: challengesOf(context),
    guesses: guessesOf(context),
  }
}

export function reauthenticationOf(context: SignInContext) {
  return createReauthentication(partsOf(context))
}
