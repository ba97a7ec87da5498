/** What a referrer has been credited for a friend, beside what the friend has paid in: the one is to be judged by the other. */
import type { Referral } from '../../contract/user.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { fundedBy } from '../corrections/credit.ts'

const shownAtMost = 20

type Row = { id: string; at: Instant; amount: Cents; count: bigint; sum: Cents }
type CreditRow = Row & { funding: string; by: string | null }

const depositsText = `
  select command_id as id, at, amount, count(*) over () as count, (sum(amount) over ())::bigint as sum
  from desk.activity where owner_id = $1 and kind in ('deposit', 'bank-deposit', 'coin-deposit') order by version desc limit ${shownAtMost}`

// Found in the referrer's own list, among credits for other friends.
const creditsText = `
  select item.command_id as id, item.at, item.amount, command.input ->> 'fundingAmount' as funding, actor.full_name as by,
    count(*) over () as count, (sum(item.amount) over ())::bigint as sum
  from owners friend
    join desk.activity item on item.owner_id = friend.referrer_id and item.kind = 'referral-credited'
    join desk.commands command on command.id = item.command_id and command.input ->> 'user' = friend.id::text
    left join auth.persons actor on actor.id = command.actor
  where friend.id = $1 order by item.version desc limit ${shownAtMost}`

/** The newest of a list, what all of it comes to, and how many more there are. */
function newestOf<R extends Row, Shown>(rows: readonly R[], shown: (row: R) => Shown) {
  const [first] = rows
  return {
    latest: rows.map(shown),
    sum: dollarsFromCents(first?.sum ?? 0n),
    earlier: Number(first?.count ?? 0n) - rows.length,
  }
}

/** `beyondNeedsTwo`: whether a credit beyond 10% of what the friend has funded waits for a second person. */
export async function readReferral(
  db: Database,
  friend: OwnerId,
  beyondNeedsTwo: boolean,
): Promise<Referral> {
  const [owner, deposits, credits] = await Promise.all([
    db.query<{ deposits: Cents; withdrawn: Cents }>({
      name: 'referrals.funded',
      text: 'select deposits, withdrawn from owners where id = $1',
      values: [friend],
    }),
    db.query<Row>({ name: 'referrals.deposits', text: depositsText, values: [friend] }),
    db.query<CreditRow>({ name: 'referrals.credits', text: creditsText, values: [friend] }),
  ])
  return {
    funded: dollarsFromCents(fundedBy(owner.rows[0]!)),
    beyondNeedsTwo,
    deposits: newestOf(deposits.rows, ({ id, at, amount }) => ({
      id,
      at: isoFromInstant(at),
      amount: dollarsFromCents(amount),
    })),
    credits: newestOf(credits.rows, ({ id, at, amount, funding, by }) => ({
      id,
      at: isoFromInstant(at),
      fundingAmount: dollarsFromCents(BigInt(funding)),
      credited: dollarsFromCents(amount),
      by,
    })),
  }
}
