/** What pages and those who follow batches read of them. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import {
  batchPayments,
  payoutBatches,
  type BatchPayment,
  type PayoutBatch,
  type PayoutBatchRow,
} from '../payouts/batches/table.ts'

export type BatchRow = PayoutBatchRow & { rate: Rate; payments: number }

const select = `select ${payoutBatches.columns}, rate.rate,
    (select count(*)::int from payout_batch_payments payment where payment.batch_id = payout_batch.id) as payments
  from ${payoutBatches.from} join rates rate on rate.id = payout_batch.id`

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** Newest first. */
export async function readBatches(db: Database, { limit = 50, cursor }: Page) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<BatchRow>({
    text: `${select} where ($1::timestamptz is null or (payout_batch.built_at, payout_batch.id) < ($1, $2::uuid))
      order by payout_batch.built_at desc, payout_batch.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    batches: shown,
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.builtAt), last.id]) : null,
  }
}

export async function readBatch(db: Database, id: string): Promise<BatchRow | null> {
  const { rows } = await db.query<BatchRow>({
    name: 'payout-batches.one',
    text: `${select} where payout_batch.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** What the chain may still have, and what is paid while its fee isn't booked; the oldest first. */
export async function readUnended(db: Database): Promise<BatchRow[]> {
  const { rows } = await db.query<BatchRow>({
    name: 'payout-batches.unended',
    text: `${select} where payout_batch.status in ('built', 'sent', 'dropped', 'paid') order by payout_batch.built_at, payout_batch.id`,
  })
  return rows
}

export async function readPayments(db: Database, batch: string): Promise<BatchPayment[]> {
  const { rows } = await db.query<BatchPayment>({
    name: 'payout-batches.payments',
    text: `select ${batchPayments.columns} from ${batchPayments.from} where batch_payment.batch_id = $1 order by batch_payment.output`,
    values: [batch],
  })
  return rows
}

/** Of these requests those that a batch may still pay, with that batch. */
export async function readInBatches(
  db: Database,
  withdrawals: readonly string[],
): Promise<{ withdrawal: string; batch: PayoutBatch }[]> {
  const { rows } = await db.query<PayoutBatch & { request: string }>({
    name: 'payout-batches.with-requests',
    text: `select ${payoutBatches.columns}, payment.withdrawal_id as request from ${payoutBatches.from}
      join payout_batch_payments payment on payment.batch_id = payout_batch.id
      where payment.withdrawal_id = any ($1) and payout_batch.status in ('built', 'sent', 'dropped')`,
    values: [withdrawals],
  })
  return rows.map((row) => ({ withdrawal: row.request, batch: row }))
}

/** Which of these batches another one was built instead of, the latest of those. */
export async function readReplacing(
  db: Database,
  batches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ before: string; id: string }>({
    name: 'payout-batches.replacing',
    text: 'select distinct on (replaces) replaces as before, id from payout_batches where replaces = any ($1) order by replaces, built_at desc, id desc',
    values: [batches],
  })
  return new Map(rows.map(({ before, id }) => [before, id]))
}

type Deed = {
  kind: 'SignPayoutBatch' | 'DropPayoutBatch'
  at: Instant
  actor: OwnerId
  name: string | null
}

/** What administrators did to a batch between its building and its sending, which its row doesn't say; the earliest first. */
export async function readDeeds(db: Database, { id, builtAt }: PayoutBatch): Promise<Deed[]> {
  const { rows } = await db.query<Deed>({
    name: 'payout-batches.deeds',
    text: `select command.kind, command.at, command.actor, person.full_name as name
      from desk.commands command left join auth.persons person on person.id = command.actor
      where command.kind = any ('{SignPayoutBatch,DropPayoutBatch}') and command.at >= $2 and command.outcome = 'done'
        and command.actor is not null and command.subject is distinct from command.actor and command.input ->> 'batch' = $1
      order by command.at, command.id`,
    values: [id, isoFromInstant(builtAt)],
  })
  return rows
}

/** As `nextChangeIn` says. */
export async function readNextChange(db: Database, wallet: string): Promise<number> {
  const { rows } = await db.query<{ next: number }>({
    name: 'payout-batches.next-change',
    text: `select coalesce(max(change_index) + 1, 0) as next from payout_batches where change_wallet_id = $1 and status not in ('dropped', 'void')`,
    values: [wallet],
  })
  return rows[0]!.next
}

/** Whose requests these are: that never changes. */
export async function readOwners(
  db: Database,
  batch: string,
): Promise<ReadonlyMap<string, OwnerId>> {
  const { rows } = await db.query<{ withdrawal: string; owner: OwnerId }>({
    name: 'payout-batches.owners',
    text: `select payment.withdrawal_id as withdrawal, command.subject as owner from payout_batch_payments payment
      join desk.commands command on command.id = payment.withdrawal_id where payment.batch_id = $1`,
    values: [batch],
  })
  return new Map(rows.map(({ withdrawal, owner }) => [withdrawal, owner]))
}
