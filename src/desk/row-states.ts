/**
 * What the last command left of each row, beside the row: nothing is decided on one that isn't as it was left. The states can only
 * be added to, and each carries a MAC over its place among those of its row, so that a row which somebody wrote, or put back to what
 * it was before, fits none of them.
 */
import type { ClientBase, QueryConfig } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { canonical } from '../lib/canonical.ts'
import { isKeyKnown, isMacOf, macOf, type Mac, type MacKeys } from '../platform/mac.ts'
import type { Database } from '../platform/database.ts'
import { insertRows } from './bulk.ts'
import type { Found, Known } from './read.ts'
import type { AnyTable, Field } from './table.ts'

/** `number`: the place among the states of its row, from 1. `words` is over the row with what is erased with its person, and is erased then. */
type State = { number: number; command: string | null; words: Mac | null; mac: Mac }

/** A row as it is found, with its state beside it. */
type FoundState = {
  stateNumber: number | null
  stateCommand: string | null
  stateWords: Mac | null
  stateMac: Mac | null
  isErased: boolean
}

// oxlint-disable-next-line typescript/no-explicit-any -- the table says what its rows are
type Row = any

/** By the names in the database. What is null is left out, so that a column which comes later changes nothing. */
const saidBy = (fields: readonly Field[], row: Row): string =>
  canonical(
    Object.fromEntries(
      fields.flatMap(([property, { name }]) => {
        const value = row[property] ?? null
        return value === null ? [] : [[name, typeof value === 'bigint' ? String(value) : value]]
      }),
    ),
  )

/** Whether something of its rows goes, or ends, with their person. */
const isPersonal = ({ definition: { owner, onErasure }, fields }: AnyTable) =>
  owner !== undefined && (onErasure !== undefined || fields.some(([, { personal }]) => personal))

type Place = Pick<State, 'number' | 'command'>

/** What is compared of a row as it is left when its person is erased. */
const factsOf = (table: AnyTable, row: Row, { number, command }: Place) => [
  table.name,
  table.keyOf(row),
  number,
  command,
  saidBy(table.fields, table.erased(row)),
]

const wordsOf = (table: AnyTable, row: Row, { number }: Place) => [
  table.name,
  table.keyOf(row),
  number,
  saidBy(table.fields, row),
]

/** As a command leaves a row. */
const stateOf = (table: AnyTable, row: Row, place: Place, keys: MacKeys): State => ({
  ...place,
  words: isPersonal(table) ? macOf(keys, 'row-words', wordsOf(table, row, place)) : null,
  mac: macOf(keys, 'row', factsOf(table, row, place)),
})

/** SQL of the key of a row, as `keyOf` has it. */
const keyIn = ({ definition: { key } }: AnyTable, column: (property: string) => string) =>
  key.map((property) => `${column(property)}::text`).join(` || ' ' || `)

/** SQL of `text`, which selects rows of a table, with the state of each. */
export function withStates(table: AnyTable, text: string): string {
  const key = keyIn(table, (property) => `found."${property}"`)
  const isErased = isPersonal(table)
    ? `not exists (select from auth.persons person where person.id = found."${table.definition.owner}")`
    : 'false'
  return `select found.*, state.number as "stateNumber", state.command_id as "stateCommand", encode(state.words, 'hex') as "stateWords",
      encode(state.mac, 'hex') as "stateMac", ${isErased} as "isErased"
    from (${text}) found left join lateral (
      select number, command_id, words, mac from desk.row_states where table_name = '${table.name}' and key = ${key} order by number desc limit 1
    ) state on true`
}

/** Whether a row is what its last state says. Of an account that was erased, its words are gone. */
function isAsLeft(table: AnyTable, row: Row, found: FoundState, keys: MacKeys): boolean {
  const { stateNumber: number, stateCommand: command, stateWords: words, stateMac: mac } = found
  if (number === null) return false
  const place = { number, command }
  if (!isMacOf(keys, mac, 'row', factsOf(table, row, place))) return false
  if (!isPersonal(table)) return true
  if (words !== null) return isMacOf(keys, words, 'row-words', wordsOf(table, row, place))
  return found.isErased && saidBy(table.fields, row) === saidBy(table.fields, table.erased(row))
}

/** What of a row isn't as it was left, in words that follow a colon and repeat none of its values, or null. */
function differenceOf(table: AnyTable, row: Row, found: FoundState, keys: MacKeys): string | null {
  if (!table.isCompared || isAsLeft(table, row, found, keys)) return null
  return found.stateNumber === null
    ? 'no command wrote it'
    : 'it is not as the last command left it'
}

