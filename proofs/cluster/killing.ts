/** How parts of a cluster are killed, and started again as systemd would. */
import { readFileSync } from 'node:fs'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { beganAt, signal, type Running } from '../../deploy/cluster/processes.ts'
import { etcd, patroni } from '../../deploy/cluster/programs.ts'
import type { Host } from '../../deploy/cluster/site.ts'
import { until } from '../torture/patience.ts'

export async function kill(...given: (Running | null)[]): Promise<void> {
  const all = given.filter((running) => running !== null)
  for (const running of all) signal(running, 'SIGKILL')
  await until('what was killed is gone', () =>
    all.every(({ pid, began }) => beganAt(pid) !== began),
  )
}

export const found = ({ processes }: Cluster, kind: string, host: Host) =>
  processes.find(`${kind}-${host.name}`)

/** A killed postmaster's children end by themselves; until then nobody else may start on its data. */
export async function killDatabase(cluster: Cluster, host: Host): Promise<void> {
  const [watching, postmaster] = [
    await found(cluster, 'patroni', host),
    await cluster.postmaster(host),
  ]
  const children = postmaster ? childrenOf(postmaster.pid) : []
  await kill(watching, postmaster)
  await until('its children are gone', () => children.every((pid) => beganAt(pid) === null))
}

export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

export const startPatroni = (cluster: Cluster, host: Host) => cluster.startProgram(patroni, host)
export const startEtcd = (cluster: Cluster, host: Host) => cluster.startProgram(etcd, host)

export async function startHost(cluster: Cluster, host: Host): Promise<void> {
  await startEtcd(cluster, host)
  await startPatroni(cluster, host)
}

/** Whatever runs on it, etcd too. */
export async function killHost(cluster: Cluster, host: Host): Promise<void> {
  const member = await found(cluster, 'etcd', host)
  await Promise.all([kill(member), killDatabase(cluster, host)])
}
