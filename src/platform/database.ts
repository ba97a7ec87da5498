/** Connections to PostgreSQL: as the application's role, with limits on time, and with exact numbers and instants. */
import pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { isConnectionFault } from './connection-fault.ts'
import { Flight, type Answer, type PreparedStatements } from './flight.ts'

/** What the application may do is granted to this role in the migrations; who signs in for it is a member, or the owner. */
export const applicationRole = 'glasshouse_app'

export const oldestServer = 15

/** Whatever can be asked: a pool, or one connection of it. */
export type Database = Pick<pg.Pool | pg.ClientBase, 'query'>

export type Connecting = {
  /** As in DATABASE_URL: its role is the owner, or a member of the application's. */
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** `application` drops all rights but its own for the whole session; `owner` keeps those of who signed in. */
  as?: 'application' | 'owner'
  /** For what only looks: every transaction is read only, whatever rights its role has. */
  readOnly?: boolean
  /** `driver` leaves node-postgres's own types, for libraries that expect a Date. */
  types?: 'exact' | 'driver'
  /** How long it may take to connect, in milliseconds. */
  connectMs?: number
  /** Milliseconds; 0 is no limit. */
  limits?: Partial<typeof defaultLimits>
  /**
   * For flights, which send statements without waiting for the answer of the one before. Its statements are few, named,
   * and find every row by an index: they are planned once, and never for the scans that were right while a table was small.
   */
  pipeline?: boolean
}

/** A statement or a lock that takes longer has no reader any more; an idle transaction holds others up. */
const defaultLimits = { statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 10_000 }

/** Of a machine that is gone without a word the database hears after half a minute, and lets go what its connections had locked. */
const noticesTheGone = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 4,
}

const byIndexOnly = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  jit: 'off',
}

const bigints = (value: string) => BigInt(value)

/** PostgreSQL's text of a timestamptz in a UTC session, `2026-01-31 09:30:00.123456+00`, to milliseconds since 1970. */
export function instantFromText(text: string): number {
  const isUtc = text[10] === ' ' && text.endsWith('+00')
  const instant = isUtc ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : Number.NaN
  if (Number.isNaN(instant)) throw new RangeError(`not an instant in UTC: ${text}`)
  return instant
}

const { builtins } = pg.types
const int8Array = 1016
const timestamptzArray = 1185
const textArray = 1009 as typeof builtins.TEXT

function arrayOf<T>(parse: (value: string) => T): (text: string) => (T | null)[] {
  const parseStrings = pg.types.getTypeParser(textArray, 'text') as (
    text: string,
  ) => (string | null)[]
  return (text) => parseStrings(text).map((value) => (value === null ? null : parse(value)))
}

const exactParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, bigints],
  [int8Array, arrayOf(bigints)],
  [builtins.TIMESTAMPTZ, instantFromText],
  [timestamptzArray, arrayOf(instantFromText)],
  // A date has no time zone; a Date would give it one.
  [builtins.DATE, (text) => text],
])

const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (
      (format !== 'binary' && exactParsers.get(oid)) ||
      pg.types.getTypeParser(oid, format as 'text')
    )
  },
} as pg.CustomTypesConfig

/** Everything is a start-up option: a setting made by a statement would be lost on the next connection of a pool. */
function withOptions(connecting: Connecting): string {
  const { statementMs, lockMs, idleInTransactionMs } = { ...defaultLimits, ...connecting.limits }
  const parameters = {
    TimeZone: 'UTC',
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // A warning has to arrive, whatever the server was told to keep to itself; what is less than one need not.
    client_min_messages: 'warning',
    ...noticesTheGone,
    ...(connecting.as === 'owner' ? {} : { role: applicationRole }),
    ...(connecting.readOnly ? { default_transaction_read_only: 'on' } : {}),
    ...(connecting.pipeline ? byIndexOnly : {}),
  }
  const url = new URL(connecting.url)
  const options = Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? [], options].flat().join(' '))
  return url.href
}

export function clientConfig(connecting: Connecting): pg.ClientConfig {
  return {
    connectionString: withOptions(connecting),
    application_name: connecting.name,
    connectionTimeoutMillis: connecting.connectMs ?? 10_000,
    keepAlive: true,
    ...(connecting.types === 'driver' ? {} : { types: exactTypes }),
  }
}

/**
 * It was committed here, and nobody knows whether it will stay. While PostgreSQL waits for a standby, a cancelled wait
 * ends with a mere warning beside its answer, and an ended connection with none: the change is visible then, and may be
 * on no other machine.
 */
export class Unconfirmed extends Error {}

const changes = new Set(['COMMIT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'])

type Done = { command?: string } | readonly { command?: string }[]
type Callback = (error: Error | undefined, done: Done) => void

