/**
 * Decides every accepted command of a journal again, in an order in which each found its owners and the firm's accounts
 * as they then were. What comes of it must be what the journal says, and the world at the end what is kept.
 */
import type { Instant } from '../lib/instant.ts'
import type { AnyRule, Journaled, Rules } from './command.ts'
import { decide, type Decided, type Job } from './decide.ts'
import type { Fact, Remembered } from './fact.ts'
import { firmAsOwner, staffIn } from './memory.ts'
import { learnAgain } from './observation.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { AnyRows, Arg, Put, Read, Source } from './read.ts'
import { Unexplained } from './recall.ts'
import type { Owner } from './records.ts'
import { World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- facts of all nouns share a list; each is typed where it is defined
export type AnyFact = Fact<any, any>

/** An actor's row isn't locked: what was decided from it may be recorded after another command took their rights, as long as a desk may take. */
const lateMs = 10_000

export class Replay {
  readonly world = new World()
  readonly #rules: Rules
  /** Which command left a row. */
  readonly #makers = new WeakMap<object, string>()
  readonly #remembered: Map<Source, Remembered<Arg>>
  /** Who lost roles or status lately, what they had before, and when. */
  readonly #lost = new Map<OwnerId, { had: Pick<Owner, 'roles' | 'status'>; wall: Instant }>()

  /** `states`: by the name of a fact, what it had remembered before. */
  constructor(
    rules: Rules,
    facts: readonly AnyFact[],
    states: Readonly<Record<string, unknown>> = {},
  ) {
    this.#rules = rules
    this.#remembered = new Map(
      facts.map((fact) => [fact as unknown as Source, fact.inMemory(states[fact.name])] as const),
    )
    this.world.add(firmAsOwner)
  }

  /** What the facts have remembered, by their names. */
  get states(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#remembered].map(([{ name }, { state }]) => [name, state] as const),
    )
  }

  /** Throws Unexplained where it can't be decided again, or is refused now. `wall` is when it was recorded. */
  again(kept: Journaled, wall: Instant): Decided {
    const rule = this.#rules[kept.kind] as AnyRule | undefined
    if (!rule) throw new Unexplained(`${kept.kind} is no command`)
    const { command, found = null, seen = [], taken } = rule.recall(kept, this.world)
    const job: Job = {
      id: kept.id,
      kind: kept.kind,
      actor: kept.actor,
      key: null,
      bodyHash: '',
      requestId: '',
      rule,
      command,
      found,
      needs: rule.needs(command, found, kept.actor),
    }
    if (job.needs.staff) this.world.staff = staffIn(this.world)
    for (const read of job.needs.read ?? []) this.#learn(read, kept.at, wall)
    learnAgain(this.world, job.needs, kept)
    const subject = kept.subject === null ? undefined : this.world.owners.get(kept.subject)
    const make = () =>
      this.#asSeen(seen, taken, () => decide(this.world, job, kept.at, { withReply: false }))
    const first = make()
    const decided =
      first.changes === null ? (this.#asBefore(kept.actor, wall, make) ?? first) : first
    if (decided.changes === null) throw new Unexplained(`it would be refused: ${decided.outcome}`)
    for (const { id, roles, status } of decided.changes.owners ?? [])
      if (subject?.id === id && (roles ?? status) !== undefined)
        this.#lost.set(id, { had: { roles: subject.roles, status: subject.status }, wall })
    for (const remembered of this.#remembered.values()) remembered.add(decided, wall)
    for (const { row } of decided.changes.put ?? []) this.#makers.set(row, kept.id)
    return decided
  }

  /** The last command that left this row, as far as nobody was erased since. */
  madeBy(table: AnyRows, key: string): string | null {
    const row = this.world.get(table, key) as object | undefined
    return row ? (this.#makers.get(row) ?? null) : null
  }

  #learn({ source, arg }: Read, now: Instant, wall: Instant): void {
    const remembered = this.#remembered.get(source)
    if (remembered)
      this.world.learn(source, arg, remembered.valueOf(arg, { world: this.world, now, wall }))
  }

  /** With the rights that the actor had a moment ago; null where they lost none. */
  #asBefore(actor: OwnerId | null, wall: Instant, make: () => Decided): Decided | null {
    const lost = actor === null ? undefined : this.#lost.get(actor)
    if (!lost || wall - lost.wall > lateMs) return null
    const { id, roles, status } = this.world.owners.get(actor!)!
    const have = (rights: Pick<Owner, 'roles' | 'status'>) =>
      this.world.owners.set(id, { ...this.world.owners.get(id)!, ...rights })
    have(lost.had)
    const decided = make()
    have({ roles, status })
    return decided
  }

  /** With what the rule saw without a lock; afterwards it is again as the journal's order has it. */
  #asSeen(seen: readonly Put[], taken: string | undefined, make: () => Decided): Decided {
    const before = seen.map(({ table, row }) => ({
      table,
      row: this.world.get(table, table.keyOf(row)) as object | undefined,
    }))
    for (const { table, row } of seen) this.world.set(table, row)
    const isNewlyTaken = taken !== undefined && !this.world.emails.has(taken)
    if (isNewlyTaken) this.world.emails.set(taken, '')
    const decided = make()
    for (const { table, row } of before) if (row) this.world.set(table, row)
    if (isNewlyTaken) this.world.emails.delete(taken)
    return decided
  }
}
