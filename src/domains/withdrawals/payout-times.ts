/** How long withdrawals to wallets take, from being requested to being paid: the one figure that is said of it anywhere. */
import { fewestForP95, fewestPeople, payoutDays } from '../../contract/claims.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'

/** So many of the newest are counted: more say nothing else, and would have to be read. */
const countedAtMost = 1_000

/** In whole minutes, rounded up; null where too few people were paid to say. */
export type PayoutTimes = { requests: number; median: number | null; p95: number | null }

type Row = { requests: number; people: number; median: number | null; p95: number | null }

const minutesAt = (share: number) =>
  `ceil(extract(epoch from percentile_disc(${share}) within group (order by took)) / 60)::int`

/**
 * A payout by hand is a command of staff about somebody else, of one kind, and the index of the audit log has those in the order of
 * time. One in coins is paid when the chain has it deep enough. One that came back was no payout.
 */
const text = `
  with by_hand as materialized (
    select command.at, (command.input ->> 'withdrawal')::uuid as withdrawal from desk.commands command
      where command.kind = 'PayWithdrawal' and command.outcome = 'done' and command.at >= $1
        and command.actor is not null and (command.subject is distinct from command.actor or command.outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen'))
      order by command.at desc, command.id desc limit ${countedAtMost}
  ), payouts as (
    select at, withdrawal from by_hand
    union all (select paid_at, withdrawal_id from payout_batch_payments where paid_at >= $1 order by paid_at desc limit ${countedAtMost})
    union all (select paid_at, withdrawal_id from payout_list_payments where paid_at >= $1 order by paid_at desc limit ${countedAtMost})
    order by at desc limit ${countedAtMost}
  ), paid as (
    select withdrawal.owner_id, payouts.at - withdrawal.created_at as took
      from payouts join withdrawals withdrawal on withdrawal.id = payouts.withdrawal and withdrawal.status = 'paid'
  )
  select count(*)::int as requests, count(distinct owner_id)::int as people, ${minutesAt(0.5)} as median, ${minutesAt(0.95)} as p95 from paid`

/** Of those that were paid in the days before `now`, which is business time. */
export async function readPayoutTimes(db: Database, now: Instant): Promise<PayoutTimes> {
  const { rows } = await db.query<Row>({
    name: 'withdrawals.payout-times',
    text,
    values: [new Date(now - payoutDays * dayMs)],
  })
  const { requests, people, median, p95 } = rows[0]!
  const isSaid = people >= fewestPeople
  return {
    requests,
    median: isSaid ? median : null,
    p95: isSaid && requests >= fewestForP95 ? p95 : null,
  }
}
