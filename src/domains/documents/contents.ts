/** The bytes of documents as the database has them: each locked by a key of its own, which is itself locked by the master key. */
import { randomBytes } from 'node:crypto'
import type { Pool, QueryConfig } from 'pg'
import { givenRows } from '../../desk/bulk.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { inTransaction, type Database } from '../../platform/database.ts'
import type { DocumentKeys } from '../../platform/document-keys.ts'
import { businessClock, hasEnded, readEnding } from '../../platform/ending.ts'
import { newId } from '../../platform/ids.ts'
import { sealWith, unsealWith } from '../../platform/sealed.ts'

/** Held together with others by whoever writes contents, and alone by whoever has put a new key into the file. */
export const keysLock = 4_086_145

/** Whose bytes they are and what for: they open for nothing else, whatever row names them. */
export type About = { owner: OwnerId; what: string }
export const ofDocument = (owner: OwnerId): About => ({ owner, what: 'document' })

/** What their lock is about besides the key. */
const lockOf = (id: string, { owner, what }: About) => `${what} ${id} ${owner}`

/**
 * Keeps bytes in a transaction of their own, before the command that takes them; answers the id of their row. The current
 * key is asked for under the lock: who turns the keys over waits for it once, and from then on nothing comes under an
 * earlier key.
 */
export async function keepContent(
  pool: Pool,
  keys: DocumentKeys,
  about: About,
  bytes: Uint8Array,
): Promise<string> {
  const id = newId()
  const dataKey = randomBytes(32)
  const sealed = sealWith(dataKey, lockOf(id, about), bytes)
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock_shared($1)', [keysLock])
    const { wrapped, masterKey } = await keys.wrap(id, dataKey)
    await client.query({
      name: 'documents.keep-content',
      text: 'insert into document_contents (id, owner_id, sealed, data_key, master_key) values ($1, $2, $3, $4, $5)',
      values: [id, about.owner, sealed, wrapped, masterKey],
    })
  })
  return id
}

/** None of the keys that are here opens it. */
export class Locked extends Error {}

/** So many rows are deleted at once. */
const sweptAtOnce = 20

type Row = { sealed: Buffer; data_key: Buffer; master_key: string }

/** The bytes of a row; null where they are gone. Throws `Locked` where none of the keys opens them, or they aren't what they are asked for as. */
export async function openContent(
  db: Database,
  keys: DocumentKeys,
  id: string,
  about: About,
): Promise<Buffer | null> {
  const { rows } = await db.query<Row>({
    name: 'documents.content',
    text: 'select sealed, data_key, master_key from document_contents where id = $1',
    values: [id],
  })
  const [row] = rows
  if (!row) return null
  const dataKey = await keys.unwrap(id, { wrapped: row.data_key, masterKey: row.master_key })
  const bytes = dataKey && unsealWith(dataKey, lockOf(id, about), row.sealed)
  if (!bytes) throw new Locked(`The bytes ${id} don't open: their master key is ${row.master_key}`)
  return bytes
}

export const deleteContentsStatement = (contents: readonly string[]): QueryConfig => ({
  name: 'documents.delete-contents',
  text: 'delete from document_contents where id = any ($1)',
  values: [contents],
})

/** But what the law asks to keep. */
export const eraseContentsStatement = (people: readonly OwnerId[]): QueryConfig => ({
  name: 'documents.erase-contents',
  text: 'delete from document_contents where owner_id = any ($1) and kept_until is null',
  values: [people],
})

/** What these people sent in to be verified stays until then, by business time. Before they are erased. */
export function keepContentsStatement(
  people: readonly { owner: OwnerId; until: Instant }[],
): QueryConfig {
  const { table, values } = givenRows(people, {
    owner: ['uuid', ({ owner }) => owner],
    kept_until: ['instant', ({ until }) => until],
  })
  return {
    name: 'documents.keep-contents',
    text: `update document_contents content set kept_until = given.kept_until
      from ${table} join (
        select owner_id, content_id from documents where verification is not null union all select owner_id, content_id from document_numbers
      ) sent on sent.owner_id = given.owner
      where content.id = sent.content_id`,
    values,
  }
}

/** Deletes bytes that had to be kept until now, by business time. Answers whether there may be more. */
export async function deleteDueContents(db: Database): Promise<boolean> {
  const { rowCount } = await db.query(
    `with due as (select content.id from document_contents content where ${hasEnded('content.kept_until', businessClock)}
       order by content.kept_until limit ${sweptAtOnce} for update skip locked)
     delete from document_contents content using due where content.id = due.id`,
  )
  return rowCount === sweptAtOnce
}

/** How many bytes the law asks to keep, and which of them `deleteDueContents` deletes next. */
export const readContentsEnding = (db: Database) =>
  readEnding(db, {
    name: 'documents.contents-ending',
    from: 'document_contents content',
    held: 'content.kept_until is not null',
    until: 'content.kept_until',
    clock: businessClock,
  })

/** Deletes bytes that the command after them has not taken. */
export async function deleteUntaken(db: Database, id: string): Promise<void> {
  await db.query({
    name: 'documents.delete-untaken',
    text: `delete from document_contents where id = $1 and not exists (select from documents where content_id = $1)
      and not exists (select from document_numbers where content_id = $1)`,
    values: [id],
  })
}

/** Deletes bytes that no command, and no copy or pack that somebody asked for, has taken within an hour, by the database's clock: its server ended in between, or it was refused. Answers whether there may be more. */
export async function sweepContents(db: Database): Promise<boolean> {
  const { rowCount } = await db.query(
    `with old as (select content.id from document_contents content where content.created_at < (select clock_timestamp() - interval '1 hour')
       and not exists (select from documents document where document.content_id = content.id)
       and not exists (select from document_numbers number where number.content_id = content.id)
       and not exists (select from archive_parts part where part.content_id = content.id)
       and not exists (select from evidence_parts part where part.content_id = content.id)
       order by content.created_at limit ${sweptAtOnce} for update skip locked)
     delete from document_contents content using old where content.id = old.id`,
  )
  return rowCount === sweptAtOnce
}
