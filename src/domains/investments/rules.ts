import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuseUnlessActive, refuse } from '../../desk/command.ts'
import { centsOf, fitted, numberIfAny, subjectOf, textOf, Unexplained } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { World } from '../../desk/world.ts'
import { dayMs, isoFromInstant, lastInstant, type Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { refusalByAnswers } from '../appropriateness/rules.ts'
import { latestCheckIn, latestCheckOf } from '../appropriateness/table.ts'
import { refusalByOwnLimit } from '../investment-limits/rules.ts'
import { limitOf } from '../investment-limits/table.ts'
import { largestCoverable, promisedProfit } from '../plans/cover.ts'
import { presentOffered } from '../plans/present.ts'
import { everyPlan, planIn, plans, type Plan } from '../plans/table.ts'
import { needsOfLimits, refusalOfLimits, type SetLimits } from '../verification/limits.ts'
import { mail } from './mails.ts'
import { investing } from './invested.ts'
import { presentInvestment, presentUser } from './present.ts'
import { investments, runningOf, type Investment } from './table.ts'

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
function refusalOfTerms(plan: Plan | undefined, c: OpenInvestment) {
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

/** Terms are copied when it is opened: whatever is set later, this stays. One that was undone was placed too, so this is given once. */
function undoableUntil(
  world: World,
  { owner, coolingOffMs }: OpenInvestment,
  { at, maturesAt }: { at: Instant; maturesAt: Instant },
): Instant | null {
  const isFirst = world.owners.get(owner)!.totals.principal === 0n
  return isFirst && coolingOffMs > 0 ? Math.min(at + coolingOffMs, maturesAt) : null
}

export const openInvestment = defineCommand<OpenInvestment>({
  recall(kept, world) {
    const command = {
      owner: subjectOf(kept),
      planId: textOf(kept, 'planId'),
      amount: centsOf(kept, 'amount'),
      acceptedRiskVersion: numberIfAny(kept, 'acceptedRiskVersion'),
      acceptedTermsVersion: numberIfAny(kept, 'acceptedTermsVersion'),
      limits: fitted,
      coolingOffMs: numberIfAny(kept, 'coolingOffMs') ?? 0,
      needsAnswers: kept.input.needsAnswers === true,
    } as const
    // Plans are read without a lock: it was on sale, under the terms that were accepted.
    const plan = world.get(plans, command.planId)
    if (!plan) throw new Unexplained(`there is no plan ${command.planId}`)
    const termsVersion = command.acceptedTermsVersion ?? 0
    return { command, seen: [plans.row({ ...plan, onSale: true, termsVersion })] }
  },
  journal: (c) => ({
    planId: c.planId,
    amount: String(c.amount),
    acceptedRiskVersion: c.acceptedRiskVersion,
    acceptedTermsVersion: c.acceptedTermsVersion,
    ...(c.coolingOffMs ? { coolingOffMs: c.coolingOffMs } : {}),
    ...(c.needsAnswers ? { needsAnswers: true } : {}),
  }),
  subject: (c) => c.owner,
  needs: (c) => ({
    owners: [c.owner],
    read: [
      ...everyPlan,
      runningOf(c.owner),
      latestCheckOf(c.owner),
      limitOf(c.owner),
      ...needsOfLimits(c.owner, investing, c.limits),
    ],
  }),
  decide(world, c, { id, at }) {
    const plan = planIn(world, c.planId)
    const refusal =
      refuseUnlessActive(world.owners.get(c.owner)) ??
      refusalByAnswers(world, { owner: c.owner, needed: c.needsAnswers }, at) ??
      refusalOfTerms(plan, c)
    if (refusal || !plan) return refusal ?? refuse('unknown_plan')
    const maturesAt = at + plan.durationDays * dayMs
    if (maturesAt > lastInstant)
      return refuse(
        'beyond_calendar',
        `${plan.title} would mature after the last date that can be recorded. Nothing was booked.`,
      )
    const { owner, amount, limits } = c
    const beyond =
      refusalOfLimits(world, { owner, moving: investing, amount }, limits, at) ??
      refusalByOwnLimit(world, owner, amount, at)
    if (beyond) return beyond
    if (world.balance(c.owner, 'cash') < c.amount) return refuse('insufficient_balance_to_invest')
    const profit = promisedProfit(plan, c.amount)
    const pool = world.balance(firm, 'returns-pool')
    if (pool < profit) return notCovered(plan, pool)
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
    }
    return {
      postings: [
        {
          event: 'investment-opened',
          debit: { owner: c.owner, kind: 'cash' },
          credit: { owner: c.owner, kind: 'invested' },
          amount: c.amount,
        },
        {
          event: 'investment-opened',
          debit: { owner: firm, kind: 'returns-pool' },
          credit: { owner: c.owner, kind: 'promised' },
          amount: profit,
        },
      ],
      activity: [{ owner: c.owner, kind: 'investment-opened' }],
      put: [investments.row(investment)],
      facts: { plan: plan.title, profit: String(profit) },
      effects: [
        mail({ owner: c.owner, template: 'investment-opened', values: mailValues(investment) }),
      ],
    }
  },
  reply: (world, c, { id, at }) => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Investment opened',
      data: {
        investment: presentInvestment(world.get(investments, id)!, at),
        user: presentUser(world, c.owner, at),
      },
    },
  }),
})

export function mailValues(investment: Investment): Record<string, string> {
  return {
    planTitle: investment.planTitle,
    amount: formatUsd(investment.amount),
    profit: formatUsd(investment.profit),
    total: formatUsd(investment.amount + investment.profit),
    maturesAt: isoFromInstant(investment.maturesAt),
    ...(investment.undoableUntil === null
      ? {}
      : { undoableUntil: isoFromInstant(investment.undoableUntil) }),
  }
}

export type SettleInvestment = { investment: string; owner: OwnerId }

/** Pays principal and profit at maturity. Both lie in the investor's own name already: no pool is asked. */
export const settleInvestment = defineCommand<SettleInvestment>({
  recall: (kept) => ({
    command: { investment: textOf(kept, 'investment'), owner: subjectOf(kept) },
  }),
  journal: (c) => ({ investment: c.investment }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [investments.byId(c.investment)] }),
  decide(world, c, { at }) {
    const investment = world.get(investments, c.investment)
    if (!investment || investment.owner !== c.owner) return refuse('unknown_investment')
    if (investment.status !== 'running') return refuse('already_settled')
    if (at < investment.maturesAt) return refuse('not_due')
    const pay = (kind: 'invested' | 'promised', amount: Cents): Posting => ({
      event: 'investment-matured',
      debit: { owner: c.owner, kind },
      credit: { owner: c.owner, kind: 'cash' },
      amount,
    })
    return {
      postings: [pay('invested', investment.amount), pay('promised', investment.profit)],
      activity: [{ owner: c.owner, kind: 'investment-matured' }],
      put: [investments.row({ ...investment, status: 'matured' })],
      facts: {
        plan: investment.planTitle,
        principal: String(investment.amount),
        profit: String(investment.profit),
      },
      effects: [
        mail({ owner: c.owner, template: 'investment-matured', values: mailValues(investment) }),
      ],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success' } }),
})
