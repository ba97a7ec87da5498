/** One fault after the other; after each the cluster has to be whole again, and everything is checked. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import type { Host } from '../../deploy/cluster/site.ts'
import type { Chance } from '../torture/chance.ts'
import { until } from '../torture/patience.ts'
import { audit } from './audit.ts'
import type { Fault } from './fault.ts'
import type { House } from './house.ts'
import { Writes } from './writes.ts'

/** Longer than that is a cluster without a primary for good. */
const writableMs = 180_000
const wholeMs = 240_000
/** What the whole was promised to take at most. */
const longestMs = 45_000

export type Round = {
  fault: string
  from: string
  to: string
  /** The longest time in which nothing was acknowledged. */
  gapMs: number
  faults: string[]
  /** What the fault itself reports. */
  notes: string[]
}

const everyMs = 100
const eventually = (what: string, ask: () => boolean | Promise<boolean>, withinMs: number) =>
  until(what, ask, withinMs, everyMs)

async function whole(cluster: Cluster): Promise<{ primary: Host; standby: Host }> {
  await eventually('the cluster is whole', () => cluster.isWhole(), wholeMs)
  const members = await cluster.members()
  const hostOf = (role: string) =>
    cluster.site.databases.find(
      ({ name }) => members.find((member) => member.role === role)?.name === name,
    )!
  return { primary: hostOf('leader'), standby: hostOf('sync_standby') }
}

/** No failover may end a server or a worker. */
async function ended(cluster: Cluster): Promise<string[]> {
  const names = cluster.site.applications.flatMap(({ name }) => [
    `server-${name}`,
    `worker-${name}`,
  ])
  const found = await Promise.all(names.map((name) => cluster.processes.find(name)))
  return names.filter((_, n) => found[n] === null).map((name) => `${name} has ended`)
}

/** Strikes, waits, mends and waits again; answers from when the time counts. */
async function breakAndMend(
  fault: Fault,
  writes: Writes,
  strike: () => ReturnType<Fault['strike']>,
) {
  const mend = await strike()
  const broken = performance.now()
  const writable = (since: number) =>
    eventually('it can be written', () => writes.haveSince(since), writableMs)
  if (!fault.countsFromMending) await writable(broken)
  await wait(Math.max(0, broken + (fault.mendAfterMs ?? 0) - performance.now()))
  await mend()
  const mended = performance.now()
  await writable(mended)
  return fault.countsFromMending ? mended : broken
}

export async function playRound(
  fault: Fault,
  { cluster, house, chance }: { cluster: Cluster; house: House; chance: Chance },
): Promise<Round> {
  const before = await whole(cluster)
  const writes = new Writes(house)
  const notes: string[] = []
  const note = (line: string) => void notes.push(line)
  try {
    await eventually('it can be written before', () => writes.haveSince(0), writableMs)
    const since = await breakAndMend(fault, writes, () =>
      fault.strike({ cluster, house, chance, note, ...before }),
    )
    const after = await whole(cluster)
    const gapMs = writes.longestGap(since)
    const late =
      gapMs > longestMs ? [`Nothing was acknowledged for ${Math.round(gapMs / 1000)} s`] : []
    const faults = [
      ...late,
      ...(await house.resolves()),
      ...(await house.settles()),
      ...(await house.check()),
      ...(await audit(cluster)),
      ...(await ended(cluster)),
    ]
    const [from, to] = [before.primary.name, after.primary.name]
    return { fault: fault.name, from, to, gapMs, faults, notes }
  } finally {
    await writes.stop()
  }
}
