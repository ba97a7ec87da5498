import type { Cents } from '../../lib/money.ts'
import {
  betweenOwners,
  chartLine,
  firm,
  isFirmKind,
  kinds,
  type Event,
  type Kind,
  type OwnerId,
  type TotalName,
} from './chart.ts'

export type Account = { owner: OwnerId; kind: Kind }

/** One movement between two accounts: it can't be unbalanced. Amounts are in the smallest part of the kinds' unit. */
export type Posting = { event: Event; debit: Account; credit: Account; amount: Cents }

/** A posting as it was booked, and which version of its account each side made. */
export type Booked = Posting & { debitVersion: bigint; creditVersion: bigint }

/** Why a posting may not exist, or null. The database refuses the same ones. */
export function forbidden({ event, debit, credit, amount }: Posting): string | null {
  if (amount <= 0n) return 'the amount is not above zero'
  if (!chartLine(event, debit.kind, credit.kind))
    return `the chart has no ${event} from ${debit.kind} to ${credit.kind}`
  if (kinds[debit.kind].unit !== kinds[credit.kind].unit) return 'a posting never crosses units'
  for (const side of [debit, credit]) {
    if (isFirmKind(side.kind) !== (side.owner === firm))
      return `${side.kind} is not an account of ${side.owner}`
  }
  const bothInvestors = !isFirmKind(debit.kind) && !isFirmKind(credit.kind)
  if (bothInvestors && (debit.owner === credit.owner) === (event === betweenOwners)) {
    return `${event} ${debit.owner === credit.owner ? 'goes to another owner' : 'stays within one owner'}`
  }
  return null
}

/** What a posting adds to the running totals of the people on its sides. */
export function totalsOf(posting: Posting): { owner: OwnerId; total: TotalName; by: Cents }[] {
  const line = chartLine(posting.event, posting.debit.kind, posting.credit.kind)!
  const added: { owner: OwnerId; total: TotalName; by: Cents }[] = []
  if (line.debitTotal)
    added.push({
      owner: posting.debit.owner,
      total: line.debitTotal.total,
      by: posting.amount * BigInt(line.debitTotal.sign),
    })
  if (line.creditTotal)
    added.push({
      owner: posting.credit.owner,
      total: line.creditTotal.total,
      by: posting.amount * BigInt(line.creditTotal.sign),
    })
  return added
}

export const totalNames = [
  'deposits',
  'withdrawn',
  'transferredIn',
  'transferredOut',
  'principal',
  'profit',
  'loss',
  'referral',
  'corrections',
  'loans',
] as const satisfies TotalName[]

/** The column of `owners` that keeps a total. */
export const columnOfTotal = (total: TotalName): string =>
  total.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export type Totals = Record<TotalName, Cents>

export function noTotals(): Totals {
  return {
    deposits: 0n,
    withdrawn: 0n,
    transferredIn: 0n,
    transferredOut: 0n,
    principal: 0n,
    profit: 0n,
    loss: 0n,
    referral: 0n,
    corrections: 0n,
    loans: 0n,
  }
}

/** What a person's totals say that the firm owes: must equal cash + held + invested + security. */
export function owedByTotals(totals: Totals): Cents {
  return (
    totals.deposits -
    totals.withdrawn +
    totals.transferredIn -
    totals.transferredOut +
    totals.profit -
    totals.loss +
    totals.referral +
    totals.corrections +
    totals.loans
  )
}

/** All accounts of a kind together, in the smallest unit of theirs. */
export type KindSum = { kind: Kind; accounts: number; debits: bigint; credits: bigint }
