import type { InvestmentLimit } from '../../contract/investment-limit.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { presentLimit } from './present.ts'
import { asOf, investmentLimits, type KeptLimit } from './table.ts'

export async function readInvestmentLimit(db: Database, owner: OwnerId): Promise<InvestmentLimit> {
  const { rows } = await db.query<KeptLimit & { now: Instant; invested: Cents }>({
    name: 'investment-limits.own',
    text: `select ${investmentLimits.columns}, business_now() as now, ${balanceOf('$1', 'invested')} as invested
      from (select $1::uuid as id) asked left join ${investmentLimits.from} on investment_limit.owner_id = asked.id`,
    values: [owner],
  })
  const { now, invested, ...kept } = rows[0]!
  return presentLimit(asOf(kept, owner, now), invested)
}
