/** The last day of an investment: its profit is paid, and its principal too, unless its owner has chosen to invest that again and it can be. */
import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuse, type Context } from '../../desk/command.ts'
import { fitted, subjectOf, textIfAny, textOf } from '../../desk/recall.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Cents } from '../../lib/money.ts'
import { seenCleared } from '../import-records/business.ts'
import type { SetLimits } from '../verification/limits.ts'
import { mail, mailValues } from './mails.ts'
import { needsOfOpening, openingOf, seenOnSale, type Opening } from './opening.ts'
import { investments, type Investment } from './table.ts'

/** What investing again depends on that no row tells. */
export type Reinvesting = {
  limits: SetLimits
  /** Whether new business is paused. */
  isPaused: boolean
  /** What the journal says that it was refused for, where no row under a lock shows it any more. */
  refused?: Refusal['code']
}

/** Without `reinvesting` it is settled only where its owner is to be paid: what else was chosen can't be decided. */
export type SettleInvestment = {
  investment: string
  owner: OwnerId
  reinvesting?: Reinvesting | null
}

/** What is decided again as it was: all that it depends on belongs to the owner. What others change meanwhile, such as plans and pools, was seen as it was then. */
const ofOwner: ReadonlySet<string> = new Set([
  'account_frozen',
  'law_check',
  'policies_to_accept',
  'answers_paused',
  'answers_needed',
  'beyond_own_limit',
  'loan_owed_first',
])

const paymentsOf = ({ owner, amount, profit }: Investment): Posting[] => {
  const pay = (kind: 'invested' | 'promised', cents: Cents): Posting => ({
    event: 'investment-matured',
    debit: { owner, kind },
    credit: { owner, kind: 'cash' },
    amount: cents,
  })
  return [pay('invested', amount), pay('promised', profit)]
}

/** The same rules as for what is placed by hand, on what has just been paid. It is never a first one: it can't be undone. */
function reinvestmentOf(
  world: World,
  settled: Investment,
  { isPaused, limits, refused }: Reinvesting,
  context: Context,
): Refusal | Opening {
  if (isPaused) return refuse('new_business_paused')
  if (refused !== undefined) return refuse(refused)
  const { id, owner, planId, amount, profit, acceptedRiskVersion, acceptedTermsVersion } = settled
  return openingOf(
    world,
    {
      owner,
      planId,
      amount,
      acceptedRiskVersion: acceptedRiskVersion ?? undefined,
      acceptedTermsVersion: acceptedTermsVersion ?? undefined,
      limits,
      coolingOffMs: 0,
      needsAnswers: false,
    },
    context,
    { investment: id, principal: amount, profit },
  )
}

const factsOf = ({ planTitle, amount, profit }: Investment) => ({
  plan: planTitle,
  principal: String(amount),
  profit: String(profit),
})

function paid(settled: Investment): Changes {
  const { owner } = settled
  return {
    postings: paymentsOf(settled),
    activity: [{ owner, kind: 'investment-matured' }],
    put: [investments.row({ ...settled, status: 'matured' })],
    facts: factsOf(settled),
    effects: [mail({ owner, template: 'investment-matured', values: mailValues(settled) })],
  }
}

function paidInstead(settled: Investment, code: Refusal['code']): Changes {
  const { owner } = settled
  const values = { ...mailValues(settled), why: code }
  return {
    ...paid(settled),
    activity: [{ owner, kind: 'investment-not-reinvested' }],
    put: [investments.row({ ...settled, status: 'matured', notReinvested: code })],
    facts: { ...factsOf(settled), notReinvested: code },
    effects: [mail({ owner, template: 'investment-not-reinvested', values })],
  }
}

function reinvested(settled: Investment, { investment, postings }: Opening): Changes {
  const { owner } = settled
  const next = mailValues(investment)
  const values = {
    ...mailValues(settled),
    nextProfit: next.profit!,
    nextMaturesAt: next.maturesAt!,
  }
  return {
    postings: [...paymentsOf(settled), ...postings],
    activity: [{ owner, kind: 'investment-reinvested' }],
    put: [investments.row({ ...settled, status: 'matured' }), investments.row(investment)],
    facts: { ...factsOf(settled), reinvested: String(investment.amount) },
    effects: [mail({ owner, template: 'investment-reinvested', values })],
  }
}

/** Principal and profit lie in the investor's own name: to pay them no pool is asked. To invest again it is, under its lock. */
export const settleInvestment = defineCommand<SettleInvestment>({
  recall(kept, world) {
    const command = { investment: textOf(kept, 'investment'), owner: subjectOf(kept) }
    const refused = textIfAny(kept, 'notReinvested') as Refusal['code'] | undefined
    if (refused === undefined && textIfAny(kept, 'reinvested') === undefined) return { command }
    const settled = world.get(investments, command.investment)
    const isSeen = refused !== undefined && !ofOwner.has(refused)
    const reinvesting = { limits: fitted, isPaused: false, ...(isSeen ? { refused } : {}) } as const
    return {
      command: { ...command, reinvesting },
      seen:
        settled && !isSeen
          ? [
              ...seenOnSale(world, settled.planId, settled.acceptedTermsVersion ?? 0),
              ...seenCleared(world),
            ]
          : [],
    }
  },
  journal: (c) => ({ investment: c.investment }),
  subject: (c) => c.owner,
  needs: ({ owner, investment, reinvesting }) => ({
    owners: [owner],
    read: [
      investments.byId(investment),
      ...(reinvesting ? needsOfOpening({ owner, limits: reinvesting.limits }) : []),
    ],
    ...(reinvesting ? { exact: true } : {}),
  }),
  decide(world, c, context) {
    const settled = world.get(investments, c.investment)
    if (!settled || settled.owner !== c.owner) return refuse('unknown_investment')
    if (settled.status !== 'running') return refuse('already_settled')
    if (context.at < settled.maturesAt) return refuse('not_due')
    if (settled.atMaturity === 'balance') return paid(settled)
    if (!c.reinvesting) return refuse('reinvesting_chosen')
    const next = reinvestmentOf(world, settled, c.reinvesting, context)
    return 'code' in next ? paidInstead(settled, next.code) : reinvested(settled, next)
  },
  reply: () => ({ status: 200, body: { status: 'success' } }),
})
