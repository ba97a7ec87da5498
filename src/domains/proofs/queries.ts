/** The rows of proofs. */
import type { ClientBase, Pool, PoolClient } from 'pg'
import { ownProofDays } from '../../contract/proof.ts'
import { readSum, sumBytes, type Sum } from '../../lib/liabilities/format.ts'
import { ProofFault, readManifest } from '../../lib/liabilities/proof.ts'
import type { Database } from '../../platform/database.ts'

type Page = { day: string; number: number; first: Uint8Array; leaves: Buffer }

export async function insertPage(db: ClientBase, { day, number, first, leaves }: Page) {
  await db.query({
    name: 'proofs.insert-page',
    text: 'insert into liability_pages (day, number, first, leaves) values ($1, $2, $3, $4)',
    values: [day, number, first, leaves],
  })
}

/** Those of the day alone, however many days were covered by one root. */
export async function deleteOldPages(db: ClientBase, day: string): Promise<void> {
  await db.query('delete from liability_pages where day < $1::date - $2::integer', [
    day,
    ownProofDays,
  ])
}

export async function readLastHash(db: ClientBase): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from liability_proofs order by day desc limit 1`,
  )
  return rows[0]?.hash ?? null
}

type Made = {
  day: string
  salt: Buffer
  manifest: string
  hash: Buffer
  /** In hexadecimal digits. */
  previous: string | null
  tops: Buffer
  signature: string | null
}

export async function insertProof(db: ClientBase, made: Made): Promise<void> {
  const { day, salt, manifest, hash, previous, tops, signature } = made
  await db.query(
    `insert into liability_proofs (day, salt, manifest, hash, previous, tops, signature) values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7)`,
    [day, salt, manifest, hash, previous, tops, signature],
  )
}

export type KeptProof = {
  day: string
  /** Whether its leaves are still there. */
  kept: boolean
  salt: Buffer
  manifest: string
  /** For `sumsOf`. */
  tops: Buffer
  signature: string | null
}

export const sumsOf = (bytes: Buffer): Sum[] =>
  Array.from({ length: bytes.length / sumBytes }, (_, n) => readSum(bytes, n * sumBytes))

/** Of the day, or the last one; null where there is none. */
export async function readProof(db: Database, day: string | null): Promise<KeptProof | null> {
  const { rows } = await db.query<KeptProof>({
    name: 'proofs.one',
    text: `select day, exists (select from liability_pages page where page.day = proof.day) as kept, salt, manifest, tops, signature
      from liability_proofs proof where $1::date is null or day = $1 order by day desc limit 1`,
    values: [day],
  })
  return rows[0] ?? null
}

/** The page in which this place is, or would be. */
export async function readPage(
  db: Database,
  day: string,
  place: Buffer,
): Promise<{ number: number; leaves: Buffer } | null> {
  const { rows } = await db.query<{ number: number; leaves: Buffer }>({
    name: 'proofs.page',
    text: 'select number, leaves from liability_pages where day = $1 and first <= $2 order by first desc limit 1',
    values: [day, place],
  })
  return rows[0] ?? null
}

/** What is public of a day. */
export type Published = { day: string; hash: string; manifest: string; signature: string | null }

const published = `select day, encode(hash, 'hex') as hash, manifest, signature from liability_proofs`

/** The newest first. */
export async function readPublished(db: Database, limit: number): Promise<Published[]> {
  const { rows } = await db.query<Published>({
    name: 'proofs.published',
    text: `${published} order by day desc limit $1`,
    values: [limit],
  })
  return rows
}

/** The firm as the newest manifest names it; null before the first one, and where it can't be read. */
export async function readNamedFirm(db: Database): Promise<string | null> {
  const { rows } = await db.query<{ readable: boolean | null }>(
    `select has_table_privilege(to_regclass('public.liability_proofs'), 'SELECT') as readable`,
  )
  if (rows[0]!.readable !== true) return null
  const [newest] = await readPublished(db, 1)
  try {
    return newest ? readManifest(newest.manifest).firm : null
  } catch (error) {
    if (error instanceof ProofFault) return null
    throw error
  }
}

/** Another text whenever a proof or a signature has come. */
export async function readEdition(db: Database): Promise<string> {
  const { rows } = await db.query<{ edition: string }>({
    name: 'proofs.edition',
    text: `select concat_ws(' ', count(*), count(signature), (select encode(hash, 'hex') from liability_proofs order by day desc limit 1)) as edition from liability_proofs`,
  })
  return rows[0]!.edition
}

export async function readPublishedOf(db: Database, day: string): Promise<Published | null> {
  const { rows } = await db.query<Published>({
    name: 'proofs.published-of',
    text: `${published} where day = $1`,
    values: [day],
  })
  return rows[0] ?? null
}

/** Whether it is signed by this now: a signature comes once. */
export async function keepSignature(db: Pool, day: string, signature: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update liability_proofs set signature = $2 where day = $1 and signature is null',
    [day, signature],
  )
  return rowCount === 1
}

export async function readAccountId(db: Database, owner: string): Promise<string> {
  const { rows } = await db.query<{ account: string }>({
    name: 'proofs.account',
    text: 'select account_id as account from owners where id = $1',
    values: [owner],
  })
  return rows[0]!.account
}

/** A proof with the root of its day, and how many of its pages are kept. */
export type ToAudit = {
  day: string
  hash: string
  previous: string | null
  manifest: string
  tops: Buffer
  signature: string | null
  root: string
  pages: number
}

/** From the first on. */
export async function readAllProofs(db: PoolClient): Promise<ToAudit[]> {
  const { rows } = await db.query<ToAudit>(
    `select proof.day, encode(proof.hash, 'hex') as hash, encode(proof.previous, 'hex') as previous, proof.manifest, proof.tops,
        proof.signature, encode(root.root, 'hex') as root,
        (select count(*)::int from liability_pages page where page.day = proof.day) as pages
      from liability_proofs proof join desk.roots root using (day) order by proof.day`,
  )
  return rows
}

export async function readPageNumbered(
  db: PoolClient,
  day: string,
  number: number,
): Promise<Buffer | null> {
  const { rows } = await db.query<{ leaves: Buffer }>(
    'select leaves from liability_pages where day = $1 and number = $2',
    [day, number],
  )
  return rows[0]?.leaves ?? null
}
