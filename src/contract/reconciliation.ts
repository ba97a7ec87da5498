/** The bank's statement beside the books: what is to be recorded, what is on its way, and whether anything is left over. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, messageReply, party, success } from './fields.ts'
import { bankAccount } from './receipt.ts'

/** A file of 20 MB, written as JSON. */
const largestBody = 32 * 1024 * 1024

/** What is known of an entry of the statement: the books have it, it waits for a second administrator, it is new, or the books have it with another amount. */
const entryState = z.enum(['booked', 'waiting', 'new', 'differs'])

export const statementEntry = z.strictObject({
  line: z.int(),
  amount: dollars.meta({ description: 'Above zero: it came in; below: it went out' }),
  bookedOn: z.string(),
  valueOn: z.string(),
  reference: z.string().nullable(),
  text: z.string(),
  party: z.string(),
  partyAccount: z.string(),
  state: entryState,
  user: party.nullable().meta({
    description: 'The one person whose account ID the text of the payment names; null: nobody’s',
  }),
})
export type StatementEntry = z.infer<typeof statementEntry>

export const bookLine = z.strictObject({
  commandId: z.string(),
  amount: dollars,
  reference: z.string().nullable(),
  day: z.string(),
})

export const comparison = z.strictObject({
  account: bankAccount,
  statementAccount: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  closing: dollars,
  balance: dollars.meta({ description: 'Of the account in the books' }),
  entries: z.int().meta({ description: 'How many the statement has in dollars' }),
  booked: z.int().meta({ description: 'How many of them the books have' }),
  open: z.array(statementEntry).meta({
    description: 'The first thousand that the books don’t have, or have with another amount',
  }),
  onItsWay: z
    .array(bookLine)
    .meta({ description: 'The first thousand that the books have and the bank doesn’t yet' }),
  foreign: z
    .array(
      z.strictObject({
        line: z.int(),
        amount: z.string(),
        currency: z.string(),
        text: z.string(),
      }),
    )
    .meta({ description: 'In another currency than USD: listed, never booked' }),
  leftOver: dollars.meta({ description: 'What of the difference no line explains' }),
  reconciles: z.boolean().meta({ description: 'Whether nothing is left over, and nothing new' }),
})
export type StatementComparison = z.infer<typeof comparison>

export const reconciliation = z.strictObject({
  id: z.string(),
  account: bankAccount,
  statementDay: z.string(),
  closing: dollars,
  balance: dollars,
  onItsWay: z.int().meta({ description: 'How many bookings the bank did not have yet' }),
  reconciledAt: instant,
  reconciledBy: party,
})
export type Reconciliation = z.infer<typeof reconciliation>

const body = z.strictObject({
  account: bankAccount,
  file: z
    .string('Please choose a file')
    .min(1, 'Please choose a file')
    .meta({ description: 'camt.053, or CSV with named columns; 20 MB at most' }),
  closing: dollars.nullish().meta({
    description: 'The closing balance, where the file doesn’t say it',
  }),
})

export const compareStatement = defineEndpoint({
  method: 'POST',
  path: '/bank-statements/comparison',
  access: 'staff',
  largestBody,
  summary: 'Holds a statement of the bank against the books; nothing is changed',
  body,
  reply: z.strictObject({ status: success, data: comparison }),
})

export const reconcile = defineEndpoint({
  method: 'POST',
  path: '/reconciliations',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  largestBody,
  summary: 'Records that a statement was held against the books and nothing is left over',
  body,
  reply: messageReply,
})

export const getReconciliations = defineEndpoint({
  method: 'GET',
  path: '/reconciliations',
  access: 'staff',
  summary: 'When each account at the bank was reconciled, the newest first, the latest fifty',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ reconciliations: z.array(reconciliation) }),
  }),
})

export const getSampleStatement = defineEndpoint({
  method: 'GET',
  path: '/bank-statements/sample',
  access: 'staff',
  demoOnly: true,
  summary: 'A sample statement that fits the demonstration’s books but for one new receipt, as CSV',
  query: z.strictObject({ account: bankAccount.default('client-bank') }),
  reply: z.strictObject({ status: success, data: z.strictObject({ file: z.string() }) }),
})
