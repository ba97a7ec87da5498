/** A process's desks on the database: they take commands, and return the reply and what its decision saw. */
import { ProblemError } from '../../../src/contract/problems.ts'
import { Desk } from '../../../src/desk/desk.ts'
import { rulesVersion, writersOf } from '../../../src/domains/nouns.ts'
import { createClient, createPool } from '../../../src/platform/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { macKeys } from './house.ts'
import type { Answer, Asked } from '../model.ts'
import { Watched, type Note } from './watched.ts'

/** `fault` is the code of what was thrown instead of a reply. */
export type Served = { reply: Answer | null; fault: string | null; note: Note | null }
export type Counter = { serve(desk: number, asked: Asked): Promise<Served>; close(): Promise<void> }

const desksPerProcess = 2

export function openCounter(url: string): Counter {
  const watched = new Watched()
  const db = createPool({ url, name: 'glasshouse simulation' })
  const desks = Array.from(
    { length: desksPerProcess },
    () =>
      new Desk({
        rules: watched.rules,
        writers: writersOf('waiting'),
        stamp: { macKeys, rulesVersion },
        db,
        newId,
        open: (lockMs) =>
          createClient({
            url,
            name: 'glasshouse simulation desk',
            pipeline: true,
            limits: { lockMs },
          }),
        log: { error: (fault: unknown) => console.error(fault), warn: () => {} },
      }),
  )
  return {
    async serve(desk, asked) {
      // A repetition shares its command with the first: each needs a note of its own.
      const own = structuredClone(asked)
      try {
        const { status, text, outcome } = await desks[desk % desks.length]!.run(own)
        return { reply: { status, text, outcome }, fault: null, note: watched.noteOf(own.command) }
      } catch (error) {
        if (error instanceof ProblemError)
          return { reply: null, fault: error.refusal.code, note: null }
        throw error
      }
    },
    async close() {
      await Promise.all(desks.map((desk) => desk.close()))
      await db.end()
    },
  }
}
