/** What is done to a cluster. Each strikes, and mends afterwards what it has broken, as an operator or systemd would. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { beganAt } from '../../deploy/cluster/processes.ts'
import type { Host } from '../../deploy/cluster/site.ts'
import { until } from '../torture/patience.ts'
import type { Fault } from './fault.ts'
import {
  childrenOf,
  found,
  kill,
  killDatabase,
  killHost,
  startEtcd,
  startHost,
  startPatroni,
} from './killing.ts'
import { oldClock } from './old-clock.ts'
import { restored } from './restored.ts'
import { rolling } from './rolling.ts'

/** The key in etcd ends after 20 s: what is stopped for longer comes back to find another primary. */
const longerThanTheKeyMs = 30_000
const wholeMs = 180_000
const cancellingMs = 2_000
/** Until the new process has the ports. */
const reloadingMs = 2_000
/** Long enough for some dozens of changes, and shorter than anybody takes to notice. */
const unreplicatedMs = 3_000

function stop(pids: readonly number[]): () => Promise<void> {
  const each = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) if (beganAt(pid) !== null) process.kill(pid, name)
  }
  each('SIGSTOP')
  return async () => each('SIGCONT')
}

/** To the synchronous standby of the moment, until this host leads. */
async function failBack(cluster: Cluster, host: Host): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await until('the cluster is whole', () => cluster.isWhole(), wholeMs, 500)
    const primary = await cluster.primary()
    if (primary?.name === host.name) return
    const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby')!
    await cluster.switchOver(primary!, standby.name)
  }
}

const waiters = `select pid from pg_stat_activity where wait_event = 'SyncRep'`

/**
 * Somebody's wait for the standby is cancelled: what it changed is visible, and on this host alone. It goes on for a while, so that
 * whoever believes an answer with a warning has time to hand it on.
 */
async function cancelWaits(cluster: Cluster, host: Host): Promise<void> {
  const cancel = `select pg_cancel_backend(pid) from (${waiters}) as waiting`
  const psql = ['psql', '--no-psqlrc', '--username=postgres', '-Atc', cancel, 'postgres']
  const someWere = async () => (await cluster.asSuperuser(host, psql)).trim() !== ''
  await until('a wait is cancelled', someWere)
  const end = performance.now() + cancellingMs
  while (performance.now() < end) {
    await wait(100)
    await someWere()
  }
}

export const faults: readonly Fault[] = [
  {
    name: 'postgres',
    says: 'kill -9 of the primary’s PostgreSQL alone',
    async strike({ cluster, primary }) {
      await kill(await cluster.postmaster(primary))
      return async () => {}
    },
  },
  {
    name: 'patroni',
    says: 'kill -9 of the primary’s PostgreSQL with its Patroni',
    async strike({ cluster, primary }) {
      await killDatabase(cluster, primary)
      return () => startPatroni(cluster, primary)
    },
  },
  {
    name: 'host',
    says: 'kill -9 of everything on the primary’s host',
    async strike({ cluster, primary }) {
      await killHost(cluster, primary)
      return () => startHost(cluster, primary)
    },
  },
  {
    name: 'standby',
    says: 'kill -9 of everything on the synchronous standby’s host',
    mendAfterMs: 10_000,
    async strike({ cluster, standby }) {
      await killHost(cluster, standby)
      return () => startHost(cluster, standby)
    },
  },
  {
    name: 'stop-postgres',
    says: 'SIGSTOP of the primary’s PostgreSQL, which comes back when another one leads',
    async strike({ cluster, primary }) {
      const { pid } = (await cluster.postmaster(primary))!
      return stop([pid, ...childrenOf(pid)])
    },
  },
  {
    name: 'stop-patroni',
    says: 'SIGSTOP of the primary’s Patroni alone: PostgreSQL goes on as if it led',
    mendAfterMs: longerThanTheKeyMs,
    async strike({ cluster, primary }) {
      return stop([(await found(cluster, 'patroni', primary))!.pid])
    },
  },
  {
    name: 'partition',
    says: 'the primary’s host is cut off: every packet is dropped',
    async strike({ cluster: { network }, primary }) {
      await network.cut(primary)
      return () => network.heal(primary)
    },
  },
  {
    name: 'reloaded',
    says: 'HAProxy is reloaded, and at once the primary’s host is cut off: the old process doesn’t see it',
    async strike({ cluster, primary }) {
      for (const { name } of cluster.site.proxies) await cluster.reload(`haproxy-${name}`)
      await wait(reloadingMs)
      await cluster.network.cut(primary)
      return () => cluster.network.heal(primary)
    },
  },
  {
    name: 'one-etcd',
    says: 'kill -9 of one etcd',
    mendAfterMs: 10_000,
    async strike({ cluster, chance }) {
      const host = chance.pick(cluster.site.databases)!
      await kill(await found(cluster, 'etcd', host))
      return () => startEtcd(cluster, host)
    },
  },
  {
    name: 'etcd-majority',
    says: 'kill -9 of two etcd for half a minute',
    mendAfterMs: longerThanTheKeyMs,
    countsFromMending: true,
    async strike({ cluster, chance }) {
      const lost = chance.shuffled(cluster.site.databases).slice(1)
      for (const host of lost) await kill(await found(cluster, 'etcd', host))
      return () => Promise.all(lost.map((host) => startEtcd(cluster, host)))
    },
  },
  {
    name: 'failback',
    says: 'kill -9 with Patroni; the old primary is rewound, and leads again by switchovers',
    async strike({ cluster, primary }) {
      await killDatabase(cluster, primary)
      return async () => {
        await startPatroni(cluster, primary)
        await failBack(cluster, primary)
      }
    },
  },
  {
    name: 'cancelled-wait',
    says: 'the standby is cut off, waits for it are cancelled for two seconds, and then the primary is killed',
    async strike({ cluster, primary, standby }) {
      await cluster.network.cut(standby)
      try {
        await cancelWaits(cluster, primary)
        await killDatabase(cluster, primary)
      } finally {
        await cluster.network.heal(standby)
      }
      return () => startPatroni(cluster, primary)
    },
  },
  {
    name: 'unreplicated',
    says: 'nothing reaches the standbys for three seconds, and then the primary is killed',
    async strike({ cluster, primary }) {
      const others = cluster.site.databases.filter(({ name }) => name !== primary.name)
      for (const host of others) await cluster.network.cutFromPrimary(host)
      try {
        await wait(unreplicatedMs)
        await killDatabase(cluster, primary)
      } finally {
        for (const host of others) await cluster.network.heal(host)
      }
      return () => startPatroni(cluster, primary)
    },
  },
  rolling,
  oldClock,
  restored,
]