/** A row, and what of it isn't as its last command left it, or null. */
export type Compared<R> = R & { difference: string | null }

/** `text` selects `columns` of the table, and more where it likes; `order` is of what it found. */
type Question = { name: string; text: string; values: unknown[]; order?: string }

/** Rows for a page or a loop. */
export async function readDifferences<R extends Found>(
  { macKeys }: { macKeys: MacKeys },
  db: Database,
  table: AnyTable,
  { name, text, values, order }: Question,
): Promise<Compared<R>[]> {
  const { rows } = await db.query<R & FoundState>({
    name,
    text: `${withStates(table, text)}${order === undefined ? '' : ` order by ${order}`}`,
    values,
  })
  return rows.map((found) => ({
    ...found,
    difference: differenceOf(table, table.fromRow(found), found, macKeys),
  }))
}

/** Tells which of the rows that were read are as they were left. */
export function compareRows(
  known: Known,
  table: AnyTable,
  rows: readonly Found[],
  keys: MacKeys,
): void {
  for (const found of rows) {
    const row = table.fromRow(found)
    const state = found as FoundState
    known.compare(table, row, {
      number: state.stateNumber ?? 0,
      isAsLeft: isAsLeft(table, row, state, keys),
    })
  }
}

/** The words of these people’s rows can’t be compared any more. */
export const forgetWords = (table: AnyTable, people: readonly OwnerId[]): QueryConfig[] =>
  isPersonal(table)
    ? [
        {
          name: `${table.name}.forget-words`,
          text: `update desk.row_states set words = null where table_name = '${table.name}' and key in (
            select ${keyIn(table, (property) => `${table.as}.${table.columnOf(property).name}`)} from ${table.name} ${table.as}
              where ${table.as}.${table.columnOf(table.definition.owner!).name} = any ($1))`,
          values: [people],
        },
      ]
    : []

/** What a command leaves of a row, and how many states the row had before. */
export type Left = { table: AnyTable; row: object; before: number; command: string | null }

/** One statement for the rows of all tables. */
export const stateStatements = (left: readonly Left[], keys: MacKeys): QueryConfig[] =>
  insertRows(
    'desk.row_states',
    left.map(({ table, row, before, command }) => ({
      table: table.name,
      key: table.keyOf(row),
      ...stateOf(table, row, { number: before + 1, command }, keys),
    })),
    {
      table_name: ['word', ({ table }) => table],
      key: ['text', ({ key }) => key],
      number: ['integer', ({ number }) => number],
      command_id: ['uuid', ({ command }) => command],
      words: ['bytes', ({ words }) => words],
      mac: ['bytes', ({ mac }) => mac],
    },
  )

type Stood = FoundState & Found

/** So many rows go in one statement. */
const chunk = 10_000

/** Every row of a table with its state, and whether it is as that says. */
export async function readCompared(client: ClientBase, keys: MacKeys, table: AnyTable) {
  const { rows } = await client.query<Stood>(
    withStates(table, `select ${table.columns} from ${table.from}`),
  )
  return rows.map((state) => {
    const row: object = table.fromRow(state)
    return { row, state, isAsLeft: isAsLeft(table, row, state, keys) }
  })
}

/** Gives rows, of which `isWanted` says so, a state as they stand. */
async function stampRows(
  client: ClientBase,
  keys: MacKeys,
  tables: readonly AnyTable[],
  isWanted: (state: FoundState, isAsLeft: boolean) => boolean,
): Promise<void> {
  for (const table of tables.filter(({ isCompared }) => isCompared)) {
    const compared = await readCompared(client, keys, table)
    const left = compared
      .filter((one) => isWanted(one.state, one.isAsLeft))
      .map(({ row, state }) => ({ table, row, before: state.stateNumber ?? 0, command: null }))
    for (let first = 0; first < left.length; first += chunk)
      for (const { text, values } of stateStatements(left.slice(first, first + chunk), keys))
        await client.query(text, values)
  }
}

/** After the loss of a secret, rows are believed as they stand where its key alone could say. */
export const renewStates = (
  client: ClientBase,
  keys: MacKeys,
  tables: readonly AnyTable[],
): Promise<void> =>
  stampRows(
    client,
    keys,
    tables,
    ({ stateMac }) => stateMac !== null && !isKeyKnown(keys, stateMac),
  )

/** For tests and drills that change rows by hand: what stands there is what is compared from now on. */
export const believeRows = (
  client: ClientBase,
  keys: MacKeys,
  tables: readonly AnyTable[],
): Promise<void> => stampRows(client, keys, tables, (_, isSame) => !isSame)
