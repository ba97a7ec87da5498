/** What administrators did alone, as it is kept. */
import { cents, uuid, word } from '../../desk/column.ts'
import { defineFact } from '../../desk/fact.ts'
import { Table } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

/** Money that its actor alone brought to a person or sent for them: it counts for 24 hours. */
type ActAlone = { command: string; actor: OwnerId; person: OwnerId; amount: Cents; kind: string }

/** The database notes when, by the wall clock. */
export const actsAlone = new Table<ActAlone>({
  name: 'desk.acts_alone',
  uncompared: 'added up by a fact',
  as: 'act',
  key: ['command'],
  columns: {
    command: uuid('command_id'),
    actor: uuid('actor'),
    person: uuid('person'),
    amount: cents('amount'),
    kind: word('kind'),
  },
})

type Sums = ReadonlyMap<OwnerId, Cents>

function sumsOf(acts: Iterable<Pick<ActAlone, 'person' | 'amount'>>): Sums {
  const sums = new Map<OwnerId, Cents>()
  for (const { person, amount } of acts) sums.set(person, (sums.get(person) ?? 0n) + amount)
  return sums
}

/** What an administrator has done alone in the last 24 hours, by person. Their lock must be held. */
export const doneAloneBy = defineFact<OwnerId, Sums>({
  name: 'approvals.done-alone',
  // By the wall clock, read once: reading it per row would scan all that they ever did.
  text: `select actor, person, sum(amount)::bigint as amount from desk.acts_alone
    where actor = any ($1) and at > (select clock_timestamp() - interval '24 hours') group by actor, person`,
  form: 'uuid',
  valueIn: (rows, actor) =>
    sumsOf(rows.filter((row) => row.actor === actor) as Pick<ActAlone, 'person' | 'amount'>[]),
  inMemory(acts: Map<OwnerId, (ActAlone & { at: Instant })[]> = new Map()) {
    const lately = (actor: OwnerId, wall: Instant) =>
      (acts.get(actor) ?? []).filter(({ at }) => at > wall - dayMs)
    return {
      state: acts,
      add({ changes }, at) {
        for (const { table, row } of changes?.put ?? []) {
          if (table !== actsAlone) continue
          const act = { ...(row as ActAlone), at }
          acts.set(act.actor, [...lately(act.actor, at), act])
        }
      },
      valueOf: (actor, { wall }) => sumsOf(lately(actor, wall)),
    }
  },
})
