/** One transaction for many commands: lock their owners, load, decide, write. */
import { randomBytes } from 'node:crypto'
import type { QueryConfig, QueryResult } from 'pg'
import type { ProblemCode } from '../contract/problems.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { accountsStatement, fillBooks, lockFirmStatement } from '../ledger/store/post.ts'
import type { Instant } from '../lib/instant.ts'
import { link, saltBytes, seal, type Chained, type Digest } from './chain.ts'
import { decide, isAgain, isKept, replyFromRecord, replyOf, type Decided, type Job, type Recorded, type Reply } from './decide.ts'
import {
  correctionFromRow, investmentFromRow, lockStatement, needStatements, ownerFromRow, peopleStatement, planFromRow, recordedStatement, withdrawalFromRow,
  type CorrectionRow, type InvestmentRow, type Loaded, type OwnerRow, type PlanRow, type RecordedRow, type WithdrawalRow,
} from './load.ts'
import { ConnectionLost, NotSent, type Session } from './session.ts'
import { World } from './world.ts'
import { writeStatements, type MailState } from './write.ts'

/** What came of each job: a reply; or null where somebody else held an owner's lock. */
export type Outcome = { job: Job; reply: Reply | null; fault?: unknown }

/** The pools were too short, or looked so: run again with the firm's accounts locked first, for exact answers. */
export class NeedsExact extends Error {}

const dependsOnPools = new Set<string>(['not_covered', 'referral_pool_short', 'corrections_pool_short', 'capital_short'] satisfies ProblemCode[])

const recordedFromRow = (row: RecordedRow): Recorded => ({
  id: row.id, actor: row.actor, key: row.key, bodyHash: row.body_hash, outcome: row.outcome,
  reply: row.reply !== null && row.reply_status !== null ? { status: row.reply_status, text: row.reply } : null,
})

/** `heads` are the last hashes of the owners' chains. */
type Ground = { world: World; recorded: Recorded[]; now: Instant; locked: Set<OwnerId>; existing: Set<OwnerId>; heads: Map<OwnerId, Digest> }

type PersonRow = OwnerRow & { head: Digest | null }

const ownersOf = (jobs: readonly Job[]) => [...new Set(jobs.flatMap(({ needs }) => needs.owners))]

async function loadGround(session: Session, jobs: readonly Job[], patient: boolean, exact: boolean): Promise<Ground> {
  const owners = ownersOf(jobs)
  const people = new Set([...owners, ...jobs.flatMap(({ needs, actor }) => [...(needs.people ?? []), ...(actor ? [actor] : [])])])
  const needs = needStatements(jobs.map((job) => job.needs))
  // Each lock is a statement of its own: those after it see what it waited for. What was read of owners that
  // somebody else holds is left alone.
  const [locks, time, ...answers] = await session.begin([
    lockStatement(owners, patient),
    { name: 'desk.now', text: 'select business_now() as now' },
    ...(exact ? [lockFirmStatement] : []),
    accountsStatement(owners),
    peopleStatement([...people]),
    recordedStatement(jobs.filter(({ fresh, uncertain }) => !fresh || uncertain).map(({ id }) => id), jobs.map(({ actor }) => actor), jobs.map(({ key }) => key)),
    ...needs.map(({ into: _, ...query }) => query as QueryConfig),
  ])
  const [accounts, persons, recorded, ...loaded] = exact ? answers.slice(1) : answers
  const locked = new Set((locks!.rows as { id: OwnerId }[]).map(({ id }) => id))
  const world = new World()
  fillBooks(world.books, accounts!.rows)
  addPeople(world, persons!.rows as PersonRow[])
  const heads = new Map((persons!.rows as PersonRow[]).flatMap(({ id, head }) => (head === null ? [] : [[id, head]])))
  fill(world, needs.map(({ into }, i) => ({ into, rows: (loaded[i] as QueryResult).rows })))
  return { world, recorded: (recorded!.rows as RecordedRow[]).map(recordedFromRow), now: time!.rows[0].now, locked, existing: new Set(world.owners.keys()), heads }
}

function addPeople(world: World, rows: readonly OwnerRow[]): void {
  for (const row of rows) {
    world.add(ownerFromRow(row))
    if (row.referrer_id && row.referrer_name) world.names.set(row.referrer_id, row.referrer_name)
  }
}

