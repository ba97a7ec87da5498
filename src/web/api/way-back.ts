/** Where to go after signing in: an address of this site, or nothing. */
import type { Role } from '../../contract/user.ts'
import { isStaff } from './session.ts'

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

export function homeOf(role: Role): string {
  return isStaff(role) ? '/admin' : '/dashboard'
}
