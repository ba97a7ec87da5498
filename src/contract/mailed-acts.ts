/** What a link in a mail does for its account without signing in: it takes a request back, or freezes the account. Both only keep money in. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { messageReply, signedText, success } from './fields.ts'
import { withdrawal } from './withdrawal.ts'

const params = z.strictObject({ token: signedText })

export const getRequestByLink = defineEndpoint({
  method: 'GET',
  path: '/cancel-request/:token',
  access: 'public',
  summary: 'Which withdrawal request the link in the email about it would cancel',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      request: withdrawal.pick({
        amount: true,
        bankName: true,
        bankNumber: true,
        recipientAccountId: true,
        status: true,
      }),
    }),
  }),
})

export const cancelByLink = defineEndpoint({
  method: 'POST',
  path: '/cancel-request/:token',
  access: 'public',
  summary:
    'Cancels a pending withdrawal request with the link in the email about it, which works for seven days, until the request is decided or the email address or password changes',
  params,
  reply: messageReply,
})

export const freezeByLink = defineEndpoint({
  method: 'POST',
  path: '/freeze-account/:token',
  access: 'public',
  summary:
    'Freezes an account with the link in an email, once: no money leaves it until staff unfreeze it. The link works for seven days, until the email address or password changes',
  params,
  reply: messageReply,
})
