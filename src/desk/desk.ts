/**
 * The desk: takes commands in order of arrival, puts those of different owners into one transaction,
 * and answers each with what was recorded. No command needs to see another's uncommitted effect.
 */
import type { QueryResult } from 'pg'
import type { Logger } from 'pino'
import { ProblemError } from '../contract/problems.ts'
import { isConnectionFault } from '../platform/connection-fault.ts'
import type { CarefulClient } from '../platform/database.ts'
import type { AnyRule, Prepared, Rules, Submission, Submitted } from './command.ts'
import { NeedsExact, runBatch, type Outcome } from './batch.ts'
import { refusalReply, type Job, type Reply } from './decide.ts'
import { keyTaken, recordedBefore } from './again.ts'
import type { Lookup } from './lookup.ts'
import { Connection, ConnectionLost, defaultAnswerMs } from './connection.ts'
import type { Stamp } from './journal-mac.ts'
import { Waiting, type Queued } from './waiting.ts'
import type { Writers } from './write.ts'

/** A command as it is handed in to be worked on in its turn. */
export type Work<K extends Rules> = Submission<K> & {
  /** Work of the system itself, which goes only into places that people leave free. */
  background?: boolean
  /** Aborted when the caller has left: a command not yet taken is dropped. */
  signal?: AbortSignal
}

export type DeskLimits = {
  queue: number
  share: number
  batch: number
  background: number
  inFlight: number
  deadlineMs: number
  patienceMs: number
  patientLockMs: number
  answerMs: number
}

/**
 * Source of the figures: docs/architecture.md, "The desk". Larger batches took longer for no clear gain; of the system's
 * own work fewer go together, since people who ask meanwhile wait for them.
 */
export const defaultDeskLimits: DeskLimits = {
  queue: 2000,
  share: 250,
  batch: 128,
  background: 96,
  inFlight: 3,
  deadlineMs: 10_000,
  patienceMs: 250,
  patientLockMs: 2000,
  answerMs: defaultAnswerMs,
}

type Asked = Omit<Submitted, 'id'> & { kind: string; id?: string | undefined }

type Asking = {
  query(query: { name: string; text: string; values: unknown[] }): Promise<QueryResult>
}

type Parts<K extends Rules> = {
  rules: K
  /** Opens a connection as the application's role, pipelined. */
  open: (lockMs: number) => CarefulClient
  db: Asking
  log: Pick<Logger, 'error' | 'warn'>
  newId: () => string
  limits?: Partial<DeskLimits>
  /** What writes the nouns' rows and effects, in their order. */
  writers: Writers
  stamp: Stamp
  /** Told of every batch that was committed. */
  onBatch?: (outcomes: { kind: string; outcome: string }[]) => void
  /** Told of a row that isn't as the last command left it, when a command is refused for it. */
  onAltered?: (
    row: { table: string; key: string },
    job: { kind: string; requestId: string },
  ) => void
  /** Told of how many commands failed: the database refused or lost them, or it isn't known. */
  onFaults?: (number: number) => void
}

/** Failures that another try, which sees what the other side wrote, answers properly. */
const worthAnotherTry = new Set(['23505', '40001', '40P01', 'GH002', 'GH008'])
const lockNotAvailable = '55P03'
const queryCanceled = '57014'
/** A class: no room on the disk, no memory, no connection left. */
const outOfResources = '53'
const tries = 3
/** How long few commands wait at most for a batch that is under way. */
const longestHoldMs = 20

export class Desk<K extends Rules> {
  readonly #parts: Parts<K>
  readonly #limits: DeskLimits
  readonly #waiting: Waiting
  readonly #idle: Connection[]
  readonly #patient: Connection
  #patientBusy = false
  readonly #byKey = new Map<string, { bodyHash: string; reply: Promise<Reply> }>()
  #scheduled = false
  #lastStart = 0
  #hold: NodeJS.Timeout | null = null
  #closing = false
  #unsettled = 0
  #whenEmpty: (() => void)[] = []

