/** Compares one snapshot of the books with the journal. Each failed check is reported in words; there should be none. */
import { firm as firmId } from '../../src/ledger/core/chart.ts'
import { Model, statusAfter, type Entry, type Firm, type History, type Standing } from './model.ts'
import type { Op, Outcome } from './operations.ts'
import type { Reading, Records } from './records.ts'
import { isOfItsMoment } from './sender.ts'
import type { CommandRow, OwnerRow, Snapshot } from './snapshot.ts'

/** What was known of the operations when the snapshot began. */
export type Known = {
  outcomes: ReadonlyMap<string, Outcome>
  people: readonly string[]
  firmBefore: Firm
}

export type Checked = { faults: string[]; checks: number; readings: Reading[] }

type Entries = Map<string, Entry[]>

function groupEntries(snapshot: Snapshot): Entries {
  const entries: Entries = new Map()
  for (const entry of snapshot.entries) {
    const list = entries.get(entry.owner)
    if (list) list.push(entry)
    else entries.set(entry.owner, [entry])
  }
  return entries
}

/** How many postings a done operation must have; null where it depends on what was there before. */
function postingsOf({ asked }: Op, ops: ReadonlyMap<string, Op>): number | null {
  switch (asked.kind) {
    case 'invest':
    case 'fund':
      return 2
    case 'freeze':
    case 'unfreeze':
    case 'clock':
      return 0
    case 'correct':
      return null
    case 'approve': {
      const request = ops.get(asked.withdrawal)?.asked
      return request?.kind === 'withdraw' && request.to ? 1 : 0
    }
    default:
      return 1
  }
}

/** Every operation and every command: acknowledged ones are there once, refused ones booked nothing, unknown ones are there at most once. */
function compareCommands(
  snapshot: Snapshot,
  records: Records,
  known: Known,
  done: ReadonlyMap<string, Op>,
  faults: string[],
): void {
  const byOp = new Map<string, CommandRow>()
  for (const row of snapshot.commands) {
    const op = records.ops.get(row.op)
    if (!op || op.actor !== row.actor)
      faults.push(`A command that nobody sent: ${row.kind} ${row.id} under the key ${row.op}`)
    else if (byOp.has(row.op))
      faults.push(
        `Two commands under one key: ${row.kind} ${row.id} and ${byOp.get(row.op)!.id}, ${op.asked.kind}`,
      )
    byOp.set(row.op, row)
    if (op) compareCommand(op, row, done, faults)
  }
  for (const [id, outcome] of known.outcomes) {
    const op = records.ops.get(id)!
    const row = byOp.get(id)
    if (outcome === 'ok' && row?.outcome !== 'done')
      faults.push(
        `Acknowledged and not there: ${op.asked.kind} ${id} (${row ? `recorded as ${row.outcome}` : 'no command'})`,
      )
    if (outcome === 'fail' && row?.outcome === 'done')
      faults.push(`Refused (${op.code}) and booked: ${op.asked.kind} ${id}`)
    if (outcome === 'fail' && isOfItsMoment(op.reply!.status) && row)
      faults.push(
        `“Nothing was booked” (${op.code}), and yet a command is recorded (${row.outcome}): ${op.asked.kind} ${id}`,
      )
  }
}

function compareCommand(
  op: Op,
  row: CommandRow,
  done: ReadonlyMap<string, Op>,
  faults: string[],
): void {
  const what = `${op.asked.kind} ${op.id}`
  if (row.outcome === 'done') {
    const expected = postingsOf(op, done)
    if (expected !== null && row.postings !== expected)
      faults.push(`${what} has ${row.postings} postings instead of ${expected}`)
  } else if (row.postings > 0)
    faults.push(`${what} was refused (${row.outcome}) and has ${row.postings} postings`)
  if (op.reply === null || isOfItsMoment(op.reply.status)) return
  if (row.sha256 !== op.reply.sha256 || row.status !== op.reply.status)
    faults.push(
      `${what} was answered ${op.reply.status}, and another reply (${row.status}) is kept`,
    )
}

function compareAccounts(
  snapshot: Snapshot,
  stories: ReadonlyMap<string, History>,
  faults: string[],
): void {
  const kept = new Map(
    snapshot.accounts.map(({ owner, kind, balance }) => [`${owner} ${kind}`, balance]),
  )
  for (const [owner, history] of stories) {
    const standing = history.at(-1)?.after
    for (const kind of ['cash', 'held', 'invested', 'promised'] as const) {
      const balance = kept.get(`${owner} ${kind}`) ?? 0n
      if (standing && balance !== standing[kind])
        faults.push(`${kind} of ${owner} is ${balance}; by the journal it is ${standing[kind]}`)
    }
  }
}

const totals = [
  'deposits',
  'withdrawn',
  'transferredIn',
  'transferredOut',
  'principal',
  'profit',
  'loss',
  'referral',
  'corrections',
] as const satisfies (keyof OwnerRow & keyof Standing)[]

function compareOwners(
  snapshot: Snapshot,
  stories: ReadonlyMap<string, History>,
  people: readonly string[],
  faults: string[],
): void {
  const kept = new Map(snapshot.owners.map((row) => [row.id, row]))
  for (const owner of people) {
    const row = kept.get(owner)
    const history = stories.get(owner) ?? []
    if (!row || history.length === 0) {
      faults.push(`Somebody who had signed up is not there: ${owner}`)
      continue
    }
    const standing = history.at(-1)!.after
    if (Number(row.version) !== history.length)
      faults.push(`${owner} is at version ${row.version} and has ${history.length} entries`)
    if ((row.status === 'frozen') !== standing.frozen)
      faults.push(`${owner} is ${row.status}; by the journal it is otherwise`)
    for (const total of totals)
      if (row[total] !== standing[total])
        faults.push(
          `The total ${total} of ${owner} is ${row[total]}; by the journal it is ${standing[total]}`,
        )
  }
}

