/** How much memory the processes that run the desk have had at most. */
import type { Measurement } from './bench.ts'
import { peakMegabytes } from './measure.ts'
import { makeRow, type Row } from './results.ts'

const peaks = new Map<string, number>()

/** Remembers the highest peak of somebody, for the row at the end. */
export function notePeak(who: string, megabytes: number | null): void {
  if (megabytes !== null) peaks.set(who, Math.max(megabytes, peaks.get(who) ?? 0))
}

async function measure(): Promise<Row[]> {
  notePeak('the desk in process, with the callers of all rows', await peakMegabytes())
  return [...peaks].map(([who, megabytes]) => makeRow({
    name: `Memory of Node: ${who}`, unit: 'MB', rounds: [megabytes], bound: { below: 400 },
    limits: 'The highest resident size over everything above. Most of it is heap that the collector has not been asked to give back.',
  }))
}

/** To be measured last. */
export const memory: Measurement = { names: ['memory'], measure }
