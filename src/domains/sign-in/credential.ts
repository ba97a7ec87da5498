/**
 * What proves a session: the stored token and the server's signature over it. The row alone signs nobody
 * in, so a copy of the table is no bunch of keys. The cookie and the bearer token are the same text.
 */
import { cookieNames, hostCookie } from '../../contract/browser-names.ts'
import { sign, signedId } from '../../platform/signed.ts'

export function credentialOf(secret: string, token: string): string {
  return sign(secret, 'session', token)
}

/** The stored token of a credential that this server signed, or null. */
export function tokenOf(secret: string, credential: string): string | null {
  return signedId(secret, 'session', credential)
}

const cookieName = (secure: boolean) => hostCookie(cookieNames.session, secure)

/** A credential needs no quoting: its characters are letters, digits, `.`, `-` and `_`. */
function cookie(secure: boolean, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  return `${cookieName(secure)}=${value}; ${attributes}`
}

export function sessionCookie(secure: boolean, credential: string, maxAgeMs: number): string {
  return cookie(secure, credential, Math.floor(maxAgeMs / 1000))
}

export function clearedCookie(secure: boolean): string {
  return cookie(secure, '', 0)
}

/** What a cookie of this name holds; null where there is none. */
export function cookieFrom(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

/** The credential as a request carries it. A bearer token is meant by its sender; a cookie may just be there. */
export function credentialFrom(
  headers: { authorization?: string | undefined; cookie?: string | undefined },
  secure: boolean,
): string | null {
  if (headers.authorization !== undefined)
    return /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? ''
  return headers.cookie === undefined ? null : cookieFrom(headers.cookie, cookieName(secure))
}
