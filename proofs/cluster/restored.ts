/** After a failover a backup is made of the new primary and started by itself: what was acknowledged before its end is in it. */
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { isAlive, signal, type Running } from '../../deploy/cluster/processes.ts'
import { database } from '../../deploy/cluster/render.ts'
import { idsOf } from '../../deploy/cluster/shell.ts'
import type { Host } from '../../deploy/cluster/site.ts'
import { createClient } from '../../src/platform/database.ts'
import { until } from '../torture/patience.ts'
import { audit } from './audit.ts'
import type { Fault } from './fault.ts'
import type { House } from './house.ts'
import { killDatabase, startPatroni } from './killing.ts'

const wholeMs = 180_000
const programs = '/usr/lib/postgresql/15/bin'
/** Slow enough that people do a lot meanwhile. */
const rate = '8M'
const port = 5432

const settings = (folder: string) => `
listen_addresses = ''
unix_socket_directories = '${folder}'
port = ${port}
hba_file = '${folder}/pg_hba.conf'
max_connections = 200
max_wal_senders = 10
max_replication_slots = 10
`

/** What was acknowledged before the backup's end: known before it was asked whether the files are still being copied. */
class Acknowledged {
  ids: string[] = []
  #isGoing = true
  readonly #house: House
  readonly #watching: Promise<void>

  constructor(house: House) {
    this.#house = house
    this.#watching = house.read(async (client) => {
      while (this.#isGoing) {
        const ids = this.#known()
        const { rows } = await client.query<{ phase: string }>(
          'select phase from pg_stat_progress_basebackup',
        )
        if (rows[0]?.phase === 'streaming database files') this.ids = ids
        await wait(50)
      }
    })
  }

  #known(): string[] {
    return [...this.#house.records.ops.values()]
      .filter(({ outcome }) => outcome === 'ok')
      .map(({ id }) => id)
  }

  async end(): Promise<string[]> {
    this.#isGoing = false
    await this.#watching
    return this.ids
  }
}

/** By the primary's own socket. */
async function backUp(cluster: Cluster, primary: Host, to: string): Promise<void> {
  const how = ['--wal-method', 'stream', '--checkpoint', 'fast', '--max-rate', rate]
  const who = ['--username', 'replicator', '--pgdata', to]
  await cluster.asSuperuser(primary, [`${programs}/pg_basebackup`, ...how, ...who], {
    PGPASSWORD: cluster.secrets.replicator_password,
  })
}

/** On a socket of its own, with settings of its own: what Patroni has set leads to the cluster. */
async function start(cluster: Cluster, host: Host, folder: string): Promise<Running> {
  await writeFile(join(folder, 'postgresql.conf'), settings(folder))
  await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  return cluster.processes.start({
    name: 'restored',
    namespace: cluster.namespaceOf(host),
    user: 'postgres',
    folder,
    command: [
      `${programs}/postgres`,
      ...['-D', join(folder, 'data'), '-c', `config_file=${folder}/postgresql.conf`],
    ],
  })
}

/** Which of them aren't done there. */
async function missing(url: string, ids: readonly string[]): Promise<string[]> {
  const client = createClient({ url, name: 'torture restored', as: 'owner' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ op: string }>(
      `select split_part(key, ' ', 3) as op from desk.commands where key is not null and outcome = 'done'`,
    )
    const there = new Set(rows.map(({ op }) => op))
    return ids.filter((id) => !there.has(id))
  } finally {
    await client.end()
  }
}

async function restore(cluster: Cluster, house: House): Promise<string> {
  const primary = (await cluster.primary())!
  const folder = join(cluster.folder, 'restored')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o755 })
  await chown(folder, ...(await idsOf('postgres')))
  const acknowledged = new Acknowledged(house)
  const before = house.records.tally.acknowledged
  await backUp(cluster, primary, join(folder, 'data')).finally(() => acknowledged.end())
  const running = await start(cluster, primary, folder)
  try {
    const url = (role: string) =>
      `postgres://${role}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`
    const ids = await acknowledged.end()
    const lost = await until(
      'the backup is open',
      () => missing(url('glasshouse_owner'), ids).catch(() => null),
      60_000,
      200,
    )
    for (const id of lost)
      house.records.complaints.push(`Acknowledged before the backup’s end and not in it: ${id}`)
    house.records.complaints.push(...(await audit(cluster, url('glasshouse_server'))))
    return `  restored: ${ids.length} acknowledged before the backup’s end, ${ids.length - before} of them while it was made; ${lost.length} are missing`
  } finally {
    signal(running, 'SIGINT')
    await until('the restored database has ended', () => !isAlive(running))
    await rm(folder, { recursive: true, force: true })
  }
}

export const restored: Fault = {
  name: 'restored',
  says: 'kill -9 with Patroni; a backup of the new primary is restored beside it',
  async strike({ cluster, primary, house, note }) {
    await killDatabase(cluster, primary)
    return async () => {
      await startPatroni(cluster, primary)
      await until('the cluster is whole', () => cluster.isWhole(), wholeMs, 500)
      note(await restore(cluster, house))
    }
  },
}
