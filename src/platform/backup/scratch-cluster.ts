/** A PostgreSQL that is started on a restored folder, for a moment and for one user alone, and then thrown away. */
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { runAs, type SystemUser } from '../postgres/home.ts'
import type { Backup, Run } from './pgbackrest.ts'

/** What comes back has to fit, and what is gone through after it. */
const roomFactor = 1.2

/** Where Debian and the PostgreSQL project put the programs of each major version. */
const placesOf = (version: string) => [
  `/usr/lib/postgresql/${version}/bin`,
  `/usr/pgsql-${version}/bin`,
]

function programsOf(version: string): string {
  const place = placesOf(version).find((one) => existsSync(join(one, 'pg_ctl')))
  if (place) return place
  throw new CannotStart(
    `The programs of PostgreSQL ${version} are not here (${placesOf(version).join(', ')}): rehearse on a machine that has them.`,
  )
}

const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const gigabytes = (bytes: number) => `${oneDigit.format(bytes / 1e9)} GB`

/** Throws `CannotStart` where a folder has no room for what comes back. */
async function checkRoom(folder: string, { bytes, label }: Backup): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = bytes * roomFactor
  if (bavail * bsize < needed)
    throw new CannotStart(
      `${folder} has ${gigabytes(bavail * bsize)} left, and ${label} needs ${gigabytes(needed)}: give another folder in TMPDIR.`,
    )
}

/** A socket's path has a hundred letters at most, however long the one of the folder with the data is. */
type Places = { folder: string; socket: string }
const socketsParent = '/tmp'

/**
 * On the command line they outrank whatever the copy was set to: it is reached by nobody but its user, copies nothing
 * anywhere, waits for no standby, and is gone before a power cut would matter.
 */
const settingsOf = ({ folder, socket }: Places) => ({
  config_file: join(folder, 'postgresql.conf'),
  hba_file: join(folder, 'pg_hba.conf'),
  ident_file: join(folder, 'pg_ident.conf'),
  external_pid_file: '',
  listen_addresses: '',
  unix_socket_directories: socket,
  unix_socket_permissions: '0700',
  port: '5432',
  ssl: 'off',
  archive_mode: 'off',
  hot_standby: 'off',
  primary_conninfo: '',
  synchronous_standby_names: '',
  shared_preload_libraries: '',
  shared_buffers: '128MB',
  max_connections: '20',
  max_wal_senders: '0',
  logging_collector: 'off',
  log_destination: 'stderr',
  autovacuum: 'off',
  fsync: 'off',
})

const everyMs = 100
/** As `pg_isready` says it: it is there, and goes through what was archived. */
const isRecovering = 1

/** However long what was archived takes. Throws `CannotStart` when it has ended instead. */
async function untilReady(pgIsReady: string, { folder, socket }: Places, run: Run): Promise<void> {
  const ask = () => run(pgIsReady, ['-q', '-h', socket, '-p', '5432'])
  let { code } = await ask()
  while (code === isRecovering) {
    await setTimeout(everyMs)
    ;({ code } = await ask())
  }
  if (code === 0) return
  const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
  throw new CannotStart(
    `What was restored does not start. ${log.trim().split('\n').slice(-5).join(' ')}`.trim(),
  )
}

export type Scratch = {
  /** Where the backup belongs. */
  data: string
  /** From the restored folder to a database that answers. */
  start(): Promise<void>
  /** Of a database of it, for a role that may sign in without a password: only the folder's user reaches the socket. */
  urlOf(role: string, database: string): string
}

/** Lends a new folder in `parent`, and removes it and what runs in it, whatever happens. */
export async function withScratchCluster<T>(
  { run, user, parent, backup }: { run: Run; user: SystemUser; parent: string; backup: Backup },
  use: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const programs = programsOf(backup.postgres)
  await checkRoom(parent, backup)
  const folder = await mkdtemp(join(parent, 'glasshouse-rehearsal-'))
  const socket = await mkdtemp(join(socketsParent, 'glasshouse-'))
  const places = { folder, socket }
  const data = join(folder, 'data')
  const start = async () => {
    const options = Object.entries(settingsOf(places)).map(
      ([name, value]) => `-c ${name}='${value.replaceAll("'", `'\\''`)}'`,
    )
    await run(join(programs, 'pg_ctl'), [
      ...['-D', data, '-s', '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start'],
    ])
    await untilReady(join(programs, 'pg_isready'), places, run)
  }
  try {
    for (const [name, text] of [
      ['postgresql.conf', ''],
      ['pg_hba.conf', 'local all all trust\n'],
      ['pg_ident.conf', ''],
    ] as const)
      await writeFile(join(folder, name), text, { mode: 0o644 })
    await mkdir(data, { mode: 0o700 })
    await mkdir(`${data}-tablespaces`, { mode: 0o700 })
    if (user)
      for (const one of [data, `${data}-tablespaces`, folder, socket])
        await chown(one, user.uid, user.gid)
    return await use({
      data,
      start,
      urlOf: (role, database) =>
        `postgresql://${encodeURIComponent(role)}@localhost:5432/${encodeURIComponent(database)}?host=${encodeURIComponent(socket)}`,
    })
  } finally {
    // Also when it was told to stop half-way, which ends everything else that is run.
    if (existsSync(join(data, 'postmaster.pid')))
      await runAs(user, join(programs, 'pg_ctl'), [
        '-D',
        data,
        '-s',
        '-w',
        'stop',
        '-m',
        'immediate',
      ])
    for (const one of [folder, socket]) await rm(one, { recursive: true, force: true })
  }
}
