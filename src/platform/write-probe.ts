/**
 * Whether the database takes changes: a tiny one is committed, and waited for. It leaves no row, and is made at most every
 * few seconds, however often it is asked. A database that is read-only, whose disk is full or whose standby is gone goes
 * on answering what is read.
 */
import type { Pool, PoolClient } from 'pg'
import { isConnectionFault } from './connection-fault.ts'
import { Unconfirmed } from './database.ts'
import { endsWithin } from './lifecycle.ts'

/** `change`: statements that write something and take it back, in one transaction. */
export type Probe = { pool: Pick<Pool, 'connect' | 'query'>; change: string }

export type Limits = {
  /** An answer that takes longer is none. */
  patienceMs: number
  /** The next change is made so long after one that was committed. */
  restMs: number
  /** So long a commit may take before it counts as not coming. */
  slowMs: number
}

/** Load balancers ask every few seconds. */
const defaultLimits: Limits = { patienceMs: 1_000, restMs: 5_000, slowMs: 5_000 }

/** A connection is gone where the database knows nothing of it: its answer never comes. */
const state = `select pg_is_in_recovery() as standby,
  exists (select from pg_stat_activity where pid = $1) as connected`

const silent = 'the database does not answer'
const standby = 'the database is a standby, which takes no changes'
const unconfirmed = 'the database confirms no changes'
const refused = 'the database takes no changes'

/** Why a change was not taken. */
function whyRefused(error: unknown): string {
  if (error instanceof Unconfirmed) return unconfirmed
  return isConnectionFault(error) ? silent : refused
}

type Connection = PoolClient & { processID: number; connection: { stream: { destroy(): void } } }
type Writing = { since: number; client: Connection | null; done: Promise<void> }

export class WriteProbe {
  readonly #pool: Probe['pool']
  readonly #change: string
  readonly #limits: Limits
  #writing: Writing | null = null
  /** Of the last change: when it ended, and why it was not taken. */
  #last: { at: number; fault: string | null } | null = null

  constructor({ pool, change }: Probe, limits: Limits = defaultLimits) {
    this.#pool = pool
    this.#change = change
    this.#limits = limits
  }

  /** Null where a change was committed just now or a moment ago; else why not. Takes no longer than the patience. */
  async whyNot(): Promise<string | null> {
    let found: string | null = silent
    const looking = this.#look().then((fault) => (found = fault))
    // What comes late is dropped.
    await endsWithin(looking, this.#limits.patienceMs)
    const inTime = found
    if (inTime === silent) this.#giveUp()
    return inTime
  }

  async #look(): Promise<string | null> {
    const isRecent =
      this.#last?.fault === null && performance.now() - this.#last.at < this.#limits.restMs
    const writing = isRecent ? null : this.#write()
    const isStandby = await this.#isStandby()
    if (isStandby === null) return silent
    if (isStandby) return standby
    if (writing) await endsWithin(writing.done, this.#limits.patienceMs / 2)
    return this.#outcome()
  }

  /** A commit that is under way is slow at first, as a busy disk is, and then missing. */
  #outcome(): string | null {
    const since = this.#writing?.since
    const isMissing = since !== undefined && performance.now() - since > this.#limits.slowMs
    if (isMissing || this.#last === null) return unconfirmed
    return this.#last.fault
  }

  /** One change at a time: a database that confirms none would be left with ever more connections that wait. */
  #write(): Writing {
    if (this.#writing) return this.#writing
    const writing: Writing = { since: performance.now(), client: null, done: Promise.resolve() }
    const end = (fault: string | null) => {
      this.#last = { at: performance.now(), fault }
      this.#writing = null
    }
    writing.done = this.#commit(writing).then(
      () => end(null),
      (error: unknown) => end(whyRefused(error)),
    )
    return (this.#writing = writing)
  }

  async #commit(writing: Writing): Promise<void> {
    const client = (await this.#pool.connect()) as Connection
    writing.client = client
    try {
      await client.query(this.#change)
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Null where it doesn't answer. A change whose connection the database has lost is given up. */
  async #isStandby(): Promise<boolean | null> {
    const client = this.#writing?.client
    try {
      const { rows } = await this.#pool.query<{ standby: boolean; connected: boolean }>(state, [
        client?.processID ?? null,
      ])
      if (client && client === this.#writing?.client && !rows[0]!.connected) this.#giveUp()
      return rows[0]!.standby
    } catch {
      return null
    }
  }

  /** Safe where nobody waits at the other end any more, or where the other end isn't there. */
  #giveUp(): void {
    const { client, since } = this.#writing ?? {}
    if (since === undefined || performance.now() - since < this.#limits.slowMs) return
    client?.connection.stream.destroy()
  }
}
