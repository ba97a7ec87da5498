/** What a house with a long past takes beside commands: its disk, its audit, the daily root, vacuum, a backup and a restore. */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createPool, withClient } from '../../src/platform/database.ts'
import { runAs, settleHome, type PostgresHome } from '../../src/platform/postgres/home.ts'
import { runApart } from './apart.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import { withDatabase, type House } from './house.ts'
import { percentile, roundRobin } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import type { ProofReport } from './scale-proof.ts'

const run = promisify(execFile)

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

const askAsOwner = <R extends object>(url: string, sql: string) =>
  withClient({ url, name: 'bench scale', as: 'owner', limits: { statementMs: 0 } }, (client) =>
    client.query<R>(sql),
  )

export type Sizes = { all: number; tables: number; indexes: number }

export async function sizesOf(url: string): Promise<Sizes> {
  const { rows } = await askAsOwner<Sizes>(
    url,
    `select pg_database_size(current_database())::float8 as all, sum(pg_table_size(oid))::float8 as tables, sum(pg_indexes_size(oid))::float8 as indexes
      from pg_class where relkind = 'r'`,
  )
  return rows[0]!
}

export function bytesRow(after: string, postings: number, sizes: Sizes): Row {
  return makeRow({
    name: `Disk for each posting ${after}`,
    unit: 'bytes',
    rounds: [sizes.all / postings],
    limits: `The whole database, ${gigabytes(sizes.all)}, divided by its postings: tables ${gigabytes(sizes.tables)}, indexes ${gigabytes(sizes.indexes)}. People are in it, with their names and balances. Texts of this past are shorter than real ones: BYTES.md has those.`,
  })
}

/** Throws unless the books are in order. */
export async function auditRow(after: string, url: string): Promise<Row> {
  const pool = createPool({ url, name: 'bench audit', max: 1 })
  const began = performance.now()
  const { faults, checked } = await auditBooks(pool).finally(() => pool.end())
  const seconds = (performance.now() - began) / 1000
  if (faults.length > 0) throw new Error(`The books are not in order. ${faults.join(' ')}`)
  return makeRow({
    name: `Audit of the books ${after}`,
    unit: 's',
    rounds: [seconds],
    limits: `\`npm run audit\`: ${checked.checks} checks of ${checked.postings.toLocaleString('en')} postings, one after the other in one snapshot. It may run at a standby.`,
  })
}

/** The busiest hour of a firm with a million investors (docs/scaling.md). */
const commandsEachSecond = 14

/** Commands at that rate, however long each takes, until it is told to end; answers the milliseconds of each. */
function workAlong(url: string, people: readonly string[]): () => Promise<number[]> {
  const { desk, close } = openDesk(url)
  const nextOwner = roundRobin(people)
  const taken: Promise<number>[] = []
  const ask = async () => {
    const began = performance.now()
    await done(desk, withdrawal(nextOwner()))
    return performance.now() - began
  }
  const timer = setInterval(() => {
    const asking = ask()
    // A refusal is told at the end.
    asking.catch(() => {})
    taken.push(asking)
  }, 1000 / commandsEachSecond)
  return async () => {
    clearInterval(timer)
    return Promise.all(taken).finally(close)
  }
}

/** As the worker makes it, while people work: the proof of what is owed is of the same moment. */
export async function rootRows(
  after: string,
  { url, people }: { url: string; people: readonly string[] },
): Promise<Row[]> {
  const stopWork = workAlong(url, people)
  let taken: number[] = []
  const made = await runApart<ProofReport>('scale-proof.ts', { url }).finally(async () => {
    taken = await stopWork()
  })
  const { heads, seconds, proofSeconds, megabytes } = made
  const meanwhile = `${commandsEachSecond} commands a second were made meanwhile.`
  return [
    makeRow({
      name: `The daily root ${after}`,
      unit: 's',
      rounds: [seconds - proofSeconds],
      limits: `Over ${Number(heads).toLocaleString('en')} heads, all of which are new to it, so that each is written down; a later day’s root writes those that changed. Most heads are of the right size only: no chain leads to them, and a root reads nothing else. ${meanwhile}`,
    }),
    makeRow({
      name: `The day’s proof of what is owed ${after}`,
      unit: 's',
      rounds: [proofSeconds],
      bound: { atMost: 120 },
      limits: `Made with the root, over everybody’s balances, in one thread. ${meanwhile}`,
    }),
    makeRow({
      name: `Memory of root and proof ${after}`,
      unit: 'MB',
      rounds: megabytes === null ? [] : [megabytes],
      bound: { atMost: 512 },
      limits: 'The most that their process has had, Node with it.',
    }),
    makeRow({
      name: `A command while both are made, p99 ${after}`,
      unit: 'ms',
      rounds: [percentile(taken, 0.99)],
      bound: { below: 100 },
      limits: `${taken.length} of them, ${commandsEachSecond} a second; half within ${percentile(taken, 0.5).toFixed(1)} ms.`,
    }),
  ]
}

export async function vacuumRow(after: string, url: string): Promise<Row> {
  const seconds = await secondsOf(() => askAsOwner(url, 'vacuum (analyze)'))
  return makeRow({
    name: `Vacuum of everything ${after}`,
    unit: 's',
    rounds: [seconds],
    limits:
      'After the commands above, of the whole database, statistics included. Only pages that were changed are read; freezing all of them, which must come once in a long while, isn’t in it.',
  })
}

