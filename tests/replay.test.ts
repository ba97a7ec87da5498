/** Every accepted command of random histories is decided again from the journal alone, and the same house stands at the end. */
import { describe, expect, test } from 'vitest'
import { staffIn, type Kept } from '../src/desk/memory.ts'
import { Replay } from '../src/desk/replay.ts'
import type { AnyTable } from '../src/desk/table.ts'
import type { World } from '../src/desk/world.ts'
import { stateTables } from '../src/domains/audit-state.ts'
import { tracesOf } from '../src/desk/traces.ts'
import { commands, facts } from '../src/domains/nouns.ts'
import { plans as planTable, planTerms, rowOf, termsOf } from '../src/domains/plans/table.ts'
import { plans } from '../proofs/simulation/cast.ts'
import { playInMemory } from '../proofs/simulation/memory.ts'
import { stepsOf } from '../proofs/simulation/steps.ts'
import { journaled } from './support/journaled.ts'
import { createMemoryHouse } from './support/memory-house.ts'
import { chosenSeed } from './support/extent.ts'
import { playUnplayed } from './support/unplayed.ts'

/** What no command made. */
const start = plans.flatMap((plan) => [
  planTable.row(rowOf(plan)),
  planTerms.row(termsOf(plan, null)),
])

const byKey = (table: AnyTable, world: World) =>
  world.rows(table).toSorted((a, b) => (table.keyOf(a) < table.keyOf(b) ? -1 : 1))

/** All that is state, without names, which stand in no command. */
const stateOf = (world: World) => ({
  owners: [...world.owners.values()].map(({ fullName: _, email: __, ...owner }) => owner),
  accounts: [...world.books.accounts()].toSorted((a, b) =>
    `${a.owner} ${a.kind}` < `${b.owner} ${b.kind}` ? -1 : 1,
  ),
  staff: staffIn(world),
  ...Object.fromEntries(stateTables.map((table) => [table.name, byKey(table, world)])),
})

function replayed(journal: readonly Kept[]): World {
  const replay = new Replay(commands, facts)
  for (const { table, row } of start) replay.world.set(table, row)
  for (const kept of journal) {
    if (kept.changes === null) continue
    const again = replay.again(journaled(kept), kept.wall)
    expect(tracesOf(again), `${kept.kind} ${kept.id}`).toBe(tracesOf(kept))
  }
  return replay.world
}

describe('what a command found in its flight', () => {
  function asked(found: string | null) {
    const { desk, run, person } = createMemoryHouse()
    const ada = person('ada', { cash: 100n })
    desk.observed.set('heldUntil', found)
    const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'mine' } as const
    const holds = { afterSecurityChangeMs: 1_000, newDestinationMs: 0 }
    const { outcome } = run('RequestWithdrawal', { owner: ada, amount: 40n, target, holds }, ada)
    return { outcome, journal: desk.journal, last: desk.journal.at(-1)! }
  }

  test('is kept with it, when it is refused too', () => {
    for (const found of [null, '2026-01-02T03:04:05.678Z']) {
      const { outcome, last } = asked(found)
      expect([outcome, last.input.heldUntil]).toEqual([
        found === null ? 'done' : 'destination_on_hold',
        found,
      ])
    }
  })

  test('is what it finds when it is decided again: another finding does not explain it', () => {
    const { journal, last } = asked(null)
    expect(replayed(journal).balance(last.subject!, 'cash')).toBe(60n)
    last.input = { ...last.input, heldUntil: '2026-01-02T03:04:05.678Z' }
    expect(() => replayed(journal)).toThrow('it would be refused: destination_on_hold')
  })
})

describe('a command whose actor lost their rights', () => {
  /** What somebody wrote who was frozen, recorded so long after it. */
  function recordedAfter(ms: number): World {
    const { desk, run, person } = createMemoryHouse()
    const [first, second] = [
      person('first', { role: 'admin' }),
      person('second', { role: 'admin' }),
    ]
    const ada = person('ada')
    run('WriteNote', { user: ada, text: 'Called' }, second)
    run('FreezeUser', { user: second, reason: 'Left' }, first)
    const [note, freeze] = desk.journal.slice(-2) as [Kept, Kept]
    return replayed([...desk.journal.slice(0, -2), freeze, { ...note, wall: freeze.wall + ms }])
  }

  test('in the moment in which it was decided is explained', () => {
    const world = recordedAfter(10_000)
    expect([...world.owners.values()].filter(({ status }) => status === 'frozen')).toHaveLength(1)
  })

  test('is not, after the time that a desk may take', () =>
    expect(() => recordedAfter(10_001)).toThrow('it would be refused: staff_frozen'))
})

describe('a history', () => {
  const seed = chosenSeed()
  test.each([2, 6])(`of %i people at first is explained by its journal (seed ${seed})`, (users) => {
    const { both } = playInMemory({ users, people: 25, steps: stepsOf(seed + users, 3_000) })
    const { world, journal } = both.desk
    expect(journal.filter(({ changes }) => changes !== null).length).toBeGreaterThan(500)
    expect(stateOf(replayed(journal))).toEqual(stateOf(world))
  })

  test('of what no simulation plays is explained by its journal', () => {
    const { world, journal } = playUnplayed().desk
    expect(stateOf(replayed(journal))).toEqual(stateOf(world))
  })
})
