/** Where to go after signing in: an address of this site, or nothing. */
import { isStaff, type Person } from './session.ts'

/** The path of `?next=`, if it is one of ours: one slash in front, no other origin, not the sign-in pages themselves. */
export function safeNext(next: string | null, origin: string): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null
  const url = URL.parse(next, origin)
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return null
  if (url.pathname === '/login' || url.pathname === '/signup') return null
  return url.pathname + url.search + url.hash
}

export function loginPath(from: { pathname: string; search: string }): string {
  return `/login?next=${encodeURIComponent(from.pathname + from.search)}`
}

/** Where an invitation to work here goes on, after its account is open. */
export const afterInvitation = '/dashboard/security?why=invited'

/** From the sign-in on: to where the person came from, or to where their work is. */
export function afterSignIn(
  { role, secondFactorFirst }: Pick<Person, 'role' | 'secondFactorFirst'>,
  next: string | null,
): string {
  if (secondFactorFirst) return afterInvitation
  return next ?? (isStaff(role) ? '/admin' : '/dashboard')
}
