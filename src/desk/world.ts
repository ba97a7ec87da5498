/**
 * What is known while commands are decided: for a batch, what was loaded under its locks; for the
 * proofs, everything. Changes are applied here and in the database alike, from the same value.
 */
import { wordOf, type Roles } from '../contract/roles.ts'
import { Books } from '../ledger/core/books.ts'
import { firm, type Kind, type OwnerId } from '../ledger/core/chart.ts'
import { totalsOf, type Booked } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import type { Answering, AnyRows, Arg, Known, Put, RowsOf, Source } from './read.ts'
import type { Changes, Owner } from './records.ts'
import { closedName, fillIn, mentionOf, type Name } from './spoken.ts'

/** The rows of one table that are known, and whose they are. */
type Rows = { byKey: Map<string, object>; keysByOwner: Map<OwnerId, Set<string>> }

/** A row on which nothing may be decided: it isn't as the last command left it. */
export class NotAsLeft extends Error {
  readonly table: AnyRows
  readonly key: string

  constructor(table: AnyRows, key: string) {
    super(`${table.name} ${key} is not as the last command left it`)
    this.table = table
    this.key = key
  }
}

export class World implements Known {
  readonly books = new Books()
  readonly owners = new Map<OwnerId, Owner>()
  readonly emails = new Map<string, OwnerId>()
  /** What people are called, also those who are only spoken of. */
  readonly names = new Map<OwnerId, Name>()
  /** The names that were spoken, by `id.number`. */
  readonly #spoken = new Map<string, string>()
  readonly accountIds = new Set<string>()
  /** Who of staff isn't frozen, and with which roles. */
  staff: ReadonlyMap<OwnerId, Roles> = new Map()
  readonly #known = new Map<AnyRows, Rows>()
  /** Rows that weren't there when the world was loaded. */
  readonly #created = new Map<AnyRows, Set<string>>()
  /** How many states the rows that were read have had. */
  readonly #states = new Map<AnyRows, Map<string, number>>()
  /** Those that aren't as they were left. */
  readonly #altered = new Map<AnyRows, Set<string>>()
  /** The first moment that no closed month has (open-from.ts). */
  openFrom: Instant = 0
  /** While a rule decides, it meets no altered row. */
  isDeciding = false
  readonly #facts = new Map<Source, Map<Arg, unknown>>()
  /** Whether a rule has looked at the firm's books, which a batch reads without a lock. */
  sawFirm = false

  /** The row with this key, if it is there. */
  get<Row extends object>(table: RowsOf<Row>, key: string): Row | undefined {
    this.#refuseAltered(table, [key])
    return this.#known.get(table)?.byKey.get(key) as Row | undefined
  }

  /** All rows of a table that are known. */
  rows<Row extends object>(table: RowsOf<Row>): Row[] {
    const byKey = this.#known.get(table)?.byKey
    this.#refuseAltered(table, byKey?.keys() ?? [])
    return [...(byKey?.values() ?? [])] as Row[]
  }

  /** Those of one owner, in the order in which they came. */
  rowsOf<Row extends object>(table: RowsOf<Row>, owner: OwnerId): Row[] {
    const known = this.#known.get(table)
    this.#refuseAltered(table, known?.keysByOwner.get(owner) ?? [])
    return [...(known?.keysByOwner.get(owner) ?? [])].map((key) => known!.byKey.get(key) as Row)
  }

  compare(
    table: AnyRows,
    row: object,
    { number, isAsLeft }: { number: number; isAsLeft: boolean },
  ): void {
    const key = table.keyOf(row)
    this.#states.getOrInsertComputed(table, () => new Map<string, number>()).set(key, number)
    if (!isAsLeft) this.#altered.getOrInsertComputed(table, () => new Set<string>()).add(key)
  }

  /** How many states a row had when it was read. */
  statesOf({ table, row }: Put): number {
    return this.#states.get(table)?.get(table.keyOf(row)) ?? 0
  }

