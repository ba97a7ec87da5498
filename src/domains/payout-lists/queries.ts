/** What pages and those who follow lists read of them. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import type { OutgoingTransfer, OpenLine } from './find.ts'
import {
  listPayments,
  payoutLists,
  type ListPayment,
  type PayoutListRow,
} from '../payouts/lists/table.ts'

export type ListRow = PayoutListRow & { rate: Rate; payments: number; paid: number }

const select = `select ${payoutLists.columns}, rate.rate,
    (select count(*)::int from payout_list_payments payment where payment.list_id = payout_list.id) as payments,
    (select count(*)::int from payout_list_payments payment where payment.list_id = payout_list.id and payment.paid_at is not null) as paid
  from ${payoutLists.from} join rates rate on rate.id = payout_list.id`

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** Newest first. */
export async function readLists(db: Database, { limit = 50, cursor }: Page) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<ListRow>({
    text: `${select} where ($1::timestamptz is null or (payout_list.built_at, payout_list.id) < ($1, $2::uuid))
      order by payout_list.built_at desc, payout_list.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    lists: shown,
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.builtAt), last.id]) : null,
  }
}

export async function readList(db: Database, id: string): Promise<ListRow | null> {
  const { rows } = await db.query<ListRow>({
    name: 'payout-lists.one',
    text: `${select} where payout_list.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** In the order of the lines. */
export async function readListPayments(db: Database, list: string): Promise<ListPayment[]> {
  const { rows } = await db.query<ListPayment>({
    name: 'payout-lists.payments',
    text: `select ${listPayments.columns} from ${listPayments.from} where list_payment.list_id = $1 order by list_payment.line`,
    values: [list],
  })
  return rows
}

/** Those that were given up after their release, with when. */
export async function readRecalled(
  db: Database,
): Promise<{ id: string; recalledHeight: number }[]> {
  const { rows } = await db.query<{ id: string; recalledHeight: number }>({
    name: 'payout-lists.recalled',
    text: `select id, recalled_height as "recalledHeight" from payout_lists where status = 'recalled' order by id`,
  })
  return rows
}

/** Of these requests those that a list may still pay, with that list. */
export async function readOnLists(
  db: Database,
  withdrawals: readonly string[],
): Promise<{ withdrawalId: string; listId: string }[]> {
  const { rows } = await db.query<{ withdrawalId: string; listId: string }>({
    name: 'payout-lists.with-requests',
    text: `select payment.withdrawal_id as "withdrawalId", payment.list_id as "listId" from payout_list_payments payment
      join payout_lists list on list.id = payment.list_id
      where payment.withdrawal_id = any ($1) and list.status in ('built', 'released', 'recalled')`,
    values: [withdrawals],
  })
  return rows
}

/** Whose requests these are: that never changes. */
export async function readListOwners(
  db: Database,
  list: string,
): Promise<ReadonlyMap<string, OwnerId>> {
  const { rows } = await db.query<{ withdrawal: string; owner: OwnerId }>({
    name: 'payout-lists.owners',
    text: `select payment.withdrawal_id as withdrawal, command.subject as owner from payout_list_payments payment
      join desk.commands command on command.id = payment.withdrawal_id where payment.list_id = $1`,
    values: [list],
  })
  return new Map(rows.map(({ withdrawal, owner }) => [withdrawal, owner]))
}

/** Who gave it up last; null: nobody has. */
export async function readDropping(
  db: Database,
  { id, builtAt }: Pick<PayoutListRow, 'id' | 'builtAt'>,
): Promise<{ actor: OwnerId; name: string | null } | null> {
  const { rows } = await db.query<{ actor: OwnerId; name: string | null }>({
    name: 'payout-lists.dropping',
    text: `select command.actor, person.full_name as name from desk.commands command left join auth.persons person on person.id = command.actor
      where command.kind = 'DropPayoutList' and command.at >= $2 and command.outcome = 'done'
        and command.actor is not null and command.subject is distinct from command.actor and command.input ->> 'list' = $1
      order by command.at desc, command.id limit 1`,
    values: [id, isoFromInstant(builtAt)],
  })
  return rows[0] ?? null
}

/** The lines that the chain may get a payment of, the oldest first. */
export async function readOpenLines(db: Database): Promise<Omit<OpenLine, 'to'>[]> {
  const { rows } = await db.query<Omit<OpenLine, 'to'>>({
    name: 'payout-lists.open-lines',
    text: `select list.id as list, payment.withdrawal_id as withdrawal, list.from_script as "from", list.height, payment.quantity
      from payout_list_payments payment join payout_lists list on list.id = payment.list_id
      where list.status in ('released', 'recalled') and payment.paid_at is null
      order by list.built_at, list.id, payment.line`,
  })
  return rows
}

/** What left these addresses and pays no line so far; the earliest first. */
export async function readOutgoing(
  db: Database,
  lines: readonly Pick<OpenLine, 'from' | 'height'>[],
): Promise<OutgoingTransfer[]> {
  if (lines.length === 0) return []
  const { rows } = await db.query<OutgoingTransfer>({
    name: 'payout-lists.outgoing',
    text: `select txid, log_index as "logIndex", height, from_address as "from", to_address as "to", amount as quantity from chain.tron_transfers transfer
      where from_address = any ($1) and height > $2
        and not exists (select from payout_list_payments payment where payment.reference = transfer.txid || ':' || transfer.log_index)
      order by height, txid, log_index`,
    values: [
      [...new Set(lines.map(({ from }) => from))],
      Math.min(...lines.map(({ height }) => height)),
    ],
  })
  return rows
}

/** What an address has, as far as the chain was read: what came to it since it is watched, less what left. */
export async function readCoinsAt(db: Database, script: string): Promise<bigint> {
  const { rows } = await db.query<{ coins: bigint }>({
    name: 'payout-lists.coins-at',
    text: `select coalesce(sum(case when to_address = $1 then amount else 0 end - case when from_address = $1 then amount else 0 end), 0)::bigint as coins
      from chain.tron_transfers where to_address = $1 or from_address = $1`,
    values: [script],
  })
  return rows[0]!.coins
}