  constructor(parts: Parts<K>) {
    this.#parts = parts
    this.#limits = { ...defaultDeskLimits, ...parts.limits }
    this.#waiting = new Waiting(this.#limits, () => this.#schedule())
    const connection = () =>
      new Connection(() => parts.open(this.#limits.patientLockMs), this.#limits.answerMs)
    this.#idle = Array.from({ length: this.#limits.inFlight }, connection)
    this.#patient = connection()
  }

  get queued(): number {
    return this.#waiting.size
  }

  /**
   * Runs a command and answers with its recorded reply, a refusal included.
   * Throws ProblemError `busy` when the queue is full or a deadline passed, `unavailable` and
   * `outcome_unknown` when the database can't be reached before or after it may have booked.
   */
  async run(work: Work<K>): Promise<Reply> {
    return this.#once(work, () => this.#submit(work))
  }

  /** The same for a command that is made of what is read before: of a key that is in the journal nothing is read. Throws what `prepare` throws. */
  async runPrepared({ prepare, ...asked }: Prepared<K>): Promise<Reply> {
    return this.#once(asked, async () =>
      (await this.#isKeyTaken(asked))
        ? this.#answerAgain(asked)
        : this.#submit({ ...asked, command: await prepare() } as unknown as Work<K>),
    )
  }

  /** What comes twice at once with one key is worked on once. */
  async #once(asked: Asked, submit: () => Promise<Reply>): Promise<Reply> {
    if (this.#closing) throw new ProblemError('busy', 1)
    const { actor, key, bodyHash, requestId } = asked
    if (key === null) return submit()
    const scope = `${actor} ${key}`
    const twin = this.#byKey.get(scope)
    if (twin?.bodyHash === bodyHash) return twin.reply
    if (twin) {
      // Only what was recorded has used the key: when the other one failed, it is this one's.
      const wasRecorded = await twin.reply.then(
        () => true,
        () => false,
      )
      return wasRecorded ? refusalReply('key_reused', requestId) : this.#once(asked, submit)
    }
    const reply = submit()
    this.#byKey.set(scope, { bodyHash, reply })
    try {
      return await reply
    } finally {
      this.#byKey.delete(scope)
    }
  }

  /** Takes no more, waits until everything taken is answered, and closes its connections. */
  async close(): Promise<void> {
    this.#closing = true
    if (this.#unsettled > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve))
    await Promise.all([...this.#idle, this.#patient].map((connection) => connection.close()))
  }

  async #submit({ background, signal, command, ...asked }: Work<K>): Promise<Reply> {
    this.#unsettled += 1
    try {
      const rule = this.#parts.rules[asked.kind] as AnyRule
      const found = await this.#lookUp(rule.lookup?.(command) ?? null)
      const job = this.#jobOf(asked, rule, command, found)
      return await this.#waiting.add(job, background ?? false, signal)
    } finally {
      this.#settle()
    }
  }

  async #answerAgain(asked: Asked): Promise<Reply> {
    this.#unsettled += 1
    try {
      return await this.#waiting.add(
        this.#jobOf(asked, recordedBefore, null, null),
        false,
        undefined,
      )
    } finally {
      this.#settle()
    }
  }

  #settle(): void {
    this.#unsettled -= 1
    if (this.#unsettled === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve()
  }

  #jobOf(asked: Asked, rule: AnyRule, command: unknown, found: unknown): Job {
    const identity =
      asked.id === undefined ? { id: this.#parts.newId(), isNew: true as const } : { id: asked.id }
    const needs = rule.needs(command, found, asked.actor)
    const { kind, actor, key, bodyHash, requestId, actsOnce } = asked
    const said = { kind, actor, key, bodyHash, requestId, actsOnce }
    return { ...said, ...identity, rule, command, found, needs }
  }

  async #lookUp(lookup: Lookup<unknown> | null): Promise<unknown> {
    if (lookup === null) return null
    const { name, text, value, from } = lookup
    const row = await this.#ask({ name: `desk.lookup-${name}`, text, values: [value] })
    return row ? from(row) : null
  }

  async #isKeyTaken({ actor, key }: { actor: string | null; key: string | null }) {
    return key !== null && (await this.#ask(keyTaken(actor, key))) !== undefined
  }

  /** The first row. */
  async #ask(query: { name: string; text: string; values: unknown[] }) {
    try {
      return (await this.#parts.db.query(query)).rows[0]
    } catch (error) {
      throw isConnectionFault(error)
        ? Object.assign(new ProblemError('unavailable', 1), { cause: error })
        : error
    }
  }

  /** Batches start at the end of the turn, so that what arrives together goes together. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#start()
    })
  }

  #start(): void {
    this.#endHold()
    while (this.#idle.length > 0 && this.#isWorthABatch()) {
      const batch = this.#waiting.takeBatch()
      if (batch.length === 0) break
      const connection = this.#idle.pop()!
      this.#lastStart = performance.now()
      void this.#runAndAnswer(connection, batch, false).finally(() => {
        this.#idle.push(connection)
        this.#schedule()
      })
    }
    if (this.#patientBusy) return
    const impatient = this.#waiting.takeImpatient()
    if (!impatient) return
    this.#patientBusy = true
    void this.#runAndAnswer(this.#patient, [impatient], true).finally(() => {
      this.#patientBusy = false
      this.#schedule()
    })
  }

  /** While a batch is under way, few commands wait a moment for more: a transaction costs the same for one as for many. */
  #isWorthABatch(): boolean {
    const isAlone = this.#idle.length === this.#limits.inFlight
    if (isAlone || this.#waiting.size >= this.#limits.batch / 4) return true
    const moreMs = this.#lastStart + longestHoldMs - performance.now()
    if (moreMs <= 0) return true
    this.#hold = setTimeout(() => this.#schedule(), moreMs)
    return false
  }

  #endHold(): void {
    if (this.#hold) clearTimeout(this.#hold)
    this.#hold = null
  }

  async #runAndAnswer(connection: Connection, batch: Queued[], patient: boolean): Promise<void> {
    const byJob = new Map(batch.map((queued) => [queued.job, queued]))
    const outcomes = await this.#runWhole(
      connection,
      batch.map(({ job }) => job),
      patient,
    )
    this.#waiting.release(batch)
    this.#endHold()
    for (const { job, reply, fault, asker, altered } of outcomes) {
      const queued = byJob.get(job)!
      if (altered) this.#parts.onAltered?.({ table: altered.table.name, key: altered.key }, job)
      if (reply) queued.resolve(reply)
      else if (fault) queued.reject(fault)
      else if (asker !== undefined) this.#waiting.again(queued, asker)
      else this.#waiting.putBack(queued)
    }
    const faults = outcomes.filter(({ fault }) => fault).length
    if (faults > 0) this.#parts.onFaults?.(faults)
    this.#parts.onBatch?.(
      outcomes.flatMap(({ job, reply }) =>
        reply ? [{ kind: job.kind, outcome: reply.outcome }] : [],
      ),
    )
  }

  /** Runs the jobs together; what fails together is halved until the one that fails is alone. Never throws. */
  async #runWhole(
    connection: Connection,
    jobs: Job[],
    patient: boolean,
    attempt = 1,
    exact = false,
  ): Promise<Outcome[]> {
    try {
      return await runBatch(connection, jobs, {
        patient,
        exact,
        writers: this.#parts.writers,
        stamp: this.#parts.stamp,
      })
    } catch (error) {
      if (isPoolShort(error) && !exact)
        return this.#runWhole(connection, jobs, patient, attempt, true)
      const code = (error as { code?: string }).code ?? ''
      // By its id a command that was booked before the connection broke is found again, under its owner's lock.
      if (error instanceof ConnectionLost && attempt < tries)
        return this.#runWhole(connection, jobs, patient, attempt + 1, exact)
      if (error instanceof ConnectionLost || code.startsWith(outOfResources))
        return failed(jobs, 'unavailable', error)
      // Half by half they would wait as long again, and everybody behind them too.
      if (code === lockNotAvailable || code === queryCanceled) return failed(jobs, 'busy', error)
      if (jobs.length > 1) {
        const half = Math.ceil(jobs.length / 2)
        const first = await this.#runWhole(connection, jobs.slice(0, half), patient, 1, exact)
        return [
          ...first,
          ...(await this.#runWhole(connection, jobs.slice(half), patient, 1, exact)),
        ]
      }
      if (worthAnotherTry.has(code))
        return attempt < tries
          ? this.#runWhole(connection, jobs, patient, attempt + 1, exact)
          : failed(jobs, 'busy', error)
      const [{ id, kind }] = jobs as [Job]
      this.#parts.log.error({ err: error, command: id, kind }, 'a command failed')
      return failed(jobs, 'internal_error', error)
    }
  }
}

/** Nothing was booked, and says so; but where a connection broke in between, only the same id or key can tell later. */
function failed(
  jobs: readonly Job[],
  code: 'busy' | 'unavailable' | 'internal_error',
  cause: unknown,
): Outcome[] {
  return jobs.map((job) => {
    const problem = new ProblemError(
      job.uncertain ? 'outcome_unknown' : code,
      code === 'internal_error' ? undefined : 1,
    )
    return { job, reply: null, fault: Object.assign(problem, { cause }) }
  })
}

/** The database refused to take a guarded account of the firm below zero, or a rule saw a pool too short without its lock. */
function isPoolShort(error: unknown): boolean {
  return (
    error instanceof NeedsExact ||
    ['accounts_guarded', 'postings_guarded'].includes(
      (error as { constraint?: string }).constraint ?? '',
    )
  )
}
