/** One transaction for many commands: lock their owners, load, decide, write. */
import { randomBytes } from 'node:crypto'
import type { QueryConfig } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { accountsStatement, fillBooks, lockFirmStatement } from '../ledger/store/post.ts'
import type { Instant } from '../lib/instant.ts'
import type { MacKeys } from '../platform/mac.ts'
import { link, saltBytes, seal, type Chained, type Digest, type Ends } from './chain.ts'
import {
  decide,
  isAgain,
  isKept,
  replyFromRecord,
  replyOf,
  type Decided,
  type Job,
  type Recorded,
  type Reply,
} from './decide.ts'
import {
  lockStatement,
  peopleStatement,
  readStatements,
  recordedStatement,
  takenStatements,
  type RecordedRow,
} from './load.ts'
import { ownerFromRow, type OwnerRow } from './owners.ts'
import type { Stamp } from './journal-mac.ts'
import { ConnectionLost, NotSent, statementOf, type Connection } from './connection.ts'
import { World, type NotAsLeft } from './world.ts'
import { barrierStatements, writeStatements, type Writers } from './write.ts'

/**
 * What came of each job: a reply; or null where another transaction held an owner's lock, or where it has to be done again with
 * the lock of an `asker` too, in whose chain a refusal is to stand.
 */
export type Outcome = {
  job: Job
  reply: Reply | null
  fault?: unknown
  asker?: OwnerId
  altered?: NotAsLeft | undefined
}

/** A rule has refused something by the firm's books as they were without a lock: run again with the firm's accounts locked first, for exact answers. */
export class NeedsExact extends Error {}

const recordedFromRow = (row: RecordedRow): Recorded => ({
  id: row.id,
  actor: row.actor,
  key: row.key,
  bodyHash: row.body_hash,
  outcome: row.outcome,
  reply:
    row.reply !== null && row.reply_status !== null
      ? { status: row.reply_status, text: row.reply }
      : null,
})

/** What a batch is decided on. `ends` are the last hashes of the owners' chains. */
type BatchSnapshot = {
  world: World
  recorded: Recorded[]
  now: Instant
  locked: Set<OwnerId>
  existing: Set<OwnerId>
  ends: Ends
}

type PersonRow = OwnerRow & { head: Digest | null; unlisted: bigint }

const ownersOf = (jobs: readonly Job[]) => [...new Set(jobs.flatMap(({ needs }) => needs.owners))]

async function loadSnapshot(
  connection: Connection,
  jobs: readonly Job[],
  { patient, exact, macKeys }: { patient: boolean; exact: boolean; macKeys: MacKeys },
): Promise<BatchSnapshot> {
  const owners = ownersOf(jobs)
  const people = new Set([
    ...owners,
    ...jobs.flatMap(({ needs, actor }) => [...(needs.people ?? []), ...(actor ? [actor] : [])]),
  ])
  const needs = jobs.map((job) => job.needs)
  const taken = takenStatements(needs)
  const reads = readStatements(needs.flatMap(({ read = [] }) => read))
  // Each lock is a statement of its own: those after it see what it waited for. What was read of owners that
  // another transaction holds is ignored.
  const [locks, time, ...answers] = await connection.begin([
    lockStatement(owners, patient),
    { name: 'desk.now', text: 'select business_now() as now, books_take_from() as "openFrom"' },
    ...(exact ? [lockFirmStatement] : []),
    accountsStatement(owners),
    peopleStatement([...people]),
    recordedStatement(
      jobs.filter(({ isNew, uncertain }) => !isNew || uncertain).map(({ id }) => id),
      jobs.map(({ actor }) => actor),
      jobs.map(({ key }) => key),
    ),
    ...taken.statements,
    ...reads.statements,
  ])
  const [accounts, persons, recorded, ...loaded] = exact ? answers.slice(1) : answers
  const locked = new Set((locks!.rows as { id: OwnerId }[]).map(({ id }) => id))
  const world = new World()
  world.openFrom = time!.rows[0].openFrom ?? 0
  fillBooks(world.books, accounts!.rows)
  addPeople(world, persons!.rows as PersonRow[])
  const ends = endsOf(persons!.rows as PersonRow[])
  taken.fill(world, loaded.slice(0, taken.statements.length), macKeys)
  reads.fill(world, loaded.slice(taken.statements.length), macKeys)
  return {
    world,
    recorded: (recorded!.rows as RecordedRow[]).map(recordedFromRow),
    now: time!.rows[0].now,
    locked,
    existing: new Set(world.owners.keys()),
    ends,
  }
}

