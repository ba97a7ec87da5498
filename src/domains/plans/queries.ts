import type { PastTerms, Plan as WirePlan, PlanWithPast } from '../../contract/plan.ts'
import type { Plan } from '../../desk/records.ts'
import { planColumns, planFromRow, planTables, type PlanRow } from '../../desk/load.ts'
import { firm } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { presentOffered, presentPlan } from './present.ts'

/** Every plan there is, on sale or not, by its minimum. */
export async function readLadder(db: Database): Promise<Plan[]> {
  const { rows } = await db.query<PlanRow>({
    name: 'plans.ladder',
    text: `select ${planColumns} from ${planTables} order by terms.minimum`,
  })
  return rows.map(planFromRow)
}

/** The plans on sale, by their minimum, with what the returns pool covers at this moment. */
export async function readPlans(db: Database): Promise<WirePlan[]> {
  const { rows } = await db.query<PlanRow & { pool: bigint }>({
    name: 'plans.offered',
    text: `select ${planColumns}, ${balanceOf(`'${firm}'`, 'returns-pool')} as pool from ${planTables} where plan.on_sale order by terms.minimum`,
  })
  return rows.map((row) => presentPlan(planFromRow(row), row.pool))
}

type PastRow = Omit<PlanRow, 'below' | 'terms_version' | 'on_sale'> & {
  version: number
  since: Instant | null
  maker: string | null
}

function presentPast(row: PastRow): PastTerms {
  const {
    id: _,
    onSale: __,
    ...terms
  } = presentOffered(
    planFromRow({ ...row, below: null, on_sale: false, terms_version: row.version }),
  )
  return { ...terms, since: row.since === null ? null : isoFromInstant(row.since), by: row.maker }
}

/** Every plan with all terms that it ever had, newest first. */
export async function readPlansWithPast(db: Database): Promise<PlanWithPast[]> {
  const plans = await readLadder(db)
  const { rows } = await db.query<PastRow>({
    name: 'plans.past',
    text: `select terms.plan_id as id, terms.version, terms.title, terms.range_text, terms.minimum, terms.maximum, terms.duration_days, terms.profit_percent, terms.risk_version, terms.risk_warning,
        command.at as since, person.full_name as maker
      from plan_terms terms left join desk.commands command on command.id = terms.command_id left join auth.persons person on person.id = command.actor
      order by terms.version desc`,
  })
  return plans.map((plan) => ({
    ...presentOffered(plan),
    versions: rows.filter(({ id }) => id === plan.id).map(presentPast),
  }))
}

/** What changes when anything that is offered does: the same text as long as all terms are the same, and the same plans can be had. */
export async function readOfferMark(db: Database): Promise<string> {
  return (await readPlans(db))
    .map(({ id, termsVersion, available }) => `${id} ${termsVersion} ${available}`)
    .join(',')
}
