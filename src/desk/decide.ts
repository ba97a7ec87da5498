/** One command decided on a known world: alike for a batch under its locks and for the desk in memory. */
import { problemBody, problems, type ProblemCode } from '../contract/problems.ts'
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import type { Booked, Posting } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import {
  isRefusal,
  refuse,
  type CommandRule,
  type Context,
  type Decision,
  type Needs,
} from './command.ts'
import { observedIn } from './observation.ts'
import type { Changes } from './records.ts'
import { NotAsLeft, type World } from './world.ts'

/** What came of a command: the recorded reply, as it is sent. */
export type Reply = { recorded: true; status: number; text: string; outcome: string }

/** A command on its way: its rule, what never changes about it, and what it needs. */
export type Job = {
  id: string
  kind: string
  rule: CommandRule<unknown>
  command: unknown
  actor: OwnerId | null
  key: string | null
  bodyHash: string
  requestId: string
  /** What was looked up for it. */
  found: unknown
  needs: Needs
  /** Its id was made by the desk: nobody can have handed it in before. */
  isNew?: true
  /** Its id is kept for its acceptance: a refusal may pass. */
  actsOnce?: true | undefined
  /** The connection broke while it was being booked: until the journal tells, nobody may say that nothing was. */
  uncertain?: true
}

/** A command as it was decided: what the journal keeps of it, its reply, and its changes when it was accepted. */
export type Decided = {
  id: string
  kind: string
  actor: OwnerId | null
  subject: OwnerId | null
  key: string | null
  bodyHash: string
  input: Record<string, unknown>
  outcome: string
  at: Instant
  status: number
  /** The reply as it is kept: people are mentioned by id. */
  text: string
  /** The same as it is sent now, with their names. */
  said: string
  changes: Changes | null
  booked: Booked[]
  /** Of what stands in nobody's list: in whose chain it stands instead, and the version of that owner. */
  asker: { owner: OwnerId; version: number } | null
  /** The row by which it was refused, since that isn't as it was left. */
  altered?: NotAsLeft | undefined
  /** Per row of activity of the changes: what the balance gained and what it was afterwards. */
  balances: { version: number; gain: Cents | null; after: Cents | null }[]
}

/** What the journal remembers of a command. After an erasure its reply is gone and only the outcome is left. */
export type Recorded = {
  id: string
  actor: OwnerId | null
  key: string | null
  bodyHash: string
  outcome: string
  reply: { status: number; text: string } | null
}

export function refusalReply(code: ProblemCode, requestId: string): Reply {
  const body = problemBody({ code }, requestId)
  return { recorded: true, status: body.status, text: JSON.stringify(body), outcome: code }
}

/** Whether a job is this recorded command again: by its id, or by its actor's key. */
export function isAgain(job: Job, { id, actor, key }: Recorded): boolean {
  return id === job.id || (job.key !== null && actor === job.actor && key === job.key)
}

/** The reply for a command that was recorded before: the first one, byte for byte but for names of people erased since. */
export function replyFromRecord({ bodyHash, outcome, reply }: Recorded, job: Job): Reply {
  if (bodyHash !== job.bodyHash) return refusalReply('key_reused', job.requestId)
  if (reply !== null) return { recorded: true, ...reply, outcome }
  return outcome in problems
    ? refusalReply(outcome as ProblemCode, job.requestId)
    : {
        recorded: true,
        status: 200,
        text: '{"status":"success","message":"Done before; its details were erased with the account"}',
        outcome,
      }
}

/**
 * Decides a job and applies what it changes to the world. Its time is now, or its owners' last where that is later, and never in
 * a closed month (open-from.ts).
 * Who decides again what is in the journal needs no reply of success: it is left out.
 */
export function decide(
  world: World,
  job: Job,
  now: Instant,
  { withReply }: { withReply: boolean } = { withReply: true },
): Decided {
  const at = Math.max(
    now,
    world.openFrom,
    ...job.needs.owners.map((owner) => world.owners.get(owner)?.stampedAt ?? 0),
  )
  const context: Context = { id: job.id, kind: job.kind, actor: job.actor, at, found: job.found }
  const { decision, altered } = decisionOf(world, job, context)
  const { id, kind, actor, key, bodyHash } = job
  const base = {
    id,
    kind,
    actor,
    key,
    bodyHash,
    subject: job.rule.subject(job.command, job.found),
    input: { ...job.rule.journal(job.command), ...observedIn(world, job.needs) },
    at,
  }
  if (isRefusal(decision)) {
    const body = problemBody(decision, job.requestId)
    const text = JSON.stringify(body)
    return {
      ...base,
      outcome: decision.code,
      status: body.status,
      text,
      said: world.say(text),
      changes: null,
      booked: [],
      asker: askerIn(world, actor),
      altered,
      balances: [],
    }
  }
  const booked = world.apply(decision, at)
  const { status, body } = withReply
    ? job.rule.reply(world, job.command, context)
    : { status: 0, body: null }
  const text = JSON.stringify(body)
  const asker = decision.activity.length === 0 ? askerIn(world, actor) : null
  return {
    ...base,
    outcome: 'done',
    status,
    text,
    said: world.say(text),
    changes: decision,
    booked,
    asker,
    balances: balancesAfter(world, decision),
  }
}

/** Nothing is decided on a row that isn't as the last command left it. */
function decisionOf(
  world: World,
  { rule, command }: Job,
  context: Context,
): { decision: Decision; altered?: NotAsLeft } {
  world.isDeciding = true
  try {
    return { decision: rule.decide(world, command, context) }
  } catch (error) {
    if (!(error instanceof NotAsLeft)) throw error
    const message = `The ${error.table.called} that decides this is not what was recorded of it. Nothing was booked or changed, and nothing can be until that is explained.`
    return { decision: refuse('not_as_recorded', message), altered: error }
  } finally {
    world.isDeciding = false
  }
}

/** The actor, if they have an account; else the firm. */
function askerIn(world: World, actor: OwnerId | null): Decided['asker'] {
  const owner = actor !== null && world.owners.has(actor) ? actor : firm
  return { owner, version: world.owners.get(owner)?.version ?? 0 }
}

function gainOf(owner: OwnerId, postings: readonly Posting[]): Cents | null {
  let gain: Cents | null = null
  for (const { debit, credit, amount } of postings) {
    if (debit.owner === owner && debit.kind === 'cash') gain = (gain ?? 0n) - amount
    if (credit.owner === owner && credit.kind === 'cash') gain = (gain ?? 0n) + amount
  }
  return gain
}

function balancesAfter(world: World, { activity, postings }: Changes): Decided['balances'] {
  return activity.map(({ owner }) => ({
    version: world.owners.get(owner)!.version,
    gain: gainOf(owner, postings),
    after: world.owners.get(owner)!.role === 'firm' ? null : world.balance(owner, 'cash'),
  }))
}

export const replyOf = ({ status, said, outcome }: Decided): Reply => ({
  recorded: true,
  status,
  text: said,
  outcome,
})

/**
 * A refusal of the system's own commands, such as an investment settled before, is nothing to keep. Nor is one of a command
 * whose id acts once: kept under that id, a refusal that passes would be the answer for good.
 */
export const isKept = (
  { changes }: Decided,
  { actor, actsOnce }: Pick<Job, 'actor' | 'actsOnce'>,
) => changes !== null || (actor !== null && !actsOnce)
