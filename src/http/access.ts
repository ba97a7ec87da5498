/** Who is asking, and whether they may: decided on the server, for every request. */
import type { FastifyRequest } from 'fastify'
import { takenOf, type Endpoint } from '../contract/endpoint.ts'
import { ProblemError, type Refusal } from '../contract/problems.ts'
import { auditors, capabilitiesOf } from '../contract/roles.ts'
import { credentialFrom } from '../domains/sign-in/credential.ts'
import { proofDue, unproved } from '../domains/sign-in/reauthentication.ts'
import type { ToldSessions } from '../domains/sign-in/parts.ts'
import type { Sessions } from '../domains/sign-in/session.ts'
import { needsSecondFactor, type Policy } from '../platform/policy.ts'
import type { Principal } from '../platform/route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the session was read, and for visitors. */
    principal: Principal | null
  }
}

export async function readPrincipal(
  request: FastifyRequest,
  sessions: Sessions,
  secure: boolean,
  isUse: boolean,
): Promise<Principal | null> {
  const credential = credentialFrom(request.headers, secure)
  return credential === null ? null : sessions.read(credential, isUse)
}

/** Nobody is signed in: whoever presents a session that has ended is told why, and nobody else anything. */
export async function whyNotSignedIn(
  { headers }: FastifyRequest,
  { sessions, secure }: { sessions: ToldSessions; secure: boolean },
): Promise<Refusal> {
  const credential = credentialFrom(headers, secure)
  const told = credential === null ? null : await sessions.refusal(credential)
  return told ?? { code: 'not_signed_in' }
}

type Rules = Pick<Policy, 'staffNeedSecondFactor' | 'decisionsNeedReauthentication'>

/** Throws 401 or 403. */
export function checkAccess(
  endpoint: Pick<Endpoint, 'access' | 'ofPeople' | 'reauthentication'>,
  principal: Principal | null,
  policy: Rules,
): void {
  const { access, reauthentication } = endpoint
  if (access === 'public') return
  if (principal === null) throw new ProblemError('not_signed_in')
  const takes = takenOf(endpoint)
  if (takes.length === 0) {
    // Auditors have no money here.
    if (access === 'investor' && principal.roles === auditors) throw new ProblemError('forbidden')
  } else {
    const may = capabilitiesOf(principal.roles)
    if (!takes.every((one) => may.has(one))) throw new ProblemError('forbidden')
    if (principal.status === 'frozen') throw new ProblemError('staff_frozen')
    if (needsSecondFactor(policy, principal.roles) && !principal.hasSecondFactor)
      throw new ProblemError('second_factor_needed')
  }
  const due = proofDue(principal)
  if (reauthentication && due && needsReauthentication(reauthentication, principal, policy))
    throw unproved(due)
}

/** Before money leaves, the person is asked for a second factor, or for the password where there is none. */
function needsReauthentication(
  what: NonNullable<Endpoint['reauthentication']>,
  { hasSecondFactor }: Principal,
  { decisionsNeedReauthentication }: Rules,
): boolean {
  return {
    security: true,
    'own-password': hasSecondFactor,
    'money-out': true,
    decision: decisionsNeedReauthentication,
  }[what]
}
