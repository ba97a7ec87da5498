/**
 * Decides the journal again and compares every row of state with what must stand there. What commands left behind beside
 * rows (facts, activity, balances, postings) is compared command by command.
 */
import type { ClientBase } from 'pg'
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import { accountsText } from '../ledger/store/entries.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { MacKeys } from '../platform/mac.ts'
import { canonical } from '../lib/canonical.ts'
import type { Journaled, Rules } from './command.ts'
import { differingIn } from './difference.ts'
import { faultOfRecord } from './journal-record.ts'
import { faultOfWords } from './journaled-words.ts'
import type { Checkpoint } from './checkpoint.ts'
import { JournalOrder, type Step } from './journal-order.ts'
import type { Position } from './journal-position.ts'
import { ownerColumns, ownerFromRow, ownerTables, type OwnerRow } from './owners.ts'
import { readJournal, type JournalRow } from './read-journal.ts'
import { Unexplained } from './recall.ts'
import { Replay, type AnyFact } from './replay.ts'
import type { AnyTable } from './table.ts'
import { differenceOfTraces } from './traces.ts'
import type { World } from './world.ts'

export type StateReport = {
  /** The first difference of each table, with its command and its owner. */
  differences: string[]
  commands: number
  rows: number
  /** The last command that was decided again. */
  last: string | null
}

export type StateParts = {
  rules: Rules
  facts: readonly AnyFact[]
  tables: readonly AnyTable[]
  /** The version of these rules. */
  rulesVersion: number
  /** Without them no MAC is checked. */
  macKeys: MacKeys | null
  /** Whether a row may differ from what commands left: something else than a command changed it. */
  isExcused?(table: AnyTable, row: object, expected: object): boolean
  /** Whether differences may say a person's words: not where they are kept for good. */
  saysWords: boolean
}

/** What has to be before a command: its owners at the version before, and the firm's accounts that it moved. */
function stepsOf({ activity, postings }: JournalRow): Step[] {
  const steps: Step[] = []
  const add = (name: string, text: string) => {
    const version = Number(text)
    const step = steps.find((known) => known.name === name)
    if (!step) steps.push({ name, before: version - 1, with: version })
    else if (version <= step.before) step.before = version - 1
    else if (version > step.with) step.with = version
  }
  for (const [owner, version] of activity) add(owner, version)
  for (const [, debit, debitKind, debitVersion, credit, creditKind, creditVersion] of postings) {
    if (debit === firm) add(debitKind, debitVersion)
    if (credit === firm) add(creditKind, creditVersion)
  }
  return steps
}

/** The words of a command, as they must be; null where they were erased with their person. */
function wordsOf(row: JournalRow): Journaled['texts'] {
  const fault = faultOfWords(row)
  if (fault !== null) throw new Unexplained(fault)
  return row.words && (row.texts as Journaled['texts'])
}

const said = (value: unknown) =>
  canonical(typeof value === 'bigint' ? String(value) : (value ?? null))

/** The first property that differs, in words, or null. */
function differenceOf(
  found: object,
  expected: object,
  isSaid: (property: string) => boolean = () => true,
): string | null {
  const [before, after] = [expected, found] as Record<string, unknown>[]
  const property = differingIn(found, expected)
  if (property === null) return null
  return isSaid(property)
    ? `${property} is ${said(after![property])}, and must be ${said(before![property])}`
    : `${property} is not what it must be`
}

/** An id is in memory once, however many rows hold it. */
const knownAs = ({ owners }: World, id: OwnerId | null) =>
  (id === null ? null : owners.get(id)?.id) ?? id

const journaledIn = (world: World, row: JournalRow): Journaled => ({
  ...row,
  actor: knownAs(world, row.actor),
  subject: knownAs(world, row.subject),
  texts: wordsOf(row),
  activity: row.activity.map(([owner, , kind]) => ({ owner, kind })),
})

/** How far a journal has come that led to this world. */
function* reachedIn({ owners, books }: World): Generator<readonly [string, number]> {
  for (const { id, version } of owners.values()) yield [id, version]
  for (const { owner, kind, version } of books.accounts())
    if (owner === firm) yield [kind, Number(version)]
}

