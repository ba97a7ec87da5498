/** Rates, medians, percentiles, and what used the processors meanwhile. */
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

/** The value below which the share `q` of all lies. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** How many a second, with this many callers who each repeat until the time is over; `work` returns how many it did. */
export async function rateOf({
  seconds,
  callers,
  work,
}: {
  seconds: number
  callers: number
  work: (caller: number) => Promise<number>
}): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < until) {
        const did = await work(caller)
        // Not `+= await`: that would add to the count from before the wait.
        count += did
      }
    }),
  )
  return (count / (performance.now() - began)) * 1000
}

/** Hands out the values one after the other, and from the beginning again. */
export function roundRobin<T>(values: readonly T[]): () => T {
  let next = 0
  return () => values[next++ % values.length]!
}

/** Works on all values, on so many at a time. */
export async function withEach<T>(
  values: readonly T[],
  atOnce: number,
  work: (value: T, at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < values.length) {
        const at = next++
        await work(values[at]!, at)
      }
    }),
  )
}

/** Runs every contestant once a round, each after `before`. A different one begins each round, so that none always comes first or after the same. */
export async function rotate<N extends string, T>(
  rounds: number,
  contestants: Record<N, () => Promise<T>>,
  before: () => Promise<unknown>,
): Promise<Record<N, T[]>> {
  const names = Object.keys(contestants) as N[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, T[]>
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      await before()
      results[name].push(await contestants[name]())
    }
  }
  return results
}

/** Shares of all processors, 1 being all of them all the time. Null where the system doesn't tell. */
export type Shares = { [who: string]: number } | null

/** Of `man 5 proc_pid_stat`: the parent, and in ticks a process's own time (fields 14, 15) and that of its children that have ended (16, 17). */
export async function ticksOf(
  pid: number,
): Promise<{ parent: number; own: number; ended: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in parentheses may hold blanks.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
}

/** A process, its children that live, and those that have ended. */
async function ticksOfFamily(parent: number): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(pids.map(async (pid) => ({ pid, ticks: await ticksOf(pid) })))
  return found.reduce((sum, { pid, ticks }) => {
    if (ticks === null || (pid !== parent && ticks.parent !== parent)) return sum
    return sum + ticks.own + ticks.ended
  }, 0)
}

/** Linux counts in hundredths of a second, whatever it runs on. */
export const ticksPerSecond = 100

/** The first line of /proc/stat: idle time, with the disk being waited for or not, and what the machine's own host took. */
async function idleTicks(): Promise<{ idle: number; waiting: number; stolen: number } | null> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.split('\n')[0]!.trim().split(/\s+/).slice(1).map(Number)
  return { idle: fields[3]!, waiting: fields[4]!, stolen: fields[7]! }
}

/** Process ids: whose own time counts, whose children's that end meanwhile, and PostgreSQL's first process, whose all. */
export type Watched = { postgres: number; node?: number; ended?: { [who: string]: number } }

/** The first of the kernel's threads, and the parent of all others. */
const kernel = 2

async function ticksOfAll({ postgres, node, ended = {} }: Watched): Promise<[string, number][]> {
  return [
    ...(node === undefined
      ? []
      : [['Node', (await ticksOf(node))?.own ?? 0] satisfies [string, number]]),
    ['PostgreSQL', await ticksOfFamily(postgres)],
    ['the kernel’s threads', await ticksOfFamily(kernel)],
    ...(await Promise.all(
      Object.entries(ended).map(async ([who, pid]): Promise<[string, number]> => [
        who,
        (await ticksOf(pid))?.ended ?? 0,
      ]),
    )),
  ]
}

/** Starts to watch; the answer says which shares have been used since. */
export async function watchShares(watched: Watched): Promise<() => Promise<Shares>> {
  const look = async () => ({
    at: performance.now(),
    idle: await idleTicks(),
    ticks: await ticksOfAll(watched),
  })
  const before = await look()
  return async () => {
    const after = await look()
    if (before.idle === null || after.idle === null) return null
    const all = ((after.at - before.at) / 1000) * ticksPerSecond * availableParallelism()
    const known = {
      ...Object.fromEntries(
        after.ticks.map(([who, ticks], i) => [who, (ticks - before.ticks[i]![1]) / all]),
      ),
      idle: (after.idle.idle - before.idle.idle) / all,
      'waiting for the disk': (after.idle.waiting - before.idle.waiting) / all,
      'taken by the host': (after.idle.stolen - before.idle.stolen) / all,
    }
    // Whatever else runs on this machine: a measurement beside much of it says little.
    return {
      ...known,
      'other programs': Math.max(
        0,
        1 - Object.values(known).reduce((sum, share) => sum + share, 0),
      ),
    }
  }
}

/** Processor time for each command, in µs: the disk's moods and other programs' shares hardly move it. */
export type Cost = { node: number | null; postgres: number }

const microsecondsPerTick = 1_000_000 / ticksPerSecond

/** Starts to watch; the answer says what each of so many commands has cost since. Null where the system doesn't tell. */
export async function watchCost({
  node,
  postgres,
}: Watched): Promise<(commands: number) => Promise<Cost | null>> {
  const look = async () => ({
    node: node === undefined ? null : await ticksOf(node),
    postgres: await ticksOfFamily(postgres),
  })
  const before = await look()
  return async (commands) => {
    const after = await look()
    if (before.postgres === 0 || commands === 0) return null
    const each = (ticks: number) => (ticks * microsecondsPerTick) / commands
    return {
      node: before.node && after.node ? each(after.node.own - before.node.own) : null,
      postgres: each(after.postgres - before.postgres),
    }
  }
}

/** How long is measured, after how much of the same that doesn't count: connections are open then, and plans are made. `postgres` is its first process. */
export type Span = { warmUpSeconds: number; seconds: number; postgres: number }
export type Round = { rate: number; shares: Shares; cost: Cost | null }

export async function timed(
  { warmUpSeconds, seconds, postgres }: Span,
  rate: (seconds: number) => Promise<number>,
): Promise<Round> {
  await rate(warmUpSeconds)
  const watched = { node: process.pid, postgres }
  const [shares, cost] = [await watchShares(watched), await watchCost(watched)]
  const began = performance.now()
  const measured = await rate(seconds)
  const commands = (measured * (performance.now() - began)) / 1000
  return { rate: measured, shares: await shares(), cost: await cost(commands) }
}

/** The most memory that a process has had, in MB; of this one unless said. Null where the system doesn't tell. */
export async function peakMegabytes(pid: number | 'self' = 'self'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmHWM:\s*(\d+) kB/.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1000
}

const percent = (share: number) => `${Math.round(share * 100)}%`

/** In words, the average of several rounds. */
export function sharesInWords(rounds: readonly Shares[]): string {
  const known = rounds.filter((shares) => shares !== null)
  if (known.length === 0) return 'The system does not tell who had the processors.'
  const parts = Object.keys(known[0]!).map(
    (who) =>
      `${who} ${percent(known.reduce((sum, shares) => sum + shares[who]!, 0) / known.length)}`,
  )
  return `Of all processors: ${parts.join(', ')}.`
}
