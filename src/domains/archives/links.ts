/** Links to a copy: good for the session that asked for it, and for a minute by the database's clock. */
import { basePath } from '../../contract/endpoint.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { sign, signedId } from '../../platform/signed.ts'

const goodForMs = 60_000

type Link = { archive: string; session: string; until: Instant }

/** What a link that this server signed opens, or null. */
export function linkIn(secret: string, text: string): Link | null {
  const [, archive, session, until] =
    /^(.{36})-(.{36})-(\d{1,15})$/.exec(signedId(secret, 'archive', text) ?? '') ?? []
  return archive && session && until ? { archive, session, until: Number(until) } : null
}

export function linkTo(
  secret: string,
  archive: string,
  { session, now }: { session: string; now: Instant },
) {
  const until = now + goodForMs
  const link = sign(secret, 'archive', `${archive}-${session}-${until}`)
  return {
    link: `${basePath}/archives/${archive}/file?link=${link}`,
    goodUntil: isoFromInstant(until),
  }
}
