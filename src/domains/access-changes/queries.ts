import type {
  AccessChange as WireAccessChange,
  AccessChangeStatus,
} from '../../contract/access-change.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { accessChanges, type AccessChange } from './table.ts'

type Query = {
  status?: AccessChangeStatus | 'open' | undefined
  userId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
type Row = AccessChange & {
  full_name: string | null
  proposed_by_name: string | null
  approved_by_name: string | null
  effective_from: Instant | null
}

const columns = `${accessChanges.columns}, change.effective_from, person.full_name, proposer.full_name as proposed_by_name, approver.full_name as approved_by_name`
const tables = `${accessChanges.from} left join auth.persons person on person.id = change.owner_id left join auth.persons proposer on proposer.id = change.proposed_by
  left join auth.persons approver on approver.id = change.approved_by`

function present(row: Row): WireAccessChange {
  return {
    id: row.id,
    user: party(row.owner, row.full_name),
    what: row.what,
    status: row.status,
    email: row.email,
    confirmed: row.confirmed,
    agreed: row.agreed,
    passkeyName: row.passkeyName,
    hostile: row.hostile,
    reason: row.reason,
    proposedAt: isoFromInstant(row.proposedAt),
    proposedById: row.proposedBy,
    proposedBy: row.proposed_by_name,
    approvedBy: row.approved_by_name,
    takesEffectAt: row.effective_from === null ? null : isoFromInstant(row.effective_from),
  }
}

/** Changes of access, newest first: of all users, or of one. */
export async function readAccessChanges(
  db: Database,
  { status, userId, limit = 50, cursor }: Query,
) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Row>({
    // Unnamed: a plan for what is asked for, not one for all that could be.
    text: `select ${columns} from ${tables}
      where ($1::text[] is null or change.status = any ($1)) and ($2::uuid is null or change.owner_id = $2) and ($3::timestamptz is null or (change.proposed_at, change.id) < ($3, $4::uuid))
      order by change.proposed_at desc, change.id desc limit $5`,
    values: [
      status === undefined ? null : status === 'open' ? ['proposed', 'waiting'] : [status],
      userId ?? null,
      at,
      id,
      limit + 1,
    ],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.proposedAt, last.id])
  return {
    accessChanges: shown.map(present),
    nextCursor,
  }
}

/** What is approved and waits, as the person sees it. */
export async function readOwnAccessChanges(
  db: Database,
  owner: OwnerId,
): Promise<WireAccessChange[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from ${tables} where change.owner_id = $1 and change.status = 'waiting' order by change.proposed_at desc, change.id desc`,
    [owner],
  )
  return rows.map(present)
}

export type Waiting = {
  owner: OwnerId
  what: WireAccessChange['what']
  confirmed: boolean
  agreed: boolean
  /** Whether the person asked for it themselves. */
  own: boolean
  /** How they log in until it takes effect. */
  presentEmail: string
}

/** Whose waiting change it is, and whether its email is confirmed; null where it waits no more. */
export async function readWaiting(db: Database, id: string): Promise<Waiting | null> {
  const { rows } = await db.query<Waiting>(
    `select change.owner_id as owner, change.what, change.confirmed, change.agreed, change.proposed_by = change.owner_id as own, person.email as "presentEmail"
      from access_changes change join auth.persons person on person.id = change.owner_id where change.id = $1 and change.status = 'waiting'`,
    [id],
  )
  return rows[0] ?? null
}
