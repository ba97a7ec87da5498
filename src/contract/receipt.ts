/** Money in by hand: what stands on the bank's statements, recorded by one administrator and booked by another. */
import { z } from 'zod'
import { bankReference } from '../lib/bank-reference.ts'
import { asCsv, defineEndpoint } from './endpoint.ts'
import {
  amount,
  dollars,
  id,
  instant,
  page,
  party,
  toldReason,
  searchWords,
  success,
  text,
} from './fields.ts'
import { proposalReply } from './proposal.ts'

export const bankEntryKind = z.enum([
  'receipt',
  'assignment',
  'return',
  'reversal',
  'charge',
  'interest',
  'payout-return',
  'migration-clearing',
])
export type BankEntryKind = z.infer<typeof bankEntryKind>

export const bankEntryStatus = z.enum(['booked', 'suspense', 'returned', 'reversed', 'done'])
export type BankEntryStatus = z.infer<typeof bankEntryStatus>

export const bankAccount = z.enum(['client-bank', 'firm-bank'])
export type BankAccount = z.infer<typeof bankAccount>

export const bankEntry = z.strictObject({
  id: z.string(),
  kind: bankEntryKind,
  user: party.nullable().meta({ description: 'Whose money it is; null: not known, or nobody’s' }),
  receiptId: z.string().nullable().meta({ description: 'Which receipt it is about' }),
  withdrawalId: z.string().nullable().meta({ description: 'Whose payout came back' }),
  account: bankAccount,
  amount: dollars,
  reference: z.string().nullable(),
  valueDate: z.string().nullable(),
  payerText: z.string().nullable(),
  payerAccount: z.string().nullable(),
  reason: z.string().nullable(),
  status: bankEntryStatus,
  step: bankEntryKind.nullable().meta({
    description: 'What is proposed to be done with this receipt: nothing else can be meanwhile',
  }),
  firstAt: instant.meta({ description: 'When the first of two agreed to it' }),
  firstBy: party,
  bookedAt: instant,
  bookedBy: party,
})
export type BankEntry = z.infer<typeof bankEntry>

/** What the back office works through. */
export const receiptsWork = z.enum(['suspense'])
export type ReceiptsWork = z.infer<typeof receiptsWork>

const entriesChosen = { work: receiptsWork.optional(), search: searchWords.optional() }

export const getBankEntries = defineEndpoint({
  method: 'GET',
  path: '/bank-entries',
  access: 'read-money',
  summary:
    'Entries at the bank that are booked, newest first: all, or what waits in suspense; search is by reference, however it is spelled',
  query: z.strictObject({ ...page, ...entriesChosen }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ entries: z.array(bankEntry), nextCursor: z.string().nullable() }),
  }),
})

export const getBankEntriesCsv = defineEndpoint({
  ...asCsv,
  path: '/bank-entries.csv',
  access: 'read-money',
  ofPeople: true,
  query: z.strictObject(entriesChosen),
})

export const reference = text(100, 'Bank reference').transform((typed, context) => {
  const plain = bankReference(typed)
  // Wide look-alikes may stand for several letters each.
  if (plain !== null && plain.length <= 100) return plain
  context.addIssue({
    code: 'custom',
    message: 'A bank reference has up to 100 letters, digits and simple signs',
  })
  return z.NEVER
})
const valueDate = z.iso
  .date('Value date is a day such as 2026-11-23')
  .refine((day) => !day.startsWith('0000'), 'Value date is a day such as 2026-11-23')
const payerAccount = text(200, 'Account')
const params = z.strictObject({ id })
const proposes = {
  method: 'POST',
  access: 'book-money',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  reply: proposalReply,
} as const

export const recordReceipt = defineEndpoint({
  newBusiness: true,
  ...proposes,
  path: '/receipts',
  summary:
    'Records what arrived at the bank, for a user or for somebody unknown; somebody else must agree, which books it',
  body: z.strictObject({
    userId: id.nullish(),
    amount,
    reference,
    valueDate,
    payerText: text(500, 'Text of the payment').nullish(),
    payerAccount: payerAccount.nullish(),
  }),
})

export const assignReceipt = defineEndpoint({
  ...proposes,
  path: '/receipts/:id/assignment',
  summary: 'Proposes whose a receipt in suspense is; somebody else must agree, which books it',
  params,
  body: z.strictObject({ userId: id, reason: toldReason }),
})

export const returnReceipt = defineEndpoint({
  ...proposes,
  path: '/receipts/:id/return',
  summary:
    'Proposes to send a receipt in suspense back to the account it came from; somebody else must agree',
  params,
  body: z.strictObject({ account: payerAccount, reference, valueDate, reason: toldReason }),
})

export const reverseReceipt = defineEndpoint({
  ...proposes,
  path: '/receipts/:id/reversal',
  summary:
    'Records that the bank took a receipt back; somebody else must agree. What the balance lacks is borne by the corrections pool, then by capital',
  params,
  body: z.strictObject({ reference, valueDate, reason: toldReason }),
})

export const recordPayoutReturn = defineEndpoint({
  ...proposes,
  path: '/withdrawals/:id/payout-return',
  summary:
    'Records that a bank sent a payout back, whole or less its charges; somebody else must agree. What came back goes to the balance',
  params,
  body: z.strictObject({ amount, reference, valueDate, reason: toldReason }),
})

const atBank = z.strictObject({ account: bankAccount, amount, reference, valueDate })

export const recordBankCharge = defineEndpoint({
  ...proposes,
  path: '/bank-charges',
  summary:
    'Records a charge of the bank against capital; somebody else must agree. On the clients’ account it is made good at once',
  body: atBank,
})

export const recordBankInterest = defineEndpoint({
  ...proposes,
  path: '/bank-interest',
  summary: 'Records interest of the bank for capital; somebody else must agree',
  body: atBank,
})

export const recordMigrationClearing = defineEndpoint({
  ...proposes,
  path: '/imports/clearing',
  summary:
    'Records money of imported people that arrived at the clients’ bank, whole or in part; somebody else must agree. Once all of it has, and a statement of the bank shows it, new business goes on',
  body: z.strictObject({ amount, reference, valueDate }),
})