  #refuseAltered(table: AnyRows, keys: Iterable<string>): void {
    if (!this.isDeciding) return
    const altered = this.#altered.get(table)
    if (!altered) return
    for (const key of keys) if (altered.has(key)) throw new NotAsLeft(table, key)
  }

  /** Makes a row known, as it stands. */
  set<Row extends object>(table: RowsOf<Row>, row: Row): void {
    let known = this.#known.get(table)
    if (!known) {
      known = { byKey: new Map(), keysByOwner: new Map() }
      this.#known.set(table, known)
    }
    const key = table.keyOf(row)
    known.byKey.set(key, row)
    const owner = table.ownerOf(row)
    if (owner === null) return
    const keys = known.keysByOwner.get(owner)
    if (keys) keys.add(key)
    else known.keysByOwner.set(owner, new Set([key]))
  }

  /** Whether a row came into being after the world was loaded. */
  isCreated({ table, row }: Put): boolean {
    return this.#created.get(table)?.has(table.keyOf(row)) ?? false
  }

  /** What was found of a fact, which the needs of the command must name. */
  fact<A extends Arg, V>(source: Answering<A, V>, arg: A): V {
    const values = this.#facts.get(source as unknown as Source)
    if (!values?.has(arg)) throw new Error(`${source.name} was asked without having been needed`)
    return values.get(arg) as V
  }

  learn(source: Source, arg: Arg, value: unknown): void {
    const values = this.#facts.get(source)
    if (values) values.set(arg, value)
    else this.#facts.set(source, new Map([[arg, value]]))
  }

  balance(owner: OwnerId, kind: Kind): Cents {
    if (owner === firm) this.sawFirm = true
    return this.books.balance(owner, kind)
  }

  /** A person's name now, as lists show it; null for the system, and once it was erased. */
  plainNameOf(owner: OwnerId | null): string | null {
    if (owner === null || this.owners.get(owner)?.status === 'closed') return null
    return this.names.get(owner)?.text ?? null
  }

  /** The same for words that are kept: they hold a mention of the person, and no name. */
  nameOf(owner: OwnerId | null): string | null {
    const text = this.plainNameOf(owner)
    if (owner === null || text === null) return null
    const name = this.names.get(owner)!
    this.#spoken.set(`${owner}.${name.number}`, text)
    return mentionOf(owner, name)
  }

  /** Kept words as they are sent. */
  say(json: string): string {
    return fillIn(json, this.#spoken)
  }

  /** The name of a person whom a reply mentions; an erased person has none. */
  addName(id: OwnerId | null, text: string | null, number: number | null): void {
    if (id !== null && text !== null && number !== null) this.names.set(id, { text, number })
  }

  /** `nameNumber` is null where the name was erased. */
  add(owner: Owner, nameNumber: number | null = 1): void {
    this.owners.set(owner.id, owner)
    this.addName(owner.id, owner.fullName, nameNumber)
    this.accountIds.add(owner.accountId)
    if (owner.email) this.emails.set(owner.email, owner.id)
  }

  /** Applies an accepted command, and answers with its postings as they were booked. Throws when it can't be: that is a fault of a rule, not of a person. */
  apply(changes: Changes, at: Instant): Booked[] {
    if (changes.opened) this.add(changes.opened)
    const booked = this.books.post(changes.postings)
    for (const posting of changes.postings)
      for (const { owner, total, by } of totalsOf(posting)) this.#addToTotal(owner, total, by)
    for (const { id, ...values } of changes.owners ?? []) this.#changeOwner(id, values)
    if (changes.erased) this.#erase(changes.erased)
    for (const put of changes.put ?? []) this.#put(put)
    for (const { owner } of changes.activity) this.#stamp(owner, at)
    return booked
  }

  #owner(id: OwnerId): Owner {
    const owner = this.owners.get(id)
    if (!owner) throw new Error(`Owner ${id} was changed without having been loaded`)
    return owner
  }

  #addToTotal(id: OwnerId, total: keyof Owner['totals'], by: Cents): void {
    const owner = this.#owner(id)
    this.owners.set(id, {
      ...owner,
      totals: { ...owner.totals, [total]: owner.totals[total] + by },
    })
  }

  #changeOwner(id: OwnerId, values: Partial<Owner>): void {
    const owner = this.#owner(id)
    if (values.email) {
      this.emails.delete(owner.email)
      this.emails.set(values.email, id)
    }
    if (values.fullName !== undefined && values.fullName !== owner.fullName) {
      this.names.set(id, { text: values.fullName, number: this.names.get(id)!.number + 1 })
    }
    const word = values.roles === undefined ? {} : { role: wordOf(values.roles) }
    this.owners.set(id, { ...owner, ...values, ...word })
  }

  #put({ table, row }: Put): void {
    const key = table.keyOf(row)
    const before = this.get(table, key)
    const lost = table.lossOf(before, row)
    if (lost !== null) throw new Error(`${lost} of ${table.name} can't be written now`)
    if (!before) this.#created.set(table, (this.#created.get(table) ?? new Set()).add(key))
    this.set(table, row)
  }

  #erase(id: OwnerId): void {
    const owner = this.#owner(id)
    this.emails.delete(owner.email)
    this.names.delete(id)
    for (const mention of this.#spoken.keys())
      if (mention.startsWith(id)) this.#spoken.delete(mention)
    this.owners.set(id, { ...owner, fullName: closedName, email: '' })
    for (const table of this.#known.keys())
      for (const row of this.rowsOf(table, id)) this.set(table, table.erased(row))
  }

  #stamp(id: OwnerId, at: Instant): void {
    const owner = this.#owner(id)
    this.owners.set(id, {
      ...owner,
      version: owner.version + 1,
      stampedAt: Math.max(owner.stampedAt, at),
    })
  }
}
