/**
 * How a loan runs: what falls due when, what a payment pays first, and what paying early changes. Days are of UTC; a month's interest
 * is a twelfth of the year's, and only a month in which something is paid early is counted by days, over 365. Whole cents, half-even.
 * Pure.
 */
import { addDays, dayNumber, sameDayIn } from './calendar.ts'
import { daysInterestOf, instalmentOf, monthsInterestOf } from './loan.ts'
import { leastOf, type Cents } from './money.ts'

/** What changes of a loan while it runs. */
export type Plan = {
  /** In hundredths of a percent. */
  yearlyRate: number
  /** The day on which it was paid out. */
  startedOn: string
  firstDue: string
  /** What each instalment but the last comes to. */
  instalment: Cents
  /** Of the instalment that falls due next. */
  nextNumber: number
  /** Of the one that takes the rest. */
  lastNumber: number
  /** Principal that isn't due yet. */
  left: Cents
  /** The last day on which something was paid early since an instalment fell due; null: interest is that of the whole month. */
  countedFrom: string | null
}

/** What has fallen due, and how much of it was paid. */
export type Due = {
  interest: Cents
  principal: Cents
  fee: Cents
  paidInterest: Cents
  paidPrincipal: Cents
  paidFee: Cents
}

export const dueDayOf = ({ firstDue }: Pick<Plan, 'firstDue'>, number: number): string =>
  sameDayIn(firstDue, number - 1)

/** On which the fee is charged: the days of grace are over. */
export const feeDayOf = (dueOn: string, graceDays: number): string => addDays(dueOn, graceDays + 1)

const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

const interestOfDays = (plan: Plan, from: string, to: string): Cents =>
  daysInterestOf(plan.left, daysBetween(from, to), plan)

const periodBegan = (plan: Plan): string =>
  plan.nextNumber === 1 ? plan.startedOn : dueDayOf(plan, plan.nextNumber - 1)

/** Interest up to this day of the current month that wasn't charged yet. */
export const interestUntil = (plan: Plan, day: string): Cents =>
  interestOfDays(plan, plan.countedFrom ?? periodBegan(plan), day)

/** The next instalment; the last one takes what is left. */
export function nextInstalment(plan: Plan): { dueOn: string; interest: Cents; principal: Cents } {
  const { left, instalment, nextNumber, lastNumber, countedFrom } = plan
  const dueOn = dueDayOf(plan, nextNumber)
  const interest =
    countedFrom === null ? monthsInterestOf(left, plan) : interestOfDays(plan, countedFrom, dueOn)
  const principal =
    nextNumber >= lastNumber || instalment - interest > left ? left : instalment - interest
  return { dueOn, interest, principal }
}

/** After the next instalment has fallen due. */
export const afterInstalment = (plan: Plan): Plan => ({
  ...plan,
  left: plan.left - nextInstalment(plan).principal,
  nextNumber: plan.nextNumber + 1,
  countedFrom: null,
})

/** What will fall due if nothing is paid early, soonest first. */
export function comingInstalments(plan: Plan): (ReturnType<typeof nextInstalment> & {
  number: number
})[] {
  const coming = []
  for (let now = plan; now.left > 0n; now = afterInstalment(now))
    coming.push({ ...nextInstalment(now), number: now.nextNumber })
  return coming
}

/** What stays as it was when something is paid early: the instalment, so that the loan ends sooner, or its last day. */
export type Keeping = 'instalment' | 'last-day'

/** What the instalment must be for all that is left to be paid by the last day. */
function neededFor(plan: Plan): Cents {
  const months = Math.max(1, plan.lastNumber - plan.nextNumber + 1)
  const needed = instalmentOf({ amount: plan.left, months }, plan)
  // Of less than half a cent a month a cent is due.
  return needed > 0n ? needed : 1n
}

/** It ends with the instalment that takes the rest: sooner than its last day, where less is left than was. */
const endingSoon = (plan: Plan): Plan => ({
  ...plan,
  lastNumber: comingInstalments(plan).at(-1)?.number ?? plan.lastNumber,
})

