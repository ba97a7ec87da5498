/** The bank's statement beside the books: what is to be recorded, what is in transit, and whether anything is left over. */
import { z } from 'zod'
import { asCsv, defineEndpoint } from './endpoint.ts'
import { dollars, instant, messageReply, party, success, text } from './fields.ts'
import { bankAccount } from './receipt.ts'

/** Files of 20 MB together, written as JSON. */
const largestBody = 32 * 1024 * 1024

/** What is known of an entry of the statement: the books have it, it waits for a second person, it is new, or the books have it with another amount. */
const entryState = z.enum(['booked', 'waiting', 'new', 'differs'])

/** What shows whose a payment is. */
const identifiedBy = z.enum(['account-id', 'saved-account', 'verified-name'])
export type IdentifiedBy = z.infer<typeof identifiedBy>

const bankWord = z.strictObject({
  kind: z
    .string()
    .meta({ description: 'Where it stands, as ISO 20022 calls it; column: in a CSV' }),
  value: z.string(),
})

export const statementEntry = z.strictObject({
  line: z.int(),
  file: z
    .int()
    .nullable()
    .meta({ description: 'Which of several files; null: there is one alone' }),
  amount: dollars.meta({ description: 'Above zero: it came in; below: it went out' }),
  bookedOn: z.string(),
  valueOn: z.string(),
  reference: z.string().meta({
    description:
      'Under which it is recorded: the bank’s own, with its part where several share it; day, amount and party where the bank names it by nothing',
  }),
  references: z.array(bankWord).meta({ description: 'All that the bank names it by' }),
  text: z.string(),
  beside: z.string().meta({
    description: 'What stands with it and says nobody’s: of payments in it that do not add up',
  }),
  party: z.string(),
  partyAccount: z.string(),
  state: entryState,
  user: party.nullable().meta({ description: 'The one person whose it is; null: nobody’s' }),
  sentBack: z
    .strictObject({
      withdrawalId: z.string(),
      amount: dollars.meta({ description: 'What was paid out' }),
      reason: z.string().nullable().meta({ description: 'As the bank gives it' }),
    })
    .nullable()
    .meta({ description: 'Which payout the bank sends back by it, by the number that we gave it' }),
  reversed: z
    .strictObject({ receiptId: z.string() })
    .nullable()
    .meta({ description: 'Which receipt the bank takes back by it, by the reference of both' }),
  identified: z
    .strictObject({ by: identifiedBy, in: z.string() })
    .nullable()
    .meta({ description: 'What shows that, and where it stands' }),
  payout: z
    .strictObject({ withdrawalId: z.string(), destination: z.string(), reference: z.string() })
    .nullable()
    .meta({
      description:
        'The approved withdrawal that it paid, by the request’s number, the amount and, where the bank says it, the account; to be recorded under this reference',
    }),
})
export type StatementEntry = z.infer<typeof statementEntry>

export const bookLine = z.strictObject({
  commandId: z.string(),
  amount: dollars,
  reference: z.string().nullable(),
  day: z.string(),
})

/** In the books, and neither on a statement nor in transit. */
const astrayLine = bookLine.extend({
  why: z.enum(['missing', 'uncovered', 'late']).meta({
    description:
      'missing: its value day is on a statement that has not got it; uncovered: that day is on no statement; late: it has been in transit for too long',
  }),
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
  inTransit: z
    .array(bookLine)
    .meta({ description: 'The first thousand that the books have and the bank doesn’t yet' }),
  inTransitOut: dollars.meta({ description: 'Of all that is in transit what goes out' }),
  inTransitIn: dollars,
  astray: z.array(astrayLine).meta({
    description:
      'The first thousand that are neither on a statement nor on their way: with any of them nothing is reconciled',
  }),
  pending: z.int().meta({ description: 'Entries that the bank lists without having booked them' }),
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
  inTransit: z.int().meta({ description: 'How many bookings the bank did not have yet' }),
  reconciledAt: instant,
  reconciledBy: party,
})
export type Reconciliation = z.infer<typeof reconciliation>

/** Whether `3/4` is the fourth of March or the third of April. */
const dateOrder = z.enum(['month-first', 'day-first'])
export type DateOrder = z.infer<typeof dateOrder>

/** As many as two months have days. */
const maxFiles = 62

/** What a line of a CSV may say. */
export const statementColumn = z.enum([
  'date',
  'amount',
  'out',
  'in',
  'reference',
  'value date',
  'name',
  'account',
  'text',
  'currency',
  'balance',
])
export type StatementColumn = z.infer<typeof statementColumn>

const columns = z.partialRecord(statementColumn, text(200, 'Column'))
/** Ours, by the names that a bank gives them. */
export type StatementColumns = z.infer<typeof columns>

const body = z.strictObject({
  account: bankAccount,
  file: z
    .string('Please choose a file')
    .min(1, 'Please choose a file')
    .meta({ description: 'camt.053, or CSV with named columns; 20 MB at most' }),
  furtherFiles: z
    .array(z.string().min(1, 'Please choose a file'))
    .max(maxFiles - 1, `At most ${maxFiles} files are read at once`)
    .nullish()
    .meta({
      description:
        'Of the same account: its pages, or its statements of other days, in any order; 20 MB together',
    }),
  closing: dollars.nullish().meta({
    description: 'The closing balance, where the file doesn’t say it',
  }),
  dates: dateOrder
    .nullish()
    .meta({ description: 'How days of a CSV are meant that can be read in two ways' }),
  columns: columns.nullish().meta({
    description:
      'How the file names its columns, where it names them as no other does; the rest of it is left out',
  }),
  statementAccount: text(40, 'Account in the file').nullish().meta({
    description: 'Which account is meant, where the file has several',
  }),
})

export const compareStatement = defineEndpoint({
  method: 'POST',
  path: '/bank-statements/comparison',
  access: 'read-money',
  largestBody,
  summary: 'Holds a statement of the bank against the books; nothing is changed',
  body,
  reply: z.strictObject({ status: success, data: comparison }),
})

export const reconcile = defineEndpoint({
  method: 'POST',
  path: '/reconciliations',
  access: 'book-money',
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
  access: 'read-money',
  summary: 'When each account at the bank was reconciled, the newest first, the latest fifty',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ reconciliations: z.array(reconciliation) }),
  }),
})

export const getReconciliationsCsv = defineEndpoint({
  ...asCsv,
  path: '/reconciliations.csv',
  access: 'read-money',
})

export const getSampleStatement = defineEndpoint({
  method: 'GET',
  path: '/bank-statements/sample',
  access: 'read-money',
  demoOnly: true,
  summary: 'A sample statement that fits the demonstration’s books but for one new receipt, as CSV',
  query: z.strictObject({ account: bankAccount.default('client-bank') }),
  reply: z.strictObject({ status: success, data: z.strictObject({ file: z.string() }) }),
})
