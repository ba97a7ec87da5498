/**
 * Statements that go to the database together and end with one Sync, where the driver would end each with one of its own.
 * Source: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 *
 * Each is bound after the one before it was executed: it has a snapshot of its own, and sees what that one waited for.
 * After an error the server passes over all that follows, COMMIT included.
 */
import pg from 'pg'
import type { Connection, QueryConfig, QueryResult, Submittable } from 'pg'

/** What became of one statement. */
export type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

type Column = { name: string; parse: (text: string) => unknown }

/** A statement as one connection has it. `columns` are null until it was described; without rows it has none. */
type Prepared = { text: string; columns: readonly Column[] | null; nulls: object }

/** By their names. They outlive transactions, and end with their connection. */
export type PreparedStatements = Map<string, Prepared>

const isNew = (text: string): Prepared => ({ text, columns: null, nulls: {} })

/** What the driver does with a parameter. Its types leave it out. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): Buffer | string | null } }
).utils

/** `COMMIT`, `SELECT 3`, `INSERT 0 3`: the command, and how many rows. */
const tag = /^(\w*)(?:.* (\d+)$)?/

/** The types are of a driver that was told whether more messages follow. This one isn't. */
const more = true

type Parts = {
  prepared: PreparedStatements
  parserOf: (type: number) => Column['parse']
  /** Asked when an answer has arrived: what is wrong with it. */
  judge: (answer: Answer) => Error | undefined
}

/** For `client.query`, outside the driver's own pipeline. The methods named `handle…` are those that it calls. */
export class Flight implements Submittable {
  readonly #statements: readonly QueryConfig[]
  readonly #parts: Parts
  readonly #settled = Promise.withResolvers<Answer[]>()
  readonly #answers: Answer[] = []
  #fault: Error | undefined
  /** The statement that is being answered, and its rows until now. */
  #current: Prepared = isNew('')
  #rows: object[] = []

  constructor(statements: readonly QueryConfig[], parts: Parts) {
    this.#statements = statements
    this.#parts = parts
  }

  /** All answers, or the first thing that went wrong: an error of the server, an answer that is no promise, a row that can't be read. */
  get answers(): Promise<Answer[]> {
    return this.#settled.promise
  }

  /** Sends all of it in one write, or nothing: the driver gives what is returned to `handleError`. */
  submit(connection: Connection): Error | null {
    let values: (Buffer | string | null)[][]
    try {
      this.#refuseOtherTexts()
      values = this.#statements.map((statement) => (statement.values ?? []).map(prepareValue))
    } catch (error) {
      return error as Error
    }
    this.#send(connection, values)
    return null
  }

  #refuseOtherTexts(): void {
    const texts = new Map<string, string>()
    for (const { name, text } of this.#statements) {
      if (!name) continue
      const known = texts.get(name) ?? this.#parts.prepared.get(name)?.text ?? text
      if (known !== text) throw new Error(`Another statement is prepared as ${name}`)
      texts.set(name, text)
    }
  }

  #send(connection: Connection, values: readonly (Buffer | string | null)[][]): void {
    const described = new Set<string>()
    this.#current = this.#next()
    connection.on('parseComplete', this.#keepPrepared)
    connection.stream.cork()
    for (const [i, { name = '', text }] of this.#statements.entries()) {
      const prepared = this.#parts.prepared.get(name)
      if (!prepared?.columns && !described.has(name)) {
        if (!prepared) connection.parse({ name, text, types: [] }, more)
        connection.describe({ type: 'S', name }, more)
        if (name) described.add(name)
      }
      connection.bind({ statement: name, values: values[i] }, more)
      connection.execute(null, more)
    }
    connection.sync()
    connection.stream.uncork()
  }

  readonly #keepPrepared = () => {
    const { name } = this.#statements[this.#answers.length]!
    if (name) this.#parts.prepared.set(name, this.#current)
  }

  /** What is known of the statement that is answered next. */
  #next(): Prepared {
    const { name = '', text = '' } = this.#statements[this.#answers.length] ?? {}
    return this.#parts.prepared.get(name) ?? isNew(text)
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#current.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#parts.parserOf(dataTypeID),
    }))
    this.#current.nulls = Object.fromEntries(fields.map(({ name }) => [name, null]))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, nulls } = this.#current
    const row: Record<string, unknown> = { ...nulls }
    try {
      // By places: an iterator allocates at each step, and this runs for every value that is read.
      for (let i = 0; i < fields.length; i += 1) {
        const value = fields[i]!
        if (value !== null) row[columns![i]!.name] = columns![i]!.parse(value)
      }
    } catch (error) {
      this.#fault ??= error as Error
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command = '', rows] = tag.exec(text) ?? []
    const rowCount = rows === undefined ? null : Number(rows)
    const answer = { command, rowCount, rows: this.#rows }
    this.#fault ??= this.#parts.judge(answer)
    this.#answers.push(answer)
    this.#current.columns ??= []
    if (text === 'DISCARD ALL' || text === 'DEALLOCATE ALL') this.#parts.prepared.clear()
    this.#current = this.#next()
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  /** A server that has reported an error is done with the flight at its Sync, or ends the connection. The driver has forgotten the flight by then. */
  handleError(error: Error, connection: Connection): void {
    this.#fault ??= error
    if (!(error instanceof pg.DatabaseError)) return this.handleReadyForQuery(connection)
    const settle = () => {
      connection.off('readyForQuery', settle).off('end', settle)
      this.handleReadyForQuery(connection)
    }
    connection.on('readyForQuery', settle).on('end', settle)
  }

  handleReadyForQuery(connection: Connection): void {
    connection.off('parseComplete', this.#keepPrepared)
    if (this.#fault) this.#settled.reject(this.#fault)
    else this.#settled.resolve(this.#answers)
  }
}