/** A connection on which a change that was answered with a warning is not believed: its statement throws `Unconfirmed`. */
export class CarefulClient extends pg.Client {
  #warnings = 0
  readonly #prepared: PreparedStatements = new Map()

  constructor(config?: pg.ClientConfig | string) {
    super(config as pg.ClientConfig)
    this.on('notice', () => {
      this.#warnings += 1
    })
  }

  /** Of statements on their way together, each that ends after the warning counts: their transaction is the same. */
  #judge(before: number, done: Done): Unconfirmed | undefined {
    if (
      this.#warnings === before ||
      ![done].flat().some(({ command }) => changes.has(command ?? ''))
    )
      return undefined
    return new Unconfirmed('The database committed with a warning: it may be on no standby')
  }

  override query = ((...given: unknown[]) => {
    const before = this.#warnings
    const ask = super.query as (...asked: unknown[]) => unknown
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      const judged: Callback = (error, done) =>
        (callback as Callback)(error ?? this.#judge(before, done), done)
      return ask.call(this, ...given.slice(0, -1), judged)
    }
    const answer = ask.call(this, ...given)
    if (!(answer instanceof Promise)) return answer
    return answer.then((done: Done) => {
      const fault = this.#judge(before, done)
      if (fault) throw fault
      return done
    })
  }) as pg.Client['query']

  /** Sends all statements at once, and answers with what became of each, or throws what went wrong first. */
  flight(statements: readonly pg.QueryConfig[]): Promise<Answer[]> {
    const before = this.#warnings
    const flight = new Flight(statements, {
      prepared: this.#prepared,
      parserOf: (type) => this.getTypeParser(type, 'text'),
      judge: (answer) => this.#judge(before, answer),
    })
    super.query(flight)
    return flight.answers
  }
}

/** A single connection, not yet connected. Its owner listens for `error` and `end`. */
export function createClient(connecting: Connecting): CarefulClient {
  return new CarefulClient(clientConfig(connecting))
}

/** Asks both side by side where each can have a connection; else one after the other. */
export async function askBoth<One, Other>(
  db: Database,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  return db instanceof pg.Pool ? Promise.all([one(), other()]) : [await one(), await other()]
}

/** For statements that are asked at once: at a pool each has a connection, at one connection each waits for the one before. */
export function oneByOne(db: Database): Database {
  if (db instanceof pg.Pool) return db
  let last: Promise<unknown> = Promise.resolve()
  const ask = db.query.bind(db) as (...asked: unknown[]) => Promise<unknown>
  const query = (...asked: unknown[]) => {
    const next = last.then(() => ask(...asked))
    last = next.catch(() => {})
    return next
  }
  return { query: query as unknown as Database['query'] }
}

/** A pool, which opens connections when they are needed. One that breaks is replaced silently; its holder hears of it from the next statement. */
export function createPool(connecting: Connecting & { max?: number }): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(connecting),
    Client: CarefulClient,
    max: connecting.max ?? 10,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', () => {})
  // The pool listens to idle connections only: without this, one that breaks between two statements would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Runs with a connection of its own, closed afterwards. */
export async function withClient<T>(
  connecting: Connecting,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(connecting)
  // The running statement reports a lost connection; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws `Unconfirmed` where the connection breaks at COMMIT, too: what was to be committed may stand, or not. */
async function commit(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    if (isConnectionFault(error))
      throw new Unconfirmed('The connection broke while the database committed', { cause: error })
    throw error
  }
}

/** On a connection of the caller's own, between BEGIN and COMMIT. Throws what `work` or COMMIT throws; what `work` did is undone then. */
export async function atomically<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Runs on one connection between BEGIN and COMMIT. Throws what `work` throws, and then nothing of it stays;
 * or `Unconfirmed`, and then all of it may stay.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await commit(client)
    client.release()
    return result
  } catch (error) {
    // A connection that can't even roll back is of no use to the next one.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

/** Throws `CannotStart` unless this server keeps what it acknowledges: only then is a reply a promise. */
export async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
      where name in ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  )
  const setting = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  const version = Math.floor(Number(setting.server_version_num) / 10_000)
  if (version < oldestServer)
    throw new CannotStart(
      `The database is PostgreSQL ${version}; ${oldestServer} or later is needed.`,
    )
  const safe = {
    fsync: ['on'],
    full_page_writes: ['on'],
    synchronous_commit: ['on', 'remote_apply'],
  }
  for (const [name, values] of Object.entries(safe)) {
    if (values.includes(setting[name]!)) continue
    throw new CannotStart(
      `The database has ${name} = ${setting[name]}: a power cut would undo acknowledged bookings. Set it to on.`,
    )
  }
}
