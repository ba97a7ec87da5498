/** What the law asks the operator to keep of people whose account is closed. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { accountId, instant, page, success } from './fields.ts'
import { caseStatus } from './verification.ts'

const keptRecord = z.strictObject({
  id: z.string().meta({ description: 'Of what was sent in to be verified' }),
  userId: z.string(),
  accountId: z.string(),
  submittedAt: instant,
  outcome: caseStatus.meta({ description: 'As it stood when the account was closed' }),
  decidedAt: instant.nullable(),
  law: z.string(),
  keptUntil: instant.meta({ description: 'Then it is deleted by itself' }),
})
export type KeptRecord = z.infer<typeof keptRecord>

export const getKeptRecords = defineEndpoint({
  method: 'GET',
  path: '/kept-records',
  access: 'decide-cases',
  summary:
    'What people sent in to be verified and the law asks to keep after their account was closed: whose, until when and by which law, what ends first before the rest',
  query: z.strictObject({ ...page, accountId: accountId.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ keptRecords: z.array(keptRecord), nextCursor: z.string().nullable() }),
  }),
})
