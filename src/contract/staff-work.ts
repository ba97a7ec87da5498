/** What staff have to decide, wherever it is decided. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, success } from './fields.ts'

export const workName = z.enum([
  'withdrawals',
  'proposals',
  'access-changes',
  'verifications',
  'payout-blocks',
  'payout-lists',
  'wallets',
])
export type WorkName = z.infer<typeof workName>

/** Counted up to this: a higher number is this one at least. */
export const maxWork = 1_000

const work = z.strictObject({
  of: workName,
  toDecide: z.int().meta({
    description: `What waits for an administrator who had no part in it: on these you may decide, if you are one; counted up to ${maxWork}`,
  }),
  oldestAt: instant.nullable().meta({ description: 'Since when the oldest of it waits' }),
  yours: z.int().meta({ description: 'What you began and waits for somebody else' }),
})
export type StaffWork = z.infer<typeof work>

export const getStaffWork = defineEndpoint({
  method: 'GET',
  path: '/staff-work',
  access: 'staff',
  polled: true,
  summary:
    'What waits for staff, of each kind how much: what waits for an administrator who had no part in it, since when, and what you began that waits for another; kinds of which nothing waits are left out',
  reply: z.strictObject({ status: success, data: z.strictObject({ work: z.array(work) }) }),
})
