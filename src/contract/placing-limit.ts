/** How much a person lets themselves have in plans at once: set by them alone, and raised only after a day. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, money, success } from './fields.ts'

const placingLimit = z.strictObject({
  amount: dollars.nullable().meta({ description: 'What counts now; null: no limit' }),
  room: dollars.nullable().meta({ description: 'What still fits; null: no limit' }),
  next: z
    .strictObject({ amount: dollars.nullable(), from: instant })
    .nullable()
    .meta({ description: 'A raise that waits, and from when on it counts' }),
})
export type PlacingLimit = z.infer<typeof placingLimit>

const reply = z.strictObject({ status: success, data: z.strictObject({ placingLimit }) })

export const getPlacingLimit = defineEndpoint({
  method: 'GET',
  path: '/placing-limit',
  access: 'investor',
  summary: 'Your own limit of what you have in plans at once',
  reply,
})

export const setPlacingLimit = defineEndpoint({
  method: 'POST',
  path: '/placing-limit',
  access: 'investor',
  keyed: true,
  summary:
    'Sets your own limit. A lower one counts at once; a higher one, or none, 24 hours later. What is placed stays',
  body: z.strictObject({
    amount: money
      .refine((cents) => cents >= 0n, 'Please enter a valid amount')
      .nullable()
      .meta({ description: 'US dollars, at most two decimals; null: no limit' }),
  }),
  reply: reply.extend({ message: z.string() }),
})

export const getUserPlacingLimit = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/placing-limit',
  access: 'staff',
  summary: 'The limit that a user has set for themselves',
  params: z.strictObject({ userId: id }),
  reply,
})
