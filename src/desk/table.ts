/**
 * How a noun keeps its rows. Each column is said once: its name in the database, its form, and the property of the row
 * that it holds. From this follow what a batch reads, what it writes (store-table.ts), and what is erased with a person.
 */
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Column, Form } from './column.ts'
import {
  reading,
  type Arg,
  type Found,
  type Known,
  type Put,
  type Read,
  type RowsOf,
  type Source,
} from './read.ts'

type Definition<Row> = {
  /** In the database. */
  name: string
  /** What one row is called in SQL. */
  as: string
  columns: { [P in keyof Row & string]: Column<Row[P]> }
  /** The properties that tell a row from all others, and never change. */
  key: (keyof Row & string)[]
  /** The property that says whose row it is. */
  owner?: keyof Row & string
  /** Why its rows have no state beside them (row-states.ts): what else shows that one was written by no command. */
  uncompared?: string
  /** What becomes of a row that is under way when its person is erased. */
  onErasure?: { property: keyof Row & string; from: readonly string[]; to: string }
}

export type Field = [property: string, column: Column<unknown>]

// oxlint-disable-next-line typescript/no-explicit-any -- tables of all nouns share a list; each is typed where it is defined
export type AnyTable = Table<any>
/** Rows of `columns`, beside which the names of these people stand. */
export type WithNames<Row, Named extends keyof Row & string> = Row & {
  [P in Named as `${P}Name`]: string | null
}

/** SQL of the columns of a row, each named like its property; a person’s name stands beside their id. */
const columnsOf = (as: string, fields: readonly Field[]) =>
  fields
    .flatMap(([property, { name, form, named }]) => {
      const column = `${as}.${name}${form === 'count' ? '::float8' : ''} as "${property}"`
      const person = `${as}_${name}`
      return named
        ? [
            column,
            `${person}.full_name as "${property}Name"`,
            `${person}.name_number as "${property}Number"`,
          ]
        : [column]
    })
    .join(', ')

/** SQL of the joins with the people whose names stand in the rows. */
const peopleOf = (as: string, fields: readonly Field[]) =>
  fields
    .filter(([, { named }]) => named)
    .map(
      ([, { name }]) => ` left join auth.persons ${as}_${name} on ${as}_${name}.id = ${as}.${name}`,
    )
    .join('')

export class Table<Row extends object> implements RowsOf<Row> {
  readonly name: string
  readonly as: string
  readonly definition: Definition<Row>
  /** Every column with the property that it holds. */
  readonly fields: readonly Field[]
  /** SQL of the columns of a row. */
  readonly columns: string
  /** SQL of the table, joined with the people whose names stand in its rows. */
  readonly from: string
  readonly #byId: Source<string>

  constructor(definition: Definition<Row>) {
    this.definition = definition
    this.name = definition.name
    this.as = definition.as
    this.fields = Object.entries<Column<unknown>>(definition.columns)
    this.columns = columnsOf(this.as, this.fields)
    this.from = `${this.name} ${this.as}${peopleOf(this.as, this.fields)}`
    const { name, form } = this.columnOf(definition.key[0]!)
    this.#byId = this.source({
      name: 'by-id',
      form,
      text: `select ${this.columns} from ${this.from} where ${this.as}.${name} = any ($1)`,
    })
  }

  get called(): string {
    return this.as.replaceAll('_', ' ')
  }

  get isCompared(): boolean {
    return this.definition.uncompared === undefined
  }

  columnOf(property: string): Column<unknown> {
    return this.definition.columns[property as keyof Row & string] as Column<unknown>
  }

  /** A row as it is in memory, from one of `columns`. */
  fromRow(found: Found): Row {
    return Object.fromEntries(this.fields.map(([property]) => [property, found[property]])) as Row
  }

  keyOf(row: Row): string {
    const { key } = this.definition
    return key.length === 1 ? String(row[key[0]!]) : key.map((part) => row[part]).join(' ')
  }

  ownerOf(row: Row): OwnerId | null {
    const { owner } = this.definition
    return owner === undefined ? null : (row[owner] as OwnerId)
  }

  row(row: Row): Put {
    return { table: this, row }
  }

  /** Needs the row with this id. */
  byId(id: string): Read {
    return reading(this.#byId, id)
  }

  /** A way of reading rows. `text` selects `columns`; `$1` is an array of what is asked for. */
  source<A extends Arg = string>({
    name,
    form,
    text,
  }: {
    name: string
    form: Form | null
    text: string
  }): Source<A> {
    return {
      name: `${this.name}.${name}`,
      text,
      form,
      ...(this.isCompared ? { table: this } : {}),
      fill: (known, rows) => this.#fill(known, rows),
    }
  }

  #fill(known: Known, rows: readonly Found[]): void {
    const named = this.fields.filter(([, one]) => one.named)
    for (const found of rows) {
      known.set(this, this.fromRow(found))
      for (const [property] of named)
        known.addName(found[property], found[`${property}Name`], found[`${property}Number`])
    }
  }

  lossOf(before: Row | undefined, row: Row): string | null {
    const lost = this.fields.find(([property, { changes, later }]) => {
      const value = row[property as keyof Row]
      if (before === undefined) return later && value !== null
      return !changes && !later && value !== before[property as keyof Row]
    })
    return lost?.[0] ?? null
  }

  erased(row: Row): Row {
    const left = { ...row } as Record<string, unknown>
    for (const [property, { personal }] of this.fields) if (personal) left[property] = null
    const { onErasure: ends } = this.definition
    if (ends?.from.includes(left[ends.property] as string)) left[ends.property] = ends.to
    return left as Row
  }
}