/** Principal paid on a day before it is due. What interest there is until then is charged and paid with it. */
export function afterEarly(plan: Plan, principal: Cents, day: string, keeping: Keeping): Plan {
  const paid = { ...plan, left: plan.left - principal, countedFrom: day }
  if (paid.left === 0n) return paid
  return keeping === 'last-day' ? { ...paid, instalment: neededFor(paid) } : endingSoon(paid)
}

/**
 * Such a payment is taken back: its principal is left again, at the instalment that there is, or at more where that would never end by
 * the day that was agreed to. `months`: of the whole loan.
 */
export function afterEarlyUndone(plan: Plan, principal: Cents, months: number): Plan {
  const owed = {
    ...plan,
    left: plan.left + principal,
    lastNumber: Math.max(months, plan.nextNumber),
  }
  const needed = neededFor(owed)
  return endingSoon({ ...owed, instalment: needed > plan.instalment ? needed : plan.instalment })
}

const parts = ['Interest', 'Principal', 'Fee'] as const
type Part = (typeof parts)[number]
const nameOf = (part: Part) => part.toLowerCase() as 'interest' | 'principal' | 'fee'

export const unpaidOf = (due: Due): Cents =>
  parts.reduce((sum, part) => sum + due[nameOf(part)] - due[`paid${part}`], 0n)

/** What of a payment goes back to the pool, and what is the firm's income. */
export type Split = { principal: Cents; income: Cents }

const addTo = (split: Split, part: Part, cents: Cents): Split =>
  part === 'Principal'
    ? { ...split, principal: split.principal + cents }
    : { ...split, income: split.income + cents }

const nothing: Split = { principal: 0n, income: 0n }

/** Pays the oldest first, and of each its interest, its principal, and its fee last. What is too much is left over. */
export function pay<D extends Due>(
  dues: readonly D[],
  amount: Cents,
): { dues: D[]; split: Split; over: Cents } {
  let [over, split] = [amount, nothing]
  const paid = dues.map((due) => {
    const after = { ...due }
    for (const part of parts) {
      const lacking = after[nameOf(part)] - after[`paid${part}`]
      const cents = leastOf(lacking, over)
      after[`paid${part}`] += cents
      over -= cents
      split = addTo(split, part, cents)
    }
    return after
  })
  return { dues: paid, split, over }
}

/**
 * Takes payments back, the newest first, and of each its fee, its principal and its interest last. `held`: no more principal and income
 * than there still are; what lacks of the one keeps none of the other from coming back.
 */
export function takeBack<D extends Due>(
  dues: readonly D[],
  amount: Cents,
  held?: Split,
): { dues: D[]; split: Split; over: Cents } {
  let [over, split] = [amount, nothing]
  const after = dues.toReversed().map((due) => {
    const before = { ...due }
    for (const part of parts.toReversed()) {
      const paid = before[`paid${part}`]
      const kind = part === 'Principal' ? 'principal' : 'income'
      const there = held === undefined ? paid : held[kind] - split[kind]
      const cents = leastOf(paid, over, there)
      before[`paid${part}`] -= cents
      over -= cents
      split = addTo(split, part, cents)
    }
    return before
  })
  return { dues: after.toReversed(), split, over }
}

/** What is owed in all, as the books have it. */
export const owedOf = ({ left }: Plan, dues: readonly Due[]): Cents =>
  dues.reduce((sum, due) => sum + unpaidOf(due), left)

/** What ends the loan on this day. */
export const settlingOf = (plan: Plan, dues: readonly Due[], day: string): Cents =>
  owedOf(plan, dues) + interestUntil(plan, day)

/** What is due and unpaid, by where it would go. */
export const unpaidSplit = (dues: readonly Due[]): Split =>
  pay(
    dues,
    dues.reduce((sum, due) => sum + unpaidOf(due), 0n),
  ).split
