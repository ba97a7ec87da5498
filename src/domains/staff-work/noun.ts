import type { WorkName } from '../../contract/staff-work.ts'
import type { Noun, Waits } from '../noun.ts'
import { letters } from './mails.ts'
import { workCommands } from './rules.ts'
import { workItems } from './table.ts'

/** Of everything that waits, whichever noun it is of. */
export function nounOf(waits: readonly Waits[]) {
  const rowsOf = (work: WorkName) => {
    const one = waits.find(({ of }) => of === work)
    if (!one) throw new Error(`Nothing waits that is called ${work}`)
    return one.rows
  }
  return { commands: workCommands(rowsOf), writers: [workItems], letters } satisfies Noun
}
