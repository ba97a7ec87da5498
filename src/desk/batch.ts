/** One transaction for many commands: lock their owners, load, decide, write. */
import { randomBytes } from 'node:crypto'
import type { QueryConfig, QueryResult } from 'pg'
import type { ProblemCode } from '../contract/problems.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { accountsStatement, fillBooks, lockFirmStatement } from '../ledger/store/post.ts'
import type { Instant } from '../lib/instant.ts'
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
  accessChangeFromRow,
  correctionFromRow,
  investmentFromRow,
  lockStatement,
  needStatements,
  ownerFromRow,
  peopleStatement,
  planFromRow,
  recordedStatement,
  withdrawalFromRow,
  type AccessChangeRow,
  type CorrectionRow,
  type InvestmentRow,
  type Loaded,
  type OwnerRow,
  type PlanRow,
  type RecordedRow,
  type WithdrawalRow,
} from './load.ts'
import { ConnectionLost, NotSent, type Connection } from './connection.ts'
import { World } from './world.ts'
import { barrierStatements, writeStatements, type MailState } from './write.ts'

/**
 * What came of each job: a reply; or null where another transaction held an owner's lock, or where it has to be done again with
 * the lock of an `asker` too, in whose chain a refusal is to stand.
 */
export type Outcome = { job: Job; reply: Reply | null; fault?: unknown; asker?: OwnerId }

/** The pools were too short, or looked so: run again with the firm's accounts locked first, for exact answers. */
export class NeedsExact extends Error {}

const dependsOnPools = new Set<string>([
  'not_covered',
  'referral_pool_short',
  'corrections_pool_short',
  'capital_short',
] satisfies ProblemCode[])

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
  patient: boolean,
  exact: boolean,
): Promise<BatchSnapshot> {
  const owners = ownersOf(jobs)
  const people = new Set([
    ...owners,
    ...jobs.flatMap(({ needs, actor }) => [...(needs.people ?? []), ...(actor ? [actor] : [])]),
  ])
  const needs = needStatements(jobs.map((job) => job.needs))
  // Each lock is a statement of its own: those after it see what it waited for. What was read of owners that
  // another transaction holds is ignored.
  const [locks, time, ...answers] = await connection.begin([
    lockStatement(owners, patient),
    { name: 'desk.now', text: 'select business_now() as now' },
    ...(exact ? [lockFirmStatement] : []),
    accountsStatement(owners),
    peopleStatement([...people]),
    recordedStatement(
      jobs.filter(({ isNew, uncertain }) => !isNew || uncertain).map(({ id }) => id),
      jobs.map(({ actor }) => actor),
      jobs.map(({ key }) => key),
    ),
    ...needs.map(({ into: _, ...query }) => query as QueryConfig),
  ])
  const [accounts, persons, recorded, ...loaded] = exact ? answers.slice(1) : answers
  const locked = new Set((locks!.rows as { id: OwnerId }[]).map(({ id }) => id))
  const world = new World()
  fillBooks(world.books, accounts!.rows)
  addPeople(world, persons!.rows as PersonRow[])
  const ends = endsOf(persons!.rows as PersonRow[])
  fill(
    world,
    needs.map(({ into }, i) => ({ into, rows: (loaded[i] as QueryResult).rows })),
  )
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
    addName(world, row.referrer_id, row.referrer_name, row.referrer_name_number)
  }
}

/** The name of a person whom a reply mentions; an erased person has none. */
function addName(
  world: World,
  id: OwnerId | null,
  text: string | null,
  number: number | null,
): void {
  if (id !== null && text !== null && number !== null) world.names.set(id, { text, number })
}

function addCorrection(world: World, row: CorrectionRow): void {
  world.corrections.set(row.id, correctionFromRow(row))
  addName(world, row.proposed_by, row.proposed_by_name, row.proposed_by_number)
  addName(world, row.decided_by, row.decided_by_name, row.decided_by_number)
}

