/**
 * A PostgreSQL of the torture's own, made with the binaries that come with the project: started,
 * killed and started again as often as it takes. It keeps what it acknowledges as a house in production would.
 */
import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { createClient, withClient } from '../../src/platform/database.ts'
import { runAs, settleHome, type PostgresHome } from '../../src/platform/postgres/home.ts'
import { findPostmaster, removeStaleFile } from '../../src/platform/postgres/postmaster.ts'
import { isAlive } from '../../src/platform/alive.ts'
import { prepareDisks, unmountBelow, type Disks } from './disks.ts'
import { until } from './patience.ts'

/** Owns the database, as in any house. */
export const ownerRole = 'glasshouse'
/** The torture's own connections: never those that are to be hit. */
const tortureRole = 'torture'
const port = 5432
const parent = tmpdir()
const prefix = 'glasshouse-torture-'

/** Changes nothing of the books; what a checker may be. */
export const readerRole = 'torture_reader'

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(port),
  max_connections: '120',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The small disk of the WAL has to hold it.
  min_wal_size: '2MB',
  max_wal_size: '24MB',
  log_line_prefix: '%m [%p] %a ',
}

/** What a run that was killed left behind: its PostgreSQL, its disks and its folder. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const folder = join(parent, name)
    const postmaster = await findPostmaster(join(folder, 'postgres/data-disk/data')).catch(
      () => null,
    )
    if (postmaster) {
      process.kill(postmaster.pid, 'SIGQUIT')
      await until('an abandoned PostgreSQL has ended', () => !isAlive(postmaster.pid))
    }
    await unmountBelow(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

export class Cluster {
  readonly folder: string
  readonly home: PostgresHome
  readonly disks: Disks
  /** Settings of this run, over the standard ones. */
  readonly #settings: Record<string, string>

  private constructor(
    folder: string,
    home: PostgresHome,
    disks: Disks,
    given: Record<string, string>,
  ) {
    this.folder = folder
    this.home = home
    this.disks = disks
    this.#settings = { ...settings, unix_socket_directories: this.socketFolder, ...given }
  }

  get dataDirectory(): string {
    return join(this.disks.data, 'data')
  }

  get socketFolder(): string {
    return join(this.home.folder, 'socket')
  }

  get socket(): string {
    return join(this.socketFolder, `.s.PGSQL.${port}`)
  }

  get log(): string {
    return join(this.folder, 'postgres.log')
  }

  static async create(given: Record<string, string>): Promise<Cluster> {
    await removeAbandoned()
    const folder = join(parent, prefix + process.pid)
    await mkdir(folder)
    // As root, PostgreSQL runs as another user, who has to get through here to a folder of its own.
    await chmod(folder, 0o711)
    const home = await settleHome(folder, () => {})
    const cluster = new Cluster(folder, home, await prepareDisks(home.folder, home.user), given)
    await cluster.#initialise()
    await cluster.start()
    const first = cluster.url('postgres').replace(tortureRole, ownerRole)
    await withClient({ url: first, name: 'torture', as: 'owner' }, (client) =>
      client.query(
        `create role ${tortureRole} superuser login; create role ${readerRole} in role pg_read_all_data, pg_read_all_stats`,
      ),
    )
    return cluster
  }

  async #initialise(): Promise<void> {
    const { user, program } = this.home
    await mkdir(this.socketFolder, { mode: 0o700 })
    if (user)
      await Promise.all(
        [this.socketFolder, this.disks.data, this.disks.wal].map((place) =>
          chown(place, user.uid, user.gid),
        ),
      )
    // Small segments, so that the small disk of the WAL is full soon.
    const { code, stderr } = await runAs(user, join(program, 'bin/initdb'), [
      '-D',
      this.dataDirectory,
      '--waldir',
      join(this.disks.wal, 'wal'),
      '--wal-segsize=1',
      '-U',
      ownerRole,
      '--auth=trust',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ])
    if (code !== 0) throw new CannotStart(`The database could not be created: ${stderr.trim()}`)
  }

  async logSize(): Promise<number> {
    return (await stat(this.log)).size
  }

  /** What was logged after this offset in bytes: a long run's log is large. */
  async readLog(from: number): Promise<string> {
    const file = await open(this.log)
    try {
      return (
        await file.read({
          buffer: Buffer.alloc(Math.max(1, (await file.stat()).size - from)),
          position: from,
        })
      ).buffer.toString('utf8')
    } finally {
      await file.close()
    }
  }

  /** The pid of the running postmaster, or null. */
  async postmaster(): Promise<number | null> {
    return (await findPostmaster(this.dataDirectory))?.pid ?? null
  }

  /**
   * Starts PostgreSQL unless it runs, and waits until it takes connections: it may also be recovering by itself,
   * or be about to give up. Its killer has waited for its children.
   */
  async start(): Promise<void> {
    await until(
      'PostgreSQL takes connections',
      async () => {
        if ((await this.postmaster()) === null) await this.#spawn()
        return this.#answers()
      },
      60_000,
      10,
    )
  }

  #answers(): Promise<boolean> {
    const url = this.url('postgres').replace(tortureRole, ownerRole)
    return withClient({ url, name: 'torture', as: 'owner' }, async () => true).catch(() => false)
  }

  /** Resolves when its file of the pid is there, or it has ended. */
  async #spawn(): Promise<void> {
    await removeStaleFile(this.dataDirectory)
    const log = await open(this.log, 'a')
    const { user, program } = this.home
    const options = Object.entries(this.#settings).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const child = spawn(join(program, 'bin/postgres'), ['-D', this.dataDirectory, ...options], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    })
    await log.close()
    child.on('error', () => {})
    const ended = () => child.exitCode !== null || child.signalCode !== null
    await until(
      'PostgreSQL has begun to start',
      async () => ended() || (await this.postmaster()) === child.pid,
    )
  }

  version(): Promise<string> {
    return this.ask(
      'postgres',
      async (client) =>
        (
          await client.query<{ version: string }>(
            `select current_setting('server_version') as version`,
          )
        ).rows[0]!.version,
    )
  }

  async remove(): Promise<void> {
    await this.#stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  async #stop(): Promise<void> {
    const pid = await this.postmaster()
    if (pid !== null) {
      process.kill(pid, 'SIGQUIT')
      await until('PostgreSQL has ended', async () => (await this.postmaster()) === null)
    }
    await this.disks.remove()
  }

  /** A database through the socket itself, as the torture. */
  url(database: string): string {
    const url = new URL(`postgresql://${tortureRole}@localhost:${port}/${database}`)
    url.searchParams.set('host', this.socketFolder)
    return url.href
  }

  /** The owner's address of a database behind a link. */
  urlThrough(link: number, database: string): string {
    return `postgresql://${ownerRole}@127.0.0.1:${link}/${database}`
  }

  ask<T>(database: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(
      {
        url: this.url(database),
        name: 'torture',
        as: 'owner',
        limits: { statementMs: 0, lockMs: 0 },
      },
      use,
    )
  }

  /** A connection that may read everything and change nothing. */
  reader(database: string): pg.Client {
    const url = new URL(this.url(database))
    url.searchParams.set('options', `-c role=${readerRole}`)
    return createClient({
      url: url.href,
      name: 'torture checker',
      as: 'owner',
      limits: { statementMs: 120_000, idleInTransactionMs: 0 },
    })
  }
}
