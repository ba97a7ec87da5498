/** How much a person lets themselves have in plans at once: set by them alone, and raised only after a day. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, money, success } from './fields.ts'

const investmentLimit = z.strictObject({
  amount: dollars.nullable().meta({ description: 'What counts now; null: no limit' }),
  room: dollars.nullable().meta({ description: 'What still fits; null: no limit' }),
  next: z
    .strictObject({ amount: dollars.nullable(), from: instant })
    .nullable()
    .meta({ description: 'A raise that waits, and from when on it counts' }),
})
export type InvestmentLimit = z.infer<typeof investmentLimit>

const reply = z.strictObject({ status: success, data: z.strictObject({ investmentLimit }) })

export const getInvestmentLimit = defineEndpoint({
  method: 'GET',
  path: '/investment-limit',
  access: 'investor',
  summary: 'Your own limit of what you have in plans at once',
  reply,
})

export const setInvestmentLimit = defineEndpoint({
  method: 'POST',
  path: '/investment-limit',
  access: 'investor',
  keyed: true,
  summary:
    'Sets your own limit. A lower one counts at once; a higher one, or none, 24 hours later. What is placed stays',
  body: z.strictObject({
    amount: money
      .refine((cents) => cents >= 0n, 'Please enter a valid amount')
      .nullable()
      .meta({ description: 'US dollars, at most two decimals; null: no limit' }),
  }),
  reply: reply.extend({ message: z.string() }),
})

export const getUserInvestmentLimit = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/investment-limit',
  access: 'read-people',
  summary: 'The limit that a user has set for themselves',
  params: z.strictObject({ userId: id }),
  reply,
})
