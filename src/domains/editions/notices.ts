/** Of which editions people are told now. */
import type { Pool } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import { readAllEditions } from './queries.ts'
import { comingAfter, countingAt } from './counting.ts'

/** `until`: whoever opened an account later saw it when they signed up. */
export type Notice = { edition: string; isWithdrawn: boolean; until: Instant }

/** Those that count or come, and those that were withdrawn. */
export async function readNotices(pool: Pool): Promise<Notice[]> {
  const { rows, now } = await readAllEditions(pool)
  const told = [...countingAt(rows, now), ...comingAfter(rows, now)]
  return [
    ...told.map(({ id, countsFrom }) => ({
      edition: id,
      isWithdrawn: false,
      until: countsFrom,
    })),
    ...rows
      .filter(({ status }) => status === 'withdrawn')
      .map(({ id, withdrawnAt }) => ({ edition: id, isWithdrawn: true, until: withdrawnAt! })),
  ]
}
