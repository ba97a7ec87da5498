/** What postings come to by cell of the chart and by day: from the sums of days that are over, and of later days from the postings. */
import type { Pool } from 'pg'
import type { Database } from '../../platform/database.ts'
import type { SpanSum } from '../core/meaning.ts'

/** Summed again and again, in a demonstration after its clock was moved; a day more is nothing. */
const restMs = 15_000
/** Sums days that are over, and says how long to rest. */
export function createDaySums(pool: Pool): () => Promise<number> {
  return async () => {
    const until = await readDue(pool)
    if (until !== null) await sumDays(pool, until)
    return restMs
  }
}

/** The last day to sum; null: there is nothing to sum. */
async function readDue(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ until: string }>({
    name: 'ledger.days-to-sum',
    text: `select to_char(until, 'YYYY-MM-DD') as until from (select (now at time zone 'UTC')::date - 2 as until from business_now() as now offset 0) over_since
      where exists (select from ledger.postings
        where at >= (select coalesce(max(day), '-infinity') + 1 from ledger.day_sums)::timestamp at time zone 'UTC'
          and at < (until + 1)::timestamp at time zone 'UTC')`,
  })
  return rows[0]?.until ?? null
}

async function sumDays(pool: Pool, until: string): Promise<void> {
  const client = await pool.connect()
  try {
    // The first time there may be years of postings.
    await client.query('set statement_timeout = 0')
    await client.query('select ledger.sum_days($1)', [until])
  } finally {
    // Ends the connection, and its setting with it.
    client.release(true)
  }
}

type Span = 'day' | 'week' | 'month'

const firstOf = (by: Span | null) =>
  by === null ? 'null::text' : `to_char(date_trunc('${by}', day), 'YYYY-MM-DD')`

/** Of the days (UTC) from one to another, both included; `from` null: from the beginning. Weeks begin on Monday. */
export async function readCellSums(
  db: Database,
  { from, to, by }: { from: string | null; to: string; by: Span | null },
): Promise<SpanSum[]> {
  const { rows } = await db.query<SpanSum>({
    name: `ledger.cell-sums-${by}`,
    text: `select ${firstOf(by)} as "from", event::text as event, debit_kind::text as debit, credit_kind::text as credit, sum(amount)::bigint as amount
      from (
        select day, event, debit_kind, credit_kind, amount from ledger.day_sums where day between $1::date and $2::date
        union all
        select (at at time zone 'UTC')::date, event, debit_kind, credit_kind, amount from ledger.postings
          where at >= greatest((select coalesce(max(day), '-infinity') + 1 from ledger.day_sums), $1::date)::timestamp at time zone 'UTC'
            and at < ($2::date + 1)::timestamp at time zone 'UTC'
      ) booked group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    values: [from ?? '-infinity', to],
  })
  return rows
}
