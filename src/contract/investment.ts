import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, id, instant, page, success } from './fields.ts'
import { user } from './user.ts'

export const investmentStatus = z.enum(['running', 'matured', 'undone'])
export type InvestmentStatus = z.infer<typeof investmentStatus>

export const investment = z.strictObject({
  id: z.string(),
  planId: z.string(),
  planTitle: z.string(),
  amount: dollars,
  profitPercent: z.int(),
  profit: dollars,
  openedAt: instant,
  maturesAt: instant,
  status: investmentStatus,
  accrued: dollars,
})
export type Investment = z.infer<typeof investment>

export const openInvestment = defineEndpoint({
  method: 'POST', path: '/investments', access: 'investor', status: 201, keyed: true,
  summary: 'Opens an investment from the balance; its whole profit is set aside in the same transaction',
  body: z.strictObject({
    planId: id,
    amount,
    acceptedRiskVersion: z.int('Please read and accept the risk warning').positive('Please read and accept the risk warning'),
    /** The terms that were looked at: under others nothing is opened. */
    acceptedTermsVersion: z.int().positive().optional(),
  }),
  reply: z.strictObject({ status: success, message: z.string(), data: z.strictObject({ investment, user }) }),
})

const listed = {
  query: z.strictObject({ ...page, status: investmentStatus.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ investments: z.array(investment), nextCursor: z.string().nullable() }),
  }),
}

export const getInvestments = defineEndpoint({
  method: 'GET', path: '/investments', access: 'signed-in', summary: 'The own investments, newest first', ...listed,
})

export const getUserInvestments = defineEndpoint({
  method: 'GET', path: '/users/:userId/investments', access: 'staff', summary: 'A user’s investments, newest first',
  params: z.strictObject({ userId: id }), ...listed,
})
