import type { BankEntry as WireEntry, BankEntryKind, ReceiptsWork } from '../../contract/receipt.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { factOfHeld } from '../proposals/queries.ts'
import { bankEntries, type BankEntryRow } from './table.ts'

type Query = {
  work?: ReceiptsWork | undefined
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
type Row = BankEntryRow & { users_name: string | null; step: BankEntryKind | null }

export const presentEntry = (row: Row): WireEntry => ({
  id: row.id,
  kind: row.kind,
  user: row.owner === null ? null : party(row.owner, row.users_name),
  receiptId: row.receipt,
  withdrawalId: row.withdrawal,
  account: row.account,
  amount: dollarsFromCents(row.amount),
  reference: row.reference,
  valueDate: row.valueDate,
  payerText: row.payerText,
  payerAccount: row.payerAccount,
  reason: row.reason,
  status: row.status,
  step: row.step,
  firstAt: isoFromInstant(row.firstAt),
  firstBy: party(row.firstBy, row.firstByName),
  bookedAt: isoFromInstant(row.bookedAt),
  bookedBy: party(row.bookedBy, row.bookedByName),
})

/** Newest first; a search finds a reference however it is spelled. */
export async function readBankEntries(db: Database, { work, search, limit = 50, cursor }: Query) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Row>({
    text: `select ${bankEntries.columns}, person.full_name as users_name,
        ${factOfHeld("'receipt ' || bank_entry.id", 'entry')} as step
      from ${bankEntries.from} left join auth.persons person on person.id = bank_entry.owner_id
      where ($1::text is null or bank_entry.status = $1) and ($2::text is null or bank_entry.reference_key = $2)
        and ($3::timestamptz is null or (bank_entry.booked_at, bank_entry.id) < ($3, $4::uuid))
      order by bank_entry.booked_at desc, bank_entry.id desc limit $5`,
    values: [work ?? null, search ? referenceKey(search) : null, at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.bookedAt, last.id])
  return {
    entries: shown.map(presentEntry),
    nextCursor,
  }
}

/** What a command said of how the bank has what it booked: the reference, the value day of what was taken from a statement, and which request was paid. */
export type AtBank = {
  command: string
  reference: string | null
  valueOn: string | null
  withdrawal: string | null
}

/** Nothing of commands that said none of it. */
export async function readAtBank(
  db: Database,
  commands: readonly string[],
): Promise<Map<string, AtBank>> {
  const { rows } = await db.query<AtBank>({
    name: 'bank-entries.at-bank',
    text: `select command.id as command, command.input ->> 'reference' as reference, entry.value_date as "valueOn", command.input ->> 'withdrawal' as withdrawal
      from desk.commands command left join bank_entries entry on entry.id = command.id
      where command.id = any ($1) and (command.input ? 'reference' or command.input ? 'withdrawal' or entry.id is not null)`,
    values: [commands],
  })
  return new Map(rows.map((row) => [row.command, row]))
}

/** Which of these keys of references an entry at the bank was booked under. */
export async function readReferencesAtBank(db: Database, keys: readonly string[]) {
  const { rows } = await db.query<{ key: string }>({
    name: 'bank-entries.taken',
    text: 'select reference_key as key from bank_entries where reference_key = any ($1)',
    values: [keys],
  })
  return rows.map(({ key }) => key)
}

type Reversible = {
  id: string
  key: string
  amount: Cents
  owner: OwnerId | null
  fullName: string | null
}

/** Receipts under these keys of references that the bank may still take back. */
export async function readReversible(db: Database, keys: readonly string[]): Promise<Reversible[]> {
  const { rows } = await db.query<Reversible>({
    name: 'receipts.reversible',
    text: `select entry.id, entry.reference_key as key, entry.amount, entry.owner_id as owner, person.full_name as "fullName"
      from bank_entries entry left join auth.persons person on person.id = entry.owner_id
      where entry.reference_key = any ($1) and entry.kind = 'receipt' and entry.status in ('booked', 'suspense')`,
    values: [keys],
  })
  return rows
}

/** Which receipt was sent back, by the entry that did it; nothing of entries that did something else. */
export async function readReturned(
  db: Database,
  entries: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; receipt: string }>({
    name: 'receipts.returned',
    text: `select id, receipt_id as receipt from bank_entries where id = any ($1) and kind = 'return'`,
    values: [entries],
  })
  return new Map(rows.map(({ id, receipt }) => [id, receipt]))
}

/** How far these entries have come; nothing of those that aren't there. */
export async function readEntryStatuses(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; status: string }>({
    name: 'receipts.statuses',
    text: 'select id, status from bank_entries where id = any ($1)',
    values: [ids],
  })
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** What arrived for this person beyond a limit and waits in their name, oldest first. */
export async function readOverLimit(db: Database, owner: OwnerId) {
  const { rows } = await db.query<{ id: string; amount: Cents; bookedAt: Instant }>({
    name: 'receipts.over-limit-of',
    text: `select id, amount, booked_at as "bookedAt" from bank_entries
      where owner_id = $1 and kind = 'receipt' and status = 'suspense' order by booked_at, id`,
    values: [owner],
  })
  return rows.map(({ id, amount, bookedAt }) => ({
    id,
    amount: dollarsFromCents(amount),
    arrivedAt: isoFromInstant(bookedAt),
  }))
}

/** How much of it there is: `overLimitIn` for pages. */
export async function readOverLimitSum(db: Database, owner: OwnerId): Promise<Cents> {
  return (await readOverLimitSums(db, [owner])).get(owner) ?? 0n
}

/** The same of several people; none of whom nothing is set aside. */
export async function readOverLimitSums(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, Cents>> {
  const { rows } = await db.query<{ owner: OwnerId; sum: Cents }>({
    name: 'receipts.over-limit-sums',
    text: `select owner_id as owner, sum(amount)::bigint as sum from bank_entries
      where owner_id = any ($1) and kind = 'receipt' and status = 'suspense' group by owner_id`,
    values: [owners],
  })
  return new Map(rows.map(({ owner, sum }) => [owner, sum]))
}
