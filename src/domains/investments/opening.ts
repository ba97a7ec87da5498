/** What it takes to open an investment, and what it is then: alike for what comes from the balance and for what is invested again. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, refuseUnlessActive } from '../../desk/command.ts'
import type { Put, Read } from '../../desk/read.ts'
import { Unexplained } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { dayMs, lastInstant, type Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { refusalByAnswers } from '../appropriateness/rules.ts'
import { latestCheckIn, latestCheckOf } from '../appropriateness/table.ts'
import { refusalOfBusiness } from '../checks/stops.ts'
import { checksOf } from '../checks/table.ts'
import { refusalByEditions } from '../editions/must-accept.ts'
import { needsOfEditions } from '../editions/table.ts'
import { refusalWhileImporting } from '../import-records/business.ts'
import { allImports } from '../import-records/table.ts'
import { refusalByOwnLimit } from '../investment-limits/rules.ts'
import { limitOf } from '../investment-limits/table.ts'
import { largestCoverable, promisedProfit } from '../plans/cover.ts'
import { presentOffered } from '../plans/present.ts'
import { everyPlan, planIn, plans, type Plan } from '../plans/table.ts'
import { needsOfLimits, refusalOfLimits, type SetLimits } from '../verification/limits.ts'
import { refusalByDebt } from '../loans/debt.ts'
import { loansOfSamePerson } from '../loans/table.ts'
import { investing } from './invested.ts'
import type { Investment } from './table.ts'

/** Versions are undefined where nothing was accepted: that is refused like another one than the plan's. */
export type OpenInvestment = {
  owner: OwnerId
  planId: string
  amount: Cents
  acceptedRiskVersion?: number | undefined
  acceptedTermsVersion?: number | undefined
  limits: SetLimits
  /** So long it can be undone, if it is the person's first one ever; 0: not at all. */
  coolingOffMs: number
  /** Whether a first one needs the questions answered. */
  needsAnswers: boolean
}

/** What the same transaction brings back before: of `investment`, to the balance. */
export type Returned = { investment: string; principal: Cents; profit: Cents }

export type Opening = { investment: Investment; postings: Posting[] }

export const needsOfOpening = ({ owner, limits }: Pick<OpenInvestment, 'owner' | 'limits'>) =>
  [
    ...everyPlan,
    allImports,
    latestCheckOf(owner),
    limitOf(owner),
    checksOf(owner),
    ...loansOfSamePerson(owner),
    ...needsOfEditions(owner),
    ...needsOfLimits(owner, investing, limits),
  ] satisfies Read[]

function notCovered(plan: Plan, pool: Cents) {
  const largest = largestCoverable(plan, pool)
  return refuse(
    'not_covered',
    largest > 0n
      ? `The profit on this amount cannot be covered at present. The largest amount that can be covered is ${formatUsd(largest)}. Nothing was booked.`
      : `${plan.title} is sold out: its profit cannot be covered at present. Nothing was booked.`,
  )
}

/** Nobody buys what they haven't seen: the refusal shows the terms as they are, to be read and accepted. */
const notSeen = (code: 'risk_warning_changed' | 'terms_changed', plan: Plan): Refusal => ({
  ...refuse(code),
  plan: presentOffered(plan),
})

/** Whether the plan takes this amount under these terms, before any balance is looked at. */
export function refusalOfTerms(
  plan: Plan | undefined,
  c: Pick<OpenInvestment, 'amount' | 'acceptedRiskVersion' | 'acceptedTermsVersion'>,
) {
  if (!plan) return refuse('unknown_plan')
  if (!plan.onSale) return refuse('plan_not_offered')
  if (c.acceptedRiskVersion !== plan.riskVersion) return notSeen('risk_warning_changed', plan)
  if (c.acceptedTermsVersion !== plan.termsVersion) return notSeen('terms_changed', plan)
  if (c.amount < plan.minimum)
    return refuse('below_minimum', `The minimum of ${plan.title} is ${formatUsd(plan.minimum)}.`)
  if (plan.below !== null && c.amount >= plan.below)
    return refuse('above_maximum', `${plan.title} takes less than ${formatUsd(plan.below)}.`)
  return promisedProfit(plan, c.amount) === 0n ? refuse('profit_rounds_to_zero') : null
}

