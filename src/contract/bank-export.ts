/** Payouts by bank: files that claim approved requests, are handed to whoever exported them, and are given up by two. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, page, party, success } from './fields.ts'
import { changesPayouts, withdrawalsFor } from './payouts.ts'
import { proposal, proposalReply } from './proposal.ts'

/** `pain001`: what goes to bank accounts, as banks take it in; `csv`: for whoever pays by hand. */
export const exportFormat = z.enum(['pain001', 'csv'])
export type ExportFormat = z.infer<typeof exportFormat>

/** `exported`: its requests may be at the bank; `dropped`: two gave it up. */
export const exportStatus = z.enum(['exported', 'paid', 'dropped'])
export type ExportStatus = z.infer<typeof exportStatus>

export const maxExported = 1_000

export const bankExport = z.strictObject({
  id: z.string(),
  format: exportFormat,
  status: exportStatus,
  amount: dollars,
  payments: z.int(),
  paid: z.int(),
  exportedAt: instant,
  exportedBy: party,
  proposal: proposal.nullable().meta({ description: 'To give it up, which waits for another' }),
  endedAt: instant.nullable(),
  droppedBy: z.array(party).meta({ description: 'The two who gave it up' }),
})
export type BankExport = z.infer<typeof bankExport>

export const getBankExports = defineEndpoint({
  method: 'GET',
  path: '/bank-exports',
  access: 'staff',
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

export const buildBankExport = defineEndpoint({
  ...changesPayouts,
  path: '/bank-exports',
  summary:
    'Claims approved withdrawals for a file that goes to the bank: from then on they are in no other file, and are not returned to the balance unless two give the file up',
  body: z.strictObject({
    format: exportFormat,
    withdrawals: withdrawalsFor('A file', maxExported),
  }),
  status: 201,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string() }),
  }),
})

const params = z.strictObject({ id })

export const downloadBankExport = defineEndpoint({
  method: 'POST',
  access: 'admin',
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

export const proposeDropBankExport = defineEndpoint({
  ...changesPayouts,
  path: '/bank-exports/:id/removal',
  summary:
    'Proposes to give a file up because the bank will not carry it out; nothing changes until another administrator agrees: then what is not paid of it can be exported again, or returned',
  params,
  status: 202,
  reply: proposalReply,
})
