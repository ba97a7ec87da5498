/** Whether more may come in for somebody, as it looks now: asked before a command, since what is refused stands in the journal for good. */
import type { Pool } from 'pg'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Cents } from '../../lib/money.ts'
import { allowedOf, roomIn, type LimitsByState } from './limits.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { readCases, readUsed } from './now.ts'
import { arriving } from './received.ts'
import { verificationOf } from './state.ts'

export async function fitsNow(
  pool: Pool,
  { owner, amount }: { owner: OwnerId; amount: Cents },
  limits: LimitsByState | null,
): Promise<boolean> {
  const [cases, now, used] = await Promise.all([
    readCases(pool, [owner]),
    readBusinessNow(pool),
    readUsed(pool, owner, [arriving]),
  ])
  const room = roomIn(allowedOf(verificationOf(cases, now), 'in', limits), used.in)
  return room === null || amount <= room
}
