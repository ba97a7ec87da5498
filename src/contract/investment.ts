import { z } from 'zod'
import { atMaturityChoices } from './at-maturity.ts'
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
  undoableUntil: instant.nullable().meta({
    description:
      'Until when it can be undone: the first one of an account, for a while. Null where it can’t be, or can’t any more',
  }),
  atMaturity: z.enum(atMaturityChoices).meta({
    description:
      'What is chosen for its last day: principal and profit to the balance, or the principal invested again and the profit to the balance',
  }),
  acceptedTermsVersion: z.int().nullable().meta({
    description:
      'The plan’s terms that were accepted for investing again; null where that isn’t chosen',
  }),
  acceptedRiskVersion: z
    .int()
    .nullable()
    .meta({ description: 'The risk warning that was accepted for it' }),
  notReinvested: z.string().nullable().meta({
    description:
      'Why the principal went to the balance though it was to be invested again, in words that follow “because”; null otherwise',
  }),
  continues: z.string().nullable().meta({
    description:
      'The matured investment whose principal was invested again in this one; null otherwise',
  }),
})
export type Investment = z.infer<typeof investment>

const accepted = (what: string) =>
  z
    .int('A version is a whole number')
    .positive('A version is a whole number from 1 on')
    .optional()
    .meta({
      description: `${what}. A missing one, like a stale one, gets 409 with the plan as it is now.`,
    })

export const openInvestment = defineEndpoint({
  method: 'POST',
  path: '/investments',
  access: 'investor',
  newBusiness: true,
  status: 201,
  keyed: true,
  summary:
    'Opens an investment from the balance; its whole profit is set aside in the same transaction',
  body: z.strictObject({
    planId: id,
    amount,
    // Both are needed. They may be left out here so that who does gets the terms as they are instead of a complaint about a field.
    acceptedRiskVersion: accepted(
      'The version of the plan’s risk warning that was read and accepted',
    ),
    acceptedTermsVersion: accepted('The version of the plan’s terms that were looked at'),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ investment, user }),
  }),
})

const params = z.strictObject({ id })

export const undoInvestment = defineEndpoint({
  method: 'POST',
  path: '/investments/:id/undoing',
  access: 'investor',
  keyed: true,
  summary:
    'Undoes your first investment within its cooling-off time: the whole amount returns to the balance, nothing is charged. Also for a frozen account',
  params,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ investment, user }),
  }),
})

export const chooseAtMaturity = defineEndpoint({
  method: 'POST',
  path: '/investments/:id/at-maturity',
  access: 'investor',
  keyed: true,
  summary:
    'Chooses what happens when your investment matures, until then as often as you like: all to the balance, or the principal invested again, if by then everything is as you accepted it and the rules for investing allow it',
  params,
  body: z.strictObject({
    choice: z.enum(atMaturityChoices),
    acceptedRiskVersion: accepted(
      'Only to invest again: the version of the plan’s risk warning that was read and accepted',
    ),
    acceptedTermsVersion: accepted(
      'Only to invest again: the version of the plan’s terms that were looked at',
    ),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ investment }),
  }),
})

const listed = {
  query: z.strictObject({ ...page, status: investmentStatus.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ investments: z.array(investment), nextCursor: z.string().nullable() }),
  }),
}

export const getInvestments = defineEndpoint({
  method: 'GET',
  path: '/investments',
  access: 'signed-in',
  summary: 'Your investments, newest first',
  ...listed,
})

export const getInvestment = defineEndpoint({
  method: 'GET',
  path: '/investments/:id',
  access: 'signed-in',
  summary: 'One of your investments',
  params,
  reply: z.strictObject({ status: success, data: z.strictObject({ investment }) }),
})

export const getUserInvestments = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/investments',
  access: 'read-people',
  summary: 'A user’s investments, newest first',
  params: z.strictObject({ userId: id }),
  ...listed,
})
