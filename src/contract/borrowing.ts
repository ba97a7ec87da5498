/** Loans as their borrower sees them: what was asked for, what is owed, when it falls due, and how it is paid back. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, id, instant, messageReply, success } from './fields.ts'

const day = z.string().meta({ description: 'A day in UTC such as 2027-01-31' })
const hundredths = z.int().meta({ description: 'In hundredths of a percent: 500 is 5% a year' })

export const loanApplicationStatus = z.enum([
  'submitted',
  'more-asked',
  'approved',
  'refused',
  'withdrawn',
])
export type LoanApplicationStatus = z.infer<typeof loanApplicationStatus>

const terms = {
  amount: dollars,
  months: z.int(),
  yearlyRate: hundredths,
  effectiveRate: hundredths.meta({
    description: 'The annual percentage rate of charge as Directive (EU) 2023/2225 defines it',
  }),
  lateFee: dollars.meta({ description: 'Once for each instalment that stays unpaid' }),
  graceDays: z
    .int()
    .meta({ description: 'So many days an instalment may lack before the fee is charged' }),
}

export const loanApplication = z.strictObject({
  id: z.string(),
  ...terms,
  security: dollars.meta({ description: 'What would be withheld in the borrower’s own name' }),
  incomeDocumentId: z.string(),
  submittedAt: instant,
  decideBy: day.meta({ description: 'The day by whose end it is decided' }),
  status: loanApplicationStatus,
  askedFor: z.string().nullable().meta({ description: 'What more staff ask for, in their words' }),
  reason: z.string().nullable().meta({ description: 'Of a refusal' }),
  decidedAt: instant.nullable(),
})
export type LoanApplication = z.infer<typeof loanApplication>

/** `defaulted`: two decided that all of it is due; `written-off`: and that nobody asks for the rest any more. */
export const loanStatus = z.enum(['running', 'defaulted', 'repaid', 'written-off'])
export type LoanStatus = z.infer<typeof loanStatus>

const parts = { interest: dollars, principal: dollars }

const due = z.strictObject({
  id: z.string(),
  kind: z.enum(['instalment', 'early', 'default']).meta({
    description:
      'An instalment, what was paid before it was due, or all that was left when the loan was called due',
  }),
  dueOn: day,
  ...parts,
  fee: dollars,
  paid: dollars,
  unpaid: dollars,
})
export type LoanDue = z.infer<typeof due>

const coming = z.strictObject({ dueOn: day, ...parts })

/** What was booked about it, as the books have it. */
const payment = z.strictObject({
  at: instant,
  kind: z.enum([
    'paid-out',
    'withheld',
    'repaid',
    'interest-or-fee',
    'undone',
    'security-returned',
    'security-applied',
  ]),
  amount: dollars,
})
export type LoanPayment = z.infer<typeof payment>

export const loan = z.strictObject({
  id: z.string(),
  ...terms,
  security: dollars.meta({
    description: 'Withheld in the borrower’s own name; what of it still is',
  }),
  startedAt: instant,
  startedOn: day,
  status: loanStatus,
  instalment: dollars.meta({ description: 'What each instalment but the last comes to' }),
  owed: dollars.meta({ description: 'In all, with what isn’t due yet' }),
  overdue: dollars.meta({ description: 'What is due and not paid' }),
  next: z
    .strictObject({ dueOn: day, amount: dollars })
    .nullable()
    .meta({ description: 'The instalment that falls due next' }),
  settling: z.strictObject({ on: day, amount: dollars, interest: dollars }).nullable().meta({
    description:
      'What ends it today, and what of that is interest since the last instalment; null: it has ended',
  }),
  dues: z.array(due).meta({ description: 'What has fallen due, in the order in which it is paid' }),
  coming: z.array(coming).meta({ description: 'What falls due if nothing is paid early' }),
})
export type Loan = z.infer<typeof loan>

export const getLoans = defineEndpoint({
  method: 'GET',
  path: '/loans',
  access: 'investor',
  summary:
    'Your loans and what you asked for, newest first, with what is owed and when it falls due',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      applications: z.array(loanApplication),
      loans: z.array(loan),
      isPoolShort: z.boolean().meta({ description: 'Whether nothing can be lent at present' }),
    }),
  }),
})

export const getLoanPayments = defineEndpoint({
  method: 'GET',
  path: '/loans/:id/payments',
  access: 'investor',
  summary:
    'What was booked about a loan of yours, oldest first, and what each year’s interest and fees came to',
  params: z.strictObject({ id }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      payments: z.array(payment),
      years: z.array(
        z.strictObject({
          year: z.int(),
          interestAndFees: dollars.meta({ description: 'Paid in it' }),
          principal: dollars.meta({ description: 'Paid back in it' }),
        }),
      ),
    }),
  }),
})

const change = {
  method: 'POST',
  access: 'investor',
  keyed: true,
} as const

const income = id.meta({ description: 'A document of your own that proves your income' })

export const applyForLoan = defineEndpoint({
  ...change,
  path: '/loans/applications',
  status: 201,
  summary:
    'Asks for a loan on the terms that were shown; nothing is booked, and nothing is ever to be paid for it. 422: such a loan isn’t offered',
  body: z.strictObject({
    amount,
    months: z.int('Please choose how many months').min(1).max(360),
    incomeDocumentId: income,
    shown: z
      .strictObject({ yearlyRate: hundredths, securityPercent: z.int() })
      .meta({ description: 'The terms as they were shown; others are refused' }),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      application: z.strictObject({ id: z.string(), decideBy: day }),
    }),
  }),
})

const ofOne = { params: z.strictObject({ id }) }

export const answerLoanApplication = defineEndpoint({
  ...change,
  ...ofOne,
  path: '/loans/applications/:id/answer',
  summary: 'Sends the proof of income that more was asked for; the application waits anew',
  body: z.strictObject({ incomeDocumentId: income }),
  reply: messageReply,
})

export const withdrawLoanApplication = defineEndpoint({
  ...change,
  ...ofOne,
  path: '/loans/applications/:id/withdrawal',
  summary: 'Withdraws what you asked for, until it is decided',
  reply: messageReply,
})

export const repayLoan = defineEndpoint({
  ...change,
  ...ofOne,
  path: '/loans/:id/repayment',
  summary:
    'Pays out of the balance what is due, and the rest early. With the last cent the security goes back to the balance',
  body: z.strictObject({
    amount: amount
      .nullable()
      .meta({ description: 'null: all that settles it today, as it was shown in `settling`' }),
    keeping: z.enum(['instalment', 'last-day']).meta({
      description:
        'What stays as it was when something is paid early: the instalment, so that it ends sooner, or the last day',
    }),
  }),
  reply: messageReply,
})
