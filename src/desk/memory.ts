/**
 * The desk without a database: holds one whole world and decides commands one after the other, by the
 * same rules and with the same replies. It is what the real desk is compared with.
 */
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import { noTotals } from '../ledger/core/posting.ts'
import { dayMs, type Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import type { Resolved, Rules, Lookups, Submission } from './command.ts'
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
import { closedName, World } from './world.ts'

/** The firm as the migrations make it. */
const firmAsOwner: Owner = {
  id: firm,
  role: 'firm',
  status: 'active',
  fullName: closedName,
  email: '',
  accountId: '',
  referralCode: '',
  referrer: null,
  fixed: false,
  createdAt: Date.UTC(2000, 0, 1),
  version: 0,
  stampedAt: Date.UTC(2000, 0, 1),
  totals: noTotals(),
}

/** A command as it was decided and is remembered. */
export type Kept = Decided & Recorded

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
  #acts: { actor: OwnerId; person: OwnerId; amount: Cents; at: Instant }[] = []

  constructor(rules: K, now: Instant) {
    this.#rules = rules
    this.now = now
    this.wall = now
    this.world.add(firmAsOwner)
  }

  /** Decides a command now, or repeats the reply of one recorded before. A fault of a rule throws and leaves a broken world. */
  run(submission: Submission<K> & { id: string }): Reply {
    const rule = this.#rules[submission.kind]!
    const resolved = this.#resolve(rule.lookups?.(submission.command) ?? {})
    const job: Job = {
      ...submission,
      rule,
      resolved,
      needs: rule.needs(submission.command, resolved, submission.actor),
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
    this.world.administrators = this.#administrators()
    if (job.needs.aloneBy) this.#recallAlone()
    const decided = decide(this.world, job, this.now)
    if (decided.changes?.erased) this.#forget(decided.changes.erased)
    if (isKept(decided)) this.#keep(decided)
    this.now += (decided.changes?.clockDays ?? 0) * dayMs
    return replyOf(decided)
  }

  #resolve({
    withdrawal,
    correction,
    accessChange,
    accountId,
    referrerOf,
    referralCode,
    roleOf,
  }: Lookups): Resolved {
    const { withdrawals, corrections, accessChanges, owners } = this.world
    const idOf = (is: (owner: Owner) => boolean) => [...owners.values()].find(is)?.id ?? null
    const proposed = correction ? corrections.get(correction) : undefined
    const change = accessChange ? accessChanges.get(accessChange) : undefined
    const asked = withdrawal ? withdrawals.get(withdrawal) : undefined
    return {
      ...(withdrawal
        ? { withdrawal: asked ? { owner: asked.owner, recipient: asked.recipient } : null }
        : {}),
      ...(correction
        ? {
            correction: proposed
              ? { owner: proposed.owner, email: proposed.email, friend: proposed.friend }
              : null,
          }
        : {}),
      ...(accessChange
        ? { accessChange: change ? { owner: change.owner, email: change.email } : null }
        : {}),
      ...(accountId ? { account: idOf((owner) => owner.accountId === accountId) } : {}),
      ...(referrerOf ? { referrer: owners.get(referrerOf)?.referrer ?? null } : {}),
      ...(roleOf ? { role: owners.get(roleOf)?.role ?? null } : {}),
      ...(referralCode ? { referrer: idOf((owner) => owner.referralCode === referralCode) } : {}),
    }
  }

  #administrators(): Set<OwnerId> {
    return new Set(
      [...this.world.owners.values()]
        .filter(({ role, status }) => role === 'admin' && status === 'active')
        .map(({ id }) => id),
    )
  }

  #recallAlone(): void {
    this.#acts = this.#acts.filter(({ at }) => at > this.wall - dayMs)
    this.world.alone.clear()
    for (const { actor, ...act } of this.#acts) this.world.addAlone(actor, act)
  }

  #keep(decided: Decided): void {
    const kept = { ...decided, reply: { status: decided.status, text: decided.text } }
    this.journal.push(kept)
    if (decided.actor !== null && decided.changes?.alone)
      this.#acts.push({ actor: decided.actor, ...decided.changes.alone, at: this.wall })
    this.#byId.set(kept.id, kept)
    if (kept.key !== null) this.#byKey.set(`${kept.actor} ${kept.key}`, kept)
  }

  /** The person's words and the replies that repeat them go; that something was done stays. */
  #forget(person: OwnerId): void {
    for (const kept of this.journal) if (kept.subject === person) kept.reply = null
  }
}
