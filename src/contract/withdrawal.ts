import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { accountId, amount, dollars, id, instant, page, reason, success, text } from './fields.ts'

export const withdrawalType = z.enum(['bank_transfer', 'tradehub_transfer'])
export type WithdrawalType = z.infer<typeof withdrawalType>

export const withdrawalStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled', 'paid', 'returned'])
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

export const withdrawal = z.strictObject({
  _id: z.string(),
  user: z.strictObject({ fullName: z.string(), email: z.string() }),
  type: withdrawalType,
  method: z.enum(['Wallet transfer', 'Account transfer']),
  amount: dollars,
  bankName: z.string().nullable(),
  bankNumber: z.string().nullable(),
  recipientAccountId: z.string().nullable(),
  status: withdrawalStatus,
  reason: z.string().nullable(),
  approvals: z.array(z.strictObject({ by: z.string(), at: instant })),
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  payoutReference: z.string().nullable(),
})
export type Withdrawal = z.infer<typeof withdrawal>

const withdrawalReply = z.strictObject({
  status: success, message: z.string(), data: z.strictObject({ withdrawal }),
})
const withdrawalParams = z.strictObject({ id })

/** Read and ignored: the server knows them better. */
const ignored = {
  userId: id.optional(),
  userName: z.unknown().optional(),
  userEmail: z.unknown().optional(),
  requestedAt: z.unknown().optional(),
  status: z.unknown().optional(),
}
const absent = z.literal('', 'This belongs to the other type of request').nullish()

export const requestWithdrawal = defineEndpoint({
  method: 'POST', path: '/requestWithdrawal', access: 'investor', status: 201, keyed: true,
  summary: 'Asks for a withdrawal to a wallet or a transfer to another account; the amount is held at once',
  body: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('bank_transfer'), amount,
      bankName: text(100, 'Wallet name'), bankNumber: text(200, 'Wallet address'), recipientAccountId: absent,
      ...ignored,
    }),
    z.strictObject({
      type: z.literal('tradehub_transfer'), amount,
      recipientAccountId: accountId, bankName: absent, bankNumber: absent,
      ...ignored,
    }),
  ], 'type is bank_transfer or tradehub_transfer'),
  reply: withdrawalReply,
})

export const getOwnWithdrawals = defineEndpoint({
  method: 'GET', path: '/withdrawals', access: 'signed-in', summary: 'The own withdrawal requests, newest first',
  query: z.strictObject({ ...page, status: withdrawalStatus.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ withdrawals: z.array(withdrawal), nextCursor: z.string().nullable() }),
  }),
})

export const cancelWithdrawal = defineEndpoint({
  method: 'DELETE', path: '/withdrawals/:id', access: 'investor', keyed: true, summary: 'Cancels an own pending request',
  params: withdrawalParams, reply: withdrawalReply,
})

export const getAllWithdrawals = defineEndpoint({
  method: 'GET', path: '/getAllWithdrawals', access: 'staff',
  summary: 'All withdrawal requests, newest first; the next page is in the Link header',
  query: z.strictObject({ ...page, status: withdrawalStatus.optional() }),
  reply: z.array(withdrawal),
})

export const approveWithdrawal = defineEndpoint({
  method: 'POST', path: '/withdrawals/:id/approval', access: 'admin', keyed: true,
  summary: 'Approves; an account transfer is done at once, a wallet withdrawal awaits its payout. 202: a second administrator must approve too. What is sent of amount and destination must be what the request says',
  params: withdrawalParams,
  body: z.strictObject({ amount: amount.optional(), destination: z.string().max(200).optional() }).optional(),
  reply: withdrawalReply,
})

export const rejectWithdrawal = defineEndpoint({
  method: 'POST', path: '/withdrawals/:id/rejection', access: 'admin', keyed: true,
  summary: 'Rejects with a reason that the user sees; the amount returns to the balance',
  params: withdrawalParams, body: z.strictObject({ reason }), reply: withdrawalReply,
})

export const payWithdrawal = defineEndpoint({
  method: 'POST', path: '/withdrawals/:id/payout', access: 'admin', keyed: true,
  summary: 'Records the outside reference of the payout',
  params: withdrawalParams, body: z.strictObject({ reference: text(200, 'Reference') }), reply: withdrawalReply,
})

export const returnWithdrawal = defineEndpoint({
  method: 'POST', path: '/withdrawals/:id/return', access: 'admin', keyed: true,
  summary: 'An approved payout did not go out: the amount returns to the balance',
  params: withdrawalParams, body: z.strictObject({ reason }), reply: withdrawalReply,
})

export const getRecipient = defineEndpoint({
  method: 'GET', path: '/recipients/:accountId', access: 'signed-in', summary: 'The masked name behind an account ID',
  params: z.strictObject({ accountId }),
  reply: z.strictObject({ status: success, data: z.strictObject({ maskedName: z.string() }) }),
})