function fill(world: World, loaded: Loaded[]): void {
  for (const { into, rows } of loaded) {
    if (into === 'plans')
      for (const row of rows as PlanRow[]) world.plans.set(row.id, planFromRow(row))
    if (into === 'investments')
      for (const row of rows as InvestmentRow[])
        world.investments.set(row.id, investmentFromRow(row))
    if (into === 'withdrawals') {
      for (const row of rows as WithdrawalRow[]) {
        world.withdrawals.set(row.id, withdrawalFromRow(row))
        addName(world, row.decided_by, row.decided_by_name, row.decided_by_number)
        addName(
          world,
          row.first_approved_by,
          row.first_approved_by_name,
          row.first_approved_by_number,
        )
      }
    }
    if (into === 'corrections') for (const row of rows as CorrectionRow[]) addCorrection(world, row)
    if (into === 'accessChanges')
      for (const row of rows as AccessChangeRow[])
        world.accessChanges.set(row.id, accessChangeFromRow(row))
    if (into === 'emails') for (const row of rows) world.emails.set(row.email, row.id)
    if (into === 'references') for (const row of rows) world.references.add(row.reference)
    if (into === 'accountIds') for (const row of rows) world.accountIds.add(row.account_id)
    if (into === 'due') world.counted = rows[0]!.due
    if (into === 'administrators') world.administrators = new Set(rows.map(({ id }) => id))
    if (into === 'alone')
      for (const { actor, person, amount } of rows) world.addAlone(actor, { person, amount })
    if (into === 'credits') for (const { friend, amount } of rows) world.credits.set(friend, amount)
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
  { patient, exact, mailState }: { patient: boolean; exact: boolean; mailState: MailState },
): Promise<Outcome[]> {
  const firmsFirst = exact || jobs.some(({ needs }) => needs.exact)
  try {
    const snapshot = await loadSnapshot(connection, jobs, patient, firmsFirst)
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
        const result = decide(snapshot.world, job, snapshot.now)
        if (!firmsFirst && dependsOnPools.has(result.outcome)) throw new NeedsExact()
        const asker = missingLock(result, job)
        if (asker === null && isKept(result)) decided.push(result)
        outcomes.push(
          asker === null ? { job, reply: replyOf(result) } : { job, reply: null, asker },
        )
      }
    }
    const chained = chain(decided, snapshot.ends)
    await commit(connection, jobs, [
      // What was recorded before may be visible and on no standby: then this transaction, whose COMMIT comes after it, must write.
      ...(snapshot.recorded.length > 0 ? barrierStatements : []),
      ...writeStatements(chained, { owners: snapshot.world.owners, ...snapshot.ends }, mailState),
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
function missingLock(decided: Decided, { needs }: Job): OwnerId | null {
  if (decided.asker === null || !isKept(decided) || needs.owners.includes(decided.asker.owner))
    return null
  return decided.asker.owner
}

/** In order, onto the ends as they were read under the locks. Chance is asked once for all. */
function chain(decided: readonly Decided[], ends: Ends): Chained[] {
  const salts = randomBytes(saltBytes * decided.length).toString('hex')
  const digits = saltBytes * 2
  return decided.map((one, i) => link(seal(one, salts.slice(i * digits, (i + 1) * digits)), ends))
}

/** A pipelined COMMIT after a failed statement answers ROLLBACK without an error: only COMMIT counts, and only without a warning. */
async function commit(
  connection: Connection,
  jobs: readonly Job[],
  statements: QueryConfig[],
): Promise<void> {
  try {
    const answers = await connection.pipeline([...statements, { text: 'commit' }])
    const answer = answers.at(-1)!.command
    if (answer !== 'COMMIT')
      throw new Error(`The batch was not committed: the database answered ${answer}`)
  } catch (error) {
    if (error instanceof ConnectionLost && !(error instanceof NotSent))
      for (const job of jobs) job.uncertain = true
    throw error
  }
}
