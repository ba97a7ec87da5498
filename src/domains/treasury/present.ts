import type { BalanceOfKind, PlanCover, Treasury, TreasuryBooks } from '../../contract/treasury.ts'
import type { Plan } from '../../desk/command.ts'
import { kindNames, kinds, type Kind, type Unit } from '../../ledger/core/chart.ts'
import type { KindSum } from '../../ledger/core/posting.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { largestCoverable } from '../investments/rules.ts'

/**
 * The firm's side of the books. What is owed to investors needs no count of them: all balances sum to
 * zero, so it is what is left of the firm's own. Assets have debit balances and are shown as positive figures.
 */
export function presentTreasury(balance: (kind: Kind) => Cents): Treasury {
  const firmsUsd = kindNames.filter((kind) => kinds[kind].of === 'firm' && kinds[kind].unit === 'USD')
  const shown = (kind: Kind) => dollarsFromCents(balance(kind))
  return {
    capital: shown('capital'),
    pools: { returns: shown('returns-pool'), referral: shown('referral-pool'), corrections: shown('corrections-pool') },
    owedToInvestors: dollarsFromCents(-firmsUsd.reduce((sum, kind) => sum + balance(kind), 0n)),
    assets: { clientBank: dollarsFromCents(-balance('client-bank')), firmBank: dollarsFromCents(-balance('firm-bank')) },
  }
}

export type FallingDue = { investments: number; principal: Cents; profit: Cents }

/** What the books hold at one moment. */
export type Snapshot = {
  takenAt: Instant
  sums: readonly KindSum[]
  pending: Cents
  plans: readonly Plan[]
  /** By day, as `2026-01-31`; days on which nothing falls due are left out. */
  due: readonly (FallingDue & { date: string })[]
  /** Today's date of business time, and what falls due after the calendar's end. */
  today: string
  later: FallingDue
}

const amountOf = (unit: Unit, amount: bigint) => (unit === 'USD' ? dollarsFromCents(amount) : Number(amount))

function presentKind({ kind, accounts, debits, credits }: KindSum): BalanceOfKind {
  const { of, unit } = kinds[kind]
  return { kind, of, unit, accounts, debits: amountOf(unit, debits), credits: amountOf(unit, credits), balance: amountOf(unit, credits - debits) }
}

function sumOfUnit(unit: Unit, sums: readonly KindSum[]): TreasuryBooks['sums'][number] {
  const ofUnit = sums.filter(({ kind }) => kinds[kind].unit === unit)
  const debits = ofUnit.reduce((sum, kind) => sum + kind.debits, 0n)
  const credits = ofUnit.reduce((sum, kind) => sum + kind.credits, 0n)
  return { unit, debits: amountOf(unit, debits), credits: amountOf(unit, credits), balance: amountOf(unit, credits - debits) }
}

function coverOf(plan: Plan, pool: Cents): PlanCover {
  const largest = largestCoverable(plan, pool)
  return {
    planId: plan.id, title: plan.title, onSale: plan.onSale, minimum: dollarsFromCents(plan.minimum), profitPercent: plan.profitPercent,
    covered: largest > 0n, largestCoverable: dollarsFromCents(largest),
  }
}

const presentDue = ({ investments, principal, profit }: FallingDue) => ({ investments, principal: dollarsFromCents(principal), profit: dollarsFromCents(profit) })

export function presentBooks({ takenAt, sums, pending, plans, due, today, later }: Snapshot): TreasuryBooks {
  const used = kindNames.flatMap((kind) => sums.filter((sum) => sum.kind === kind && (sum.debits > 0n || sum.credits > 0n)))
  const balance = (kind: Kind) => sums.reduce((found, sum) => (sum.kind === kind ? sum.credits - sum.debits : found), 0n)
  const shown = (kind: Kind) => dollarsFromCents(balance(kind))
  return {
    ...presentTreasury(balance),
    asOf: isoFromInstant(takenAt),
    owed: {
      cash: shown('cash'), held: shown('held'), pending: dollarsFromCents(pending), approved: dollarsFromCents(balance('held') - pending),
      invested: shown('invested'), promised: shown('promised'),
    },
    balances: used.map(presentKind),
    sums: [...new Set(used.map(({ kind }) => kinds[kind].unit))].map((unit) => sumOfUnit(unit, used)),
    cover: plans.map((plan) => coverOf(plan, balance('returns-pool'))),
    maturities: { from: today, days: due.map(({ date, ...falling }) => ({ date, ...presentDue(falling) })), later: presentDue(later) },
  }
}
