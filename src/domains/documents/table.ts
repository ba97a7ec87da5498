/** What people have sent of themselves, and who has opened it. Pure. */
import type { DocumentStatus, FileKind } from '../../contract/document.ts'
import { count, instant, integer, text, uuid, word } from '../../desk/column.ts'
import { reading, type Read } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Document = {
  id: string
  owner: OwnerId
  kind: FileKind
  /** The row with its bytes, for as long as they are kept. */
  content: string
  mediaType: string
  /** In bytes. */
  size: number
  /** SHA-256 of the bytes, in hexadecimal digits. */
  digest: string
  pages: number
  addedAt: Instant
  status: DocumentStatus
  /** What it was first submitted with. */
  verification: string | null
  /** When it was last submitted, or sent. */
  submittedAt: Instant | null
  /** What it was sent with. */
  message: string | null
}

export const documents = new Table<Document>({
  name: 'documents',
  as: 'document',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['added', 'submitted'], to: 'erased' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    kind: word('kind'),
    content: uuid('content_id'),
    mediaType: text('media_type'),
    size: count('size'),
    digest: word('digest'),
    pages: integer('pages'),
    addedAt: instant('added_at'),
    status: word('status', { changes: true }),
    verification: uuid('verification', { later: true }),
    submittedAt: instant('submitted_at', { later: true }),
    message: uuid('message_id', { later: true }),
  },
})

/** Those that a new one counts with: what waits to be submitted, and what was added in the last day. */
export const countedOf = documents.source<OwnerId>({
  name: 'counted',
  form: 'uuid',
  // Read once: asked for each row, the clock could use no index. An owner's time is never behind it.
  text: `select ${documents.columns} from ${documents.from} where document.owner_id = any ($1)
    and (document.status = 'added' or document.added_at > (select business_now() - interval '24 hours'))`,
})

/** Those whose bytes are kept. */
export const keptOf = documents.source<OwnerId>({
  name: 'kept',
  form: 'uuid',
  text: `select ${documents.columns} from ${documents.from} where document.owner_id = any ($1) and document.status in ('added', 'submitted')`,
})

export const isKept = ({ status }: Document) => status === 'added' || status === 'submitted'

/** When a member of staff last opened a document and its person was told. */
export type DocumentView = {
  document: string
  viewer: OwnerId
  owner: OwnerId
  viewedAt: Instant
}

export const documentViews = new Table<DocumentView>({
  name: 'document_views',
  as: 'view',
  key: ['document', 'viewer'],
  owner: 'owner',
  columns: {
    document: uuid('document_id'),
    viewer: uuid('viewer_id'),
    owner: uuid('owner_id'),
    viewedAt: instant('viewed_at', { changes: true }),
  },
})

export const viewsOf = documentViews.source<string>({
  name: 'of-document',
  form: 'uuid',
  text: `select ${documentViews.columns} from ${documentViews.from} where view.document_id = any ($1)`,
})

/** What staff took from the identity document that they verified somebody by: the number and the last day, sealed. */
export type DocumentNumber = {
  /** Of the verification. */
  id: string
  owner: OwnerId
  /** The row with both, for as long as they are kept. */
  content: string
  /** Keyed by the server's secret: the same document at two people has the same. */
  digest: string | null
  recordedAt: Instant
}

export const documentNumbers = new Table<DocumentNumber>({
  name: 'document_numbers',
  as: 'number',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    content: uuid('content_id'),
    digest: text('digest', { personal: true }),
    recordedAt: instant('recorded_at'),
  },
})

const ofNumber = documentNumbers.source({
  name: 'of-number',
  form: 'text',
  text: `select ${documentNumbers.columns} from ${documentNumbers.from} where number.digest = any ($1)`,
})

/** Needs where this number is recorded already; under one lock for all, or two could record it for two people at once. */
export const recordedOf = (digest: string) => reading(ofNumber, digest)

export const isAtAnother = (world: World, digest: string, owner: OwnerId): boolean =>
  world.rows(documentNumbers).some((row) => row.digest === digest && row.owner !== owner)

const withNumberOf = documentNumbers.source<OwnerId>({
  name: 'with-number-of',
  form: 'uuid',
  text: `select ${documentNumbers.columns} from ${documentNumbers.from} where number.digest in (select mine.digest from document_numbers mine where mine.owner_id = any ($1))`,
})

/** SQL of whoever else sent a document with the number of one of `owner`, an expression of ours. */
export const othersWithNumberOf = (owner: string): string =>
  `select other.owner_id from document_numbers mine join document_numbers other on other.digest = mine.digest and other.owner_id <> mine.owner_id where mine.owner_id ${owner}`

/** Needs who sent a document with the number of one of theirs. */
export const sameNumbersAs = (owner: OwnerId): Read[] => [reading(withNumberOf, owner)]

const numbersOf = (world: World, owner: OwnerId) =>
  world.rows(documentNumbers).filter((row) => row.owner === owner && row.digest !== null)

/** Whether these two sent documents with the same number, as far as those are kept. */
export function haveSameNumber(world: World, one: OwnerId, other: OwnerId): boolean {
  const digests = new Set(numbersOf(world, one).map(({ digest }) => digest))
  return numbersOf(world, other).some(({ digest }) => digests.has(digest))
}
