/** Statements for many rows at once: a column stands once, with its name, its form and where a row has it. */
import type { QueryConfig } from 'pg'
import {
  bigintArray,
  byteaArray,
  instantArray,
  jsonArray,
  plainArray,
  textArray,
  uuidArray,
} from '../platform/sql-array.ts'
import { forms as columnForms } from './column.ts'

const forms = { ...columnForms, json: 'jsonb', bytes: 'bytea' } as const
export type Form = keyof typeof forms

const arrays = {
  uuid: uuidArray,
  text: textArray,
  word: plainArray,
  cents: bigintArray,
  count: bigintArray,
  integer: plainArray,
  flag: plainArray,
  instant: instantArray,
  json: jsonArray,
  bytes: byteaArray,
} as const satisfies Record<Form, unknown>

/** An array as the parameter of a statement. */
export const arrayOf = (form: Form, values: readonly unknown[]): unknown =>
  (arrays[form] as (values: readonly unknown[]) => unknown)(values)

/** By the names of the columns: the form of the values, and where a row has them. */
export type Given<Row> = { [column: string]: readonly [form: Form, of: (row: Row) => unknown] }

/** The rows as a table of their own, and its parameters. */
export function givenRows<Row>(
  rows: readonly Row[],
  given: Given<Row>,
): { names: string; table: string; values: unknown[] } {
  const columns = Object.entries(given)
  const names = columns.map(([name]) => name).join(', ')
  const parameters = columns.map(([, [form]], i) => `$${i + 1}::${forms[form]}[]`).join(', ')
  return {
    names,
    table: `unnest(${parameters}) as given(${names})`,
    values: columns.map(([, [form, of]]) => arrayOf(form, rows.map(of))),
  }
}

export function insertRows<Row>(
  table: string,
  rows: readonly Row[],
  given: Given<Row>,
): QueryConfig[] {
  if (rows.length === 0) return []
  const { names, table: from, values } = givenRows(rows, given)
  return [
    {
      name: `${table}.insert`,
      text: `insert into ${table} (${names}) select ${names} from ${from}`,
      values,
    },
  ]
}

/** `key` are the columns by which a row is found; all others are set. */
export function updateRows<Row>(
  {
    table,
    key,
    name = `${table}.update`,
  }: { table: string; key: readonly string[]; name?: string },
  rows: readonly Row[],
  given: Given<Row>,
): QueryConfig[] {
  if (rows.length === 0) return []
  const { table: from, values } = givenRows(rows, given)
  const set = Object.keys(given)
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = given.${column}`)
  const same = key.map((column) => `stored.${column} = given.${column}`)
  return [
    {
      name,
      text: `update ${table} stored set ${set.join(', ')} from ${from} where ${same.join(' and ')}`,
      values,
    },
  ]
}
