/** Edits of a user by staff, and those that wait for a second administrator. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, email, fullName, id, instant, money, page, reason, success } from './fields.ts'
import { user } from './user.ts'

/** Withdrawn by whoever proposed it, or rejected by somebody else. */
export const correctionStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn'])
export type CorrectionStatus = z.infer<typeof correctionStatus>

export const correction = z.strictObject({
  id: z.string(),
  user: z.strictObject({ id: z.string(), fullName: z.string(), email: z.string() }),
  status: correctionStatus,
  /** What it would post, in whichever direction. */
  amount: dollars,
  changes: z.array(z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string() })),
  reason: z.string().nullable(),
  proposedAt: instant,
  proposedById: z.string(),
  proposedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  refusalReason: z.string().nullable(),
})
export type Correction = z.infer<typeof correction>

export const correctUser = defineEndpoint({
  method: 'PATCH', path: '/:userId', access: 'admin', keyed: true, fresh: 'decision',
  summary: 'Edits a user; differences of money are posted as corrections, with the reason shown to the user. 202: a second administrator must approve, and nothing is posted until then',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    userId: id.optional(),
    fullName: fullName.optional(),
    email: email.optional(),
    accountBalance: money.optional(),
    totalProfit: money.optional(),
    totalLoss: money.optional(),
    reason: reason.nullish(),
    version: z.int().nonnegative().optional(),
  }),
  reply: z.strictObject({ status: success, message: z.string(), data: z.strictObject({ user, correction: correction.optional() }) }),
})

export const getCorrections = defineEndpoint({
  method: 'GET', path: '/corrections', access: 'staff', summary: 'Corrections that needed a second administrator, newest first: of all users, or of one',
  query: z.strictObject({ ...page, status: correctionStatus.optional(), userId: id.optional() }),
  reply: z.strictObject({ status: success, data: z.strictObject({ corrections: z.array(correction), nextCursor: z.string().nullable() }) }),
})

const params = z.strictObject({ id })
const decided = z.strictObject({ status: success, message: z.string(), data: z.strictObject({ user, correction }) })

export const approveCorrection = defineEndpoint({
  method: 'POST', path: '/corrections/:id/approval', access: 'admin', keyed: true, fresh: 'decision',
  summary: 'Posts the differences of a proposed correction, as a second, different administrator; 409 where the user’s money has changed since',
  params, reply: decided,
})

export const rejectCorrection = defineEndpoint({
  method: 'POST', path: '/corrections/:id/rejection', access: 'admin', keyed: true,
  summary: 'Refuses a proposed correction, or withdraws one’s own, with a reason that the user sees; nothing is posted',
  params, body: z.strictObject({ reason }), reply: decided,
})
