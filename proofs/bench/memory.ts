/** The peak memory of the processes that run the desk. */
import type { Measurement } from './bench.ts'
import { peakMegabytes } from './measure.ts'
import { makeRow, type Row } from './results.ts'

/** Each is a process of its own; so are the floors and the generator of requests, which aren't the product's. */
const holds = {
  'the server':
    'As an operator starts it, for POST /requestWithdrawal and for GET /users: of all of them, the one that had most.',
  'the desk in process':
    'The process of the bench: desk after desk for all rows above, the callers with their times, and the ids of everybody.',
}
type Who = keyof typeof holds

const peaks = new Map<Who, number>()

/** Remembers the highest peak of a process, for the row at the end. */
export function notePeak(who: Who, megabytes: number | null): void {
  if (megabytes !== null) peaks.set(who, Math.max(megabytes, peaks.get(who) ?? 0))
}

async function measure(): Promise<Row[]> {
  notePeak('the desk in process', await peakMegabytes())
  return [...peaks].map(([who, megabytes]) =>
    makeRow({
      name: `Memory of Node: ${who}`,
      unit: 'MB',
      rounds: [megabytes],
      bound: { below: 350 },
      limits: `${holds[who]} The highest resident size over everything above. Most of it is heap that the collector has not been asked to give back.`,
    }),
  )
}

/** To be measured last. */
export const memory: Measurement = { names: ['memory'], measure }
