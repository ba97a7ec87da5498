/** How long requests usually take, from the books: what isn't known from enough of them isn't said. */
import type { WithdrawalType } from '../../contract/withdrawal.ts'
import type { Database } from '../../platform/database.ts'

const countedAtMost = 100
/** Of fewer, one says nothing about the next. */
const saidFrom = 5

type Row = { type: WithdrawalType; requests: number; median: number | null }

/**
 * The newest of each type that came to their end: a wallet withdrawal that was paid, a transfer that was approved. When a payout
 * was recorded, its command says.
 */
const text = `
  with paid as materialized (
    select withdrawal.id, withdrawal.type, withdrawal.created_at from withdrawals withdrawal
      where withdrawal.status = 'paid' order by withdrawal.created_at desc, withdrawal.id desc limit ${countedAtMost}
  ), moved as materialized (
    select withdrawal.type, withdrawal.created_at, withdrawal.decided_at from withdrawals withdrawal
      where withdrawal.status = 'approved' and withdrawal.type = 'tradehub_transfer' order by withdrawal.created_at desc, withdrawal.id desc limit ${countedAtMost}
  ), took as (
    select paid.type, command.at - paid.created_at as time from paid join desk.commands command
        on command.input ->> 'withdrawal' = paid.id::text and command.input ? 'withdrawal' and command.outcome = 'done' and command.kind = 'PayWithdrawal'
    union all
    select moved.type, moved.decided_at - moved.created_at from moved
  )
  select type, count(*)::int as requests, ceil(extract(epoch from percentile_disc(0.5) within group (order by time)) / 60)::int as median
    from took group by type`

export async function readUsualTimes(db: Database) {
  const { rows } = await db.query<Row>({ name: 'withdrawals.usual-times', text })
  const of = (type: WithdrawalType) => {
    const { requests = 0, median = null } = rows.find((row) => row.type === type) ?? {}
    return { requests, minutes: requests < saidFrom ? null : median }
  }
  return {
    bank_transfer: of('bank_transfer'),
    tradehub_transfer: of('tradehub_transfer'),
  }
}
