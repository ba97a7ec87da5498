/** A connection that the desk keeps: its statements go out in flights, and a lost connection is opened again. */
import type { QueryConfig } from 'pg'
import { isConnectionFault } from '../platform/connection-fault.ts'
import { Unconfirmed, type CarefulClient } from '../platform/database.ts'
import type { Answer } from '../platform/flight.ts'

/** The connection broke, or the answer is no promise: what was under way is booked or not, and only the journal can tell. */
export class ConnectionLost extends Error {}

/** It had broken before anything was sent: nothing of it was booked. */
export class NotSent extends ConnectionLost {}

/** One without parameters, parsed once like all others. */
export const statementOf = (text: string): QueryConfig => ({ name: text, text })

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
  readonly #open: () => CarefulClient
  readonly #answerMs: number
  #client: CarefulClient | null = null
  #begun = 0

  /** A connection that answers nothing for `answerMs` counts as broken: a network that swallows everything says nothing else. */
  constructor(open: () => CarefulClient, answerMs = defaultAnswerMs) {
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
  async begin(statements: readonly QueryConfig[]): Promise<Answer[]> {
    await this.#connect()
    const first = isToBeReplanned(this.#begun++)
      ? [statementOf('discard plans'), statementOf('begin')]
      : [statementOf('begin')]
    const answers = await this.pipeline([...first, ...statements])
    return answers.slice(first.length)
  }

  /**
   * Sends all statements at once and answers with all results, or throws the first error; what follows it isn't done.
   * Never connects: on a new connection the rest of a transaction would run without its locks, each statement
   * committed by itself.
   */
  async pipeline(statements: readonly QueryConfig[]): Promise<Answer[]> {
    const client = this.#client
    if (!client)
      throw new NotSent('The connection to the database was lost in the middle of a transaction')
    return this.#ask(client, statements)
  }

  async #ask(client: CarefulClient, statements: readonly QueryConfig[]): Promise<Answer[]> {
    const watch = setTimeout(() => client.connection.stream.destroy(), this.#answerMs)
    try {
      return await client.flight(statements)
    } catch (error) {
      if (error instanceof Unconfirmed) throw new ConnectionLost(error.message, { cause: error })
      throw this.#client !== client || isConnectionFault(error)
        ? new ConnectionLost('The connection to the database was lost', { cause: error })
        : error
    } finally {
      clearTimeout(watch)
    }
  }

  /** Leaves no transaction open. A connection that can't even do that is given up. */
  async rollback(): Promise<void> {
    const client = this.#client
    if (!client) return
    try {
      await this.#ask(client, [statementOf('rollback')])
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
