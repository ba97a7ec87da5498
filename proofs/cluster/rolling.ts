/**
 * Everything is restarted, one after the other, by the way of deploy/cluster/README.md, while people are at work; and how
 * long they waited meanwhile, beside a quiet stretch of the same run.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { until } from '../torture/patience.ts'
import type { Wait } from '../torture/records.ts'
import type { Fault } from './fault.ts'
import type { House } from './house.ts'

const quietMs = 60_000
const wholeMs = 180_000
const answeredMs = 60_000
/** Until the old HAProxy has cut what was left to it, and everybody has come back through the new one. */
const reloadedMs = 40_000

const whole = (cluster: Cluster) =>
  until('the cluster is whole', () => cluster.isWhole(), wholeMs, 500)

async function restartEach(cluster: Cluster, kind: 'server' | 'worker'): Promise<void> {
  for (const { name } of cluster.site.applications) await cluster.restart(`${kind}-${name}`)
}

/** The one that no change waits for comes first. */
async function restartStandbys(cluster: Cluster): Promise<void> {
  for (const role of ['replica', 'sync_standby'] as const) {
    await whole(cluster)
    const member = (await cluster.members()).find((one) => one.role === role)!
    await cluster.restartDatabase(cluster.site.databases.find(({ name }) => name === member.name)!)
  }
  await whole(cluster)
}

async function restartPrimary(cluster: Cluster): Promise<void> {
  const primary = (await cluster.primary())!
  const members = await cluster.members()
  const { name } = members.find(({ role }) => role === 'sync_standby')!
  await cluster.switchOver(primary, name)
  await whole(cluster)
  await cluster.restartDatabase(primary)
  await whole(cluster)
}

async function restartEtcd(cluster: Cluster): Promise<void> {
  for (const { name } of cluster.site.databases) await cluster.restart(`etcd-${name}`)
}

async function reloadProxies(cluster: Cluster): Promise<void> {
  for (const { name } of cluster.site.proxies) await cluster.reload(`haproxy-${name}`)
  await wait(reloadedMs)
}

const steps: readonly { what: string; take(cluster: Cluster): Promise<void> }[] = [
  { what: 'servers', take: (cluster) => restartEach(cluster, 'server') },
  { what: 'workers', take: (cluster) => restartEach(cluster, 'worker') },
  { what: 'standbys', take: restartStandbys },
  { what: 'the primary', take: restartPrimary },
  { what: 'etcd', take: restartEtcd },
  { what: 'HAProxy', take: reloadProxies },
]

type Stretch = { what: string; from: number; to: number }

async function stretch(what: string, take: () => Promise<unknown>): Promise<Stretch> {
  const from = performance.now()
  await take()
  return { what, from, to: performance.now() }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

const columns = ['requests', 'sent again', 'p50', 'p99', 'max', 'changes p99']
const line = (what: string, cells: readonly string[]) =>
  `  ${what.padEnd(24)}${cells.map((cell) => cell.padStart(13)).join('')}`

/** Of the requests that were first sent in it. */
function lineOf({ what, from, to }: Stretch, waits: readonly Wait[]): string {
  const within = waits.filter(({ begunAt }) => begunAt >= from && begunAt < to)
  const times = (of: readonly Wait[]) => of.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const [all, changes] = [times(within), times(within.filter(({ kind }) => kind === 'change'))]
  const ms = (value: number) => `${Math.round(value)} ms`
  return line(`${what}, ${((to - from) / 1000).toFixed(1)} s`, [
    String(within.length),
    String(within.filter(({ attempts }) => attempts > 1).length),
    ...[at(all, 0.5), at(all, 0.99), at(all, 1), at(changes, 0.99)].map(ms),
  ])
}

/** Nothing that was sent until now stays without an answer. */
async function allAnswered({ records }: House): Promise<void> {
  const sent = [...records.ops.values()]
  const isOpen = ({ outcome }: (typeof sent)[number]) =>
    outcome === 'pending' || outcome === 'unknown'
  await until('each is answered', () => !sent.some(isOpen), answeredMs, 50).catch(() =>
    records.complaints.push(
      `${sent.filter(isOpen).length} requests of the restart are not answered after ${answeredMs / 1000} s`,
    ),
  )
}

export const rolling: Fault = {
  name: 'rolling',
  says: 'everything is restarted, one after the other, as an operator would',
  async strike({ cluster, house, note }) {
    house.sender.insists = true
    const quiet = await stretch('quiet', () => wait(quietMs))
    return async () => {
      const taken: Stretch[] = []
      const all = await stretch('all of the restart', async () => {
        for (const { what, take } of steps) taken.push(await stretch(what, () => take(cluster)))
      })
      await allAnswered(house)
      house.sender.insists = false
      note(line('', columns))
      for (const one of [quiet, ...taken, all]) note(lineOf(one, house.records.waits))
    }
  },
}