/** Follows the journal; the first command that can't be explained ends it. */
async function replayJournal(
  db: ClientBase,
  replay: Replay,
  parts: StateParts,
  position: Position | null,
): Promise<{ commands: number; last: string | null; difference: string | null }> {
  let commands = 0
  let last: string | null = null
  let difference: string | null = null
  const fail = ({ id, kind, subject }: JournalRow, why: string) => {
    difference ??= `desk.commands: ${kind} ${id} (owner ${subject ?? 'none'}): ${why}`
  }
  const order = new JournalOrder<JournalRow>((row) => {
    if (difference !== null) return
    commands += 1
    last = row.id
    try {
      const fault = faultOfRecord(row, parts)
      if (fault !== null) return fail(row, fault)
      const again = replay.again(journaledIn(replay.world, row), row.recordedAt)
      const differing = differenceOfTraces(row, again)
      if (differing !== null) fail(row, differing)
    } catch (error) {
      fail(row, (error as Error).message)
    }
  }, reachedIn(replay.world))
  const strange = await readJournal(db, position, (row) => {
    if (difference === null) order.add(row, stepsOf(row))
  })
  const [left] = order.left
  if (left && difference === null)
    fail(left, 'what its owner or the firm had before it is missing in the journal')
  difference ??= strange
  return { commands, last, difference }
}

/** Compares the rows of a table with those of the world. */
async function compareTable(
  db: ClientBase,
  table: AnyTable,
  replay: Replay,
  { isExcused, saysWords }: Pick<StateParts, 'isExcused' | 'saysWords'>,
): Promise<{ rows: number; difference: string | null }> {
  const isSaid = (property: string) => saysWords || !table.columnOf(property).personal
  const seen = new Set<object>()
  let rows = 0
  let difference: string | null = null
  const fail = (key: string, row: object, why: string) => {
    const owner = table.ownerOf(row) ?? 'none'
    const command = replay.madeBy(table, key) ?? 'none'
    difference ??= `${table.name}: ${key} (owner ${owner}, command ${command}): ${why}`
  }
  await forEachRow(db, `select ${table.columns} from ${table.from}`, (found) => {
    const row = table.fromRow(found)
    const key = table.keyOf(row)
    rows += 1
    const expected = replay.world.get(table, key) as object | undefined
    if (!expected) return fail(key, row, 'no command made this row')
    if (seen.has(expected)) return fail(key, row, 'it stands there twice')
    seen.add(expected)
    const differing = differenceOf(row, expected, isSaid)
    if (differing !== null && !isExcused?.(table, row, expected)) fail(key, row, differing)
  })
  for (const row of replay.world.rows(table) as object[])
    if (!seen.has(row)) fail(table.keyOf(row), row, 'the row is gone')
  return { rows, difference }
}

/** Owners without their names, which stand in no command. */
async function compareOwners(db: ClientBase, world: World): Promise<string | null> {
  let difference: string | null = null
  let count = 0
  await forEachRow<OwnerRow>(db, `select ${ownerColumns} from ${ownerTables}`, (row) => {
    count += 1
    const { fullName: _, email: __, totals, ...owner } = ownerFromRow(row)
    const expected = world.owners.get(owner.id)
    if (!expected) return void (difference ??= `owners: ${owner.id}: no command opened it`)
    const differing = differenceOf(owner, expected) ?? differenceOf(totals, expected.totals)
    if (differing !== null) difference ??= `owners: ${owner.id}: ${differing}`
  })
  return difference ?? (count < world.owners.size ? 'owners: a row is gone' : null)
}

type Account = { owner: OwnerId; kind: string; debits: bigint; credits: bigint; version: bigint }

async function compareAccounts(db: ClientBase, world: World): Promise<string | null> {
  let difference: string | null = null
  let count = 0
  await forEachRow<Account>(db, accountsText, ({ owner, kind, ...found }) => {
    if (found.version > 0n) count += 1
    const differing = differenceOf(found, world.books.state(owner, kind as never))
    if (differing !== null) difference ??= `the books: ${kind} of ${owner}: ${differing}`
  })
  const expected = [...world.books.accounts()].filter(({ version }) => version > 0n).length
  return difference ?? (count < expected ? 'the books: an account is gone' : null)
}

/**
 * From a checkpoint on, or from the beginning; the checkpoint's world is the one that goes on. Within the caller's
 * transaction, which keeps one snapshot. Needs read rights only.
 */
export async function verifyState(
  db: ClientBase,
  parts: StateParts,
  checkpoint: Checkpoint | null = null,
): Promise<StateReport & { replay: Replay }> {
  const replay = checkpoint?.replay ?? new Replay(parts.rules, parts.facts)
  const position = checkpoint?.position ?? null
  const { difference, ...decided } = await replayJournal(db, replay, parts, position)
  if (difference !== null) return { ...decided, differences: [difference], rows: 0, replay }
  const differences: (string | null)[] = [
    await compareOwners(db, replay.world),
    await compareAccounts(db, replay.world),
  ]
  let rows = replay.world.owners.size
  for (const table of parts.tables) {
    const compared = await compareTable(db, table, replay, parts)
    differences.push(compared.difference)
    rows += compared.rows
  }
  return { ...decided, differences: differences.filter((one) => one !== null), rows, replay }
}
