import { createHash } from 'node:crypto'
import {
  addDocument,
  getDocumentFile,
  getDocumentPage,
  getDocuments,
  getUserDocuments,
  removeDocument,
  viewDocument,
} from '../../contract/document.ts'
import { ProblemError } from '../../contract/problems.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { afterRecorded, route, succeeded, type Principal } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { mustBeUser } from '../people/queries.ts'
import { Locked, ofDocument, openContent } from './contents.ts'
import { linkIn, linksTo } from './links.ts'
import { presentDocument } from './present.ts'
import { findDocument, readDocuments } from './queries.ts'
import { refusalOf } from './refusals.ts'
import type { Document } from './table.ts'
import { keysOf, takeDocument } from './take.ts'
import type { RoutesOf } from '../routes.ts'

/** Files are large: so many are worked on at once, in one process, and no more. */
const atOnce = { concurrency: 2, maxWaiting: 20, perAsker: 6 }

/** Whatever the type that a browser takes it for: it loads nothing, runs nothing, and is shown by nothing but an image. */
const alone = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** The document that a link opens for this session. Role and status were checked with the session. */
async function documentBy(
  { pool, secret }: House,
  { id, link, principal }: { id: string; link: string; principal: Principal },
): Promise<Document> {
  const opens = linkIn(secret, link)
  if (opens?.document !== id || opens.session !== principal.session.id)
    throw new ProblemError('link_ended')
  const found = await findDocument(pool, id)
  if (!found || found.document.owner === principal.owner) throw new ProblemError('unknown_document')
  if (found.now >= opens.until) throw new ProblemError('link_ended')
  return found.document
}

/** Its bytes as they were added. Throws where they are others. */
async function bytesOf({ pool, files, log }: House, document: Document): Promise<Buffer> {
  const opened = openContent(pool, keysOf(files), document.content, ofDocument(document.owner))
  const bytes = await opened.catch((error: unknown) => {
    if (!(error instanceof Locked)) throw error
    log.error({ err: error, document: document.id }, 'a document does not open')
    throw new ProblemError({
      code: 'unavailable',
      message: 'The key of this document is not here. Tell whoever runs this server.',
    })
  })
  if (bytes === null) throw new ProblemError('unknown_document')
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== document.digest) throw new Error(`The bytes of ${document.id} are others`)
  return bytes
}

async function pictureOf(house: House, document: Document, page: number): Promise<Buffer> {
  if (page > document.pages) throw new ProblemError('not_found')
  const bytes = await bytesOf(house, document)
  if (document.mediaType === 'image/jpeg') return bytes
  const picture = await house.files.reader.page(bytes, page)
  if (typeof picture !== 'string') return Buffer.from(picture)
  throw picture === 'no-such-page' ? refusalOf(picture) : new ProblemError('page_not_shown')
}

export const routes: RoutesOf = (house) => {
  const limited = createLimiter(atOnce)
  return [
    route(addDocument, ({ asked, principal, query, body }) =>
      limited(() =>
        takeDocument(house, { owner: principal.owner, kind: query.kind, bytes: body, asked }),
      ),
    ),
    route(getDocuments, async ({ principal }) =>
      succeeded({ documents: await readDocuments(house.pool, principal.owner) }),
    ),
    route(removeDocument, ({ asked, principal, params }) =>
      house.desk.run({
        ...asked,
        kind: 'RemoveDocument',
        command: { owner: principal.owner, document: params.id },
      }),
    ),
    route(getUserDocuments, async ({ params }) => {
      await mustBeUser(house.pool, params.userId)
      return succeeded({ documents: await readDocuments(house.pool, params.userId) })
    }),
    route(viewDocument, async ({ asked, principal, params }) => {
      // What doesn't open is not recorded as opened: a decision rests on it.
      const sought = await findDocument(house.pool, params.id)
      if (sought) await limited(() => bytesOf(house, sought.document))
      const command = { document: params.id }
      const reply = await house.desk.run({ ...asked, kind: 'ViewDocument', command })
      if (reply.status >= 400) return reply
      const found = await afterRecorded(findDocument(house.pool, params.id))
      if (!found) throw new ProblemError('unknown_document')
      const session = principal.session.id
      const shown = presentDocument(found.document)
      return succeeded({
        document: shown,
        ...linksTo(house.secret, found.document, { session, now: found.now }),
      })
    }),
    route(getDocumentPage, async ({ params: { id, page }, query, principal, setHeader }) => {
      const document = await documentBy(house, { id, link: query.link, principal })
      const file = await limited(() => pictureOf(house, document, page))
      setHeader('content-security-policy', alone)
      return { file, name: `page-${page}.jpg` }
    }),
    route(getDocumentFile, async ({ params: { id }, query, principal, setHeader }) => {
      const document = await documentBy(house, { id, link: query.link, principal })
      if (document.mediaType !== 'application/pdf') throw new ProblemError('not_found')
      const file = await limited(() => bytesOf(house, document))
      setHeader('content-security-policy', alone)
      return { file, name: `document-${id.slice(-8)}.pdf` }
    }),
  ]
}
