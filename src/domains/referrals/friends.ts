/** Who came by somebody's referral code, as that somebody may see them. */
import type { Friend } from '../../contract/referral.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { maskName } from '../../lib/text.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'

type Query = { limit?: number | undefined; cursor?: string | undefined }
type Row = { joined: Instant; name: string | null; credited: Cents }

// The sum of a friend's credits is the one of `creditedFor`, and has the same index.
export const pageText = `
  select friend.created_at as joined, person.full_name as name,
    (select coalesce(sum((command.input ->> 'credited')::bigint), 0)::bigint from desk.commands command
      where command.input ->> 'user' = friend.id::text and command.input ? 'credited' and command.outcome = 'done') as credited
  from owners friend left join auth.persons person on person.id = friend.id
  where friend.referrer_id = $1 and friend.created_at <= coalesce($2::timestamptz, 'infinity')
  order by friend.created_at desc, friend.id desc offset greatest($3::bigint, 0) limit $4`

const totalsText = `
  select (select count(*) from owners friend where friend.referrer_id = owner.id) as count, owner.referral as credited
  from owners owner where owner.id = $1`

/**
 * A page of friends, newest first. Where it ended is said by a moment and how many of that moment were shown: an id is
 * nothing that a friend has given away.
 */
export async function readFriends(
  db: Database,
  owner: OwnerId,
  { limit = 50, cursor }: Query,
): Promise<{ friends: Friend[]; count: number; credited: number; nextCursor: string | null }> {
  const [from = null, shown] = decodeCursor(cursor, ['moment', 'integer'])
  const [page, totals] = await Promise.all([
    db.query<Row>({
      name: 'referrals.friends',
      text: pageText,
      values: [owner, from, shown ?? '0', limit + 1],
    }),
    db.query<{ count: bigint; credited: Cents }>({
      name: 'referrals.totals',
      text: totalsText,
      values: [owner],
    }),
  ])
  const rows = page.rows.slice(0, limit)
  const { count, credited } = totals.rows[0]!
  return {
    friends: rows.map(({ joined, name, credited: forThem }) => ({
      maskedName: name === null ? null : maskName(name),
      joinedAt: isoFromInstant(joined),
      credited: dollarsFromCents(forThem),
    })),
    count: Number(count),
    credited: dollarsFromCents(credited),
    nextCursor: page.rows.length > limit ? endOf(rows, from, shown) : null,
  }
}

/** Several may have joined in the same moment. */
function endOf(rows: readonly Row[], from: string | null, shown: string | null | undefined) {
  const last = rows.at(-1)!.joined
  const moment = isoFromInstant(last)
  const ofIt = rows.filter(({ joined }) => joined === last).length
  return encodeCursor([moment, String(ofIt + (moment === from ? Number(shown) : 0))])
}
