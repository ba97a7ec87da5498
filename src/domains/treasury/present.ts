import type { BalanceOfKind, PlanCover, Treasury, TreasuryBooks } from '../../contract/treasury.ts'
import type { Plan } from '../plans/table.ts'
import { kindNames, kinds, type Kind, type Unit } from '../../ledger/core/chart.ts'
import type { KindSum } from '../../ledger/core/posting.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Running } from '../investments/present.ts'
import { largestCoverable } from '../plans/cover.ts'

/** Beside what borrowers owe, to the cent. */
const isOwedBack = (kind: Kind) => kind === 'lent' || kind === 'earned'

/**
 * The firm's side of the books. What is owed to investors needs no count of them: all balances sum to
 * zero, so it is what is left of the firm's own; what people owe stands there too, and takes nothing from what they are owed.
 * Assets have debit balances and are shown as positive figures.
 */
export function presentTreasury(balance: (kind: Kind) => Cents): Treasury {
  const firmsUsd = kindNames.filter(
    (kind) => kinds[kind].of === 'firm' && kinds[kind].unit === 'USD' && !isOwedBack(kind),
  )
  const shown = (kind: Kind) => dollarsFromCents(balance(kind))
  return {
    capital: shown('capital'),
    pools: {
      returns: shown('returns-pool'),
      referral: shown('referral-pool'),
      corrections: shown('corrections-pool'),
      loan: shown('loan-pool'),
    },
    owedToInvestors: dollarsFromCents(-firmsUsd.reduce((sum, kind) => sum + balance(kind), 0n)),
    suspense: shown('suspense'),
    assets: {
      clientBank: dollarsFromCents(-balance('client-bank')),
      firmBank: dollarsFromCents(-balance('firm-bank')),
    },
  }
}

type Falling = Pick<Running, 'investments' | 'principal' | 'profit'>

/** What the books hold at one moment. */
export type Snapshot = {
  takenAt: Instant
  sums: readonly KindSum[]
  pending: Cents
  plans: readonly Plan[]
  running: readonly Running[]
  /** Today's date of business time. */
  today: string
}

const amountOf = (unit: Unit, amount: bigint) =>
  unit === 'USD' ? dollarsFromCents(amount) : Number(amount)

function presentKind({ kind, accounts, debits, credits }: KindSum): BalanceOfKind {
  const { of, unit } = kinds[kind]
  return {
    kind,
    of,
    unit,
    accounts,
    debits: amountOf(unit, debits),
    credits: amountOf(unit, credits),
    balance: amountOf(unit, credits - debits),
  }
}

function sumOfUnit(unit: Unit, sums: readonly KindSum[]): TreasuryBooks['sums'][number] {
  const ofUnit = sums.filter(({ kind }) => kinds[kind].unit === unit)
  const debits = ofUnit.reduce((sum, kind) => sum + kind.debits, 0n)
  const credits = ofUnit.reduce((sum, kind) => sum + kind.credits, 0n)
  return {
    unit,
    debits: amountOf(unit, debits),
    credits: amountOf(unit, credits),
    balance: amountOf(unit, credits - debits),
  }
}

function together(running: readonly Falling[]) {
  return {
    investments: running.reduce((sum, { investments }) => sum + investments, 0),
    principal: dollarsFromCents(running.reduce((sum, { principal }) => sum + principal, 0n)),
    profit: dollarsFromCents(running.reduce((sum, { profit }) => sum + profit, 0n)),
  }
}

function coverOf(plan: Plan, pool: Cents, running: readonly Running[]): PlanCover {
  const largest = largestCoverable(plan, pool)
  return {
    planId: plan.id,
    title: plan.title,
    onSale: plan.onSale,
    minimum: dollarsFromCents(plan.minimum),
    profitPercent: plan.profitPercent,
    covered: largest > 0n,
    largestCoverable: dollarsFromCents(largest),
    running: together(running.filter(({ planId }) => planId === plan.id)),
  }
}

function maturitiesOf(today: string, running: readonly Running[]): TreasuryBooks['maturities'] {
  const dates = [...new Set(running.flatMap(({ date }) => date ?? []))].toSorted()
  const due = (on: string | null) => together(running.filter(({ date }) => date === on))
  return { from: today, days: dates.map((date) => ({ date, ...due(date) })), later: due(null) }
}

export function presentBooks({
  takenAt,
  sums,
  pending,
  plans,
  running,
  today,
}: Snapshot): TreasuryBooks {
  const used = kindNames.flatMap((kind) =>
    sums.filter((sum) => sum.kind === kind && (sum.debits > 0n || sum.credits > 0n)),
  )
  const balance = (kind: Kind) =>
    sums.reduce((found, sum) => (sum.kind === kind ? sum.credits - sum.debits : found), 0n)
  const shown = (kind: Kind) => dollarsFromCents(balance(kind))
  return {
    ...presentTreasury(balance),
    asOf: isoFromInstant(takenAt),
    owed: {
      cash: shown('cash'),
      held: shown('held'),
      pending: dollarsFromCents(pending),
      approved: dollarsFromCents(balance('held') - pending),
      invested: shown('invested'),
      promised: shown('promised'),
    },
    balances: used.map(presentKind),
    sums: [...new Set(used.map(({ kind }) => kinds[kind].unit))].map((unit) =>
      sumOfUnit(unit, used),
    ),
    cover: plans.map((plan) => coverOf(plan, balance('returns-pool'), running)),
    maturities: maturitiesOf(today, running),
  }
}
