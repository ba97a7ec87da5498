import type { Plan as WirePlan } from '../../contract/plan.ts'
import type { Plan } from '../../desk/command.ts'
import { planColumns, planFromRow, planTables, type PlanRow } from '../../desk/load.ts'
import { firm } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { largestCoverable } from '../investments/rules.ts'

function presentPlan(plan: Plan, pool: Cents): WirePlan {
  const largest = largestCoverable(plan, pool)
  return {
    id: plan.id, title: plan.title, range: plan.rangeText,
    minimum: dollarsFromCents(plan.minimum), maximum: plan.maximum === null ? null : dollarsFromCents(plan.maximum),
    durationDays: plan.durationDays, profitPercent: plan.profitPercent,
    riskVersion: plan.riskVersion, riskWarning: plan.riskWarning,
    available: plan.onSale && largest > 0n, largestCoverable: dollarsFromCents(largest),
  }
}

/** Every plan there is, on sale or not, by its minimum. */
export async function readLadder(db: Database): Promise<Plan[]> {
  const { rows } = await db.query<PlanRow>({ name: 'plans.ladder', text: `select ${planColumns} from ${planTables} order by t.minimum` })
  return rows.map(planFromRow)
}

/** The plans on sale, in the order of the offer, with what the returns pool covers at this moment. */
export async function readPlans(db: Database): Promise<WirePlan[]> {
  const { rows } = await db.query<PlanRow & { pool: bigint }>({
    name: 'plans.offered',
    text: `select ${planColumns}, ${balanceOf(`'${firm}'`, 'returns-pool')} as pool from ${planTables} where p.on_sale order by p.position`,
  })
  return rows.map((row) => presentPlan(planFromRow(row), row.pool))
}