/** Plans are read without a lock: where a command was accepted, its plan was on sale, under the terms that were accepted. */
export function seenOnSale(world: World, planId: string, termsVersion: number): Put[] {
  const plan = world.get(plans, planId)
  if (!plan) throw new Unexplained(`there is no plan ${planId}`)
  return [plans.row({ ...plan, onSale: true, termsVersion })]
}

/** Terms are copied when it is opened: whatever is set later, this stays. One that was undone was placed too, so this is given once. */
function undoableUntil(
  world: World,
  { owner, coolingOffMs }: OpenInvestment,
  { at, maturesAt }: { at: Instant; maturesAt: Instant },
): Instant | null {
  const isFirst = world.owners.get(owner)!.totals.principal === 0n
  return isFirst && coolingOffMs > 0 ? Math.min(at + coolingOffMs, maturesAt) : null
}

/** Why it can't be opened, whatever is in the balance and the pool. */
function refusalOfOpening(
  world: World,
  plan: Plan | undefined,
  { c, at, returned }: { c: OpenInvestment; at: Instant; returned: Returned | null },
): Refusal | null {
  const refusal =
    refuseUnlessActive(world.owners.get(c.owner)) ??
    refusalOfBusiness(world, c.owner) ??
    refusalWhileImporting(world) ??
    refusalByEditions(world, c.owner, at) ??
    refusalByAnswers(world, { owner: c.owner, needed: c.needsAnswers }, at) ??
    refusalOfTerms(plan, c)
  if (refusal || !plan) return refusal ?? refuse('unknown_plan')
  if (at + plan.durationDays * dayMs > lastInstant)
    return refuse(
      'beyond_calendar',
      `${plan.title} would mature after the last date that can be recorded. Nothing was booked.`,
    )
  const { owner, amount, limits } = c
  const placed = world.balance(owner, 'invested') - (returned?.principal ?? 0n)
  return (
    refusalOfLimits(world, { owner, moving: investing, amount }, limits, at) ??
    refusalByOwnLimit(world, { owner, amount, placed }, at)
  )
}

/** The new investment with what it books, or why there is none. */
export function openingOf(
  world: World,
  c: OpenInvestment,
  { id, at }: { id: string; at: Instant },
  returned: Returned | null = null,
): Refusal | Opening {
  const plan = planIn(world, c.planId)
  const refusal = refusalOfOpening(world, plan, { c, at, returned })
  if (refusal || !plan) return refusal ?? refuse('unknown_plan')
  const cash =
    world.balance(c.owner, 'cash') + (returned === null ? 0n : returned.principal + returned.profit)
  if (cash < c.amount) return refuse('insufficient_balance_to_invest')
  const owed = refusalByDebt(world, { owner: c.owner, amount: c.amount, cash, how: 'invested' })
  if (owed) return owed
  const profit = promisedProfit(plan, c.amount)
  const pool = world.balance(firm, 'returns-pool')
  if (pool < profit) return notCovered(plan, pool)
  const maturesAt = at + plan.durationDays * dayMs
  const investment: Investment = {
    id,
    owner: c.owner,
    planId: plan.id,
    termsVersion: plan.termsVersion,
    planTitle: plan.title,
    amount: c.amount,
    profitPercent: plan.profitPercent,
    profit,
    openedAt: at,
    maturesAt,
    status: 'running',
    riskVersion: plan.riskVersion,
    undoableUntil: undoableUntil(world, c, { at, maturesAt }),
    check: latestCheckIn(world, c.owner)?.id ?? null,
    atMaturity: 'balance',
    acceptedTermsVersion: null,
    acceptedRiskVersion: null,
    notReinvested: null,
    continues: returned?.investment ?? null,
  }
  return { investment, postings: postingsOf(investment) }
}

const postingsOf = ({ owner, amount, profit }: Investment): Posting[] => [
  {
    event: 'investment-opened',
    debit: { owner, kind: 'cash' },
    credit: { owner, kind: 'invested' },
    amount,
  },
  {
    event: 'investment-opened',
    debit: { owner: firm, kind: 'returns-pool' },
    credit: { owner, kind: 'promised' },
    amount: profit,
  },
]
