/** The statements that write and erase the rows of a table. */
import type { QueryConfig } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { sqlWords } from '../platform/sql-words.ts'
import { insertRows, updateRows, type Given } from './bulk.ts'
import type { AnyTable, Field } from './table.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the table says what its rows are
type Row = any

const givenBy = (fields: readonly Field[]): Given<Row> =>
  Object.fromEntries(
    fields.map(([property, { name, form }]) => [name, [form, (row: Row) => row[property]]]),
  )

/** Changed rows first: a place that only one may hold is given up before it is taken. */
export function rowStatements(
  table: AnyTable,
  { created, changed }: { created: readonly Row[]; changed: readonly Row[] },
): QueryConfig[] {
  const { name, fields, definition } = table
  const key = definition.key.map((property): Field => [property, table.columnOf(property)])
  const again = fields.filter(([, { changes, later }]) => changes || later)
  const once = fields.filter(([, { later }]) => !later)
  return [
    ...updateRows(
      { table: name, key: key.map(([, column]) => column.name) },
      changed,
      givenBy([...key, ...again]),
    ),
    ...insertRows(name, created, givenBy(once)),
  ]
}

/** What is personal goes, and what is under way ends; the rows stay. */
export function erasingStatements(table: AnyTable, people: readonly OwnerId[]): QueryConfig[] {
  const { owner, onErasure: ends } = table.definition
  const set = table.fields
    .filter(([, { personal }]) => personal)
    .map(([, { name }]) => `${name} = null`)
  if (ends) {
    const { name } = table.columnOf(ends.property)
    const from = sqlWords(ends.from)
    set.push(`${name} = case when ${name} in (${from}) then '${ends.to}' else ${name} end`)
  }
  if (owner === undefined || set.length === 0) return []
  return [
    {
      name: `${table.name}.erase`,
      text: `update ${table.name} set ${set.join(', ')} where ${table.columnOf(owner).name} = any ($1)`,
      values: [people],
    },
  ]
}
