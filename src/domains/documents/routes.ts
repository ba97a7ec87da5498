import { createHash } from 'node:crypto'
import {
  addDocument,
  documentKinds,
  getDocumentFile,
  getDocumentPage,
  getDocuments,
  getUserDocuments,
  removeDocument,
  viewDocument,
  type FileKind,
} from '../../contract/document.ts'
import { getMessageFile, getMessageFilePage, viewMessageFile } from '../../contract/message.ts'
import { ProblemError } from '../../contract/problems.ts'
import { createLimiter } from '../../platform/limiter.ts'
import {
  afterRecorded,
  route,
  succeeded,
  type Asked,
  type Principal,
} from '../../platform/route.ts'
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

type Linking = {
  params: { id: string }
  query: { link: string }
  principal: Principal
  setHeader(name: string, value: string): void
}

/** `of`: the kinds that the call is about. */
type Linked = { id: string; link: string; principal: Principal; of: readonly FileKind[] }

/** The document that a link opens for this session. Role and status were checked with the session. */
async function documentBy(
  { pool, secret }: House,
  { id, link, principal, of }: Linked,
): Promise<Document> {
  const opens = linkIn(secret, link)
  if (opens?.document !== id || opens.session !== principal.session.id)
    throw new ProblemError('link_ended')
  const found = await findDocument(pool, id)
  if (!found || found.document.owner === principal.owner || !of.includes(found.document.kind))
    throw new ProblemError('unknown_document')
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
  type Opening = { asked: Asked; principal: Principal; params: { id: string } }
  const opened = async (
    kind: 'ViewDocument' | 'ViewMessageFile',
    { asked, principal, params }: Opening,
  ) => {
    // What doesn't open is not recorded as opened: a decision rests on it.
    const sought = await findDocument(house.pool, params.id)
    if (sought) await limited(() => bytesOf(house, sought.document))
    const reply = await house.desk.run({ ...asked, kind, command: { document: params.id } })
    if (reply.status >= 400) return reply
    const found = await afterRecorded(findDocument(house.pool, params.id))
    if (!found) throw new ProblemError('unknown_document')
    const session = principal.session.id
    const shown = presentDocument(found.document)
    return succeeded({
      document: shown,
      ...linksTo(house.secret, found.document, { session, now: found.now }),
    })
  }
  const page = async (
    of: readonly FileKind[],
    { params, query, principal, setHeader }: Linking & { params: { page: number } },
  ) => {
    const found = await documentBy(house, { id: params.id, link: query.link, principal, of })
    const picture = await limited(() => pictureOf(house, found, params.page))
    setHeader('content-security-policy', alone)
    return { file: picture, name: `page-${params.page}.jpg` }
  }
  const file = async (
    of: readonly FileKind[],
    { params, query, principal, setHeader }: Linking,
  ) => {
    const found = await documentBy(house, { id: params.id, link: query.link, principal, of })
    if (found.mediaType !== 'application/pdf') throw new ProblemError('not_found')
    const bytes = await limited(() => bytesOf(house, found))
    setHeader('content-security-policy', alone)
    return { file: bytes, name: `document-${params.id.slice(-8)}.pdf` }
  }
  return [
    route(addDocument, ({ asked, principal, query, body }) =>
      limited(() =>
        takeDocument(house, { owner: principal.owner, kind: query.kind, bytes: body, asked }),
      ),
    ),
    route(getDocuments, async ({ principal }) =>
      succeeded({ documents: await readDocuments(house.pool, principal.owner, { unsent: true }) }),
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
    route(viewDocument, (call) => opened('ViewDocument', call)),
    route(viewMessageFile, (call) => opened('ViewMessageFile', call)),
    route(getDocumentPage, (call) => page(documentKinds, call)),
    route(getMessageFilePage, (call) => page(['message'], call)),
    route(getDocumentFile, (call) => file(documentKinds, call)),
    route(getMessageFile, (call) => file(['message'], call)),
  ]
}
