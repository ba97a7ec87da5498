/** What commands read and leave beside owners: rows of tables, and facts. Each is asked once for all commands of a batch. */
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Form } from './column.ts'

export type Arg = string | number
// oxlint-disable-next-line typescript/no-explicit-any -- a row is what the statement beside it selects
export type Found = Record<string, any>

/** What the desk knows of a table: which rows it has, and what becomes of them. */
export type RowsOf<Row> = {
  readonly name: string
  /** What people call a row. */
  readonly called: string
  fromRow(found: Found): Row
  keyOf(row: Row): string
  ownerOf(row: Row): OwnerId | null
  /** What is left of a row when its person is erased. */
  erased(row: Row): Row
  /** What of a row would be lost, since it is written at another time, or null. `before` is undefined of a new row. */
  lossOf(before: Row | undefined, row: Row): string | null
}
// oxlint-disable-next-line typescript/no-explicit-any -- tables of all nouns share a list; each is typed where it is defined
export type AnyRows = RowsOf<any>

/** A row that a command leaves behind, new or changed. */
export type Put = { table: AnyRows; row: object }

/** Where goes what was read. */
export type Known = {
  set(table: AnyRows, row: object): void
  /** How many states a row has had, and whether it is as the last one says (row-states.ts). */
  compare(table: AnyRows, row: object, state: { number: number; isAsLeft: boolean }): void
  addName(id: OwnerId | null, text: string | null, number: number | null): void
  learn(source: Source, arg: Arg, value: unknown): void
}

/** Where something is read: one statement for everything that is asked of it. */
export type Source<A extends Arg = Arg> = {
  name: string
  /** `$1` is an array of what is asked. */
  text: string
  /** Of what is asked; null where nothing is, and all is read. */
  form: Form | null
  /** Its text chooses rows of this table: it gets each with its state beside it. */
  table?: AnyRows
  /** Its text chooses commands: it gets them as they are read back from the journal (read-back.ts). */
  ofJournal?: true
  fill(known: Known, rows: readonly Found[], args: readonly A[]): void
}

/** What a command asks of a source. */
export type Read = { source: Source; arg: Arg }

const anySource = <A extends Arg>(source: Source<A>) => source as unknown as Source

export const reading = <A extends Arg>(source: Source<A>, arg: A): Read => ({
  source: anySource(source),
  arg,
})

/** A source with a value for each argument. */
export type Answering<A extends Arg, V> = Source<A> & { valueIn(rows: readonly Found[], arg: A): V }

export const answering = <A extends Arg, V>(
  one: Omit<Answering<A, V>, 'fill'>,
): Answering<A, V> => {
  const source: Answering<A, V> = {
    ...one,
    fill(known, rows, args) {
      for (const arg of args) known.learn(anySource(source), arg, one.valueIn(rows, arg))
    },
  }
  return source
}
