/** How much of what matured was soon asked for: the usual rate. */
import type { Database } from '../../platform/database.ts'
import type { AskedAfter } from '../core/meaning.ts'

/**
 * What matured on the days (UTC) from one to another, both included, and what its owners asked for within so many days after a
 * maturity of theirs: each request counts once, and for nobody more than what had matured. Reads all postings of that time.
 */
export async function readAskedAfter(
  db: Database,
  { from, to, within }: { from: string; to: string; within: number },
): Promise<AskedAfter> {
  const { rows } = await db.query<AskedAfter>({
    name: 'ledger.asked-after',
    text: `with matured as (
        select credit_owner as owner, at, sum(amount) as amount from ledger.postings
        where event = 'investment-matured' and at >= $1::date::timestamp at time zone 'UTC' and at < ($2::date + 1)::timestamp at time zone 'UTC'
        group by 1, 2
      ), asked as (
        select request.debit_owner as owner, sum(request.amount) as amount from ledger.postings request
        where request.event = 'withdrawal-requested' and request.at >= $1::date::timestamp at time zone 'UTC'
          and request.at < ($2::date + 1 + $3::int)::timestamp at time zone 'UTC'
          and exists (select from matured where matured.owner = request.debit_owner
            and request.at >= matured.at and request.at < matured.at + make_interval(days => $3::int))
        group by 1
      )
      select coalesce(sum(whole.amount), 0)::bigint as matured, coalesce(sum(least(whole.amount, asked.amount)) filter (where asked.amount is not null), 0)::bigint as asked
      from (select owner, sum(amount) as amount from matured group by owner) whole left join asked on asked.owner = whole.owner`,
    values: [from, to, within],
  })
  return rows[0]!
}
