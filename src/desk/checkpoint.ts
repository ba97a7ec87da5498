/**
 * The world that a replay came to, in a file, so that the next one decides only what has come since. It is sealed by the
 * server's secret: it holds people's words, and whoever could change it could explain any row.
 */
import { deserialize, serialize } from 'node:v8'
import type { AccountState } from '../ledger/core/books.ts'
import type { Account } from '../ledger/core/posting.ts'
import { openSealedFile, writeSealedFile } from '../platform/sealed-file.ts'
import type { Rules } from './command.ts'
import type { Position } from './journal-position.ts'
import type { Owner } from './records.ts'
import { Replay, type AnyFact } from './replay.ts'
import type { AnyTable } from './table.ts'
import type { World } from './world.ts'

/** One more with every change of what stands in the file, or of what a fact remembers. */
const form = 2

export type Checkpoint = { replay: Replay; position: Position }

type Parts = { rules: Rules; facts: readonly AnyFact[]; tables: readonly AnyTable[] }

/** A file of another one is of no use. */
const formOf = ({ facts, tables }: Parts) =>
  JSON.stringify([
    form,
    facts.map(({ name }) => name),
    tables.map(({ name, fields }) => [
      name,
      fields.map(([property, column]) => [property, column.name, column.form]),
    ]),
  ])

type Head = { form: string; position: Position; states: Record<string, unknown> }
/** A name's number is null where it was erased. */
type Owners = { owners: Owner[]; numbers: (number | null)[] }
type Accounts = { accounts: (Account & AccountState)[] }
/** By column: a row's names would take more room than its values. */
type Rows = { table: string; columns: unknown[][] }

/** Few enough to hold beside everything else. */
const perChunk = 5_000

function* inChunks<T>(items: Iterable<T>): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < perChunk) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

function* chunksOf({ replay, position }: Checkpoint, parts: Parts): Generator<Uint8Array> {
  const { world, states } = replay
  yield serialize({ form: formOf(parts), position, states } satisfies Head)
  for (const owners of inChunks(world.owners.values())) {
    const numbers = owners.map(({ id }) => world.names.get(id)?.number ?? null)
    yield serialize({ owners, numbers } satisfies Owners)
  }
  for (const accounts of inChunks(world.books.accounts()))
    yield serialize({ accounts } satisfies Accounts)
  for (const table of parts.tables)
    for (const rows of inChunks(world.rows(table) as Record<string, unknown>[])) {
      const columns = table.fields.map(([property]) => rows.map((row) => row[property]))
      yield serialize({ table: table.name, columns } satisfies Rows)
    }
}

export function writeCheckpoint(
  path: string,
  secret: string,
  checkpoint: Checkpoint,
  parts: Parts,
): Promise<void> {
  return writeSealedFile(path, secret, chunksOf(checkpoint, parts))
}

function addRows(world: World, table: AnyTable, columns: unknown[][]): void {
  const properties = table.fields.map(([property]) => property)
  for (const place of columns[0]!.keys())
    world.set(
      table,
      Object.fromEntries(properties.map((property, column) => [property, columns[column]![place]])),
    )
}

function addChunk(
  world: World,
  chunk: Owners | Accounts | Rows,
  tables: readonly AnyTable[],
): void {
  if ('owners' in chunk)
    for (const [place, owner] of chunk.owners.entries()) world.add(owner, chunk.numbers[place])
  else if ('accounts' in chunk)
    for (const { owner, kind, ...state } of chunk.accounts) world.books.set({ owner, kind }, state)
  else
    addRows(
      world,
      tables.find(({ name }) => name === chunk.table)!,
      chunk.columns,
    )
}

/** Null where there is no file, or one of another form. Throws where it isn't what this server has written. */
export async function readCheckpoint(
  path: string,
  secret: string,
  parts: Parts,
): Promise<Checkpoint | null> {
  const chunks = await openSealedFile(path, secret)
  if (chunks === null) return null
  let read: Checkpoint | null = null
  for await (const chunk of chunks) {
    if (read !== null) {
      addChunk(read.replay.world, deserialize(chunk), parts.tables)
      continue
    }
    const head = deserialize(chunk) as Head
    if (head.form !== formOf(parts)) return null
    const replay = new Replay(parts.rules, parts.facts, head.states)
    read = { replay, position: head.position }
  }
  return read
}
