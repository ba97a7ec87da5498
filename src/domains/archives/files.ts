/** How far a copy has come, and its parts: claimed by one worker at a time, by the database's clock. */
import type { Pool, QueryConfig } from 'pg'
import { archiveGoodForDays, replacedArchiveGoodForHours } from '../../contract/archive.ts'
import { insertRows } from '../../desk/bulk.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { hasEnded, readEnding, wallClock } from '../../platform/ending.ts'
import { deleteContentsStatement, type About } from '../documents/contents.ts'

export const beginStatements = (asked: readonly { archive: string; owner: OwnerId }[]) =>
  insertRows('archive_files', asked, {
    archive_id: ['uuid', ({ archive }) => archive],
    owner_id: ['uuid', ({ owner }) => owner],
  })

/** With their parts. */
export const eraseFilesStatement = (people: readonly OwnerId[]): QueryConfig => ({
  name: 'archives.erase-files',
  text: 'delete from archive_files where owner_id = any ($1)',
  values: [people],
})

/** A part of a copy, for its owner alone and at its place. */
export const ofPart = (owner: OwnerId, archive: string, number: number): About => ({
  owner,
  what: `archive ${archive} ${number}`,
})

/** One that this worker makes. Whoever claims it later has a greater attempt, and ends this one's. */
export type Claim = { archive: string; owner: OwnerId; attempt: number }

/** A worker that says nothing for so long has died: another one begins anew. */
const claimFor = `interval '2 minutes'`
const maxAttempts = 3

const claimText = `
  with next as (select file.archive_id from archive_files file where file.state = 'making'
      and (file.claimed_until is null or file.claimed_until < (select clock_timestamp()))
    order by file.created_at limit 1 for update skip locked)
  update archive_files file set attempt = file.attempt + 1, claimed_until = clock_timestamp() + ${claimFor}, steps_done = 0
    from next where file.archive_id = next.archive_id
  returning file.archive_id as archive, file.owner_id as owner, file.attempt`

/** The one that has waited longest; null where nothing is to be made. What was left by whoever began it before is deleted. */
export async function claimArchive(pool: Pool): Promise<Claim | null> {
  const { rows } = await pool.query<Claim>(claimText)
  const [claim] = rows
  if (!claim) return null
  await deleteParts(pool, claim.archive)
  if (claim.attempt <= maxAttempts) return claim
  await failArchive(pool, claim)
  return null
}

async function deleteParts(db: Database, archive: string): Promise<void> {
  const { rows } = await db.query<{ content: string }>(
    'delete from archive_parts where archive_id = $1 returning content_id as content',
    [archive],
  )
  await db.query(deleteContentsStatement(rows.map(({ content }) => content)))
}

const ours = `archive_id = $1 and attempt = $2 and state = 'making'`
const valuesOf = ({ archive, attempt }: Claim) => [archive, attempt]

/** The person was erased, or another worker makes it. */
export class Superseded extends Error {}

function mustBeOurs({ rowCount }: { rowCount: number | null }): void {
  if (rowCount === 0) throw new Superseded('This copy is not ours to make any more')
}

/** Throws `Superseded`. */
export async function noteProgress(
  db: Database,
  claim: Claim,
  { done, steps }: { done: number; steps: number },
): Promise<void> {
  mustBeOurs(
    await db.query({
      name: 'archives.progress',
      text: `update archive_files set claimed_until = clock_timestamp() + ${claimFor}, steps_done = $3, steps = $4 where ${ours}`,
      values: [...valuesOf(claim), done, steps],
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
      name: 'archives.add-part',
      text: `with ours as (update archive_files set claimed_until = clock_timestamp() + ${claimFor} where ${ours} returning archive_id, attempt)
        insert into archive_parts (archive_id, attempt, number, content_id) select archive_id, attempt, $3::integer, $4::uuid from ours`,
      values: [...valuesOf(claim), number, content],
    }),
  )
}

/** Earlier ones of the person end soon: each has all documents, and a week of them would be a store of its own. Throws `Superseded`. */
export async function finishArchive(db: Database, claim: Claim, size: number): Promise<void> {
  mustBeOurs(
    await db.query({
      name: 'archives.finish',
      text: `with finished as (update archive_files set state = 'ready', size = $3, steps_done = steps, good_until = clock_timestamp() + interval '${archiveGoodForDays} days'
          where ${ours} returning archive_id, owner_id),
        replaced as (update archive_files earlier set good_until = least(earlier.good_until, clock_timestamp() + interval '${replacedArchiveGoodForHours} hour')
          from finished where earlier.owner_id = finished.owner_id and earlier.archive_id <> finished.archive_id and earlier.state = 'ready')
        select from finished`,
      values: [...valuesOf(claim), size],
    }),
  )
}

/** Nothing of it stays but that it failed. */
export async function failArchive(db: Database, claim: Claim): Promise<void> {
  await deleteParts(db, claim.archive)
  await db.query({
    name: 'archives.fail',
    text: `update archive_files set state = 'failed', good_until = clock_timestamp() + interval '${archiveGoodForDays} days' where ${ours}`,
    values: valuesOf(claim),
  })
}

/** Another attempt follows after a while. */
export async function letGo(db: Database, claim: Claim): Promise<void> {
  if (claim.attempt >= maxAttempts) return failArchive(db, claim)
  await db.query({
    name: 'archives.let-go',
    text: `update archive_files set claimed_until = clock_timestamp() + interval '5 seconds' where ${ours}`,
    values: valuesOf(claim),
  })
}

/** In a portion. */
const maxAtOnce = 20

/** Deletes what was good until now. Answers whether there may be more. */
export async function deleteEnded(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ archive: string }>(
    `select file.archive_id as archive from archive_files file where ${hasEnded('file.good_until', wallClock)}
      order by file.good_until limit ${maxAtOnce}`,
  )
  for (const { archive } of rows) {
    await deleteParts(db, archive)
    await db.query('delete from archive_files where archive_id = $1', [archive])
  }
  return rows.length === maxAtOnce
}

/** How many copies there are, and which of them `deleteEnded` deletes next. */
export const readArchivesEnding = (db: Database) =>
  readEnding(db, {
    name: 'archives.ending',
    from: 'archive_files file',
    until: 'file.good_until',
    clock: wallClock,
  })
