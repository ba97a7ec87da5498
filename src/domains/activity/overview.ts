/** What home says beside the figures. Each part is asked where its noun is at home. */
import { maturedWithinDays, type HomeOverview } from '../../contract/overview.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import type { Principal } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readLatelyMatured, readNextMaturity, readUndone } from '../investments/queries.ts'
import { readHoldEnd } from '../withdrawals/hold-end.ts'

/** Whether money has ever moved here: a balance of nothing may be one that was withdrawn. */
async function hasBegun(db: Database, owner: OwnerId): Promise<boolean> {
  const { rows } = await db.query<{ begun: boolean }>({
    name: 'activity.begun',
    text: 'select exists (select from desk.activity where owner_id = $1 and amount is not null) as begun',
    values: [owner],
  })
  return rows[0]!.begun
}

export async function readOverview(
  { pool, policy }: House,
  { owner, hasSecondFactor }: Principal,
): Promise<HomeOverview> {
  const [begun, holdEnd, matured, next, undone] = await Promise.all([
    hasBegun(pool, owner),
    readHoldEnd(pool, policy, owner),
    readLatelyMatured(pool, owner, maturedWithinDays),
    readNextMaturity(pool, owner),
    readUndone(pool, owner),
  ])
  return {
    begun,
    secured: hasSecondFactor,
    holdUntil: holdEnd === null ? null : isoFromInstant(holdEnd),
    matured:
      matured.count === 0
        ? null
        : { count: matured.count, amount: dollarsFromCents(matured.amount) },
    nextMaturity: next && {
      at: isoFromInstant(next.at),
      amount: dollarsFromCents(next.amount),
      reinvested: dollarsFromCents(next.reinvested),
    },
    undone: dollarsFromCents(undone),
  }
}