function addCorrection(world: World, row: CorrectionRow): void {
  world.corrections.set(row.id, correctionFromRow(row))
  if (row.proposed_by_name) world.names.set(row.proposed_by, row.proposed_by_name)
  if (row.decided_by && row.decided_by_name) world.names.set(row.decided_by, row.decided_by_name)
}

function fill(world: World, loaded: Loaded[]): void {
  for (const { into, rows } of loaded) {
    if (into === 'plans') for (const row of rows as PlanRow[]) world.plans.set(row.id, planFromRow(row))
    if (into === 'investments') for (const row of rows as InvestmentRow[]) world.investments.set(row.id, investmentFromRow(row))
    if (into === 'withdrawals') {
      for (const row of rows as WithdrawalRow[]) {
        world.withdrawals.set(row.id, withdrawalFromRow(row))
        if (row.decided_by && row.decided_by_name) world.names.set(row.decided_by, row.decided_by_name)
        if (row.first_approved_by && row.first_approved_by_name) world.names.set(row.first_approved_by, row.first_approved_by_name)
      }
    }
    if (into === 'corrections') for (const row of rows as CorrectionRow[]) addCorrection(world, row)
    if (into === 'emails') for (const row of rows) world.emails.set(row.email, row.id)
    if (into === 'references') for (const row of rows) world.references.add(row.reference)
    if (into === 'accountIds') for (const row of rows) world.accountIds.add(row.account_id)
    if (into === 'due') world.counted = rows[0]!.due
    if (into === 'administrators') world.administrators = rows[0]!.administrators
  }
}

/**
 * Runs the jobs, no two of which touch the same owner, in one transaction.
 * Errors: NeedsExact; whatever the database throws. After any of them nothing of the batch was booked,
 * unless the connection was lost, and then the journal tells.
 */
export async function runBatch(session: Session, jobs: readonly Job[], { patient, exact, mailState }: { patient: boolean; exact: boolean; mailState: MailState }): Promise<Outcome[]> {
  const firmsFirst = exact || jobs.some(({ needs }) => needs.exact)
  try {
    const ground = await loadGround(session, jobs, patient, firmsFirst)
    const outcomes: Outcome[] = []
    const decided: Decided[] = []
    for (const job of jobs) {
      const record = ground.recorded.find((found) => isAgain(job, found))
      const skipped = job.needs.owners.some((owner) => ground.existing.has(owner) && !ground.locked.has(owner))
      if (skipped) outcomes.push({ job, reply: null })
      else if (record) outcomes.push({ job, reply: replyFromRecord(record, job) })
      else {
        const result = decide(ground.world, job, ground.now)
        if (!firmsFirst && dependsOnPools.has(result.outcome)) throw new NeedsExact()
        if (isKept(result)) decided.push(result)
        outcomes.push({ job, reply: replyOf(result) })
      }
    }
    const chained = chain(decided, ground.heads)
    await commit(session, jobs, writeStatements(chained, { owners: ground.world.owners, heads: ground.heads }, mailState))
    return outcomes
  } catch (error) {
    await session.rollback()
    throw error
  }
}

/** In order, onto the heads as they were read under the locks. Chance is asked once for all. */
function chain(decided: readonly Decided[], heads: Map<OwnerId, Digest>): Chained[] {
  const salts = randomBytes(saltBytes * decided.length).toString('hex')
  const digits = saltBytes * 2
  return decided.map((one, i) => {
    const sealed = seal(one, salts.slice(i * digits, (i + 1) * digits))
    return { ...sealed, hashes: link(sealed, heads) }
  })
}

/** A pipelined COMMIT after a failed statement answers ROLLBACK without an error: only COMMIT counts. */
async function commit(session: Session, jobs: readonly Job[], statements: QueryConfig[]): Promise<void> {
  try {
    const answers = await session.pipeline([...statements, { text: 'commit' }])
    const answer = answers.at(-1)!.command
    if (answer !== 'COMMIT') throw new Error(`The batch was not committed: the database answered ${answer}`)
  } catch (error) {
    if (error instanceof ConnectionLost && !(error instanceof NotSent)) for (const job of jobs) job.uncertain = true
    throw error
  }
}
