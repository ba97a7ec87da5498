/**
 * The PostgreSQL that comes with the project: created once, started in a session of its own so that
 * Ctrl-C reaches only the server, reached through a Unix socket, and claimed by one server at a time.
 * A server that was killed leaves it running; the next one adopts it.
 */
import { createHash } from 'node:crypto'
import {
  appendFile,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { totalmem, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { createClient } from '../database.ts'
import { postgresFolder, removeHome, runAs, settleHome, type PostgresHome } from './home.ts'
import { findPostmaster, removeStaleFile, type Postmaster } from './postmaster.ts'
import { isAlive } from '../alive.ts'

export type EmbeddedPostgres = {
  url: string
  /** Stops the database: connections are cut, what was committed is kept. */
  stop(): Promise<void>
}

export type Starting = {
  dataFolder: string
  /** For the lines an operator reads at the start. */
  say(line: string): void
  /** The database ended under the running server; it is started again meanwhile. */
  onLost?(reason: string): void
  /** Another server has taken the database over, so this one must not go on. */
  onTakenOver?(): void
}

const superuser = 'glasshouse'
const databaseName = 'glasshouse'
const port = 5432

/** Held by the server for as long as it lives. */
const claimLock = 7_401_002
const claimName = 'glasshouse claim'

/** A Unix socket's path has at most 107 bytes (103 on macOS), the file's own name among them. */
const longestSocketFolder = 80

const dataDirectory = (home: PostgresHome) => join(home.folder, 'data')
const logFile = (home: PostgresHome) => join(home.folder, 'postgres.log')

/** Only the owner of the data and root get through the folder of the socket, so no password is needed behind it. */
const accessRules = 'local all all trust\n'

/** What a crash in the middle of `initdb` left behind; another start's is left alone. */
async function removeDrafts(home: PostgresHome): Promise<void> {
  for (const name of await readdir(home.folder)) {
    const pid = /^data\.(\d+)\.draft$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid)))
      await rm(join(home.folder, name), { recursive: true, force: true })
  }
}

/** Makes the data directory beside and renames it, so that it is there whole or not at all. */
async function create(home: PostgresHome): Promise<void> {
  await removeDrafts(home)
  const draft = join(home.folder, `data.${process.pid}.draft`)
  const { code, stderr } = await runAs(home.user, join(home.program, 'bin/initdb'), [
    '-D',
    draft,
    '-U',
    superuser,
    '--auth=trust',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ])
  if (code !== 0) throw new CannotStart(`The database could not be created: ${lastLine(stderr)}`)
  await appendFile(join(draft, 'postgresql.conf'), "\ninclude_if_exists 'glasshouse.conf'\n")
  await rename(draft, dataDirectory(home)).catch(async (error: NodeJS.ErrnoException) => {
    // Another start was quicker; its claim is what decides who goes on.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(draft, { recursive: true, force: true })
  })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? ''
}

