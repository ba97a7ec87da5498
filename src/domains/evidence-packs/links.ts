/** Links to a pack: good for the session that they were given to, by the database's clock. A download begins within a minute, and goes on for a day. */
import { basePath } from '../../contract/endpoint.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import { sign, signedId } from '../../platform/signed.ts'

const beginsWithinMs = 60_000
const goesOnForMs = dayMs

type Link = { pack: string; session: string; givenAt: Instant }

/** What a link that this server signed opens, or null. */
function linkIn(secret: string, text: string): Link | null {
  const [, pack, session, givenAt] =
    /^(.{36})-(.{36})-(\d{1,15})$/.exec(signedId(secret, 'evidence', text) ?? '') ?? []
  return pack && session && givenAt ? { pack, session, givenAt: Number(givenAt) } : null
}

/** Whether the link opens this pack in this session now: from its first byte, or from where it broke off. */
export function opens(
  secret: string,
  text: string,
  { pack, session, now, first }: { pack: string; session: string; now: Instant; first: number },
): boolean {
  const link = linkIn(secret, text)
  if (link === null || link.pack !== pack || link.session !== session) return false
  return now < link.givenAt + (first === 0 ? beginsWithinMs : goesOnForMs)
}

export function linkTo(
  secret: string,
  pack: string,
  { session, now }: { session: string; now: Instant },
) {
  const link = sign(secret, 'evidence', `${pack}-${session}-${now}`)
  return {
    link: `${basePath}/evidence-packs/${pack}/file?link=${link}`,
    goodUntil: isoFromInstant(now + beginsWithinMs),
  }
}
