/** One transaction for many commands: lock their owners, load, decide, write. */
import type { QueryConfig, QueryResult } from 'pg'
import { problemBody, problems, type ProblemCode } from '../contract/problems.ts'
import { Books } from '../ledger/core/books.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Posting } from '../ledger/core/posting.ts'
import { accountsStatement, fillBooks, lockFirmStatement } from '../ledger/store/post.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import { isRefusal, type Changes, type CommandKind, type Context, type Decision, type Facts, type Needs } from './command.ts'
import {
  investmentFromRow, lockStatement, needStatements, ownerFromRow, peopleStatement, planFromRow, recordedStatement, withdrawalFromRow,
  type InvestmentRow, type Loaded, type OwnerRow, type PlanRow, type RecordedRow, type WithdrawalRow,
} from './load.ts'
import type { Session } from './session.ts'
import { World } from './world.ts'
import { writeStatements, type Decided } from './write.ts'

/** What came of a command: the reply to send, as it was recorded. */
export type Reply = { recorded: true; status: number; text: string; outcome: string }

export type Job = {
  id: string
  kind: string
  rule: CommandKind<unknown>
  command: unknown
  actor: OwnerId | null
  key: string | null
  bodyHash: string
  requestId: string
  facts: Facts
  needs: Needs
}

/** What came of each job: a reply; or null where somebody else held an owner's lock. */
export type Outcome = { job: Job; reply: Reply | null; fault?: unknown }

/** The pools were too short, or looked so: run again with the firm's accounts locked first, for exact answers. */
export class NeedsExact extends Error {}

const dependsOnPools = new Set<string>(['not_covered', 'referral_pool_short', 'corrections_pool_short', 'capital_short'] satisfies ProblemCode[])

export function refusalReply(code: ProblemCode, requestId: string, message?: string): Reply {
  const body = problemBody(message === undefined ? { code } : { code, message }, requestId)
  return { recorded: true, status: body.status, text: JSON.stringify(body), outcome: code }
}

/** A reply for a command recorded before. After an erasure only its outcome is left. */
function replyFromRecord(row: RecordedRow, job: Job): Reply {
  if (row.body_hash !== job.bodyHash) return refusalReply('key_reused', job.requestId)
  if (row.reply !== null && row.reply_status !== null) return { recorded: true, status: row.reply_status, text: row.reply, outcome: row.outcome }
  return row.outcome in problems
    ? refusalReply(row.outcome as ProblemCode, job.requestId)
    : { recorded: true, status: 200, text: '{"status":"success","message":"Done before; its details were erased with the account"}', outcome: row.outcome }
}

type Ground = { world: World; before: Books; recorded: RecordedRow[]; now: Instant; locked: Set<OwnerId>; existing: Set<OwnerId> }

const ownersOf = (jobs: readonly Job[]) => [...new Set(jobs.flatMap(({ needs }) => needs.owners))]

async function loadGround(session: Session, jobs: readonly Job[], patient: boolean, exact: boolean): Promise<Ground> {
  const owners = ownersOf(jobs)
  const [, locks, time] = await session.pipeline([
    { text: 'begin' },
    lockStatement(owners, patient),
    { name: 'desk.now', text: 'select business_now() as now' },
  ])
  const world = new World()
  const locked = new Set<OwnerId>()
  const take = (row: OwnerRow) => {
    world.add(ownerFromRow(row))
    if (row.referrer_id && row.referrer_name) world.names.set(row.referrer_id, row.referrer_name)
  }
  for (const row of locks!.rows as OwnerRow[]) {
    take(row)
    locked.add(row.id)
  }
  const others = [...new Set([...owners, ...jobs.flatMap(({ needs, actor }) => [...(needs.people ?? []), ...(actor ? [actor] : [])])])]
    .filter((id) => !locked.has(id))
  const needs = needStatements(jobs.map((job) => job.needs))
  // The firm's lock, where it is needed, is a statement of its own: the next one then sees what it waited for.
  const [accounts, people, recorded, ...loaded] = (await session.pipeline([
    ...(exact ? [lockFirmStatement] : []),
    accountsStatement([...locked]),
    peopleStatement(others),
    recordedStatement(jobs.map(({ id }) => id), jobs.map(({ actor }) => actor), jobs.map(({ key }) => key)),
    ...needs.map(({ into: _, ...query }) => query as QueryConfig),
  ])).slice(exact ? 1 : 0)
  for (const row of people!.rows as OwnerRow[]) take(row)
  const before = new Books()
  for (const books of [world.books, before]) fillBooks(books, accounts!.rows)
  fill(world, needs.map(({ into }, i) => ({ into, rows: (loaded[i] as QueryResult).rows })))
  return { world, before, recorded: recorded!.rows as RecordedRow[], now: time!.rows[0].now, locked, existing: new Set(world.owners.keys()) }
}

