/**
 * What a loan comes to: its instalments, in whole cents and without floats, and the price of it as the law compares loans. The firm
 * lends at a yearly rate, a twelfth of which is charged each month on what is owed; equal instalments pay it back; a share of the
 * loan is withheld as security and given back with the last of them. Pure.
 */
import { sameDayIn } from './calendar.ts'
import { divideHalfEven, percentOf, type Cents } from './money.ts'

export type LoanTerms = {
  /** In hundredths of a percent: 500 is 5% a year. */
  yearlyRate: number
  /** What is withheld, in percent of the loan. */
  securityPercent: number
}

type Borrowed = { amount: Cents; months: number }

export type Loan = Borrowed & {
  /** The day (`2027-01-31`) on which the first instalment is due. */
  firstDue: string
}

export type Instalment = {
  number: number
  /** So many months after the first, on its day or on the last one of a shorter month. */
  dueOn: string
  payment: Cents
  interest: Cents
  principal: Cents
  /** What is owed after it. */
  left: Cents
}

/** A month's rate is a yearly one over this: hundredths of a percent, and twelve months. */
const yearInMonths = 120_000n

/**
 * The equal instalment: p·r ÷ (1 − (1 + r)⁻ⁿ) with r = a/b, so p·a·(a + b)ⁿ ÷ (b·((a + b)ⁿ − bⁿ)), rounded half-even to the cent.
 * Throws RangeError without a rate.
 */
export function instalmentOf(
  { amount, months }: Borrowed,
  { yearlyRate }: Pick<LoanTerms, 'yearlyRate'>,
): Cents {
  const [rate, whole, count] = [BigInt(yearlyRate), yearInMonths, BigInt(months)]
  const grown = (whole + rate) ** count
  return divideHalfEven(amount * rate * grown, whole * (grown - whole ** count))
}

/** What is charged for one month in which this much is owed, half-even. */
export const monthsInterestOf = (
  owed: Cents,
  { yearlyRate }: Pick<LoanTerms, 'yearlyRate'>,
): Cents => divideHalfEven(owed * BigInt(yearlyRate), yearInMonths)

/** A year's rate in hundredths of a percent, over 365 days. */
const yearInDays = 10_000n * 365n

/** What is charged for so many days in which this much is owed, half-even: of a month in which something is paid early. */
export const daysInterestOf = (
  owed: Cents,
  days: number,
  { yearlyRate }: Pick<LoanTerms, 'yearlyRate'>,
): Cents => divideHalfEven(owed * BigInt(yearlyRate) * BigInt(days), yearInDays)

/** What each instalment comes to, whenever it is due, the first one first. The last takes what rounding left. */
function amountsOf(loan: Borrowed, terms: LoanTerms): Omit<Instalment, 'dueOn'>[] {
  const equal = instalmentOf(loan, terms)
  let left = loan.amount
  return Array.from({ length: loan.months }, (_, at) => {
    const interest = monthsInterestOf(left, terms)
    const principal = at === loan.months - 1 ? left : equal - interest
    left -= principal
    return { number: at + 1, payment: principal + interest, interest, principal, left }
  })
}

/** Every instalment with its day. */
export const scheduleOf = (loan: Loan, terms: LoanTerms): Instalment[] =>
  amountsOf(loan, terms).map((one, at) => ({ ...one, dueOn: sameDayIn(loan.firstDue, at) }))

export const securityOf = (amount: Cents, { securityPercent }: LoanTerms): Cents =>
  percentOf(amount, BigInt(securityPercent))

/** The parts of a month's rate that are told apart when the effective rate is sought. */
const parts = 10n ** 14n

/** Whether whoever receives this much and pays these amounts, month by month, would still owe nothing at this monthly rate (in `parts`). */
function isAbove(rate: bigint, received: Cents, payments: readonly Cents[]): boolean {
  let [owed, scale] = [received, 1n]
  for (const payment of payments) {
    scale *= parts
    owed = owed * (parts + rate) - payment * scale
  }
  return owed > 0n
}

/**
 * The effective yearly rate in hundredths of a percent, as Directive (EU) 2023/2225 on consumer credit defines the annual percentage
 * rate of charge: the rate at which all that is received and all that is paid, with compound interest and months of a twelfth of a year, come
 * to the same. What is withheld isn't received, and comes back with the last instalment.
 */
export function effectiveRateOf(loan: Borrowed, terms: LoanTerms): number {
  const security = securityOf(loan.amount, terms)
  const payments = amountsOf(loan, terms).map(({ payment }) => payment)
  payments.push(payments.pop()! - security)
  const received = loan.amount - security
  let [low, high] = [0n, parts]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isAbove(middle, received, payments)) high = middle
    else low = middle
  }
  const year = parts ** 12n
  return Number(divideHalfEven(((parts + high) ** 12n - year) * 10_000n, year))
}
