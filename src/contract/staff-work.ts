/** What staff have to decide, wherever it is decided. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, success } from './fields.ts'

/** Where it is decided, and what it is called there. Proposals stand on the page of what waits itself. */
export const workPlaces = {
  withdrawals: { label: 'Withdrawals', to: '/admin/withdrawals?work=to-decide' },
  proposals: { label: 'Proposals', to: '/admin/waiting' },
  'access-changes': { label: 'Changes of emails and sign-in', to: '/admin' },
  verifications: { label: 'Verifications', to: '/admin/verifications' },
  'payout-blocks': { label: 'Blocked payouts', to: '/admin/withdrawals' },
  'bank-exports': { label: 'Files for the bank to release', to: '/admin/withdrawals?work=to-pay' },
  'payout-lists': { label: 'Lists of payouts to release', to: '/admin/withdrawals?work=to-pay' },
  wallets: { label: 'Comparison of a wallet', to: '/admin/treasury' },
} as const

export type WorkName = keyof typeof workPlaces

/** Counted up to this: a higher number is this one at least. */
export const maxWork = 1_000

const work = z.strictObject({
  of: z.enum(Object.keys(workPlaces) as [WorkName, ...WorkName[]]),
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
  access: 'work-here',
  polled: true,
  summary:
    'What waits for staff, of each kind how much: what waits for an administrator who had no part in it, since when, and what you began that waits for another; kinds of which nothing waits are left out',
  reply: z.strictObject({ status: success, data: z.strictObject({ work: z.array(work) }) }),
})
