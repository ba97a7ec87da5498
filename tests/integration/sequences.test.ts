/** The same commands in memory and through the real desk on PostgreSQL: the same replies, byte for byte, and the same state. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyKind } from '../../src/desk/command.ts'
import { Desk } from '../../src/desk/desk.ts'
import { commands } from '../../src/domains/commands.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'
import { emptyDatabase, keptInDatabase, keptInMemory, makeInDatabase, passTime, prepare } from '../support/replay.ts'
import { emptyHouse, make, moveOf, opening, play, step, timelessStep, type HouseInMemory, type Step, type Submitted } from '../support/sequences.ts'

const database = await createTestDatabase()
await prepare(database)

/** In which order commands were decided; one that was decided again counts where it was last. */
let decided: string[] = []

const watched = Object.fromEntries(Object.entries<AnyKind>(commands).map(([name, kind]) => [name, {
  ...kind,
  decide(world, command, context) {
    decided = [...decided.filter((id) => id !== context.id), context.id]
    return kind.decide(world, command, context)
  },
} satisfies AnyKind])) as typeof commands

function openDesk(inFlight: number): Desk<typeof commands> {
  const desk = new Desk({
    kinds: watched,
    open: (lockMs) => createClient({ url: database.url, name: 'glasshouse test desk', pipeline: true, limits: { lockMs } }),
    db: database.pool,
    log: { error: (fault: unknown) => console.error(fault), warn: () => {} },
    newId,
    limits: { inFlight },
  })
  afterAll(() => desk.close())
  return desk
}

const desk = openDesk(1)
const rivals = [openDesk(2), openDesk(2)]

async function expectSame(memory: HouseInMemory): Promise<void> {
  expect(await keptInDatabase(database)).toEqual(keptInMemory(memory))
  expect((await auditBooks(database.pool)).faults).toEqual([])
}

/** What of a burst can run at once with the same outcome as one after the other in the order of decision. */
const canBurst = ({ what }: Step) => what !== 'OpenOwner' && what !== 'again'

async function burst(memory: HouseInMemory, steps: readonly Step[], submitted: Submitted[]): Promise<void> {
  const together = steps.flatMap((asked): Submitted[] => {
    const move = moveOf(asked, memory, submitted)
    if (!move || !('submit' in move) || submitted.some(({ id }) => id === move.submit.id)) return []
    submitted.push(move.submit)
    return [move.submit]
  })
  decided = []
  const texts = new Map(await Promise.all(together.map(async (one) => [one.id, (await desk.run(one)).text] as const)))
  for (const id of decided) expect(memory.run(together.find((one) => one.id === id)!).text).toBe(texts.get(id))
  expect(decided.toSorted()).toEqual(together.map(({ id }) => id).toSorted())
}

/** Steps as they come, repetitions and all, some through one desk and some through the other; each is answered with what the journal keeps of it. */
async function storm(memory: HouseInMemory, steps: readonly Step[], submitted: Submitted[]): Promise<void> {
  const together = steps.filter(({ what }) => what !== 'OpenOwner').flatMap((asked): Submitted[] => {
    const move = moveOf(asked, memory, submitted)
    if (!move || !('submit' in move)) return []
    submitted.push(move.submit)
    return [move.submit]
  })
  const replies = await Promise.all(together.map((one, n) => rivals[n % 2]!.run(one)))
  const kept = new Map((await keptInDatabase(database)).commands.map(({ id, text }) => [id, text]))
  for (const [n, { id, actor, bodyHash }] of together.entries()) {
    const text = kept.get(id)
    if (bodyHash !== 'another body' && replies[n]!.outcome === 'done' && text !== null) expect(replies[n]!.text).toBe(text)
    if (actor !== null) expect(kept.has(id)).toBe(true)
  }
  for (const [n, one] of together.entries()) {
    if (replies[n]!.outcome === 'done' && !memory.journal.some(({ id }) => id === one.id)) memory.run(one)
  }
}

/** A failing sequence is shortened for as long as there is time. */
const limits = { skipAllAfterTimeLimit: 45_000 }

describe('the desk on PostgreSQL', () => {
  test('answers and keeps what the desk in memory does', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }), async (steps) => {
      await emptyDatabase(database)
      const replies: (string | null)[] = []
      const { desk: memory, moves } = play(steps, (_, __, reply) => replies.push(reply?.text ?? null))
      for (const [i, move] of moves.entries()) expect(await makeInDatabase(database, (one) => desk.run(one), move)).toBe(replies[i])
      await expectSame(memory)
    }), { ...limits, numRuns: 25 })
  })

  test('makes of many commands at once what comes of them one after the other', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.array(timelessStep, { minLength: 20, maxLength: 40, size: 'max' }), { minLength: 2, maxLength: 3 }), async (bursts) => {
      await emptyDatabase(database)
      const memory = emptyHouse()
      const submitted: Submitted[] = []
      for (const move of opening()) {
        expect(await makeInDatabase(database, (one) => desk.run(one), move)).toBe(make(memory, move)!.text)
        if ('submit' in move) submitted.push(move.submit)
      }
      for (const steps of bursts) {
        await burst(memory, steps.filter(canBurst), submitted)
        await passTime(database, 3 * 86_400_000)
        memory.now += 3 * 86_400_000
      }
      await expectSame(memory)
    }), { ...limits, numRuns: 15 })
  })

  test('keeps the books whole when two desks do at once what comes to anybody’s mind', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.array(timelessStep, { minLength: 30, maxLength: 60, size: 'max' }), { minLength: 2, maxLength: 3 }), async (bursts) => {
      await emptyDatabase(database)
      const memory = emptyHouse()
      const submitted: Submitted[] = []
      for (const move of opening()) {
        await makeInDatabase(database, (one) => desk.run(one), move)
        make(memory, move)
        if ('submit' in move) submitted.push(move.submit)
      }
      for (const steps of bursts) await storm(memory, steps, submitted)
      expect((await auditBooks(database.pool)).faults).toEqual([])
    }), { ...limits, numRuns: 10 })
  })
})
