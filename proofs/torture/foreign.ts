/** A foreign session in the database: holds locks, ends backends, and takes locks in the wrong order. */
import type pg from 'pg'
import { createClient } from '../../src/platform/database.ts'

const firm = '00000000-0000-0000-0000-000000000000'

async function connectTo(url: string): Promise<pg.Client> {
  const client = createClient({
    url,
    name: 'torture nemesis',
    as: 'owner',
    limits: { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 },
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

export class ForeignSession {
  readonly #holder: pg.Client
  readonly #watcher: pg.Client
  #pid = 0

  private constructor(holder: pg.Client, watcher: pg.Client) {
    this.#holder = holder
    this.#watcher = watcher
  }

  static async open(url: string): Promise<ForeignSession> {
    return new ForeignSession(await connectTo(url), await connectTo(url))
  }

  /** Runs this in a transaction that stays open. */
  async hold(sql: string): Promise<void> {
    await this.#holder.query('begin')
    const { rows } = await this.#holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    this.#pid = rows[0]!.pid
    await this.#holder.query(sql)
  }

  /** How many sessions wait for what this one holds. */
  async waiters(): Promise<number> {
    const { rows } = await this.#watcher.query<{ waiting: number }>(
      'select count(*)::int as waiting from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [this.#pid],
    )
    return rows[0]!.waiting
  }

  async release(): Promise<void> {
    await this.#holder.query('commit').catch(() => {})
    await Promise.all([this.#holder, this.#watcher].map((client) => client.end().catch(() => {})))
  }
}

/** Ends backends of this user that are in the middle of a transaction, up to this many or until it has taken too long. */
export async function terminateBusy(
  url: string,
  user: string,
  atLeast: number,
): Promise<{ hits: number }> {
  const client = await connectTo(url)
  const deadline = performance.now() + 5_000
  let hits = 0
  try {
    while (hits < atLeast && performance.now() < deadline) {
      const { rows } = await client.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
          where usename = $1 and xact_start is not null and (state = 'active' or state like 'idle in transaction%')`,
        [user],
      )
      hits += rows.filter(({ ended }) => ended).length
    }
  } finally {
    await client.end().catch(() => {})
  }
  return { hits }
}

/**
 * Holds the firm's account of the bank and then wants an owner whose batch waits for it: one of the two must
 * go, and since this session looks for deadlocks only after a long time, it is the house's.
 */
async function crossOnce(client: pg.Client, watcher: pg.Client, owner: string): Promise<void> {
  await client.query(`begin; set local deadlock_timeout = '60s'`)
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid from ledger.accounts where owner = $1 and kind = 'client-bank' for update`,
    [firm],
  )
  const deadline = performance.now() + 1_000
  while (performance.now() < deadline) {
    const { rows: blocked } = await watcher.query(
      'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [rows[0]!.pid],
    )
    if (blocked.length > 0) break
  }
  await client.query(`select from owners where id = $1 for update`, [owner])
  await client.query('commit')
}

async function countDeadlocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ deadlocks: bigint }>(
    'select pg_stat_get_db_deadlocks(oid) as deadlocks from pg_database where datname = current_database()',
  )
  return Number(rows[0]!.deadlocks)
}

/** Returns how many deadlocks the database has broken. */
export async function provokeDeadlocks({
  url,
  owners,
  atLeast,
  withinMs,
}: {
  url: string
  owners: string[]
  atLeast: number
  withinMs: number
}): Promise<{ hits: number }> {
  const [client, watcher] = [await connectTo(url), await connectTo(url)]
  const deadline = performance.now() + withinMs
  try {
    const before = await countDeadlocks(watcher)
    let hits = 0
    for (let turn = 0; hits < atLeast && performance.now() < deadline; turn += 1) {
      await crossOnce(client, watcher, owners[turn % owners.length]!).catch(() =>
        client.query('rollback'),
      )
      hits = (await countDeadlocks(watcher)) - before
    }
    return { hits }
  } finally {
    await Promise.all([client, watcher].map((each) => each.end().catch(() => {})))
  }
}

/** Goes from segment to segment of the WAL until there is none left and PostgreSQL gives up, or it has taken too long. */
export async function useUpWal(url: string): Promise<void> {
  const client = await connectTo(url)
  const deadline = performance.now() + 20_000
  try {
    while (performance.now() < deadline)
      await client.query('select pg_logical_emit_message(false, $1, $1), pg_switch_wal()', [
        'torture',
      ])
  } catch {
    // That is what it was for.
  } finally {
    await client.end().catch(() => {})
  }
}
