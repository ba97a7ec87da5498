/** Edits of a user by staff, and what waits for a second administrator: edits, and credits of referrers. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  amountOr,
  dollars,
  email,
  fullName,
  id,
  instant,
  money,
  page,
  party,
  reason,
  success,
} from './fields.ts'
import { user } from './user.ts'

/** Withdrawn by the one who proposed it, or rejected by another administrator. */
export const correctionStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn'])
export type CorrectionStatus = z.infer<typeof correctionStatus>

export const correction = z.strictObject({
  id: z.string(),
  user: z.strictObject({ id: z.string(), fullName: z.string(), email: z.string() }),
  status: correctionStatus,
  /** What it would post, in whichever direction. */
  amount: dollars,
  changes: z.array(
    z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string() }),
  ),
  /** Of a credit of the user as a referrer: for which friend, and 10% of which amount. The name stands in lists only. */
  credit: z
    .strictObject({ userId: z.string(), fullName: z.string().nullable(), fundingAmount: dollars })
    .nullable(),
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
  method: 'PATCH',
  path: '/:userId',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Edits a user; differences of money are posted as corrections, with the reason shown to the user. 202: a second administrator must approve, and nothing is posted until then',
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
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ user, correction: correction.optional() }),
  }),
})

export const getCorrections = defineEndpoint({
  method: 'GET',
  path: '/corrections',
  access: 'staff',
  summary:
    'Corrections and credits that needed a second administrator, newest first: of all users, or of one',
  query: z.strictObject({ ...page, status: correctionStatus.optional(), userId: id.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ corrections: z.array(correction), nextCursor: z.string().nullable() }),
  }),
})

const params = z.strictObject({ id })
const decided = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ user, correction }),
})

export const approveCorrection = defineEndpoint({
  method: 'POST',
  path: '/corrections/:id/approval',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Posts the differences of a proposed correction, or books a proposed credit, as a second, different administrator; 409 where the money that a correction is about has changed since',
  params,
  reply: decided,
})

export const rejectCorrection = defineEndpoint({
  method: 'POST',
  path: '/corrections/:id/rejection',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Rejects a proposed correction or credit, or withdraws your own, with a reason that the user sees; nothing is posted',
  params,
  body: z.strictObject({ reason }),
  reply: decided,
})

export const creditReferrer = defineEndpoint({
  method: 'POST',
  path: '/credit-referrer',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Credits the referrer of a user with 10% of a funding amount, out of the referral pool. 202: a second administrator must approve, and nothing is booked until then',
  body: z.strictObject({
    userId: id,
    fundingAmount: amountOr('Please enter a valid funding amount'),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      referrer: party.optional(),
      credited: dollars.optional(),
      warning: z.string().optional().meta({
        description:
          'Set when all credits together exceed 10% of what the friend has funded and no second approval was needed',
      }),
      correction: correction.optional().meta({ description: 'With 202: what waits' }),
    }),
  }),
})