type Backup = { folder: string; bytes: number; seconds: number }

/** The files of the log that the backup needs, by the names of the first and the last. */
async function copyLog(from: string, to: string, [first, last]: readonly [string, string]) {
  const names = (await readdir(from)).filter((name) => name >= first && name <= last)
  for (const name of names) await run('cp', ['-a', join(from, name), to])
}

const notCopied = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts'])

/** What the server removes while it is copied belongs to no backup: the log that is copied with it says so. */
async function copyAlive(from: string, to: string): Promise<void> {
  try {
    await run('cp', ['-a', from, to], { env: { ...process.env, LC_ALL: 'C' } })
  } catch (error) {
    const said = ((error as { stderr?: string }).stderr ?? '').trim().split('\n')
    const isGone = /^cp: cannot (stat|open) .*: No such file or directory$/
    if (!said.every((line) => isGone.test(line))) throw error
  }
}

/** The server says which part of its log belongs to the copy; all files are copied meanwhile, as pgBackRest does. */
async function backUp(house: House, home: PostgresHome): Promise<Backup> {
  const data = join(home.folder, 'data')
  const folder = join(home.folder, 'backup')
  await mkdir(join(folder, 'pg_wal'), { recursive: true })
  const began = performance.now()
  await withClient(
    { url: house.url, name: 'bench backup', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      const fileOf = async (call: string) =>
        (
          await client.query<{ lsn: string; file: string; labelfile: string }>(
            `select *, pg_walfile_name(lsn) as file from ${call}`,
          )
        ).rows[0]!
      const start = await fileOf(`pg_backup_start('bench', fast => true) as started(lsn)`)
      for (const name of await readdir(data))
        if (!notCopied.has(name)) await copyAlive(join(data, name), folder)
      const stop = await fileOf('pg_backup_stop(wait_for_archive => false)')
      await writeFile(join(folder, 'backup_label'), stop.labelfile)
      await copyLog(join(data, 'pg_wal'), join(folder, 'pg_wal'), [start.file, stop.file])
    },
  )
  // Only what is on the disk is a backup.
  await run('sync', ['-f', folder])
  const seconds = (performance.now() - began) / 1000
  const { stdout } = await run('du', ['-sb', folder])
  return { folder, bytes: Number.parseInt(stdout, 10), seconds }
}

/** Starts on the copy until a question is answered; stops it again. */
async function restore(home: PostgresHome, backup: Backup, url: string): Promise<number> {
  const { folder } = backup
  const socket = join(home.folder, 'restored')
  await mkdir(socket)
  if (home.user) {
    const { uid, gid } = home.user
    for (const place of [folder, socket, join(folder, 'pg_wal'), join(folder, 'backup_label')])
      await chown(place, uid, gid)
  }
  await Promise.all([chmod(folder, 0o700), chmod(socket, 0o700)])
  const control = (args: string[]) =>
    runAs(home.user, join(home.program, 'bin/pg_ctl'), ['-w', '-s', '-D', folder, ...args])
  const began = performance.now()
  const options = ['-o', `-c unix_socket_directories=${socket}`, '-l', join(socket, 'log')]
  const { code, stderr } = await control(['start', '-t', '600', ...options])
  if (code !== 0) throw new Error(`The backup could not be started: ${stderr}`)
  const restored = new URL(url)
  restored.searchParams.set('host', socket)
  await askAsOwner(restored.href, 'select max(recorded_at) from desk.commands')
  const seconds = (performance.now() - began) / 1000
  await control(['stop', '-m', 'immediate'])
  await rm(socket, { recursive: true })
  return seconds
}

/** Of everything that is there; empty rows where the disk doesn't carry a copy. */
export async function backupRows(after: string, house: House, database: string): Promise<Row[]> {
  const url = withDatabase(house.url, database)
  const { all } = await sizesOf(url)
  const free = await freeBytes(house.folder)
  const names = [`Backup ${after}`, `Restore ${after}`] as const
  if (free < all * 1.1) {
    const limits = `Not measured: a copy takes ${gigabytes(all)}, and ${gigabytes(free)} are free.`
    return names.map((name) => makeRow({ name, unit: 's', rounds: [], limits }))
  }
  const home = await settleHome(house.folder, () => {})
  const backup = await backUp(house, home)
  const seconds = await restore(home, backup, url)
  await rm(backup.folder, { recursive: true })
  return [
    makeRow({
      name: names[0],
      unit: 's',
      rounds: [backup.seconds],
      limits: `${gigabytes(backup.bytes)}, copied as files between \`pg_backup_start\` and \`pg_backup_stop\`, uncompressed, to the same disk, until they are on it: ${gigabytes(backup.bytes / backup.seconds)} a second. pgBackRest, which docs/runbooks/backup.md takes, does the same in parallel, compressed, and to another machine.`,
    }),
    makeRow({
      name: names[1],
      unit: 's',
      rounds: [seconds],
      limits:
        'PostgreSQL’s start on the copy, recovery included, until a question is answered. Bringing the copy back from where it is kept takes as long again as the backup.',
    }),
  ]
}
