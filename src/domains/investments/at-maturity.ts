/** What its owner wants done on the last day of an investment, as often as they like until then. */
import type { AtMaturity } from '../../contract/at-maturity.ts'
import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuse, refuseUnlessActive, refuseUnlessOpen } from '../../desk/command.ts'
import { numberIfAny, subjectOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { refusalOfBusiness } from '../checks/stops.ts'
import { checksOf } from '../checks/table.ts'
import { refusalByEditions } from '../editions/must-accept.ts'
import { needsOfEditions } from '../editions/table.ts'
import { everyPlan, planIn } from '../plans/table.ts'
import { mail, mailValues } from './mails.ts'
import { refusalOfTerms, seenOnSale } from './opening.ts'
import { presentInvestment } from './present.ts'
import { investments, type Investment } from './table.ts'

/** What is accepted counts for investing again alone. Undefined where nothing was, which is refused like another version than the plan's. */
export type ChooseAtMaturity = {
  investment: string
  owner: OwnerId
  choice: AtMaturity
  acceptedRiskVersion?: number | undefined
  acceptedTermsVersion?: number | undefined
}

/** To be paid is everybody's own, of a frozen account too; to place money isn't. */
const refusalOfOwner = (world: World, { owner, choice }: ChooseAtMaturity, at: Instant) =>
  choice === 'reinvest'
    ? (refuseUnlessActive(world.owners.get(owner)) ??
      refusalOfBusiness(world, owner) ??
      refusalByEditions(world, owner, at))
    : refuseUnlessOpen(world.owners.get(owner))

function refusalOfTime({ status, maturesAt }: Investment, at: Instant): Refusal | null {
  if (status === 'undone') return refuse('already_undone')
  return status === 'matured' || at >= maturesAt ? refuse('choosing_too_late') : null
}

function chosen(before: Investment, c: ChooseAtMaturity): Investment {
  const isAgain = c.choice === 'reinvest'
  return {
    ...before,
    atMaturity: c.choice,
    acceptedTermsVersion: isAgain ? c.acceptedTermsVersion! : null,
    acceptedRiskVersion: isAgain ? c.acceptedRiskVersion! : null,
  }
}

const isSame = (one: Investment, other: Investment) =>
  one.atMaturity === other.atMaturity && one.acceptedTermsVersion === other.acceptedTermsVersion

export const chooseAtMaturity = defineCommand<ChooseAtMaturity>({
  recall(kept, world) {
    const choice: AtMaturity = textOf(kept, 'choice') === 'reinvest' ? 'reinvest' : 'balance'
    const command = {
      investment: textOf(kept, 'investment'),
      owner: subjectOf(kept),
      choice,
      acceptedRiskVersion: numberIfAny(kept, 'acceptedRiskVersion'),
      acceptedTermsVersion: numberIfAny(kept, 'acceptedTermsVersion'),
    }
    const found = world.get(investments, command.investment)
    const seen =
      found && choice === 'reinvest'
        ? seenOnSale(world, found.planId, command.acceptedTermsVersion ?? 0)
        : []
    return { command, seen }
  },
  journal: ({ investment, choice, acceptedRiskVersion, acceptedTermsVersion }) => ({
    investment,
    choice,
    ...(choice === 'reinvest' ? { acceptedRiskVersion, acceptedTermsVersion } : {}),
  }),
  subject: (c) => c.owner,
  needs: ({ investment, owner, choice }) => ({
    owners: [owner],
    read: [
      investments.byId(investment),
      ...(choice === 'reinvest' ? [...everyPlan, checksOf(owner), ...needsOfEditions(owner)] : []),
    ],
  }),
  decide(world, c, { at }) {
    const refusal = refusalOfOwner(world, c, at)
    if (refusal) return refusal
    const before = world.get(investments, c.investment)
    if (!before || before.owner !== c.owner) return refuse('unknown_investment')
    const late = refusalOfTime(before, at)
    if (late) return late
    const plan = c.choice === 'reinvest' ? planIn(world, before.planId) : undefined
    if (c.choice === 'reinvest') {
      const unfit = refusalOfTerms(plan, { ...c, amount: before.amount })
      if (unfit) return unfit
    }
    const after = chosen(before, c)
    if (isSame(before, after)) return refuse('choice_unchanged')
    const { owner } = c
    return {
      postings: [],
      activity: [{ owner, kind: plan ? 'reinvesting-chosen' : 'payout-chosen' }],
      put: [investments.row(after)],
      facts: { plan: before.planTitle, principal: String(before.amount) },
      effects: plan
        ? [
            mail({
              owner,
              template: 'reinvesting-chosen',
              values: {
                ...mailValues(before),
                nextPercent: String(plan.profitPercent),
                nextDays: String(plan.durationDays),
              },
            }),
          ]
        : [],
    }
  },
  reply: (world, c, { at }) => ({
    status: 200,
    body: {
      status: 'success',
      message:
        c.choice === 'reinvest'
          ? 'Chosen: the principal will be invested again'
          : 'Chosen: all will be paid to your balance',
      data: { investment: presentInvestment(world.get(investments, c.investment)!, at) },
    },
  }),
})
