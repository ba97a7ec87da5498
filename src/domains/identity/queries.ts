import type { User } from '../../contract/user.ts'
import { ownerColumns, ownerFromRow, ownerTables, type OwnerRow } from '../../desk/load.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, encodeCursor, type Shape } from '../../platform/cursor.ts'
import { presentOwner } from './present.ts'

type UserRow = OwnerRow & { cash: bigint; held: bigint; invested: bigint; accrued: bigint }

/** Profit accrued on running investments, rounded down to the cent for each, as `accruedProfit` does it. */
const accrued = `(select coalesce(sum(case
    when t.now >= i.matures_at then i.profit
    when t.now <= i.opened_at then 0
    else div(i.profit * (extract(epoch from t.now - i.opened_at) * 1000), extract(epoch from i.matures_at - i.opened_at) * 1000)
  end), 0)::bigint from investments i where i.owner_id = o.id and i.status = 'running')`

const usersWith = (sorted: string) => `select ${sorted}${ownerColumns}, ${balanceOf('o.id', 'cash')} as cash, ${balanceOf('o.id', 'held')} as held,
    ${balanceOf('o.id', 'invested')} as invested, ${accrued} as accrued
  from ${ownerTables} cross join (select business_now() as now) t`

function userFromRow(row: UserRow): User {
  return presentOwner(ownerFromRow(row), row, row.referrer_name)
}

/** A user as the wire shows one, or null. */
export async function readUser(db: Database, id: OwnerId): Promise<User | null> {
  const { rows } = await db.query({ name: 'identity.user', text: `${usersWith('')} where o.id = $1 and o.id <> '${firm}'`, values: [id] })
  return rows[0] ? userFromRow(rows[0]) : null
}

/** Whether there is such a user, closed ones included; the firm is none. */
export async function isUser(db: Database, id: OwnerId): Promise<boolean> {
  const { rowCount } = await db.query({ name: 'identity.is-user', text: `select from owners where id = $1 and id <> '${firm}'`, values: [id] })
  return rowCount === 1
}

/** Whose referral code this is, or null. */
export async function ownerByReferralCode(db: Database, code: string): Promise<OwnerId | null> {
  const { rows } = await db.query({ name: 'identity.by-referral-code', text: `select id from owners where referral_code = $1 and status <> 'closed'`, values: [code] })
  return rows[0]?.id ?? null
}

export async function ownerByAccountId(db: Database, accountId: string): Promise<{ id: OwnerId; fullName: string } | null> {
  const { rows } = await db.query({
    name: 'identity.by-account-id',
    text: `select o.id, p.full_name as "fullName" from owners o join auth.persons p on p.id = o.id where o.account_id = $1 and o.status <> 'closed'`,
    values: [accountId],
  })
  return rows[0] ?? null
}

/** What users can be sorted by: the expression, its type, and what a cursor carries of it. */
const sorts = {
  createdAt: { by: 'o.created_at', type: 'timestamptz', shape: 'moment' },
  fullName: { by: "coalesce(lower(p.full_name), '')", type: 'text', shape: 'text' },
  email: { by: "coalesce(p.email, '')", type: 'text', shape: 'text' },
  accountBalance: { by: balanceOf('o.id', 'cash'), type: 'bigint', shape: 'integer' },
} as const satisfies Record<string, { by: string; type: string; shape: Shape }>

const positionOf = (sorted: Instant | bigint | string) => (typeof sorted === 'number' ? isoFromInstant(sorted) : String(sorted))

export type UsersQuery = {
  search?: string | undefined
  sort?: keyof typeof sorts | `-${keyof typeof sorts}` | undefined
  status?: User['status'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Names are kept in NFC; what somebody types or pastes may not be. */
const pattern = (search: string) => `%${search.trim().normalize('NFC').toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/** A page of users, sorted, and where the next begins. Closed ones are shown only to whoever asks for them. */
export async function readUsers(db: Database, { search, sort = '-createdAt', status, limit = 50, cursor }: UsersQuery) {
  const falling = sort.startsWith('-')
  const { by, type, shape } = sorts[sort.replace(/^-/, '') as keyof typeof sorts]
  const [value, id] = decodeCursor(cursor, [shape, 'id'])
  const [beyond, direction] = falling ? ['<', 'desc'] : ['>', 'asc']
  const { rows } = await db.query<UserRow & { sorted: Instant | bigint | string }>({
    text: `${usersWith(`${by} as sorted, `)}
      where o.id <> '${firm}'
        and ($1::text is null or lower(p.full_name) like $1 or p.email like $1 or lower(o.account_id) like $1)
        and case when $2::text is null then o.status <> 'closed' else o.status = $2 end
        and ($3::text is null or (${by}, o.id) ${beyond} ($3::${type}, $4::uuid))
      order by ${by} ${direction}, o.id ${direction}
      limit $5`,
    values: [search?.trim() ? pattern(search) : null, status ?? null, value, id, limit + 1],
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { users: page.map(userFromRow), nextCursor: rows.length > limit && last ? encodeCursor([positionOf(last.sorted), last.id]) : null }
}

/** How many users there are. */
export async function countUsers(db: Database): Promise<number> {
  const { rows } = await db.query({ name: 'identity.count', text: `select count(*)::int as users from owners where id <> '${firm}' and status <> 'closed'` })
  return rows[0].users
}