async function checkVersion(home: PostgresHome): Promise<void> {
  const made = (await readFile(join(dataDirectory(home), 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await runAs(home.user, join(home.program, 'bin/postgres'), ['--version'])
  const runs = /(\d+)\./.exec(stdout)?.[1]
  if (made !== runs)
    throw new CannotStart(
      `The database in ${home.folder} was made by PostgreSQL ${made}; this release brings ${runs}.`,
    )
}

/** Beside the data where the path is short and plain; else a folder below /tmp that is certainly ours. */
async function socketFolder(home: PostgresHome): Promise<string> {
  const beside = join(home.folder, 'socket')
  const fits = Buffer.byteLength(beside) <= longestSocketFolder && /^[\w./-]+$/.test(beside)
  const name = createHash('sha256').update(home.folder).digest('hex').slice(0, 16)
  const folder = fits ? beside : `/tmp/glasshouse-${name}`
  const uid = home.user?.uid ?? userInfo().uid
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  if (home.user && found.uid === 0 && found.isDirectory())
    await chown(folder, home.user.uid, home.user.gid)
  else if (found.uid !== uid || !found.isDirectory() || (found.mode & 0o077) !== 0) {
    throw new CannotStart(
      `${folder}, where the database's socket belongs, belongs to another user. GLASSHOUSE_DATA sets another folder.`,
    )
  }
  return folder
}

/**
 * A quarter of the machine's memory, as PostgreSQL's manual advises, within bounds. It is taken only as it is used; a long past's
 * indexes by owner need it (docs/scaling.md).
 */
function sharedBuffersMb(): number {
  return Math.min(8192, Math.max(128, Math.floor(totalmem() / 4 / 1024 / 1024)))
}

async function writeSettings(home: PostgresHome, socket: string): Promise<void> {
  const data = dataDirectory(home)
  const lines = [
    '# Written at every start.',
    "listen_addresses = ''",
    `unix_socket_directories = '${socket}'`,
    'unix_socket_permissions = 0700',
    `port = ${port}`,
    'max_connections = 200',
    `shared_buffers = ${sharedBuffersMb()}MB`,
    // A checkpoint makes the next change of every page cost a whole page of log: rather few of them.
    'max_wal_size = 4GB',
    'checkpoint_timeout = 15min',
    "log_line_prefix = '%m [%p] '",
    // Without the details of an error, which repeat the values of rows: names and addresses outlive their person in no log.
    'log_error_verbosity = terse',
  ]
  await writeFile(join(data, 'glasshouse.conf'), `${lines.join('\n')}\n`)
  await writeFile(join(data, 'pg_hba.conf'), accessRules)
  if (home.user) await chown(join(data, 'glasshouse.conf'), home.user.uid, home.user.gid)
}

/** The log only matters when something goes wrong; an old one is kept until it is large. */
async function trimLog(home: PostgresHome): Promise<void> {
  const found = await stat(logFile(home)).catch(() => null)
  if (found && found.size > 10_000_000) await rename(logFile(home), `${logFile(home)}.old`)
}

async function launch(home: PostgresHome): Promise<boolean> {
  await writeSettings(home, await socketFolder(home))
  await trimLog(home)
  await removeStaleFile(dataDirectory(home))
  const { code } = await runAs(home.user, join(home.program, 'bin/pg_ctl'), [
    'start',
    '-w',
    '-s',
    '-t',
    '120',
    '-D',
    dataDirectory(home),
    '-l',
    logFile(home),
  ])
  return code === 0
}

async function reasonFromLog(home: PostgresHome): Promise<string> {
  const text = await readFile(logFile(home), 'utf8').catch(() => '')
  const fatal = text
    .split('\n')
    .filter((line) => /FATAL|PANIC/.test(line))
    .at(-1)
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? lastLine(text)
}

/** Long enough for the orphans of a killed PostgreSQL to notice, and for another start to finish. */
const patienceMs = 30_000

/** The ready postmaster of this home, started where there is none. */
async function ensureRunning(home: PostgresHome): Promise<Postmaster> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const found = await findPostmaster(dataDirectory(home))
    if (found?.status === 'ready') return found
    // Starting or stopping: either way it will soon be ready or gone.
    if (found || !(await launch(home))) await wait(100)
  }
  throw new CannotStart(
    `PostgreSQL did not start: ${await reasonFromLog(home)} (see ${logFile(home)}).`,
  )
}

function urlOf(postmaster: Postmaster, database: string): string {
  const url = new URL(`postgresql://${superuser}@localhost:${postmaster.port}/${database}`)
  url.searchParams.set('host', postmaster.socketFolder)
  return url.href
}

async function connectForClaim(postmaster: Postmaster): Promise<pg.Client> {
  const client = createClient({
    url: urlOf(postmaster, 'postgres'),
    name: claimName,
    as: 'owner',
    limits: { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 },
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function tryClaim(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [claimLock],
  )
  return rows[0]!.mine
}

/** The claim of a server that was killed a moment ago goes when PostgreSQL notices; another start may cut us off. */
const claimPatienceMs = 2000

/** Connects as the one server of this database, or throws `CannotStart` when there is another. */
async function claim(dataFolder: string, postmaster: Postmaster): Promise<pg.Client> {
  const deadline = performance.now() + claimPatienceMs
  let fault: unknown = null
  while (performance.now() < deadline) {
    const client = await connectForClaim(postmaster).catch((error: unknown) => {
      fault = error
      return null
    })
    try {
      if (client && (await tryClaim(client))) return client
      if (client) fault = null
    } catch (error) {
      fault = error
    }
    await client?.end().catch(() => {})
    await wait(100)
  }
  if (fault !== null) throw fault
  throw new CannotStart(
    `Another Glasshouse server is running on the data folder ${dataFolder}. Stop it first, or set GLASSHOUSE_DATA to another.`,
  )
}

/** Whatever a killed server had begun ends here, before anything new is read. */
async function endOldBackends(client: pg.Client): Promise<void> {
  const others = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
                    and application_name <> '${claimName}'`
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${others}`)
    if (rowCount === 0) return
    await wait(20)
  }
  throw new CannotStart(
    'Connections of an earlier server do not end. Stop the database and start again.',
  )
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [
    databaseName,
  ])
  if (rowCount === 0) await client.query(`create database ${databaseName}`)
}

