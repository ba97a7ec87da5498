/** The months of the books: open, or closed by two, so that nothing is booked in them any more. */
import { z } from 'zod'
import { isMonth } from '../lib/month.ts'
import { defineEndpoint } from './endpoint.ts'
import { instant, party, reason, success } from './fields.ts'
import { proposalReply } from './proposal.ts'

const monthCondition = z.strictObject({
  what: z.enum(['ended', 'before', 'client-bank', 'firm-bank', 'settled']),
  isMet: z.boolean(),
  text: z.string().meta({ description: 'In words: what is so, or what lacks' }),
})
export type MonthCondition = z.infer<typeof monthCondition>

const monthChange = z.strictObject({
  closes: z.boolean().meta({ description: 'Else it was reopened' }),
  at: instant,
  by: z.array(party).meta({ description: 'The two who agreed, the first first' }),
  reason: z.string().nullable().meta({ description: 'Why it was reopened' }),
})
export type MonthChange = z.infer<typeof monthChange>

const booksMonth = z.strictObject({
  month: z.string().meta({ description: 'Like 2026-10; of UTC' }),
  status: z.enum(['running', 'open', 'closed']).meta({
    description: 'running: it hasn’t ended; open: it has, and can still be booked in',
  }),
  history: z.array(monthChange).meta({ description: 'Oldest first' }),
})
export type BooksMonth = z.infer<typeof booksMonth>

export const getMonths = defineEndpoint({
  method: 'GET',
  path: '/months',
  access: 'read-money',
  summary:
    'The months of the books since the first posting, newest first, what lacks before the next one can be closed, and which can be reopened',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      months: z.array(booksMonth),
      next: z
        .strictObject({ month: z.string(), conditions: z.array(monthCondition) })
        .nullable()
        .meta({ description: 'Which is closed next; null: nothing is booked' }),
      reopens: z.string().nullable().meta({ description: 'The newest one that is closed' }),
    }),
  }),
})

const params = z.strictObject({
  month: z.string().refine(isMonth, 'Please choose a month').meta({ description: 'Like 2026-10' }),
})

const proposing = {
  method: 'POST',
  access: 'book-money',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  params,
  reply: proposalReply,
} as const

export const proposeMonthClosing = defineEndpoint({
  ...proposing,
  path: '/months/:month/closing',
  summary: 'Proposes to close a month of the books; somebody else must agree',
})

export const proposeMonthReopening = defineEndpoint({
  ...proposing,
  path: '/months/:month/reopening',
  summary: 'Proposes to reopen the newest closed month, with a reason; somebody else must agree',
  body: z.strictObject({ reason }),
})
