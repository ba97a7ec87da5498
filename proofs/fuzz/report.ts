/** The report of a run, and whether it has proved anything. */
import type { Result } from './campaign.ts'
import type { Options } from './options.ts'

export type Verdict = { word: 'passed' | 'failed' | 'invalid'; why: string }

/** Refusals of malformed requests, not of the caller, the address or the rate. */
const malformed = ['400', '413', '414', '415', '421', '431']
const leastMalformed = 0.5
/** Called this often, every endpoint has met something that it must refuse itself. */
const timesPerEndpoint = 40

const share = (result: Result, statuses: string[]) =>
  statuses.reduce((sum, status) => sum + (result.statuses[status] ?? 0), 0) /
  Math.max(1, result.replies)

/**
 * The heap may be this much larger in the last third of a run than in its middle third, as medians: what is compiled and
 * kept late is a quarter of that, and a hundred bytes left behind by each request of a long run are more.
 */
export const heapBound = 2_000_000

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export function heapGrowth(heap: number[]): number {
  const third = Math.floor(heap.length / 3)
  return median(heap.slice(-third)) - median(heap.slice(third, -third))
}

export function verdictOf(result: Result, { only }: Options): Verdict {
  if (result.faults.length > 0) return { word: 'failed', why: result.faults[0]!.split('\n')[0]! }
  if (result.changed.length > 0)
    return { word: 'failed', why: `what must not change has changed: ${result.changed[0]}` }
  if (only !== null) return { word: 'passed', why: 'the one request did no harm' }
  if (heapGrowth(result.heap) > heapBound)
    return {
      word: 'failed',
      why: `the heap grew by ${heapGrowth(result.heap)} bytes from its middle third to its last`,
    }
  const part = share(result, malformed)
  if (part < leastMalformed)
    return {
      word: 'invalid',
      why: `only ${Math.round(part * 100)} % of the replies say that something was malformed`,
    }
  if (result.requests >= timesPerEndpoint * 100 && result.neverRefused.length > 0)
    return { word: 'invalid', why: `never refused for its form: ${result.neverRefused.join(', ')}` }
  return {
    word: 'passed',
    why: 'every request was answered in an orderly way, and nothing changed',
  }
}

export function summary(result: Result, { word, why }: Verdict): string {
  const statuses = Object.entries(result.statuses)
    .toSorted(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status}: ${((count / result.replies) * 100).toFixed(1)} %`)
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  return [
    ...result.faults,
    ...result.changed.map((change) => `Changed: ${change}`),
    `${result.requests.toLocaleString('en')} requests, ${result.replies.toLocaleString('en')} replies in ${Math.round(result.seconds)} s (${statuses.join(', ')})`,
    `Heap after collection: ${megabytes(result.heap[0] ?? 0)} MB at first, ${megabytes(result.heap.at(-1) ?? 0)} MB at last; the last third over the middle one ${megabytes(heapGrowth(result.heap))} MB (bound ${megabytes(heapBound)} MB)`,
    `${word}: ${why} (seed ${result.seed})`,
  ].join('\n')
}
