/**
 * Decides the journal again and compares every row of state with what must stand there. What commands left behind beside
 * rows (facts, activity, balances, postings) is compared command by command.
 */
import type { ClientBase } from 'pg'
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import { accountsText, postingsByCommand } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { MacKeys } from '../platform/mac.ts'
import { canonical } from './canonical.ts'
import { commandDigest } from './chain.ts'
import type { Journaled, Rules } from './command.ts'
import { differingIn } from './difference.ts'
import { faultOfMac, stampColumns, type Stamped } from './journal-mac.ts'
import { faultOfWords, wordColumns, wordJoins, type JournaledWords } from './journaled-words.ts'
import { JournalOrder, type Steps } from './journal-order.ts'
import { ownerColumns, ownerFromRow, ownerTables, type OwnerRow } from './owners.ts'
import type { Put } from './read.ts'
import { Unexplained } from './recall.ts'
import { byOwner, Replay, tracesOf, type AnyFact } from './replay.ts'
import type { AnyTable } from './table.ts'
import type { World } from './world.ts'

type Activity = [
  owner: OwnerId,
  version: string,
  kind: string,
  gain: string | null,
  after: string | null,
]
type Posted = [
  event: string,
  debitOwner: OwnerId,
  debitKind: string,
  debitVersion: string,
  creditOwner: OwnerId,
  creditKind: string,
  creditVersion: string,
  amount: string,
]
type Row = Omit<Journaled, 'activity' | 'texts'> &
  JournaledWords &
  Stamped & {
    recordedAt: Instant
    key: string | null
    bodyHash: string
    unlistedNumber: bigint | null
    activity: Activity[] | null
    postings: Posted[] | null
  }

const journalText = `select command.id, command.kind, command.actor, command.subject, command.at, command.recorded_at as "recordedAt", command.input, command.key, command.body_hash as "bodyHash", ${stampColumns}, command.unlisted_number as "unlistedNumber",
    listed.activity, posted.postings, ${wordColumns}
  from desk.commands command
    left join (select command_id, jsonb_agg(jsonb_build_array(owner_id, version::text, kind, amount::text, balance_after::text)) as activity
      from desk.activity group by command_id) listed on listed.command_id = command.id
    left join (${postingsByCommand}) posted on posted.command_id = command.id
    ${wordJoins}
  where command.outcome = 'done' order by command.recorded_at, command.id`

export type StateReport = {
  /** The first difference of each table, with its command and its owner. */
  differences: string[]
  commands: number
  rows: number
}

export type StateParts = {
  rules: Rules
  facts: readonly AnyFact[]
  tables: readonly AnyTable[]
  /** The version of these rules. */
  rulesVersion: number
  /** Without them no MAC is checked. */
  macKeys: MacKeys | null
  /** Rows that no command made. */
  start: readonly Put[]
  /** Whether a row may differ from what commands left: something else than a command changed it. */
  isExcused?(table: AnyTable, row: object, expected: object): boolean
}

/** What has to be before a command: its owners at the version before, and the firm's accounts that it moved. */
function stepsOf({ activity, postings }: Row): Steps {
  const moved = [
    ...(activity ?? []).map(([owner, version]) => [owner, version] as const),
    ...(postings ?? []).flatMap(
      ([, debitOwner, debitKind, debitVersion, creditOwner, creditKind, creditVersion]) => [
        ...(debitOwner === firm ? [[debitKind, debitVersion] as const] : []),
        ...(creditOwner === firm ? [[creditKind, creditVersion] as const] : []),
      ],
    ),
  ]
  const versions = [...Map.groupBy(moved, ([name]) => name)].map(([name, steps]) => ({
    name,
    all: steps.map(([, version]) => BigInt(version)).toSorted((a, b) => Number(a - b)),
  }))
  return {
    before: versions
      .filter(({ all }) => all[0]! > 1n)
      .map(({ name, all }) => `${name} ${all[0]! - 1n}`),
    with: versions.map(({ name, all }) => `${name} ${all.at(-1)}`),
  }
}

/** What the journal says that a command left behind, in the form of `tracesOf`. */
function recordedTraces({ input, activity, postings }: Row): string {
  return canonical({
    input,
    activity: (activity ?? [])
      .map(([owner, version, kind, gain, after]) => ({
        owner,
        kind,
        version: Number(version),
        gain,
        after,
      }))
      .toSorted(byOwner),
    postings: (postings ?? []).map(
      ([
        event,
        debitOwner,
        debitKind,
        debitVersion,
        creditOwner,
        creditKind,
        creditVersion,
        amount,
      ]) => ({
        event,
        debit: [debitOwner, debitKind, debitVersion],
        credit: [creditOwner, creditKind, creditVersion],
        amount,
      }),
    ),
  })
}

/** The words of a command, as they must be; null where they were erased with their person. */
function wordsOf(row: Row): Journaled['texts'] {
  const fault = faultOfWords(row)
  if (fault !== null) throw new Unexplained(fault)
  return row.words && (row.texts as Journaled['texts'])
}

