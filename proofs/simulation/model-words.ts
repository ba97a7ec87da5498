/** How the model formats what it knows: dollars, users, investments, withdrawals, corrections, the treasury. */
import { capabilitiesFor } from './model-roles.ts'
import type { Correction as WireCorrection } from '../../src/contract/correction.ts'
import type { Investment as WireInvestment } from '../../src/contract/investment.ts'
import type { OfferedPlan } from '../../src/contract/plan.ts'
import type { Treasury } from '../../src/contract/treasury.ts'
import type { User } from '../../src/contract/user.ts'
import type { Withdrawal as WireWithdrawal } from '../../src/contract/withdrawal.ts'
import type { Investment } from '../../src/domains/investments/table.ts'
import type { Plan } from '../../src/domains/plans/table.ts'
import type { Firm, Person, Request } from './model-state.ts'

/** `-5n` to "-0.05". */
function decimal(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const dollars = (cents: bigint): number => Number(decimal(cents))

const american = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$1,234.56": the runtime's own formatting of a decimal text, which loses no digit. */
export const inDollars = (cents: bigint): string => american.format(decimal(cents) as `${number}`)

export const moment = (at: number): string => new Date(at).toISOString()

const monthOf = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** "Nov 20, 2026 at 09:30 UTC". */
export function inUtc(at: number): string {
  const time = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${monthOf.format(time)} ${time.getUTCDate()}, ${time.getUTCFullYear()} at ${two(time.getUTCHours())}:${two(time.getUTCMinutes())} UTC`
}

/** Half a cent goes to the even neighbour. */
export function percentage(amount: bigint, percent: bigint): bigint {
  const cents = (amount * percent) / 100n
  const rest = (amount * percent) % 100n
  if (rest > 50n || (rest === 50n && cents % 2n === 1n)) return cents + 1n
  return cents
}

/** The profit of an investment so far, day by day and rounded down. */
function accrued({ profit, openedAt, maturesAt, status }: Investment, at: number): bigint {
  if (status === 'undone') return 0n
  if (status === 'matured' || at >= maturesAt) return profit
  return at <= openedAt ? 0n : (profit * BigInt(at - openedAt)) / BigInt(maturesAt - openedAt)
}

export function userInWords(person: Person, referrersName: string | null, at: number): User {
  return {
    id: person.id,
    fullName: person.fullName,
    email: person.email,
    emailVerified: person.emailVerified,
    role: person.role,
    capabilities: capabilitiesFor(person),
    status: person.status,
    accountBalance: dollars(person.cash.balance),
    held: dollars(person.held.balance),
    invested: dollars(person.invested.balance),
    accruedProfit: dollars(
      person.running.reduce((sum, investment) => sum + accrued(investment, at), 0n),
    ),
    totalProfit: dollars(person.totals.profit),
    totalLoss: dollars(person.totals.loss),
    totalInvestment: dollars(person.totals.principal),
    accountId: person.accountId,
    referralCode: person.referralCode,
    referredBy: referrersName,
    referredById: person.referrer,
    createdAt: moment(person.createdAt),
    version: person.version,
  }
}

export function investmentInWords(investment: Investment, at: number): WireInvestment {
  return {
    id: investment.id,
    planId: investment.planId,
    planTitle: investment.planTitle,
    amount: dollars(investment.amount),
    profitPercent: investment.profitPercent,
    profit: dollars(investment.profit),
    openedAt: moment(investment.openedAt),
    maturesAt: moment(investment.maturesAt),
    status: investment.status,
    accrued: dollars(accrued(investment, at)),
    undoableUntil:
      investment.status === 'running' && at < (investment.undoableUntil ?? 0)
        ? moment(investment.undoableUntil!)
        : null,
    atMaturity: investment.atMaturity,
    acceptedTermsVersion: investment.acceptedTermsVersion,
    acceptedRiskVersion: investment.acceptedRiskVersion,
    notReinvested: null,
    continues: investment.continues,
  }
}

const methodWords = {
  bank_transfer: 'Wallet transfer',
  bank_account: 'Bank transfer',
  tradehub_transfer: 'Account transfer',
} as const

export function requestInWords(
  request: Request,
  { fullName, email }: Person,
  firstName: string | null,
  decidersName: string | null,
): WireWithdrawal {
  const decidedAt = request.decidedAt === null ? null : moment(request.decidedAt)
  const approved =
    request.status === 'approved' || request.status === 'paid' || request.status === 'returned'
  return {
    _id: request.id,
    user: { fullName, email },
    type: request.type,
    method: methodWords[request.type],
    amount: dollars(request.amount),
    bankName: request.walletName,
    bankNumber: request.walletAddress,
    recipientAccountId: request.recipientAccountId,
    note: request.note,
    status: request.status,
    reason: request.reason,
    approvals: [
      ...(request.firstApprovedAt === null
        ? []
        : [{ by: firstName ?? '', at: moment(request.firstApprovedAt) }]),
      ...(approved ? [{ by: decidersName ?? '', at: decidedAt! }] : []),
    ],
    createdAt: moment(request.createdAt),
    decidedAt,
    decidedBy: decidersName,
    payoutReference: request.payoutReference,
  }
}

/** What is owed is counted, person by person. */
export function treasuryInWords(firm: Firm, people: readonly Person[]): Treasury {
  const owed = people.reduce(
    (sum, { cash, held, invested, promised, security }) =>
      sum + cash.balance + held.balance + invested.balance + promised.balance + security.balance,
    0n,
  )
  return {
    capital: dollars(firm.capital.balance),
    pools: {
      returns: dollars(firm.returns.balance),
      referral: dollars(firm.referral.balance),
      corrections: dollars(firm.corrections.balance),
      loan: dollars(firm.loan.balance),
    },
    owedToInvestors: dollars(owed),
    suspense: dollars(firm.suspense.balance),
    assets: {
      clientBank: dollars(firm.clientBank.balance),
      firmBank: dollars(firm.firmBank.balance),
    },
  }
}

/** An edit or a credit that was proposed, by its facts. */
export function correctionInWords({
  id,
  by: [proposedById, proposedBy],
  at,
  person: { id: user, fullName, email },
  moved,
  facts,
  words,
  friend,
  fundingAmount = 0n,
}: {
  id: string
  by: readonly [string, string | null]
  at: number
  person: Person
  moved: bigint
  facts: Record<string, string | number | boolean | null>
  words: Record<string, string>
  friend?: string
  fundingAmount?: bigint
}): WireCorrection {
  const changes: WireCorrection['changes'] = []
  for (const field of ['fullName', 'email'])
    if (field in words) changes.push({ field, from: words[`${field}From`]!, to: words[field]! })
  const figures = { accountBalance: 'balance', totalProfit: 'profit', totalLoss: 'loss' }
  for (const [field, name] of Object.entries(figures)) {
    const [from, to] = [facts[`${name}From`], facts[`${name}To`]]
    if (from !== to)
      changes.push({ field, from: inDollars(BigInt(from!)), to: inDollars(BigInt(to!)) })
  }
  return {
    id,
    user: { id: user, fullName, email },
    status: 'pending',
    amount: dollars(moved),
    changes,
    credit: friend
      ? { userId: friend, fullName: null, fundingAmount: dollars(fundingAmount) }
      : null,
    reason: words['reason'] ?? null,
    proposedAt: moment(at),
    proposedById,
    proposedBy,
    decidedAt: null,
    decidedBy: null,
    refusalReason: null,
  }
}

const roundDollars = (cents: bigint) =>
  cents % 100n === 0n ? inDollars(cents).slice(0, -3) : inDollars(cents)

export function rangeInWords({ minimum, maximum }: Pick<Plan, 'minimum' | 'maximum'>): string {
  return maximum === null
    ? `from ${roundDollars(minimum)}, no maximum`
    : `${roundDollars(minimum)}-${roundDollars(maximum)}`
}

export function planInWords({
  id,
  title,
  rangeText,
  minimum,
  maximum,
  durationDays,
  profitPercent,
  termsVersion,
  riskVersion,
  riskWarning,
  onSale,
}: Plan): OfferedPlan {
  return {
    id,
    title,
    range: rangeText,
    minimum: dollars(minimum),
    maximum: maximum === null ? null : dollars(maximum),
    durationDays,
    profitPercent,
    termsVersion,
    riskVersion,
    riskWarning,
    onSale,
  }
}

/** What all spellings of a reference have in common. */
export const letters = (reference: string): string =>
  reference
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** `1234567n` to `$12,345.67`. */
export function usd(cents: bigint): string {
  const whole = String(cents / 100n).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',')
  return `$${whole}.${String(cents % 100n).padStart(2, '0')}`
}
