/** What moved one of the firm's accounts, and how it stands: in one snapshot. */
import type { Database } from '../../platform/database.ts'
import { firm, type Event, type Kind } from '../core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

/** `amount` is above zero where the account was debited; `version` is the account's afterwards; `other` is on the other side. */
export type Movement = {
  version: number
  command: string
  event: Event
  at: Instant
  amount: Cents
  other: Kind
}

/** Debits less credits. */
export type Moved = { balance: Cents; version: number; movements: Movement[] }

const text = `
  with moved as (
    select debit_version as version, command_id as command, event, at, amount, credit_kind as other
      from ledger.postings where debit_owner = $1 and debit_kind = $2::ledger.kind
    union all
    select credit_version, command_id, event, at, -amount, debit_kind
      from ledger.postings where credit_owner = $1 and credit_kind = $2::ledger.kind
  )
  select coalesce(account.debits - account.credits, 0)::bigint as balance, coalesce(account.version, 0)::bigint as "of",
    moved.version, moved.command, moved.event::text as event, moved.at, moved.amount, moved.other::text as other
    from (select) one left join ledger.accounts account on account.owner = $1 and account.kind = $2::ledger.kind
      left join moved on moved.version > $3 or moved.version = any ($4::bigint[]) or moved.at >= $5::timestamptz
    order by moved.version`

type Row = { balance: Cents; of: bigint; version: bigint | null } & Omit<Movement, 'version'>

/** Those after a version, those of these versions, and those since a time, in their order. Reads every posting of the books: for what staff ask now and then. */
export async function readMovements(
  db: Database,
  kind: Kind,
  { after, and, since }: { after: number; and: readonly string[]; since: Instant | null },
): Promise<Moved> {
  const { rows } = await db.query<Row>({
    name: 'ledger.movements',
    text,
    values: [firm, kind, after, and, since === null ? null : isoFromInstant(since)],
  })
  const { balance, of } = rows[0]!
  return {
    balance,
    version: Number(of),
    movements: rows.flatMap(({ version, command, event, at, amount, other }) =>
      version === null ? [] : [{ version: Number(version), command, event, at, amount, other }],
    ),
  }
}

/** The indexes are of the firm's accounts alone: its id has to stand in the query itself. */
const oldest = `select min(at) as at from (
    (select at from ledger.postings where debit_owner = '${firm}' and debit_kind = $1::ledger.kind and debit_version > $2 order by debit_version limit 1)
    union all (select at from ledger.postings where credit_owner = '${firm}' and credit_kind = $1::ledger.kind and credit_version > $2 order by credit_version limit 1)
    union all select at from ledger.postings where debit_owner = '${firm}' and debit_kind = $1::ledger.kind and debit_version = any ($3::bigint[])
    union all select at from ledger.postings where credit_owner = '${firm}' and credit_kind = $1::ledger.kind and credit_version = any ($3::bigint[])
  ) waiting`

/** When the oldest of those after a version, and of these versions, was booked; null: there are none. Found by the account's own index. */
export async function readOldestMovement(
  db: Database,
  kind: Kind,
  { after, and }: { after: number; and: readonly string[] },
): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant | null }>({
    name: 'ledger.oldest-movement',
    text: oldest,
    values: [kind, after, and],
  })
  return rows[0]!.at
}
