/** The same commands in memory and through the real desk on PostgreSQL: the same replies, byte for byte, and the same state. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { HouseInMemory } from '../../proofs/simulation/cast.ts'
import { playInMemory } from '../../proofs/simulation/memory.ts'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { Desk } from '../../src/desk/desk.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'
import { everything } from '../support/extent.ts'
import {
  emptyDatabase,
  hashesInDatabase,
  hashesInMemory,
  keptInDatabase,
  keptInMemory,
  makeInDatabase,
  prepare,
} from '../support/replay.ts'
import { testStamp } from '../support/stamp.ts'
import { playUnplayed } from '../support/unplayed.ts'

const database = await createTestDatabase()
await prepare(database)

const desk = new Desk({
  rules: commands,
  writers: writersOf('waiting'),
  stamp: testStamp,
  open: (lockMs) =>
    createClient({
      url: database.url,
      name: 'glasshouse test desk',
      pipeline: true,
      limits: { lockMs },
    }),
  db: database.pool,
  log: { error: (fault: unknown) => console.error(fault), warn: () => {} },
  newId,
  limits: { inFlight: 1 },
})
afterAll(() => desk.close())

async function expectSame(memory: HouseInMemory): Promise<void> {
  expect(await keptInDatabase(database)).toEqual(keptInMemory(memory))
  const { words, ...hashes } = await hashesInDatabase(database)
  expect(hashes).toEqual(hashesInMemory(memory, words))
  expect((await auditBooks(database.pool)).faults).toEqual([])
  expect((await auditChains(database.pool)).faults).toEqual([])
}

const step = fc.noBias(fc.nat(0xffff_ffff))

describe('the desk on PostgreSQL', () => {
  test('answers and keeps what the desk in memory does', async () => {
    // A failing sequence is shortened for as long as there is time; a slow machine plays fewer of them.
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }),
        async (steps) => {
          await emptyDatabase(database)
          const replies: (string | null)[] = []
          const { both, moves } = playInMemory({ users: 3, people: 10, steps }, (_, __, reply) =>
            replies.push(reply?.text ?? null),
          )
          for (const [i, move] of moves.entries())
            expect(await makeInDatabase(database, (one) => desk.run(one), move)).toBe(replies[i])
          await expectSame(both.desk)
        },
      ),
      { numRuns: everything ? 25 : 6, interruptAfterTimeLimit: 45_000 },
    )
  })

  test('does so with what no history plays', async () => {
    await emptyDatabase(database)
    const { desk: memory, all, replies } = playUnplayed()
    for (const [i, submit] of all.entries())
      expect(await makeInDatabase(database, (one) => desk.run(one), { submit })).toBe(replies[i])
    await expectSame(memory)
  })
})
