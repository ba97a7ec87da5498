import type { PlacingLimit } from '../../contract/placing-limit.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { presentLimit } from './present.ts'
import { asOf, placingLimits, type KeptLimit } from './table.ts'

export async function readPlacingLimit(db: Database, owner: OwnerId): Promise<PlacingLimit> {
  const { rows } = await db.query<KeptLimit & { now: Instant; invested: Cents }>({
    name: 'placing-limits.own',
    text: `select ${placingLimits.columns}, business_now() as now, ${balanceOf('$1', 'invested')} as invested
      from (select $1::uuid as id) asked left join ${placingLimits.from} on placing_limit.owner_id = asked.id`,
    values: [owner],
  })
  const { now, invested, ...kept } = rows[0]!
  return presentLimit(asOf(kept, owner, now), invested)
}
