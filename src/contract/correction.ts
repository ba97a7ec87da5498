/** Edits of a user by staff, and what waits for a second person: edits, and credits of referrers. */
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
  party,
  toldReason,
  success,
} from './fields.ts'
import { proposal } from './proposal.ts'
import { user } from './user.ts'

const correction = z.strictObject({
  id: z.string(),
  user: z.strictObject({ id: z.string(), fullName: z.string(), email: z.string() }),
  status: z.literal('pending'),
  /** What it would post, in whichever direction. */
  amount: dollars,
  changes: z.array(
    z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string() }),
  ),
  /** Of a credit of the user as a referrer: for which friend, and 10% of which amount. */
  credit: z
    .strictObject({ userId: z.string(), fullName: z.string().nullable(), fundingAmount: dollars })
    .nullable(),
  reason: z.string().nullable(),
  proposedAt: instant,
  proposedById: z.string(),
  proposedBy: z.string().nullable(),
  decidedAt: z.null(),
  decidedBy: z.null(),
  refusalReason: z.null(),
})
export type Correction = z.infer<typeof correction>

export const correctUser = defineEndpoint({
  method: 'PATCH',
  path: '/:userId',
  access: 'edit-people',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Edits a user; differences of money are posted as corrections, with the reason shown to the user. 202: a second person must approve, and nothing is posted until then',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    userId: id.optional(),
    fullName: fullName.optional(),
    email: email.optional(),
    accountBalance: money.optional(),
    totalProfit: money.optional(),
    totalLoss: money.optional(),
    reason: toldReason.nullish(),
    version: z.int().nonnegative().optional(),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      user,
      correction: correction.optional(),
      proposal: proposal.optional(),
    }),
  }),
})

export const creditReferrer = defineEndpoint({
  method: 'POST',
  path: '/credit-referrer',
  access: 'edit-people',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Credits the referrer of a user with 10% of a funding amount, out of the referral pool. 202: a second person must approve, and nothing is booked until then',
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
      proposal: proposal.optional(),
    }),
  }),
})
