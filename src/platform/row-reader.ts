import type { ClientBase, QueryResultRow } from 'pg'

/** Rows per fetch: few enough to hold in memory, many enough to be worth the round trip. */
const page = 2000

/**
 * The rows of a query one after the other, for whoever reads several side by side. Within a transaction, which keeps the
 * cursor.
 */
export class RowReader<T extends QueryResultRow> {
  readonly #db: ClientBase
  readonly #name: string
  readonly #ahead: boolean
  #rows: T[] = []
  #at = 0
  #isLast = false
  #next: Promise<T[]> | null = null

  private constructor(db: ClientBase, name: string, ahead: boolean) {
    this.#db = db
    this.#name = name
    this.#ahead = ahead
  }

  /**
   * `name` is the cursor's, one of a kind on its connection. `ahead`: while a page is read, the database makes the next one;
   * whoever shares a connection with other readers can't have that.
   */
  static async open<T extends QueryResultRow>(
    db: ClientBase,
    { name, sql, ahead }: { name: string; sql: string; ahead: boolean },
  ): Promise<RowReader<T>> {
    await db.query(`declare ${name} no scroll cursor for ${sql}`)
    const reader = new RowReader<T>(db, name, ahead)
    await reader.#turn()
    return reader
  }

  /** Undefined after the last one. */
  get row(): T | undefined {
    return this.#rows[this.#at]
  }

  /** Goes on to the next row; only a promise has to be waited for. */
  advance(): Promise<void> | undefined {
    this.#at += 1
    return this.#at < this.#rows.length ? undefined : this.#turn()
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => {})
    await this.#db.query(`close ${this.#name}`)
  }

  #fetch(): Promise<T[]> {
    const rows = this.#db.query<T>(`fetch ${page} from ${this.#name}`).then((found) => found.rows)
    // Where a reader is left before its end, nobody waits for it any more.
    rows.catch(() => {})
    return rows
  }

  async #turn(): Promise<void> {
    const rows = this.#isLast ? [] : await (this.#next ?? this.#fetch())
    this.#rows = rows
    this.#at = 0
    this.#isLast = rows.length < page
    this.#next = this.#ahead && !this.#isLast ? this.#fetch() : null
  }
}
