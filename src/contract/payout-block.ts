/** Payouts after a restore: what was paid since then isn't in the books, and nothing else is paid until all of it is matched. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, id, instant, messageReply, party, reason, success } from './fields.ts'
import { proposalReply } from './proposal.ts'
import { payoutReference } from './withdrawal.ts'

/** A server had seen more than the books have; or the operator said that they were restored. */
export const blockCause = z.enum(['behind', 'restored'])
export type BlockCause = z.infer<typeof blockCause>

/** To a person; or of a receipt, to where it came from. */
export const payoutKind = z.enum(['withdrawal', 'return'])
export type PayoutKind = z.infer<typeof payoutKind>

export const payoutStatus = z.enum(['open', 'matched', 'explained'])
export type PayoutStatus = z.infer<typeof payoutStatus>

export const earlierPayout = z.strictObject({
  id: z.string(),
  kind: payoutKind,
  user: party
    .nullable()
    .meta({ description: 'Whose money it was; null: nobody’s, or of nobody whom the books know' }),
  request: z
    .strictObject({ id: z.string(), status: z.string().nullable() })
    .nullable()
    .meta({ description: 'What was paid; its status is null where the books have lost it' }),
  reference: z.string(),
  amount: dollars,
  paidAt: instant.nullable().meta({ description: 'When it was recorded; null: added by hand' }),
  status: payoutStatus,
  explanation: z.string().nullable(),
  settledBy: party.nullable(),
})
export type EarlierPayout = z.infer<typeof earlierPayout>

export const payoutBlock = z.strictObject({
  id: z.string(),
  cause: blockCause,
  status: z.enum(['open', 'lifted']),
  noticedAt: instant,
  seenAt: instant.nullable().meta({
    description: 'When the last command was recorded that a server had seen and the books lack',
  }),
  unknownUntil: instant.nullable().meta({
    description:
      'Payouts before this may be lost that are not listed: the operator has to list them from the archive; null: all are listed',
  }),
  liftedAt: instant.nullable(),
  payouts: z.array(earlierPayout).meta({ description: 'The first thousand, those open first' }),
  open: z.int().meta({ description: 'How many are neither matched nor explained' }),
  total: z.int(),
})
export type PayoutBlock = z.infer<typeof payoutBlock>

export const getPayoutBlock = defineEndpoint({
  method: 'GET',
  path: '/payout-block',
  access: 'read-money',
  summary:
    'The last time payouts were blocked after a restore, and what has to be matched; null: never',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ block: payoutBlock.nullable() }),
  }),
})

const idParams = z.strictObject({ id })

export const addEarlierPayout = defineEndpoint({
  method: 'POST',
  path: '/payout-block/payouts',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
  status: 201,
  summary: 'Adds a payout that the bank or a chain has and the books don’t',
  body: z.strictObject({
    userId: id.nullish().meta({ description: 'Whose money it was; absent: a returned receipt' }),
    amount,
    reference: payoutReference,
  }),
  reply: messageReply,
})

export const explainEarlierPayout = defineEndpoint({
  method: 'POST',
  path: '/payout-block/payouts/:id/explanation',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Says what was done about a payout whose request the books have lost',
  params: idParams,
  body: z.strictObject({ reason }),
  reply: messageReply,
})

export const proposeUnblockingPayouts = defineEndpoint({
  method: 'POST',
  path: '/payout-block/:id/lifting',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary: 'Proposes that payouts go on; somebody else must agree',
  params: idParams,
  body: z.strictObject({
    total: z.int().min(0).meta({ description: 'How many payouts were shown' }),
  }),
  reply: proposalReply,
})
