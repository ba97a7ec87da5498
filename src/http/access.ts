/** Who is asking, and whether they may: decided on the server, for every request anew. */
import type { FastifyRequest } from 'fastify'
import type { Access } from '../contract/endpoint.ts'
import { ProblemError } from '../contract/problems.ts'
import type { Role } from '../contract/user.ts'
import { credentialFrom } from '../domains/identity/credential.ts'
import type { Sessions } from '../domains/identity/session.ts'
import type { Principal } from '../platform/route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the session was read, and for visitors. */
    principal: Principal | null
  }
}

const rolesFor: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  'signed-in': ['user', 'admin', 'auditor'],
  investor: ['user', 'admin'],
  staff: ['admin', 'auditor'],
  admin: ['admin'],
}

export async function readPrincipal(request: FastifyRequest, sessions: Sessions, secure: boolean, isUse: boolean): Promise<Principal | null> {
  const credential = credentialFrom(request.headers, secure)
  return credential === null ? null : sessions.read(credential, isUse)
}

/** Throws 401 or 403. */
export function checkAccess(access: Access, principal: Principal | null): void {
  if (access === 'public') return
  if (principal === null) throw new ProblemError('not_signed_in')
  if (!rolesFor[access].includes(principal.role)) throw new ProblemError('forbidden')
}
