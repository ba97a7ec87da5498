/**
 * Ids that only this server can have handed out: the id and the server's signature over it. What lies in the database is
 * the id alone, so a copy of it opens nothing. Sessions, links sent by mail and begun ceremonies all work like this.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signed id is good for; it is good for nothing else. */
export type SignedUse =
  | 'session'
  | 'challenge'
  | 'browser-mark'
  | 'reset-password'
  | 'verify-email'
  | 'confirm-email'
  | 'confirm-own-email'
  | 'agree-email'
  | 'stop-change'
  | 'undo-factor'
  | 'known-browser'
  | 'cancel-request'
  | 'freeze-account'
  | 'staff-invitation'
  | 'document'
  | 'archive'
  | 'evidence'

const shape = /^([A-Za-z0-9-]{16,128})\.([A-Za-z0-9_-]{43})$/

function signature(secret: string, use: SignedUse, id: string): string {
  // The use keeps each purpose of the secret apart from its others.
  return createHmac('sha256', secret).update(`${use}:${id}`).digest('base64url')
}

/** What a link of a mail is about, and whose account it acts for. */
export type Linked = { id: string; person: string }

export function sign(secret: string, use: SignedUse, id: string): string {
  return `${id}.${signature(secret, use, id)}`
}

/** The id of a text that this server signed for this use, or null. */
export function signedId(secret: string, use: SignedUse, text: string): string | null {
  const [, id, given] = shape.exec(text) ?? []
  if (!id || !given) return null
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, use, id))) ? id : null
}

/** What stands in a link for the address to which it was mailed: keyed, so that it tells nobody the address. */
const addressCode = (secret: string, address: string) =>
  createHmac('sha256', secret).update(`mailed-to:${address}`).digest('hex').slice(0, 32)

/**
 * A link by mail is good for this row only as long as the row is this person's, and only if this address is theirs: whoever
 * had a link mailed to another one gains nothing. Both ids are UUIDs.
 */
export function signLink(
  secret: string,
  use: SignedUse,
  { id, person, address }: Linked & { address: string },
): string {
  return sign(secret, use, `${id}-${person}-${addressCode(secret, address)}`)
}

/** What a link that this server signed for this use is about, and whether it was mailed to an address; or null. */
export function linkedBy(
  secret: string,
  use: SignedUse,
  text: string,
): (Linked & { isMailedTo(address: string): boolean }) | null {
  const [, id, person, code] =
    /^(.{36})-(.{36})-([0-9a-f]{32})$/.exec(signedId(secret, use, text) ?? '') ?? []
  if (!id || !person) return null
  return { id, person, isMailedTo: (address) => code === addressCode(secret, address) }
}
