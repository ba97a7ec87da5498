import type { QueryResultRow } from 'pg'
import type { PastTerms, Plan as WirePlan, PlanWithPast } from '../../contract/plan.ts'
import { firm } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { presentOffered, presentPlan } from './present.ts'
import { ladderOf, planFrom, plans, planTerms, type Plan, type Terms } from './table.ts'

const plansText = `select ${plans.columns}, ${planTerms.columns}`
const inForce =
  'plans plan join plan_terms terms on terms.plan_id = plan.id and terms.version = plan.terms_version'

const ladderFrom = (rows: readonly QueryResultRow[]): Plan[] =>
  ladderOf(rows.map((row) => planFrom(plans.fromRow(row), planTerms.fromRow(row))))

/** Every plan there is, on sale or not, by its minimum. */
export async function readLadder(db: Database): Promise<Plan[]> {
  const { rows } = await db.query({ name: 'plans.ladder', text: `${plansText} from ${inForce}` })
  return ladderFrom(rows)
}

/** The plans on sale, by their minimum, with what the returns pool covers at this moment. */
export async function readPlans(db: Database): Promise<WirePlan[]> {
  const { rows } = await db.query<{ pool: bigint }>({
    name: 'plans.offered',
    text: `${plansText}, ${balanceOf(`'${firm}'`, 'returns-pool')} as pool from ${inForce}`,
  })
  return ladderFrom(rows)
    .filter(({ onSale }) => onSale)
    .map((plan) => presentPlan(plan, rows[0]!.pool))
}

/** In days; null where nothing is on sale. */
export async function readShortestOnSale(db: Database): Promise<number | null> {
  const onSale = (await readLadder(db)).filter((plan) => plan.onSale)
  return onSale.length === 0 ? null : Math.min(...onSale.map((plan) => plan.durationDays))
}

type PastRow = Terms & { since: Instant | null; maker: string | null }

function presentPast(row: PastRow): PastTerms {
  const plan = { id: row.planId, slug: null, onSale: false, termsVersion: row.version }
  const { id: _, onSale: __, ...terms } = presentOffered(planFrom(plan, row))
  return { ...terms, since: row.since === null ? null : isoFromInstant(row.since), by: row.maker }
}

/** Every plan with all terms that it ever had, newest first. */
export async function readPlansWithPast(db: Database): Promise<PlanWithPast[]> {
  const ladder = await readLadder(db)
  const { rows } = await db.query<PastRow>({
    name: 'plans.past',
    text: `select ${planTerms.columns}, command.at as since, person.full_name as maker
      from plan_terms terms left join desk.commands command on command.id = terms.command_id left join auth.persons person on person.id = command.actor
      order by terms.version desc`,
  })
  return ladder.map((plan) => ({
    ...presentOffered(plan),
    versions: rows.filter(({ planId }) => planId === plan.id).map(presentPast),
  }))
}

/** What changes when anything that is offered does: the same text as long as all terms are the same, and the same plans can be had. */
export async function readOfferMark(db: Database): Promise<string> {
  return (await readPlans(db))
    .map(({ id, termsVersion, available }) => `${id} ${termsVersion} ${available}`)
    .join(',')
}
