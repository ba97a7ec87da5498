/** What an evidence pack says of those months of its period that were ever closed: whether each is, and how it came to that. */
import type { ClientBase } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import type { Month } from '../../lib/month.ts'

type Change = { command: string; closes: boolean; at: Instant; first: string; second: string }
export type MonthOfPeriod = { month: Month; closed: boolean; changes: Change[] }

/** `from` and `to` are days. */
export async function readMonthsOf(
  db: ClientBase,
  { from, to }: { from: string; to: string },
): Promise<MonthOfPeriod[]> {
  const { rows } = await db.query<Change & { month: Month }>(
    `select id as command, month, closes, at, first_by as first, second_by as second from month_changes
      where month between $1 and $2 order by number`,
    [from.slice(0, 7), to.slice(0, 7)],
  )
  return [...Map.groupBy(rows, ({ month }) => month)]
    .map(([month, changed]) => ({
      month,
      closed: changed.at(-1)!.closes,
      changes: changed.map(({ month: _, ...change }) => change),
    }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
}
