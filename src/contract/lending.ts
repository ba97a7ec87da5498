/** Loans as staff see them: what waits for a decision, what runs, how late it is, and what is drawn of what came in. */
import { z } from 'zod'
import { loan, loanApplication, loanStatus } from './borrowing.ts'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, id, messageReply, page, party, success, toldReason } from './fields.ts'
import { proposalReply } from './proposal.ts'
import { reference } from './receipt.ts'

const waiting = loanApplication.extend({
  borrower: party,
  isLate: z.boolean().meta({ description: 'Whether it should have been decided by now' }),
})
export type WaitingApplication = z.infer<typeof waiting>

export const getLoanApplications = defineEndpoint({
  method: 'GET',
  path: '/loan-applications',
  access: 'read-loans',
  summary:
    'What people ask to be lent and waits, the longest first; or what was decided, newest first',
  query: z.strictObject({ ...page, decided: z.literal('true').optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      applications: z.array(waiting),
      pool: dollars.meta({ description: 'What can be lent' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const getLoanApplication = defineEndpoint({
  method: 'GET',
  path: '/loan-applications/:id',
  access: 'read-loans',
  summary: 'One of them beside the figures of whoever asks',
  params: z.strictObject({ id }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      application: waiting,
      figures: z.strictObject({
        instalment: dollars.meta({ description: 'What each month would take' }),
        interest: dollars.meta({ description: 'In all' }),
        paidOut: dollars.meta({ description: 'What they would have of it at once' }),
        cash: dollars,
        invested: dollars,
        owed: dollars,
        pool: dollars,
      }),
      past: z
        .array(z.strictObject({ id: z.string(), amount: dollars, status: loanStatus }))
        .meta({ description: 'What they borrowed before' }),
      sameDocuments: z.array(party).meta({
        description:
          'Others who sent documents with the same number, and owe on a loan, ask for one, or have left one unpaid',
      }),
    }),
  }),
})

const decides = {
  method: 'POST',
  access: 'lend',
  keyed: true,
  reauthentication: 'decision',
  params: z.strictObject({ id }),
} as const
const proposes = { ...decides, status: 202, reply: proposalReply } as const

export const askMoreForLoan = defineEndpoint({
  ...decides,
  path: '/loan-applications/:id/question',
  summary: 'Asks whoever applied for more, in words to them',
  body: z.strictObject({ words: toldReason }),
  reply: messageReply,
})

export const proposeLoan = defineEndpoint({
  ...proposes,
  path: '/loan-applications/:id/approval',
  summary:
    'Proposes to lend what is asked for; somebody else must agree, which pays it out at once. The proof of income must have been opened',
})

export const proposeLoanRefusal = defineEndpoint({
  ...proposes,
  path: '/loan-applications/:id/refusal',
  summary: 'Proposes to refuse it, with the reason in words to them; somebody else must agree',
  body: z.strictObject({ reason: toldReason }),
})

/** By how many days the oldest unpaid instalment is late. */
export const loanAges = ['on-time', '1-30', '31-60', '61-90', 'over-90', 'defaulted'] as const
export const loanAge = z.enum(loanAges)
export type LoanAge = z.infer<typeof loanAge>

const inBook = loan
  .omit({ dues: true, coming: true, settling: true })
  .extend({ borrower: party, age: loanAge.nullable().meta({ description: 'null: it has ended' }) })
export type LoanInBook = z.infer<typeof inBook>

export const getLoanBook = defineEndpoint({
  method: 'GET',
  path: '/loan-book',
  access: 'read-loans',
  summary:
    'All loans, newest first, or those of one age; what is owed by age, and what is to come in by month',
  query: z.strictObject({ ...page, age: loanAge.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      loans: z.array(inBook),
      ages: z.array(
        z.strictObject({ age: loanAge, loans: z.int(), owed: dollars, overdue: dollars }),
      ),
      months: z
        .array(z.strictObject({ month: z.string(), interest: dollars, principal: dollars }))
        .meta({
          description: 'What falls due in the coming twelve months if nothing is paid early',
        }),
      pool: dollars,
      lent: dollars.meta({ description: 'Of the pool with borrowers' }),
      income: dollars.meta({ description: 'Interest and fees paid, and not drawn yet' }),
      unpaidIncome: dollars.meta({ description: 'Interest and fees charged, and not paid yet' }),
      withheld: dollars.meta({ description: 'Of all borrowers, in their own names' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const getLoan = defineEndpoint({
  method: 'GET',
  path: '/loan-book/:id',
  access: 'read-loans',
  summary: 'One loan with what has fallen due and what will',
  params: z.strictObject({ id }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ loan: loan.extend({ borrower: party }) }),
  }),
})

export const getUserLoans = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/loans',
  access: 'read-loans',
  summary: 'What one person asks to be lent, and what they have borrowed, newest first',
  params: z.strictObject({ userId: id }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      waiting: loanApplication
        .pick({ id: true, amount: true, months: true, decideBy: true })
        .nullable(),
      loans: z.array(
        loan.pick({
          id: true,
          amount: true,
          status: true,
          owed: true,
          overdue: true,
          startedOn: true,
        }),
      ),
    }),
  }),
})

export const proposeLoanDefault = defineEndpoint({
  ...proposes,
  path: '/loan-book/:id/default',
  summary:
    'Proposes to call all of a loan due: its security pays what it can, and the rest is still to be paid or is written off; somebody else must agree',
  body: z.strictObject({ rest: z.enum(['owed', 'written-off']), reason: toldReason }),
})

export const drawLoanIncome = defineEndpoint({
  method: 'POST',
  path: '/loan-income-draws',
  access: 'move-capital',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Records that interest and fees which borrowers paid went from the clients’ account to the firm’s own; somebody else must agree, which books it',
  body: z.strictObject({ amount, reference }),
  reply: proposalReply,
})
