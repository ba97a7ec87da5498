/** Payouts by bank: files that claim approved requests, are handed to whoever exported them, and are cancelled by two. */
import { z } from 'zod'
import { asCsv, defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, messageReply, page, party, success } from './fields.ts'
import { changesPayouts, withdrawalsFor } from './payouts.ts'
import { proposal, proposalReply } from './proposal.ts'

/** `pain001`: what goes to bank accounts, as banks take it in; `csv`: for whoever pays by hand. */
export const exportFormat = z.enum(['pain001', 'csv'])
export type ExportFormat = z.infer<typeof exportFormat>

/** `built`: it waits to be released; `exported`: its requests may be at the bank; `cancelled`: two cancelled it. */
export const exportStatus = z.enum(['built', 'exported', 'paid', 'cancelled'])
export type ExportStatus = z.infer<typeof exportStatus>

export const maxExported = 1_000

/** What the bank says of a payment: `accepted` isn't paid yet, `pending` may become either. */
export const paymentState = z.enum(['accepted', 'pending', 'rejected'])
export type PaymentState = z.infer<typeof paymentState>
/** `reopened`: the bank rejected it, and two agreed that it is free again. */
export type LineState = PaymentState | 'reopened'

export const bankExport = z.strictObject({
  id: z.string(),
  format: exportFormat,
  status: exportStatus,
  amount: dollars,
  payments: z.int(),
  paid: z.int(),
  exportedAt: instant,
  exportedBy: party,
  releasedBy: party.nullable(),
  said: z
    .strictObject({ accepted: z.int(), pending: z.int(), rejected: z.int(), reopened: z.int() })
    .meta({
      description:
        'What the bank has reported of payments that are not recorded as paid; `reopened`: how many it rejected that are free again',
    }),
  proposal: proposal.nullable().meta({
    description: 'To cancel it, or to reopen what the bank rejected, which waits for another',
  }),
  endedAt: instant.nullable(),
  cancelledBy: z.array(party).meta({ description: 'The two who cancelled it' }),
})
export type BankExport = z.infer<typeof bankExport>

export const getBankExports = defineEndpoint({
  method: 'GET',
  path: '/bank-exports',
  access: 'read-money',
  summary: 'Files of payouts for the bank, newest first, and the requests that one of them may pay',
  polled: true,
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      exports: z.array(bankExport),
      claimed: z
        .array(z.strictObject({ withdrawalId: z.string(), exportId: z.string() }))
        .meta({ description: 'The approved requests that a file may still pay' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const getBankExportsCsv = defineEndpoint({
  ...asCsv,
  path: '/bank-exports.csv',
  access: 'read-money',
})

export const buildBankExport = defineEndpoint({
  ...changesPayouts,
  path: '/bank-exports',
  summary:
    'Claims approved withdrawals for a file that goes to the bank: from then on they are in no other file, and are not returned to the balance unless two cancel the file. It is handed out once it is released',
  body: z.strictObject({
    format: exportFormat,
    withdrawals: withdrawalsFor('A file', maxExported),
  }),
  status: 201,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      id: z.string(),
      left: z.array(z.string()).meta({
        description:
          'The withdrawals that are not in the file, and not claimed: their account holder can’t be written in the letters that the bank takes',
      }),
    }),
  }),
})

const params = z.strictObject({ id })

export const releaseBankExport = defineEndpoint({
  ...changesPayouts,
  access: 'agree-to-money',
  path: '/bank-exports/:id/release',
  summary:
    'Lets a file be downloaded; above the limit by somebody else than whoever exported it. What is sent along must match it',
  params,
  body: z.strictObject({ amount: dollars, payments: z.int() }),
  reply: messageReply,
})

export const downloadBankExport = defineEndpoint({
  method: 'POST',
  access: 'pay-out',
  reauthentication: 'decision',
  path: '/bank-exports/:id/file',
  summary:
    'Hands the file to whoever exported it, the same each time, and records that. It is written from the recorded commands and refused where anything differs from them',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ name: z.string(), type: z.string(), text: z.string() }),
  }),
})

export const proposeCancellingBankExport = defineEndpoint({
  ...changesPayouts,
  path: '/bank-exports/:id/removal',
  summary:
    'Proposes to cancel a file because the bank will not carry it out; nothing changes until somebody else agrees: then what is not paid of it can be exported again, or returned',
  params,
  status: 202,
  reply: proposalReply,
})

/** More than a report on the largest file takes; and the same, written as JSON. */
const maxReportLength = 4_000_000
const largestBody = 8 * 1024 * 1024

const reportFile = z.strictObject({
  file: z.string().max(maxReportLength, 'A report has 4 MB at most').meta({
    description: 'The text of the bank’s report: ISO 20022 pain.002',
  }),
})

export const reportedLine = z.strictObject({
  withdrawalId: z.string(),
  line: z.int().meta({ description: 'Its place in the file that was exported, from 1 on' }),
  amount: dollars,
  paid: z.boolean(),
  before: z.enum(['accepted', 'pending', 'rejected', 'reopened']).nullable(),
  state: paymentState.nullable().meta({ description: 'Null: the report doesn’t name it' }),
  code: z.string().nullable().meta({ description: 'The bank’s code of the reason' }),
  words: z.string().nullable().meta({ description: 'The bank’s own words, which are not kept' }),
})
export type ReportedLine = z.infer<typeof reportedLine>

export const readBankReport = defineEndpoint({
  method: 'POST',
  access: 'read-money',
  path: '/bank-reports/reading',
  largestBody,
  summary:
    'What a bank’s report says of each payment of a file that was exported; nothing is changed',
  body: reportFile,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ exportId: z.string(), lines: z.array(reportedLine) }),
  }),
})

export const recordBankReport = defineEndpoint({
  ...changesPayouts,
  path: '/bank-reports',
  largestBody,
  summary:
    'Records what the bank’s report says of each payment. A rejected one stays claimed until two have agreed to reopen it',
  body: reportFile,
  status: 201,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ exportId: z.string(), rejected: z.int() }),
  }),
})

export const proposeReopeningPayouts = defineEndpoint({
  ...changesPayouts,
  path: '/bank-exports/:id/reopening',
  summary:
    'Proposes to reopen the payments of a file that the bank has rejected; nothing changes until somebody else agrees: then they can be exported again, or returned',
  params,
  status: 202,
  reply: proposalReply,
})