async function stopPostgres(home: PostgresHome): Promise<void> {
  const stop = (mode: string, seconds: number) =>
    runAs(home.user, join(home.program, 'bin/pg_ctl'), [
      'stop',
      '-w',
      '-s',
      '-m',
      mode,
      '-t',
      String(seconds),
      '-D',
      dataDirectory(home),
    ])
  // Fast writes a checkpoint first; where that takes too long, the next start replays the log instead.
  const { code } = await stop('fast', 3)
  if (code !== 0 && (await findPostmaster(dataDirectory(home)))) await stop('immediate', 2)
}

/** Starts or adopts the database of a data folder and claims it. Throws `CannotStart` with a line that says why not. */
export async function startEmbeddedPostgres(starting: Starting): Promise<EmbeddedPostgres> {
  const home = await settleHome(starting.dataFolder, starting.say)
  if (!(await stat(dataDirectory(home)).catch(() => null))) await create(home)
  await checkVersion(home)
  const postmaster = await ensureRunning(home)
  let claimed = await claim(starting.dataFolder, postmaster)
  await endOldBackends(claimed)
  await createDatabase(claimed)

  let stopping = false
  const watch = (client: pg.Client) =>
    client.once('end', () => void recover('the connection to the database was lost'))
  async function recover(reason: string): Promise<void> {
    if (stopping) return
    starting.onLost?.(reason)
    try {
      claimed = await claim(starting.dataFolder, await ensureRunning(home))
      watch(claimed)
    } catch (error) {
      if (stopping) return
      if (error instanceof CannotStart) starting.onTakenOver?.()
      else setTimeout(() => void recover((error as Error).message), 500)
    }
  }
  watch(claimed)

  return {
    url: urlOf(postmaster, databaseName),
    async stop() {
      stopping = true
      await stopPostgres(home)
      await claimed.end().catch(() => {})
    },
  }
}

/** The database of a server that runs on this data folder, or null: for scripts that read beside it. */
export async function findEmbeddedPostgres(dataFolder: string): Promise<string | null> {
  const { folder } = await postgresFolder(dataFolder)
  const postmaster = await findPostmaster(join(folder, 'data'))
  return postmaster?.status === 'ready' ? urlOf(postmaster, databaseName) : null
}

/** Removes the database of a data folder for good, or throws `CannotStart` while a server runs on it. */
export async function removeEmbeddedPostgres(dataFolder: string): Promise<void> {
  if (await findEmbeddedPostgres(dataFolder)) {
    await (await startEmbeddedPostgres({ dataFolder, say() {} })).stop()
  }
  await removeHome(dataFolder)
}
