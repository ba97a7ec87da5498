/** How many requests wait for staff, and since when: for what watches the house. */
import type { Database } from '../../platform/database.ts'

/** By business time: for how long the oldest waits; 0 where none does. */
export type WaitingRequests = { work: 'decision' | 'payout'; count: bigint; oldestMs: number }

export async function readWaitingRequests(db: Database): Promise<WaitingRequests[]> {
  const { rows } = await db.query<WaitingRequests>({
    name: 'withdrawals.watch',
    text: `select work, count, greatest(coalesce(extract(epoch from business_now() - since) * 1000, 0), 0)::float8 as "oldestMs" from (
        select 'decision' as work, count(*), min(created_at) as since from withdrawals where status = 'pending'
        union all select 'payout', count(*), min(created_at) from withdrawals where status = 'approved' and type <> 'tradehub_transfer') waiting`,
  })
  return rows
}
