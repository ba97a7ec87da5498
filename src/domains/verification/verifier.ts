/**
 * Duties that are kept apart, whichever comes first: whoever verified somebody doesn't lift what keeps their money, and whoever
 * lifted that doesn't verify them. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { defineFact } from '../../desk/fact.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { agreedAbout, agreedIn } from '../proposals/table.ts'
import { casesIn } from './table.ts'

/** Whoever verified a person doesn't release their money: two would have to be deceived. */
export const refusalOfVerifier = (
  world: World,
  id: OwnerId,
  { actor }: Pick<Context, 'actor'>,
): Refusal | null =>
  casesIn(world, id).some(({ verifiedBy }) => verifiedBy !== null && verifiedBy === actor)
    ? refuse('verified_by_you')
    : null

type Lifters = ReadonlySet<OwnerId>

/** Who of staff lifted a freeze of this person, alone or as one of two who ended a check. Their lock must be held. */
export const liftersOf = defineFact<OwnerId, Lifters>({
  name: 'verification.lifters',
  text: `select item.owner_id as owner, command.actor as lifter
      from desk.activity item join desk.commands command on command.id = item.command_id
      where item.owner_id = any ($1) and item.kind = 'account-unfrozen' and command.actor is not null
    union ${agreedAbout('check-decision', 'ends')}`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    new Set(rows.flatMap((row) => (row.owner === owner ? [row.lifter as OwnerId] : []))),
  inMemory(lifters: Map<OwnerId, OwnerId[]> = new Map()) {
    return {
      state: lifters,
      add({ kind, outcome, subject, actor }) {
        if (kind !== 'UnfreezeUser' || outcome !== 'done' || subject === null || actor === null)
          return
        lifters.set(subject, [...(lifters.get(subject) ?? []), actor])
      },
      valueOf: (owner, { world }) =>
        new Set([
          ...(lifters.get(owner) ?? []),
          ...agreedIn(world, 'check-decision', 'ends', owner),
        ]),
    }
  },
})

/** The other order of `refusalOfVerifier`. */
export const refusalOfLifter = (
  world: World,
  owner: OwnerId,
  { actor }: Pick<Context, 'actor'>,
): Refusal | null =>
  actor !== null && world.fact(liftersOf, owner).has(actor) ? refuse('lifted_by_you') : null
