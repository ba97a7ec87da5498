/** What the journal says of a row: staff decide on that, and not on what somebody may have written into the row (docs/decisions/051). */
import type { Journaled, ReadBack } from './command.ts'
import { defineFact } from './fact.ts'

export type Said = Journaled & { fault: string | null }

/** `said`: the command by which the row was made, null where none did. In memory, where nobody gets at a row but by commands, it isn't asked. */
export type Recorded = { said: Said | null } | 'in memory'

/** By the id of a row, which is that of its command. `name`: of the statement. */
export const defineRecorded = (name: string) =>
  defineFact<string, Recorded>({
    name,
    ofJournal: true,
    text: 'select asked.id::text as about, asked.id from unnest($1::uuid[]) asked (id)',
    form: 'uuid',
    valueIn: (rows, id) => ({
      said: (rows as ReadBack[]).find(({ about }) => about === id) ?? null,
    }),
    inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
  })
