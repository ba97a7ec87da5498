/** `loans` of firm.yaml: what the firm lends, and on which terms. */
import { z } from 'zod'
import type { LoanOffer } from '../../contract/loan.ts'
import { text } from '../../contract/fields.ts'

const dollars = (name: string) =>
  z
    .int(`${name} must be whole dollars`)
    .min(1, `${name} must be at least 1 dollar`)
    .max(10_000_000, `${name} must be at most 10,000,000 dollars`)

const monthCount = (name: string) =>
  z.int(`${name} must be whole months`).min(1).max(360, `${name} must be at most 360 months`)

const inOrder = ({ from, to }: { from: number; to: number }) => from <= to

const terms = z.strictObject({
  amount: z
    .strictObject({ from: dollars('from'), to: dollars('to') })
    .refine(inOrder, 'from must not be above to'),
  months: z
    .strictObject({ from: monthCount('from'), to: monthCount('to') })
    .refine(inOrder, 'from must not be above to'),
  /** A year's rate, a twelfth of which is charged each month on what is owed. */
  yearlyPercent: z
    .number('yearlyPercent must be a number like 5 or 7.25')
    .positive('yearlyPercent must be above 0')
    .max(100, 'yearlyPercent must be at most 100')
    .refine((percent) => /^\d+(?:\.\d{1,2})?$/.test(String(percent)), {
      message: 'yearlyPercent must have at most two decimals',
    }),
  /** What is withheld in the borrower's own name until the loan is repaid. */
  securityPercent: z
    .int('securityPercent must be a whole number')
    .min(0)
    .max(50, 'securityPercent must be at most 50'),
  lateFee: dollars('lateFee'),
  /** So many days an instalment may lack before the fee is charged. */
  graceDays: z.int('graceDays must be whole days').min(0).max(60).default(5),
  /** `outside` leaves lending to whom the firm's channel names: nothing is lent here. */
  applyAt: z.enum(['here', 'outside'], 'applyAt must be here or outside').default('here'),
  approval: text(60, 'approval'),
  documents: z.array(text(60, 'documents')).min(1).max(10),
})

const cents = (whole: number) => String(whole * 100)

/** As pages show it. */
export const loanTerms = terms.transform(
  ({ amount, months, yearlyPercent, lateFee, ...rest }): LoanOffer => ({
    ...rest,
    smallestCents: cents(amount.from),
    largestCents: cents(amount.to),
    minMonths: months.from,
    maxMonths: months.to,
    yearlyRate: Math.round(yearlyPercent * 100),
    lateFeeCents: cents(lateFee),
  }),
)
