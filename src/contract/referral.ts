/** A referral as the two at its ends see it: who invited, and who came. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, page, success } from './fields.ts'

const maskedName = z.string().nullable()

const friend = z.strictObject({
  maskedName: maskedName.meta({
    description: 'Null when the account is closed: its name was erased',
  }),
  joinedAt: instant,
  credited: dollars.meta({ description: 'What you were credited for this friend, in all' }),
})
export type Friend = z.infer<typeof friend>

export const getFriends = defineEndpoint({
  method: 'GET',
  path: '/friends',
  access: 'signed-in',
  summary:
    'Who signed up with your referral code, newest first, and what you were credited for each; nothing of their own money',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      friends: z.array(friend),
      count: z.int().meta({ description: 'Of all friends' }),
      credited: dollars.meta({ description: 'For all friends together' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

/** Counted by address, and counting is a change: so it isn't a GET, which another site could have browsers make. */
export const askInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitations',
  access: 'public',
  summary:
    'The masked name of who invites with a referral code, or null where signing up would not take it. Each code that is asked for counts for the caller’s address',
  body: z.strictObject({
    code: z
      .string()
      .max(40, 'A referral code has at most 40 characters')
      .transform((given) => given.trim().toUpperCase()),
  }),
  reply: z.strictObject({ status: success, data: z.strictObject({ invitedBy: maskedName }) }),
})
