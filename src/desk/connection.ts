/** A connection that the desk keeps: statements go out without waiting for the answer of the one before, and a lost connection is opened again. */
import type pg from 'pg'
import type { QueryConfig, QueryResult } from 'pg'
import { isConnectionFault } from '../platform/connection-fault.ts'
import { Unconfirmed } from '../platform/database.ts'

/** The connection broke, or the answer is no promise: what was under way is booked or not, and only the journal can tell. */
export class ConnectionLost extends Error {}

/** It had broken before anything was sent: nothing of it was booked. */
export class NotSent extends ConnectionLost {}

const abortedTransaction = '25P02'
/** Longer than the database gives any statement. */
export const defaultAnswerMs = 20_000

/** Plans are kept; after as many transactions again as there were, and regularly after that, statements are planned again. */
const replannedAfter = 1024

/**
 * A plan that was made while a table was small may scan a whole index of it. Between two plannings the tables grow to
 * at most about double, so that none is far off for long, whenever the database comes to gather its statistics.
 */
function isToBeReplanned(begun: number): boolean {
  return begun < replannedAfter
    ? begun > 0 && (begun & (begun - 1)) === 0
    : begun % replannedAfter === 0
}

export class Connection {
  readonly #open: () => pg.Client
  readonly #answerMs: number
  #client: pg.Client | null = null
  #begun = 0

  /** A connection that answers nothing for `answerMs` counts as broken: a network that swallows everything says nothing else. */
  constructor(open: () => pg.Client, answerMs = defaultAnswerMs) {
    this.#open = open
    this.#answerMs = answerMs
  }

  async #connect(): Promise<void> {
    if (this.#client) return
    const client = this.#open()
    const drop = () => {
      if (this.#client === client) this.#client = null
    }
    client.on('error', drop)
    client.on('end', drop)
    try {
      await client.connect()
    } catch (error) {
      throw new NotSent('The database cannot be reached', { cause: error })
    }
    this.#client = client
  }

  /** Begins a transaction with these statements, on a new connection where the last one broke. */
  async begin(statements: readonly QueryConfig[]): Promise<QueryResult[]> {
    await this.#connect()
    const first = isToBeReplanned(this.#begun++)
      ? [{ text: 'discard plans' }, { text: 'begin' }]
      : [{ text: 'begin' }]
    const answers = await this.pipeline([...first, ...statements])
    return answers.slice(first.length)
  }

  /**
   * Sends all statements at once and answers with all results, or throws the first error that isn't a mere
   * consequence of another. Never connects: on a new connection the rest of a transaction would run without
   * its locks, each statement committed by itself.
   */
  async pipeline(statements: readonly QueryConfig[]): Promise<QueryResult[]> {
    const client = this.#client
    if (!client)
      throw new NotSent('The connection to the database was lost in the middle of a transaction')
    const watch = setTimeout(() => client.connection.stream.destroy(), this.#answerMs)
    // All of them in one write: the driver would make one for each.
    client.connection.stream.cork()
    const sent = statements.map((statement) => client.query(statement))
    client.connection.stream.uncork()
    const answers = await Promise.allSettled(sent)
    clearTimeout(watch)
    const errors = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as Error & { code?: string }] : [],
    )
    const error = errors.find(({ code }) => code !== abortedTransaction) ?? errors[0]
    if (error instanceof Unconfirmed) throw new ConnectionLost(error.message, { cause: error })
    if (error)
      throw this.#client !== client || isConnectionFault(error)
        ? new ConnectionLost('The connection to the database was lost', { cause: error })
        : error
    return answers.map((answer) => (answer as PromiseFulfilledResult<QueryResult>).value)
  }

  /** Leaves no transaction open. A connection that can't even do that is given up. */
  async rollback(): Promise<void> {
    const client = this.#client
    if (!client) return
    try {
      await client.query('rollback')
    } catch {
      await this.close()
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }
}
