/** How long requests usually take, from the books: what isn't known from enough of them isn't said. */
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { readPayoutTimes } from './payout-times.ts'

const countedAtMost = 100
/** Of fewer, one says nothing about the next. */
const saidFrom = 5

type Row = { now: Instant; requests: number; median: number | null }

/** The newest transfers that were approved, and the time. */
const text = `
  with moved as materialized (
    select withdrawal.decided_at - withdrawal.created_at as took from withdrawals withdrawal
      where withdrawal.status = 'approved' and withdrawal.type = 'tradehub_transfer' order by withdrawal.created_at desc, withdrawal.id desc limit ${countedAtMost}
  )
  select business_now() as now, count(*)::int as requests, ceil(extract(epoch from percentile_disc(0.5) within group (order by took)) / 60)::int as median
    from moved`

export async function readUsualTimes(db: Database) {
  const { rows } = await db.query<Row>({ name: 'withdrawals.usual-times', text })
  const { now, requests, median } = rows[0]!
  const payouts = await readPayoutTimes(db, now)
  const paid = { requests: payouts.requests, minutes: payouts.median, p95: payouts.p95 }
  return {
    bank_transfer: paid,
    bank_account: paid,
    tradehub_transfer: { requests, minutes: requests < saidFrom ? null : median, p95: null },
  }
}
