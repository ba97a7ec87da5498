import type { ShownDocument } from '../../contract/document.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { presentDocument } from './present.ts'
import { documents, documentViews, type Document } from './table.ts'

const isKept = `document.status in ('added', 'submitted')`
/** More than anybody has; a list of them isn't paged. */
const most = 200

/** What somebody added to be verified by; `unsent`: and what waits to go with a message, which nobody else sees. */
export async function readDocuments(
  db: Database,
  owner: OwnerId,
  { unsent = false } = {},
): Promise<ShownDocument[]> {
  const { rows } = await db.query({
    name: unsent ? 'documents.of-owner-with-unsent' : 'documents.of-owner',
    text: `select ${documents.columns} from ${documents.from} where document.owner_id = $1 and ${unsent ? 'document.message_id is null' : "document.kind <> 'message'"} and ${isKept}
      order by document.added_at desc, document.id desc limit ${most}`,
    values: [owner],
  })
  return rows.map((row) => presentDocument(documents.fromRow(row)))
}

/** One that is kept, and what time it is by the database's own clock; null where there is none. */
export async function findDocument(
  db: Database,
  id: string,
): Promise<{ document: Document; now: Instant } | null> {
  const { rows } = await db.query({
    name: 'documents.one',
    text: `select ${documents.columns}, clock_timestamp() as now from ${documents.from} where document.id = $1 and ${isKept}`,
    values: [id],
  })
  const [row] = rows
  return row ? { document: documents.fromRow(row), now: row.now } : null
}

/** Those with these ids that are kept, by their ids. */
export async function readDocumentsById(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownDocument>> {
  const { rows } = await db.query({
    name: 'documents.by-ids',
    text: `select ${documents.columns} from ${documents.from} where document.id = any ($1) and ${isKept}`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, presentDocument(documents.fromRow(row))]))
}

/** The files that these messages were sent with, by their ids, in the order in which they were added. */
export async function readFilesOfMessages(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownDocument[]>> {
  const { rows } = await db.query({
    name: 'documents.of-messages',
    text: `select ${documents.columns} from ${documents.from} where document.message_id = any ($1) and ${isKept} order by document.added_at, document.id`,
    values: [ids],
  })
  const files = new Map<string, ShownDocument[]>()
  for (const row of rows.map((one) => documents.fromRow(one)))
    files.set(row.message!, [...(files.get(row.message!) ?? []), presentDocument(row)])
  return files
}

/** All that are kept of an owner, with where their bytes are, in the order in which they were added. */
export async function readKeptDocuments(db: Database, owner: OwnerId): Promise<Document[]> {
  const { rows } = await db.query({
    name: 'documents.kept-of-owner',
    text: `select ${documents.columns} from ${documents.from} where document.owner_id = $1 and ${isKept} order by document.added_at, document.id`,
    values: [owner],
  })
  return rows.map((row) => documents.fromRow(row))
}

/** Who of the staff has opened which of these documents, and when last. */
export async function readOpenings(
  db: Database,
  ids: readonly string[],
): Promise<{ documentId: string; userId: OwnerId; at: Instant }[]> {
  const { rows } = await db.query<{ documentId: string; userId: OwnerId; at: Instant }>({
    name: 'documents.openings-of',
    text: `select view.document_id as "documentId", view.viewer_id as "userId", view.viewed_at as at from ${documentViews.from} where view.document_id = any ($1)
      order by view.viewed_at, view.document_id, view.viewer_id`,
    values: [ids],
  })
  return rows
}

/** Of everybody together. */
export async function countDocuments(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'documents.count-all',
    text: `select count(*)::int as count from ${documents.from} where document.kind <> 'message' and ${isKept}`,
  })
  return rows[0]!.count
}

/** How often staff opened this person's documents and they were told. */
export async function countViews(db: Database, owner: OwnerId): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'documents.count-views',
    text: `select count(*)::int as count from desk.activity where owner_id = $1 and kind in ('document-viewed', 'message-file-viewed')`,
    values: [owner],
  })
  return rows[0]!.count
}