/** What is wrong with how a command was recorded, or null. */
function faultOfRecord(row: Row, { rulesVersion, macKeys }: StateParts): string | null {
  const { rules, activity, postings, subject, subjectVersion, unlistedNumber } = row
  if (rules !== null && rules !== rulesVersion)
    return `it was decided by version ${rules} of the rules, and this release has version ${rulesVersion}`
  if (macKeys === null) return null
  const [, version, kind, gain, after] =
    activity?.find(([owner, version]) => owner === subject && version === String(subjectVersion)) ??
    []
  const listed = kind === undefined ? null : { version: version!, kind, gain: gain!, after: after! }
  const command = commandDigest(
    { ...row, outcome: 'done' },
    {
      input: canonical(row.input),
      particulars: row.particulars ?? '',
      postings: (postings ?? []).map(withoutFirmsVersions),
    },
  )
  return faultOfMac(macKeys, row, command, { listed, unlisted: unlistedNumber })
}

/** The firm's versions stand in no digest. */
const withoutFirmsVersions = ([
  event,
  debitOwner,
  debitKind,
  debitVersion,
  creditOwner,
  creditKind,
  creditVersion,
  amount,
]: Posted) => [
  event,
  debitOwner,
  debitKind,
  debitOwner === firm ? null : debitVersion,
  creditOwner,
  creditKind,
  creditOwner === firm ? null : creditVersion,
  amount,
]

const said = (value: unknown) =>
  canonical(typeof value === 'bigint' ? String(value) : (value ?? null))

/** The first property that differs, in words, or null. */
function differenceOf(found: object, expected: object): string | null {
  const [before, after] = [expected, found] as Record<string, unknown>[]
  const property = differingIn(found, expected)
  return property === null
    ? null
    : `${property} is ${said(after![property])}, and must be ${said(before![property])}`
}

/** Follows the journal; the first command that can't be explained ends it. */
async function replayJournal(
  db: ClientBase,
  replay: Replay,
  parts: StateParts,
): Promise<{ commands: number; difference: string | null }> {
  let commands = 0
  let difference: string | null = null
  const fail = ({ id, kind, subject }: Row, why: string) =>
    (difference ??= `desk.commands: ${kind} ${id} (owner ${subject ?? 'none'}): ${why}`)
  const order = new JournalOrder<Row>((row) => {
    if (difference !== null) return
    commands += 1
    try {
      const fault = faultOfRecord(row, parts)
      if (fault !== null) return fail(row, fault)
      const activity = (row.activity ?? []).map(([owner, , kind]) => ({ owner, kind }))
      const again = replay.again({ ...row, texts: wordsOf(row), activity }, row.recordedAt)
      const [found, expected] = [recordedTraces(row), tracesOf(again)]
      if (found !== expected) fail(row, `the journal has ${found}, and it must be ${expected}`)
    } catch (error) {
      fail(row, (error as Error).message)
    }
  })
  await forEachRow<Row>(db, journalText, (row) => {
    if (difference === null) order.add(row, stepsOf(row))
  })
  const [left] = order.left
  if (left && difference === null)
    fail(left, 'what its owner or the firm had before it is missing in the journal')
  return { commands, difference }
}

/** Compares the rows of a table with those of the world. */
async function compareTable(
  db: ClientBase,
  table: AnyTable,
  replay: Replay,
  isExcused: StateParts['isExcused'],
): Promise<{ rows: number; difference: string | null }> {
  const seen = new Set<string>()
  let difference: string | null = null
  const fail = (key: string, row: object, why: string) =>
    (difference ??= `${table.name}: ${key} (owner ${table.ownerOf(row) ?? 'none'}, command ${replay.madeBy(table, key) ?? 'none'}): ${why}`)
  await forEachRow(db, `select ${table.columns} from ${table.from}`, (found) => {
    const row = table.fromRow(found)
    const key = table.keyOf(row)
    seen.add(key)
    const expected = replay.world.get(table, key) as object | undefined
    if (!expected) return void fail(key, row, 'no command made this row')
    const differing = differenceOf(row, expected)
    if (differing !== null && !isExcused?.(table, row, expected)) fail(key, row, differing)
  })
  for (const row of replay.world.rows(table) as object[]) {
    const key = table.keyOf(row)
    if (!seen.has(key)) fail(key, row, 'the row is gone')
  }
  return { rows: seen.size, difference }
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

/** Within the caller's transaction, which keeps one snapshot. Needs read rights only. */
export async function verifyState(db: ClientBase, parts: StateParts): Promise<StateReport> {
  const { rules, facts, tables, start, isExcused } = parts
  const replay = new Replay(rules, facts, start)
  const { commands, difference } = await replayJournal(db, replay, parts)
  if (difference !== null) return { differences: [difference], commands, rows: 0 }
  const differences: (string | null)[] = [
    await compareOwners(db, replay.world),
    await compareAccounts(db, replay.world),
  ]
  let rows = replay.world.owners.size
  for (const table of tables) {
    const compared = await compareTable(db, table, replay, isExcused)
    differences.push(compared.difference)
    rows += compared.rows
  }
  return { differences: differences.filter((one) => one !== null), commands, rows }
}