function fill(world: World, loaded: Loaded[]): void {
  for (const { into, rows } of loaded) {
    if (into === 'plans') for (const row of rows as PlanRow[]) world.plans.set(row.id, planFromRow(row))
    if (into === 'investments') for (const row of rows as InvestmentRow[]) world.investments.set(row.id, investmentFromRow(row))
    if (into === 'withdrawals') {
      for (const row of rows as WithdrawalRow[]) {
        world.withdrawals.set(row.id, withdrawalFromRow(row))
        if (row.decided_by && row.decided_by_name) world.names.set(row.decided_by, row.decided_by_name)
      }
    }
    if (into === 'emails') for (const row of rows) world.emails.set(row.email, row.id)
    if (into === 'references') for (const row of rows) world.references.add(row.reference)
    if (into === 'accountIds') for (const row of rows) world.accountIds.add(row.account_id)
    if (into === 'due') world.counted = rows[0]!.due
    if (into === 'administrators') world.administrators = rows[0]!.administrators
  }
}

function gainOf(owner: OwnerId, postings: readonly Posting[]): Cents | null {
  let gain: Cents | null = null
  for (const { debit, credit, amount } of postings) {
    if (debit.owner === owner && debit.kind === 'cash') gain = (gain ?? 0n) - amount
    if (credit.owner === owner && credit.kind === 'cash') gain = (gain ?? 0n) + amount
  }
  return gain
}

/** Decides a job on the ground and applies what it changes to the ground's world. */
function decide(job: Job, { world, now }: Ground, exact: boolean): Decided {
  const at = Math.max(now, ...job.needs.owners.map((owner) => world.owners.get(owner)?.stampedAt ?? 0))
  const context: Context = { id: job.id, actor: job.actor, at, facts: job.facts }
  const decision: Decision = job.rule.decide(world, job.command, context)
  const base = { ...job, subject: job.rule.subject(job.command, job.facts), input: job.rule.journal(job.command), at }
  if (isRefusal(decision)) {
    if (!exact && dependsOnPools.has(decision.code)) throw new NeedsExact()
    const body = problemBody(decision, job.requestId)
    return { ...base, outcome: decision.code, status: body.status, text: JSON.stringify(body), changes: null, balances: [] }
  }
  world.apply(decision, at)
  const { status, body } = job.rule.reply(world, job.command, context)
  return { ...base, outcome: 'done', status, text: JSON.stringify(body), changes: decision, balances: balancesAfter(world, decision) }
}

function balancesAfter(world: World, { entries, postings }: Changes): Decided['balances'] {
  return entries.map(({ owner }) => ({
    version: world.owners.get(owner)!.version,
    gain: gainOf(owner, postings),
    after: world.owners.get(owner)!.role === 'firm' ? null : world.balance(owner, 'cash'),
  }))
}

/** A refusal of the system's own commands, such as an investment settled before, is nothing to keep. */
const isKept = (decided: Decided) => decided.actor !== null || decided.changes !== null

/**
 * Runs the jobs, no two of which touch the same owner, in one transaction.
 * Errors: NeedsExact; whatever the database throws. After any of them nothing of the batch was booked,
 * unless the connection was lost, and then the journal tells.
 */
export async function runBatch(session: Session, jobs: readonly Job[], { patient, exact }: { patient: boolean; exact: boolean }): Promise<Outcome[]> {
  const firmsFirst = exact || jobs.some(({ needs }) => needs.exact)
  try {
    const ground = await loadGround(session, jobs, patient, firmsFirst)
    const outcomes: Outcome[] = []
    const decided: Decided[] = []
    for (const job of jobs) {
      const record = ground.recorded.find((row) => row.id === job.id || (job.key !== null && row.actor === job.actor && row.key === job.key))
      const skipped = job.needs.owners.some((owner) => ground.existing.has(owner) && !ground.locked.has(owner))
      if (skipped) outcomes.push({ job, reply: null })
      else if (record) outcomes.push({ job, reply: replyFromRecord(record, job) })
      else {
        const result = decide(job, ground, firmsFirst)
        if (isKept(result)) decided.push(result)
        outcomes.push({ job, reply: { recorded: true, status: result.status, text: result.text, outcome: result.outcome } })
      }
    }
    await commit(session, writeStatements(decided, ground.world.owners, ground.before))
    return outcomes
  } catch (error) {
    await session.rollback()
    throw error
  }
}

/** A pipelined COMMIT after a failed statement answers ROLLBACK without an error: only COMMIT counts. */
async function commit(session: Session, statements: QueryConfig[]): Promise<void> {
  const answers = await session.pipeline([...statements, { text: 'commit' }])
  const answer = answers.at(-1)!.command
  if (answer !== 'COMMIT') throw new Error(`The batch was not committed: the database answered ${answer}`)
}
