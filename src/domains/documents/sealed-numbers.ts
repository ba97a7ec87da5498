/** The number and the last day of an identity document as the database has them: sealed as documents are, and a keyed digest beside. */
import type { Pool } from 'pg'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import type { DocumentKeys } from '../../platform/document-keys.ts'
import { macsOf, type MacKeys } from '../../platform/mac.ts'
import { keepContent, openContent, type About } from './contents.ts'

/** `expiresOn`: a day; null where the document has none. */
export type NumberAndEnd = { number: string; expiresOn: string | null }

const ofNumber = (owner: OwnerId): About => ({ owner, what: 'document number' })

/** As it is compared: documents are copied off with spaces and hyphens, and in small letters. */
const plain = (number: string) =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** By the newest key first: one that was kept under an earlier secret is found too. */
const digestsOf = (keys: MacKeys, number: string) =>
  macsOf(keys, 'document-number', [plain(number)])

/** Keeps both in a transaction of their own, before the command that takes them. */
export async function keepNumber(
  { pool, keys, macKeys }: { pool: Pool; keys: DocumentKeys; macKeys: MacKeys },
  owner: OwnerId,
  { number, expiresOn }: NumberAndEnd,
): Promise<{ content: string; digest: string }> {
  const bytes = Buffer.from(JSON.stringify({ number, expiresOn }))
  return {
    content: await keepContent(pool, keys, ofNumber(owner), bytes),
    digest: digestsOf(macKeys, number)[0]!,
  }
}

/** Null where none is kept. Throws `Locked` where no key opens it. */
export async function openNumber(
  db: Database,
  keys: DocumentKeys,
  verification: string,
): Promise<NumberAndEnd | null> {
  const { rows } = await db.query<{ owner: OwnerId; content: string }>({
    name: 'document-numbers.one',
    text: 'select owner_id as owner, content_id as content from document_numbers where id = $1 and digest is not null',
    values: [verification],
  })
  const [row] = rows
  if (!row) return null
  const bytes = await openContent(db, keys, row.content, ofNumber(row.owner))
  return bytes && (JSON.parse(bytes.toString()) as NumberAndEnd)
}

/** Who else was verified by a document with this number. */
export async function readOthersWithNumber(
  db: Database,
  macKeys: MacKeys,
  { owner, number }: { owner: OwnerId; number: string },
): Promise<OwnerId[]> {
  const { rows } = await db.query<{ owner: OwnerId }>({
    name: 'document-numbers.others',
    text: 'select distinct owner_id as owner from document_numbers where digest = any ($1) and owner_id <> $2',
    values: [digestsOf(macKeys, number), owner],
  })
  return rows.map((row) => row.owner)
}

/** Of these verifications, those that have a number. */
export async function readNumbered(
  db: Database,
  verifications: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'document-numbers.of',
    text: 'select id from document_numbers where id = any ($1) and digest is not null',
    values: [verifications],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Of each of these people, how many others were verified by a document with the same number. */
export async function readSharingNumber(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, number>> {
  const { rows } = await db.query<{ owner: OwnerId; others: number }>({
    name: 'document-numbers.shared',
    text: `select own.owner_id as owner, count(distinct other.owner_id)::int as others
      from document_numbers own join document_numbers other on other.digest = own.digest and other.owner_id <> own.owner_id
      where own.owner_id = any ($1) group by own.owner_id`,
    values: [owners],
  })
  return new Map(rows.map(({ owner, others }) => [owner, others]))
}
