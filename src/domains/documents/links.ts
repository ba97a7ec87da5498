/** Links to what is in a document: good for the session that opened it, and for a minute by the database's clock. */
import { basePath } from '../../contract/endpoint.ts'
import { maxPagesShown } from '../../contract/document.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { sign, signedId } from '../../platform/signed.ts'
import type { Document } from './table.ts'

const goodForMs = 60_000

type Link = { document: string; session: string; until: Instant }

const idOf = ({ document, session, until }: Link) => `${document}-${session}-${until}`

/** What a link that this server signed opens, or null. */
export function linkIn(secret: string, text: string): Link | null {
  const [, document, session, until] =
    /^(.{36})-(.{36})-(\d{1,15})$/.exec(signedId(secret, 'document', text) ?? '') ?? []
  return document && session && until ? { document, session, until: Number(until) } : null
}

type Shown = Pick<Document, 'id' | 'kind' | 'pages' | 'mediaType'>

export function linksTo(
  secret: string,
  { id, kind, pages, mediaType }: Shown,
  { session, now }: { session: string; now: Instant },
) {
  const until = now + goodForMs
  const link = sign(secret, 'document', idOf({ document: id, session, until }))
  const folder = kind === 'message' ? 'message-files' : 'documents'
  const at = (place: string) => `${basePath}/${folder}/${id}/${place}?link=${link}`
  const shown = Math.min(pages, maxPagesShown)
  return {
    links: {
      pages: Array.from({ length: shown }, (_, n) => at(`pages/${n + 1}`)),
      file: mediaType === 'application/pdf' ? at('file') : null,
    },
    goodUntil: isoFromInstant(until),
  }
}
