/**
 * The desk without a database: holds one whole world and decides commands one after the other, by the
 * same rules and with the same replies. It is what the real desk is compared with.
 */
import { noRoles, type Roles } from '../contract/roles.ts'
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import { noTotals } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Rules, Submission } from './command.ts'
import type { Owner } from './records.ts'
import {
  decide,
  isKept,
  replyFromRecord,
  replyOf,
  type Decided,
  type Job,
  type Recorded,
  type Reply,
} from './decide.ts'
import { closedName } from './spoken.ts'
import { isFact, type Remembered } from './fact.ts'
import { isObservation, type Observation, type Observed } from './observation.ts'
import type { Arg, Read, Source } from './read.ts'
import { World } from './world.ts'

/** The firm as the migrations make it. */
export const firmAsOwner: Owner = {
  id: firm,
  role: 'firm',
  roles: noRoles,
  status: 'active',
  fullName: closedName,
  email: '',
  accountId: '',
  referralCode: '',
  referrer: null,
  fixed: false,
  emailVerified: false,
  createdAt: Date.UTC(2000, 0, 1),
  version: 0,
  stampedAt: Date.UTC(2000, 0, 1),
  totals: noTotals(),
}

/** Of a whole world: who of staff isn't frozen, and with which roles. */
export const staffIn = (world: World): Map<OwnerId, Roles> =>
  new Map(
    [...world.owners.values()]
      .filter(({ roles, status }) => roles !== noRoles && status === 'active')
      .map(({ id, roles }) => [id, roles]),
  )

/** A command as it was decided and is remembered, with the time on the wall. */
export type Kept = Decided & Recorded & { wall: Instant }

export class MemoryDesk<K extends Rules> {
  readonly world = new World()
  /** What was decided and is kept, in order. */
  readonly journal: Kept[] = []
  /** Business time; moved on from outside. */
  now: Instant
  /** The clock on the wall, which nobody moves but who waits. */
  wall: Instant
  readonly #rules: K
  readonly #byId = new Map<string, Kept>()
  readonly #byKey = new Map<string, Kept>()
  /** What is found instead of what is usual, by the names of observations. */
  readonly observed = new Map<string, Observed>()
  /** What follows the journal, by the facts that were asked so far. */
  readonly #remembered = new Map<Source, Remembered<Arg>>()

  constructor(rules: K, now: Instant) {
    this.#rules = rules
    this.now = now
    this.wall = now
    this.world.add(firmAsOwner)
  }

  /** Decides a command now, or repeats the reply of one recorded before. A fault of a rule throws and leaves a broken world. */
  run(submission: Submission<K> & { id: string }): Reply {
    const rule = this.#rules[submission.kind]!
    const found = rule.lookup?.(submission.command)?.inMemory(this.world) ?? null
    const job: Job = {
      ...submission,
      rule,
      found,
      needs: rule.needs(submission.command, found, submission.actor),
    }
    const again =
      this.#byId.get(job.id) ??
      (job.key === null ? undefined : this.#byKey.get(`${job.actor} ${job.key}`))
    if (again)
      return replyFromRecord(
        {
          ...again,
          reply: again.reply && { ...again.reply, text: this.world.say(again.reply.text) },
        },
        job,
      )
    this.world.staff = staffIn(this.world)
    for (const read of job.needs.read ?? []) this.#learn(read)
    const decided = decide(this.world, job, this.now)
    if (decided.changes?.erased) this.#forget(decided.changes.erased)
    if (isKept(decided, job)) this.#keep(decided)
    for (const { kind, value } of decided.changes?.effects ?? []) kind.inMemory?.(this, value)
    return replyOf(decided)
  }

  /** Rows are all here; a fact follows the journal from when it is asked first. */
  #learn({ source, arg }: Read): void {
    if (isObservation(source)) this.world.learn(source, arg, this.#observed(source))
    if (!isFact(source)) return
    let remembered = this.#remembered.get(source)
    if (!remembered) {
      remembered = source.inMemory()
      for (const kept of this.journal) remembered.add(kept, kept.wall)
      this.#remembered.set(source, remembered)
    }
    this.world.learn(source, arg, remembered.valueOf(arg, this))
  }

  #observed({ as, usual }: Observation): Observed {
    const found = this.observed.get(as)
    return found === undefined ? usual : found
  }

  #keep(decided: Decided): void {
    const reply = { status: decided.status, text: decided.text }
    const kept = { ...decided, reply, wall: this.wall }
    this.journal.push(kept)
    for (const remembered of this.#remembered.values()) remembered.add(decided, this.wall)
    this.#byId.set(kept.id, kept)
    if (kept.key !== null) this.#byKey.set(`${kept.actor} ${kept.key}`, kept)
  }

  /** The person's words and the replies that repeat them go; that something was done stays. */
  #forget(person: OwnerId): void {
    for (const kept of this.journal) if (kept.subject === person) kept.reply = null
  }
}
