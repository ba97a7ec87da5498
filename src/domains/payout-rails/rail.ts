/**
 * What the rails have in common: a batch in bitcoin, a list in USDT and a file for the bank each carry approved requests until these
 * are paid. A rail says how its commands name what carries them; who may do something to it is asked here. Pure.
 */
import type { ProblemCode, Refusal } from '../../contract/problems.ts'
import { refuse, type Context, type Journaled, type Needs } from '../../desk/command.ts'
import { textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { mayAct } from '../approvals/two.ts'
import type { Carrier } from '../payouts/carrier.ts'

export const listed = (kind: string) => [{ owner: firm, kind }]

export type AnyRow = { id: string; amount: bigint; status: string }
export type AnyLine = { withdrawal: string; amount: bigint; paidAt: Instant | null }

/** A command about what carries payouts. */
export type On<Key extends string> = Record<Key, string>

type Definition<Key extends string, Row extends AnyRow, Line extends AnyLine> = {
  /** How commands name what carries payouts. */
  key: Key
  carrier: Carrier<Row, Line>
  unknown: ProblemCode
  /** It isn't at the step at which this can be done. */
  ended: Refusal
}

export function defineRail<Key extends string, Row extends AnyRow, Line extends AnyLine>(
  rail: Definition<Key, Row, Line>,
) {
  const { key, carrier, unknown } = rail
  const on = (id: string) => ({ [key]: id }) as On<Key>
  const find = (world: World, { [key]: id }: On<Key>): Row | Refusal =>
    world.get(carrier.rows, id) ?? refuse(unknown)
  return {
    ...rail,
    about: {
      journal: ({ [key]: id }: On<Key>) => on(id),
      subject: (): OwnerId => firm,
      needs: ({ [key]: id }: On<Key>): Needs => ({
        owners: [firm],
        staff: true,
        read: carrier.whole(id),
      }),
    },
    recall: (kept: Journaled) => on(textOf(kept, key)),
    find,
    /** The same for an administrator, while it is at one of these steps. */
    findFor(
      world: World,
      command: On<Key>,
      { actor }: Pick<Context, 'actor'>,
      ...steps: Row['status'][]
    ): Row | Refusal {
      if (!mayAct(world, actor, 'work-here')) return refuse('forbidden')
      const row = find(world, command)
      return 'code' in row || steps.includes(row.status) ? row : rail.ended
    },
  }
}

export type Rail<Key extends string, Row extends AnyRow, Line extends AnyLine> = ReturnType<
  typeof defineRail<Key, Row, Line>
>
