/** How far a pack has come, and its parts: one is made at a time, by one worker, by the database's clock. */
import type { Pool, QueryConfig } from 'pg'
import { packGoodForDays } from '../../contract/evidence.ts'
import { insertRows } from '../../desk/bulk.ts'
import { firm } from '../../ledger/core/chart.ts'
import { inTransaction, type Database } from '../../platform/database.ts'
import { deleteContentsStatement, type About } from '../documents/contents.ts'

export const beginStatements = (packs: readonly string[]): QueryConfig[] =>
  insertRows('evidence_files', packs, { pack_id: ['uuid', (pack) => pack] })

/** A part of a pack, at its place. */
export const ofPart = (pack: string, number: number): About => ({
  owner: firm,
  what: `evidence ${pack} ${number}`,
})

type Asked = { from: string; to: string; withPersons: boolean }
/** One that this worker makes. Whoever claims it later has a greater attempt, and ends this one's. */
export type Claim = Asked & { pack: string; attempt: number }

/** A worker that says nothing for so long has died: another one begins anew. */
const claimFor = `interval '2 minutes'`
const attempts = 3

/** Held while it is looked whether another one is being made. */
const claimLock = 4_086_162

const claimText = `
  with next as (select file.pack_id from evidence_files file where file.state = 'making'
      and (file.claimed_until is null or file.claimed_until < (select clock_timestamp()))
      and not exists (select from evidence_files other where other.state = 'making' and other.claimed_until >= (select clock_timestamp()))
    order by file.created_at limit 1)
  update evidence_files file set attempt = file.attempt + 1, claimed_until = clock_timestamp() + ${claimFor}, percent = 0
    from next join evidence_packs pack on pack.id = next.pack_id where file.pack_id = next.pack_id
  returning file.pack_id as pack, file.attempt, pack.from_day as "from", pack.to_day as "to", pack.with_persons as "withPersons"`

/** The one that has waited longest; null where nothing is to be made, or another one is being made. What was left by whoever began it before is deleted. */
export async function claimPack(pool: Pool): Promise<Claim | null> {
  const claim = await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [claimLock])
    return (await client.query<Claim>(claimText)).rows[0] ?? null
  })
  if (claim === null) return null
  await deleteParts(pool, claim)
  if (claim.attempt <= attempts) return claim
  await failPack(pool, claim, interrupted)
  return null
}

const interrupted = 'It was begun several times and interrupted each time. Ask for it again.'

/** Of this attempt and of those before it: a later one is another worker's. */
async function deleteParts(
  db: Database,
  { pack, attempt }: Pick<Claim, 'pack' | 'attempt'>,
): Promise<void> {
  const { rows } = await db.query<{ content: string }>(
    'delete from evidence_parts where pack_id = $1 and attempt <= $2 returning content_id as content',
    [pack, attempt],
  )
  await db.query(deleteContentsStatement(rows.map(({ content }) => content)))
}

const ours = `pack_id = $1 and attempt = $2 and state = 'making'`
const valuesOf = ({ pack, attempt }: Claim) => [pack, attempt]

/** Another worker makes it. */
export class Superseded extends Error {}

function mustBeOurs({ rowCount }: { rowCount: number | null }): void {
  if (rowCount === 0) throw new Superseded('This pack is not ours to make any more')
}

/** Throws `Superseded`. */
export async function noteProgress(db: Database, claim: Claim, percent: number): Promise<void> {
  mustBeOurs(
    await db.query({
      name: 'evidence-packs.progress',
      text: `update evidence_files set claimed_until = clock_timestamp() + ${claimFor}, percent = $3 where ${ours}`,
      values: [...valuesOf(claim), percent],
    }),
  )
}

/** Throws `Superseded`. */
export async function addPart(
  db: Database,
  claim: Claim,
  { number, content }: { number: number; content: string },
): Promise<void> {
  mustBeOurs(
    await db.query({
      name: 'evidence-packs.add-part',
      text: `with ours as (update evidence_files set claimed_until = clock_timestamp() + ${claimFor} where ${ours} returning pack_id, attempt)
        insert into evidence_parts (pack_id, attempt, number, content_id) select pack_id, attempt, $3::integer, $4::uuid from ours`,
      values: [...valuesOf(claim), number, content],
    }),
  )
}

/** Throws `Superseded`. */
export async function finishPack(
  db: Database,
  claim: Claim,
  { size, digest, manifest }: { size: number; digest: string; manifest: string },
): Promise<void> {
  mustBeOurs(
    await db.query({
      name: 'evidence-packs.finish',
      text: `update evidence_files set state = 'ready', size = $3, digest = $4, manifest = $5, percent = 100, good_until = clock_timestamp() + interval '${packGoodForDays} days' where ${ours}`,
      values: [...valuesOf(claim), size, digest, manifest],
    }),
  )
}

/** Nothing of it stays but why it failed. */
export async function failPack(db: Database, claim: Claim, fault: string): Promise<void> {
  await deleteParts(db, claim)
  await db.query({
    name: 'evidence-packs.fail',
    text: `update evidence_files set state = 'failed', fault = $3, good_until = clock_timestamp() + interval '${packGoodForDays} days' where ${ours}`,
    values: [...valuesOf(claim), fault],
  })
}

/** Another attempt follows after a while. */
export async function letGo(db: Database, claim: Claim, fault: string): Promise<void> {
  if (claim.attempt >= attempts) return failPack(db, claim, fault)
  await deleteParts(db, claim)
  await db.query({
    name: 'evidence-packs.let-go',
    text: `update evidence_files set claimed_until = clock_timestamp() + interval '5 seconds' where ${ours}`,
    values: valuesOf(claim),
  })
}

/** In a portion. */
const atOnce = 20

/** Deletes what was good until now. Answers whether there may be more. */
export async function deleteEndedPacks(db: Database): Promise<boolean> {
  const { rows } = await db.query<Pick<Claim, 'pack' | 'attempt'>>(
    `select file.pack_id as pack, file.attempt from evidence_files file where file.good_until <= (select clock_timestamp())
      order by file.good_until limit ${atOnce}`,
  )
  for (const ended of rows) {
    await deleteParts(db, ended)
    await db.query('delete from evidence_files where pack_id = $1', [ended.pack])
  }
  return rows.length === atOnce
}