const endsOf = (rows: readonly PersonRow[]): Ends => ({
  heads: new Map(rows.flatMap(({ id, head }) => (head === null ? [] : [[id, head]]))),
  unlisted: new Map(rows.map(({ id, unlisted }) => [id, Number(unlisted)])),
})

function addPeople(world: World, rows: readonly OwnerRow[]): void {
  for (const row of rows) {
    world.add(ownerFromRow(row), row.name_number)
    world.addName(row.referrer_id, row.referrer_name, row.referrer_name_number)
  }
}

/**
 * Runs the jobs, no two of which touch the same owner, in one transaction.
 * Errors: NeedsExact; whatever the database throws. After any of them nothing of the batch was booked,
 * unless the connection was lost, and then the journal tells.
 */
export async function runBatch(
  connection: Connection,
  jobs: readonly Job[],
  {
    patient,
    exact,
    writers,
    stamp,
  }: { patient: boolean; exact: boolean; writers: Writers; stamp: Stamp },
): Promise<Outcome[]> {
  const firmsFirst = exact || jobs.some(({ needs }) => needs.exact)
  try {
    const snapshot = await loadSnapshot(connection, jobs, {
      patient,
      exact: firmsFirst,
      macKeys: stamp.macKeys,
    })
    const outcomes: Outcome[] = []
    const decided: Decided[] = []
    for (const job of jobs) {
      const record = snapshot.recorded.find((found) => isAgain(job, found))
      const skipped = job.needs.owners.some(
        (owner) => snapshot.existing.has(owner) && !snapshot.locked.has(owner),
      )
      if (skipped) outcomes.push({ job, reply: null })
      else if (record) outcomes.push({ job, reply: replyFromRecord(record, job) })
      else {
        snapshot.world.sawFirm = false
        const result = decide(snapshot.world, job, snapshot.now)
        if (!firmsFirst && result.changes === null && snapshot.world.sawFirm) throw new NeedsExact()
        const asker = missingLock(result, job)
        if (asker === null && isKept(result, job)) decided.push(result)
        outcomes.push(
          asker === null
            ? { job, reply: replyOf(result), altered: result.altered }
            : { job, reply: null, asker },
        )
      }
    }
    const chained = chain(decided, snapshot.ends)
    await commit(connection, jobs, [
      // What was recorded before may be visible and on no standby: then this transaction, whose COMMIT comes after it, must write.
      ...(snapshot.recorded.length > 0 ? barrierStatements : []),
      ...writeStatements(chained, { world: snapshot.world, ...snapshot.ends }, { writers, stamp }),
    ])
    return outcomes
  } catch (error) {
    await connection.rollback()
    throw error
  }
}

/**
 * In whose chain it would stand, where that isn't locked: staff who are refused are. Most commands change something, and
 * stand in the lists of owners whose locks they hold; so nobody's acts wait for each other but refused ones.
 */
function missingLock(decided: Decided, job: Job): OwnerId | null {
  const { asker } = decided
  if (asker === null || !isKept(decided, job) || job.needs.owners.includes(asker.owner)) return null
  return asker.owner
}

/** In order, onto the ends as they were read under the locks. Chance is asked once for all. */
function chain(decided: readonly Decided[], ends: Ends): Chained[] {
  const salts = randomBytes(saltBytes * decided.length).toString('hex')
  const digits = saltBytes * 2
  return decided.map((one, i) => link(seal(one, salts.slice(i * digits, (i + 1) * digits)), ends))
}

/** A COMMIT of what has failed before answers ROLLBACK without an error: only COMMIT counts, and only without a warning. */
async function commit(
  connection: Connection,
  jobs: readonly Job[],
  statements: QueryConfig[],
): Promise<void> {
  try {
    const answers = await connection.pipeline([...statements, statementOf('commit')])
    const answer = answers.at(-1)!.command
    if (answer !== 'COMMIT')
      throw new Error(`The batch was not committed: the database answered ${answer}`)
  } catch (error) {
    if (error instanceof ConnectionLost && !(error instanceof NotSent))
      for (const job of jobs) job.uncertain = true
    throw error
  }
}
