import type {
  QueuedWithdrawal,
  StaffWithdrawal,
  Withdrawal as WireWithdrawal,
  WithdrawalLook,
} from '../../contract/withdrawal.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import type { Journal } from '../../desk/read-back.ts'
import type { Compared } from '../../desk/row-states.ts'
import { closedName } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import { compare, isOpen, openIn } from './compare.ts'
import { readLooks, readStops } from './looks.ts'
import { presentWithdrawal } from './present.ts'
import { withdrawals, type WithdrawalRow } from './table.ts'

type Query = {
  status?: WireWithdrawal['status'] | 'open' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type RequestRow = WithdrawalRow & { full_name: string | null; email: string | null }
export const requestColumns = `${withdrawals.columns}, person.full_name, person.email`
export const requestTables = `${withdrawals.from} left join auth.persons person on person.id = withdrawal.owner_id`

export function presentRow(row: RequestRow): WireWithdrawal {
  return presentWithdrawal(row, {
    fullName: row.full_name ?? closedName,
    email: row.email ?? '',
    firstApprovedByName: row.firstApprovedByName,
    decidedByName: row.decidedByName,
  })
}

const unsaid = { walletName: null, walletAddress: null, recipientAccountId: null, note: null }

/** As staff see it: where it isn't what was recorded, they learn that instead of where the money would go. */
export function presentStaffRow({ difference, ...row }: Compared<RequestRow>): StaffWithdrawal {
  const { firstApprovedBy: firstApprovedById, status, decidedBy } = row
  const approvedAloneById = firstApprovedById === null && status === 'approved' ? decidedBy : null
  return difference === null
    ? { ...presentRow(row), firstApprovedById, approvedAloneById }
    : {
        ...presentRow({ ...row, ...unsaid }),
        firstApprovedById,
        approvedAloneById,
        difference,
      }
}

/** As they stand in lists that staff decide and pay from: with what stands out about those that wait for a decision, and with a mark on what is approved and may not leave. */
export async function presentQueued(
  journal: Journal,
  rows: readonly RequestRow[],
): Promise<QueuedWithdrawal[]> {
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const toPay = rows.filter(({ status, type }) => status === 'approved' && isPaidOut(type))
  const [compared, looks, stops] = await Promise.all([
    compare(journal, rows, isOpen),
    readLooks(journal.pool, waiting),
    readStops(
      journal.pool,
      toPay.map(({ id }) => id),
    ),
  ])
  const looksOf = ({ id }: RequestRow): WithdrawalLook[] => looks.get(id) ?? stops.get(id) ?? []
  return compared.map((row) => ({ ...presentStaffRow(row), looks: looksOf(row) }))
}

/** SQL of what all pending requests come to. */
export const pendingAmount = `coalesce((select sum(amount) from withdrawals where status = 'pending'), 0)::bigint`

/** A page of an owner's requests, newest first, and where the next begins. */
async function readPage(
  db: Database,
  owner: OwnerId,
  { status, limit = 50, cursor }: Query,
): Promise<{ page: RequestRow[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const chosen = status === 'open' ? openIn('withdrawal') : 'withdrawal.status = $2'
  const { rows } = await db.query<RequestRow>({
    // Unnamed: a plan for these values, not one for all that they could be.
    text: `select ${requestColumns} from ${requestTables}
      where withdrawal.owner_id = $1 and ($2::text is null or ${chosen}) and ($3::timestamptz is null or (withdrawal.created_at, withdrawal.id) < ($3, $4::uuid))
      order by withdrawal.created_at desc, withdrawal.id desc limit $5`,
    values: [owner, status ?? null, at, id, limit + 1],
  })
  const { shown: page, nextCursor } = pageOf(rows, limit, (last) => [last.createdAt, last.id])
  return {
    page,
    nextCursor,
  }
}

/** As they see them themselves. */
export async function readOwnWithdrawals(db: Database, owner: OwnerId, query: Query) {
  const { page, nextCursor } = await readPage(db, owner, query)
  return { withdrawals: page.map(presentRow), nextCursor }
}

/** As staff see them. */
export async function readUserWithdrawals(journal: Journal, owner: OwnerId, query: Query) {
  const { page, nextCursor } = await readPage(journal.pool, owner, query)
  return { withdrawals: await presentQueued(journal, page), nextCursor }
}

/** What senders wrote for this recipient, by the request: of those of them that have a note. */
export async function readNotesFor(
  db: Database,
  recipient: OwnerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; note: string }>({
    name: 'withdrawals.notes-for',
    text: 'select id, note from withdrawals where id = any ($1) and recipient_id = $2 and note is not null',
    values: [ids, recipient],
  })
  return new Map(rows.map(({ id, note }) => [id, note]))
}

/** How far these requests have come; nothing of those that aren't there. */
export async function readStatuses(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; status: string }>({
    name: 'withdrawals.statuses',
    text: 'select id, status from withdrawals where id = any ($1)',
    values: [ids],
  })
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Among these what is to be paid to bank accounts, or was: nothing of what isn't what was recorded. */
export async function readByBank(
  journal: Journal,
  ids: readonly string[],
  wanted: 'approved' | 'paid',
): Promise<ReadonlyMap<string, RequestRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await journal.pool.query<RequestRow>({
    name: 'withdrawals.by-bank',
    text: `select ${requestColumns} from ${requestTables} where withdrawal.id = any ($1) and withdrawal.type = 'bank_account'`,
    values: [ids],
  })
  const whole = (await compare(journal, rows)).filter(
    ({ status, difference }) => status === wanted && difference === null,
  )
  return new Map(whole.map((row) => [row.id, row]))
}

/** How many requests of each of these people wait for a decision; of who has none, nothing. */
export async function readPendingCounts(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, number>> {
  const { rows } = await db.query<{ owner: OwnerId; count: number }>({
    name: 'withdrawals.pending-counts',
    text: `select owner_id as owner, count(*)::int as count from withdrawals where owner_id = any ($1) and status = 'pending' group by owner_id`,
    values: [owners],
  })
  return new Map(rows.map(({ owner, count }) => [owner, count]))
}