function compareFirm(snapshot: Snapshot, before: Firm, added: Firm, faults: string[]): void {
  for (const { owner, kind, balance } of snapshot.accounts) {
    if (owner !== firmId || !(kind in before)) continue
    const expected = before[kind as keyof Firm] + added[kind as keyof Firm]
    if (balance !== expected)
      faults.push(`The firm’s ${kind} is ${balance}; by the journal it is ${expected}`)
  }
}

/** Requests and investments have the state that their entries give. */
function compareRows(
  snapshot: Snapshot,
  entries: Entries,
  done: ReadonlyMap<string, Op>,
  faults: string[],
): void {
  const ways = new Map<string, string[]>()
  const settled = new Map<string, number>()
  for (const entry of [...entries.values()].flat()) {
    if (entry.settles) settled.set(entry.settles, (settled.get(entry.settles) ?? 0) + 1)
    const asked = done.get(entry.command)?.asked
    const request =
      asked?.kind === 'withdraw'
        ? entry.command
        : asked && 'withdrawal' in asked && entry.kind !== 'transfer-received'
          ? asked.withdrawal
          : null
    if (request) ways.set(request, [...(ways.get(request) ?? []), entry.kind])
  }
  for (const { id, type, status, amount } of snapshot.withdrawals) {
    const asked = done.get(id)?.asked
    const expected = statusAfter(ways.get(id) ?? [], type !== 'tradehub_transfer')
    if (asked?.kind !== 'withdraw' || asked.amount !== amount || status !== expected)
      faults.push(`The request ${id} of ${amount} is ${status}; by its entries it is ${expected}`)
  }
  for (const { id, owner, status, amount } of snapshot.investments.filter((row) =>
    entries.has(row.owner),
  )) {
    const asked = done.get(id)?.asked
    const times = settled.get(id) ?? 0
    if (
      asked?.kind !== 'invest' ||
      asked.amount !== amount ||
      times !== (status === 'matured' ? 1 : 0)
    )
      faults.push(`The investment ${id} of ${owner} is ${status} and was settled ${times} times`)
  }
}

/** What a person was shown must have been true at its moment, and must have held what was acknowledged before. */
function compareReading(
  reading: Reading,
  history: History,
  ops: ReadonlyMap<string, Op>,
  done: ReadonlyMap<string, Op>,
  faults: string[],
): void {
  const idOf = (version: number) => history[version - 1]?.command
  const version =
    'version' in reading
      ? reading.version
      : history.findIndex(({ command }) => command === reading.page[0]?.id) + 1
  const included =
    reading.mustInclude &&
    history.findIndex(({ command }) => done.get(command)?.id === reading.mustInclude) + 1
  if (included && included > version) {
    faults.push(
      `${reading.owner} was shown version ${version}, though ${ops.get(reading.mustInclude!)!.asked.kind} ${reading.mustInclude} (${included}) had been acknowledged`,
    )
  }
  if ('page' in reading) {
    const wrong = reading.page.find(
      ({ id, balanceAfter }, n) =>
        id !== idOf(version - n) || balanceAfter !== history[version - n - 1]!.after.cash,
    )
    if (wrong)
      faults.push(`A page of activity of ${reading.owner} was no part of the list: ${wrong.id}`)
    return
  }
  const standing = history[version - 1]?.after
  const wrong = (['cash', 'held', 'invested', 'profit', 'loss', 'principal'] as const).filter(
    (name) => standing?.[name] !== reading[name],
  )
  if (wrong.length > 0)
    faults.push(
      `${reading.owner} was shown ${wrong.map((name) => `${name} ${reading[name]}`).join(', ')} at version ${version}; by the journal it was otherwise`,
    )
}

/** Compares everything. Readings from after the snapshot are returned. */
export function compare(
  snapshot: Snapshot,
  records: Records,
  known: Known,
  readings: readonly Reading[],
): Checked {
  const faults = [...snapshot.audit.faults]
  const done = new Map(
    snapshot.commands.flatMap((row) => {
      const op = row.outcome === 'done' ? records.ops.get(row.op) : undefined
      return op ? [[row.id, op] as const] : []
    }),
  )
  const entries = groupEntries(snapshot)
  const model = new Model(done)
  const stories = new Map(
    [...entries].map(([owner, list]) => [owner, model.tell(owner, list, faults)]),
  )
  const standings = [...stories.values()].flatMap((history) => history.at(-1)?.after ?? [])
  compareCommands(snapshot, records, known, done, faults)
  compareAccounts(snapshot, stories, faults)
  compareOwners(snapshot, stories, known.people, faults)
  compareFirm(snapshot, known.firmBefore, model.firm(standings), faults)
  compareRows(snapshot, entries, done, faults)
  const later = (reading: Reading) => {
    const history = stories.get(reading.owner) ?? []
    return 'version' in reading
      ? reading.version > history.length
      : !history.some(({ command }) => command === reading.page[0]?.id)
  }
  for (const reading of readings)
    if (!later(reading))
      compareReading(reading, stories.get(reading.owner)!, records.ops, done, faults)
  const checks =
    snapshot.audit.checked.checks +
    snapshot.commands.length +
    known.outcomes.size +
    snapshot.entries.length +
    snapshot.accounts.length
  return { faults, checks, readings: readings.filter(later) }
}
