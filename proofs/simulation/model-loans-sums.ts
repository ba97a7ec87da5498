/**
 * What a loan comes to, thought again: by the sum of a series instead of its closed form, and with its own days of the calendar. The
 * rules that are judged have theirs in src/lib/loan-plan.ts; nothing of them is called here.
 */
import type { Loan, LoanDue } from '../../src/domains/loans/table.ts'
import { day } from './model-house.ts'

/** What changes of a loan while it runs. */
type Course = Pick<
  Loan,
  | 'yearlyRate'
  | 'startedOn'
  | 'firstDue'
  | 'instalment'
  | 'nextNumber'
  | 'lastNumber'
  | 'left'
  | 'countedFrom'
>
type Parts = { principal: bigint; interest: bigint }

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
export const startOf = (text: string): number => Date.parse(`${text}T00:00:00Z`)
export const daysAfter = (text: string, days: number): string => dayOf(startOf(text) + days * day)

/** On the same day of the month, or on the last where it hasn't that many. */
export function monthsAfter(text: string, months: number): string {
  const [year, month, date] = text.split('-').map(Number) as [number, number, number]
  // The day before the first of the month after.
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** So many days later on which the firm works. */
export function workdaysAfter(text: string, count: number): string {
  let found = text
  for (let left = count; left > 0;) {
    found = daysAfter(found, 1)
    const weekday = new Date(startOf(found)).getUTCDay()
    if (weekday > 0 && weekday < 6) left -= 1
  }
  return found
}

/** To the nearest cent, and from the middle between two to the even one. */
function nearest(parts: bigint, whole: bigint): bigint {
  const below = parts / whole
  const beyond = 2n * (parts - below * whole)
  return beyond > whole || (beyond === whole && below % 2n === 1n) ? below + 1n : below
}

export const shareOf = (amount: bigint, percent: number): bigint =>
  nearest(amount * BigInt(percent), 100n)

/** A hundredth of a percent a year is this part of what is owed for a month. */
const monthly = 120_000n
const daily = 3_650_000n

/** All that is owed, grown to the end, over what payments of one cent each month would have grown to. */
export function equalPayment(owed: bigint, months: number, yearlyRate: number): bigint {
  const grown = monthly + BigInt(yearlyRate)
  let [compound, paid, scale] = [1n, 0n, 1n]
  for (let month = 0; month < months; month += 1) {
    paid = paid * grown + scale
    compound *= grown
    scale *= monthly
  }
  const equal = nearest(owed * compound, monthly * paid)
  return equal === 0n ? 1n : equal
}

const dueOf = (course: Course, number: number): string => monthsAfter(course.firstDue, number - 1)

export const nextDayOf = (course: Course): string | null =>
  course.left === 0n ? null : dueOf(course, course.nextNumber)

function byDays({ left, yearlyRate }: Course, from: string, to: string): bigint {
  const days = BigInt(Math.round((startOf(to) - startOf(from)) / day))
  return nearest(left * BigInt(yearlyRate) * days, daily)
}

/** Of the month that runs, until this day. */
export function interestSoFar(course: Course, today: string): bigint {
  const { nextNumber, startedOn, countedFrom } = course
  const before = nextNumber === 1 ? startedOn : dueOf(course, nextNumber - 1)
  return byDays(course, countedFrom ?? before, today)
}

function nextParts(course: Course): Parts & { dueOn: string } {
  const { left, yearlyRate, instalment, nextNumber, lastNumber, countedFrom } = course
  const dueOn = dueOf(course, nextNumber)
  const interest =
    countedFrom === null
      ? nearest(left * BigInt(yearlyRate), monthly)
      : byDays(course, countedFrom, dueOn)
  const rest = instalment - interest
  return { dueOn, interest, principal: nextNumber < lastNumber && rest < left ? rest : left }
}

/** The next instalment falls due: what it is, and how the loan goes on. */
export function fallDue<C extends Course>(
  course: C,
): { parts: Parts & { dueOn: string }; after: C } {
  const parts = nextParts(course)
  const after = {
    ...course,
    left: course.left - parts.principal,
    nextNumber: course.nextNumber + 1,
    countedFrom: null,
  }
  return { parts, after }
}

/** The number of the instalment that leaves nothing. */
function lastOf(course: Course): number {
  let one = course
  let last = course.lastNumber
  while (one.left > 0n) {
    last = one.nextNumber
    one = fallDue(one).after
  }
  return last
}

/** Principal paid before it is due: fewer instalments follow, or smaller ones. */
export function paidEarly<C extends Course>(
  course: C,
  principal: bigint,
  today: string,
  keeping: 'instalment' | 'last-day',
): C {
  const then = { ...course, left: course.left - principal, countedFrom: today }
  if (then.left === 0n) return then
  if (keeping === 'instalment') return { ...then, lastNumber: lastOf(then) }
  const months = then.lastNumber < then.nextNumber ? 1 : then.lastNumber - then.nextNumber + 1
  return { ...then, instalment: equalPayment(then.left, months, then.yearlyRate) }
}

/** Such a payment comes back: owed again by the day that was agreed to, in instalments that are never less. */
export function unpaidEarly<C extends Course>(course: C, principal: bigint, months: number): C {
  const lastNumber = months > course.nextNumber ? months : course.nextNumber
  const left = course.left + principal
  const needed = equalPayment(left, lastNumber - course.nextNumber + 1, course.yearlyRate)
  const instalment = needed > course.instalment ? needed : course.instalment
  const then = { ...course, left, lastNumber, instalment }
  return { ...then, lastNumber: lastOf(then) }
}

/** In the order in which a payment is taken for each. */
export const order = [
  ['interest', 'paidInterest'],
  ['principal', 'paidPrincipal'],
  ['fee', 'paidFee'],
] as const

export const lacksOf = (due: LoanDue): bigint =>
  due.interest + due.principal + due.fee - due.paidInterest - due.paidPrincipal - due.paidFee

export const lacksIn = (dues: readonly LoanDue[]): bigint =>
  dues.reduce((sum, due) => sum + lacksOf(due), 0n)
