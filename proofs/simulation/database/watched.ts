/** The commands, recording the state that each decision saw. The rules themselves are the real ones. */
import type { AnyRule, Needs } from '../../../src/desk/command.ts'
import type { Answering, Arg, Read } from '../../../src/desk/read.ts'
import type { World } from '../../../src/desk/world.ts'
import { doneAloneBy } from '../../../src/domains/approvals/table.ts'
import { agreements, proposals } from '../../../src/domains/proposals/table.ts'
import { bankExports } from '../../../src/domains/payouts/exports/table.ts'
import { dueWithin } from '../../../src/domains/investments/table.ts'
import { investedBy } from '../../../src/domains/investments/invested.ts'
import { commands } from '../../../src/domains/nouns.ts'
import { payoutBatches } from '../../../src/domains/payouts/batches/table.ts'
import { payoutLists } from '../../../src/domains/payouts/lists/table.ts'
import { receivedBy } from '../../../src/domains/verification/received.ts'
import { sentBy } from '../../../src/domains/withdrawals/sent.ts'
import { withdrawals } from '../../../src/domains/withdrawals/table.ts'
import { firmsKinds, type FirmsKind } from '../faces.ts'
import { firmsId, type Pool } from '../model-house.ts'

/** What a decision saw. An owner or an account that wasn't there has version 0. */
export type Note = {
  at: number
  outcome: string
  owners: (readonly [owner: string, version: number])[]
  firm: (readonly [kind: FirmsKind, version: bigint])[]
  /** What these pools held: a proposal reads them without a lock. */
  pools: (readonly [pool: Pool, cents: bigint])[]
  /** People read without a lock: whether they were closed. */
  closed: (readonly [person: string, isClosed: boolean])[]
  /** The names of those whom the reply may mention. */
  names: (readonly [person: string, name: string | null])[]
  /** The holder of the requested email. */
  holder: string | null
  /** Those of staff who weren't frozen, null where the decision didn't read it. */
  staff: readonly string[] | null
  /** The actor's state; others may hold the actor's lock. */
  actor: readonly [person: string, version: number] | null
  /** What the actor had done alone, where that was read under their lock. */
  alone: bigint | null
  /** How many investments were counted as due. */
  due: number | null
  /** The batches, lists and files that claim what it is about, and how far each had come on its way out. */
  files: (readonly [file: string, stage: number])[]
  /** What somebody had moved in the last day, by the database's own clock. */
  lately: (readonly [flowAndPerson: string, cents: bigint])[]
  /** Whom it is about, as that was looked up before any lock. */
  subject: string | null
}

/** By its status: 0, it claims; 1, it was cancelled; 2, nothing can come of it any more, or all has. */
export function stageOf(status: string): number {
  if (status === 'cancelled' || status === 'recalled') return 1
  return status === 'built' || status === 'released' || status === 'sent' || status === 'exported'
    ? 0
    : 2
}

/** What a fact was found to be, where the decision needed it. */
function factIn<A extends Arg, V>(
  world: World,
  fact: Answering<A, V>,
  read: readonly Read[],
): V | null {
  const asked = read.find(({ source }) => source.name === fact.name)
  return asked ? world.fact(fact, asked.arg as A) : null
}

function seen(
  world: World,
  { owners, people = [], email, staff, read = [] }: Needs,
  actor: string | null,
): Omit<Note, 'at' | 'outcome' | 'subject'> {
  const giver = actor === null ? undefined : world.owners.get(actor)
  return {
    owners: [...new Set(owners)].map((id) => [id, world.owners.get(id)?.version ?? 0] as const),
    closed: people.map((id) => [id, world.owners.get(id)?.status === 'closed'] as const),
    names: spokenOf(world).map((id) => [id, world.plainNameOf(id)] as const),
    firm: firmsKinds.map((kind) => [kind, world.books.state(firmsId, kind).version] as const),
    pools: (['corrections', 'referral'] as const).map(
      (pool) => [pool, world.balance(firmsId, `${pool}-pool`)] as const,
    ),
    holder: email === undefined ? null : (world.emails.get(email) ?? null),
    staff: staff ? [...world.staff].map(([id]) => id) : null,
    actor: giver ? [giver.id, giver.version] : null,
    alone:
      factIn(world, doneAloneBy, read)
        ?.values()
        .reduce((sum, cents) => sum + cents, 0n) ?? null,
    due: factIn(world, dueWithin, read),
    files: [payoutBatches, payoutLists, bankExports].flatMap((files) =>
      world
        .rows<{ id: string; status: string }>(files)
        .map(({ id, status }) => [id, stageOf(status)] as const),
    ),
    lately: latelyIn(world, read),
  }
}

const moved = { in: receivedBy, invested: investedBy, out: sentBy }

function latelyIn(world: World, read: readonly Read[]): Note['lately'] {
  return Object.entries(moved).flatMap(([flow, fact]) =>
    read
      .filter(({ source }) => source.name === fact.name)
      .map(({ arg }) => [`${flow} ${arg}`, world.fact(fact, arg as string).day] as const),
  )
}

/** Replies mention referrers and those who decided on requests, proposed something, agreed to it and decided on it. */
function spokenOf(world: World): string[] {
  const referrers = [...world.owners.values()].map(({ referrer }) => referrer)
  const deciders = world
    .rows(withdrawals)
    .flatMap(({ decidedBy, firstApprovedBy }) => [decidedBy, firstApprovedBy])
  const proposers = world
    .rows(proposals)
    .flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy])
  const agreed = world.rows(agreements).map(({ by }) => by)
  return [
    ...new Set([...world.owners.keys(), ...referrers, ...deciders, ...proposers, ...agreed]),
  ].filter((id) => id !== null)
}

/** A desk passes a command on as the same object: so a note finds its submission. */
export class Watched {
  readonly #needs = new WeakMap<object, Needs>()
  readonly #notes = new WeakMap<object, Note>()

  readonly rules = Object.fromEntries(
    Object.entries<AnyRule>(commands).map(([name, rule]) => [
      name,
      {
        ...rule,
        needs: (command, found, actor) => {
          const needs = rule.needs(command, found, actor)
          this.#needs.set(command, needs)
          return needs
        },
        decide: (world, command, context) => {
          const before = seen(world, this.#needs.get(command)!, context.actor)
          const decision = rule.decide(world, command, context)
          this.#notes.set(command, {
            ...before,
            at: context.at,
            subject: rule.subject(command, context.found),
            outcome: 'code' in decision ? decision.code : 'done',
          })
          return decision
        },
      } satisfies AnyRule,
    ]),
  ) as typeof commands

  /** What the last decision on this very command saw; undefined where it was answered from the journal. */
  noteOf(command: object): Note | null {
    return this.#notes.get(command) ?? null
  }
}
