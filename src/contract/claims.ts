/** What the firm says about itself in figures: computed from the books, each with its time, or absent. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, success } from './fields.ts'

export const claimName = z.enum([
  'investors',
  'invested',
  'withdrawn',
  'daysRunning',
  'withdrawalMinutesMedian',
  'withdrawalMinutesP95',
])
export type ClaimName = z.infer<typeof claimName>

export const claim = z.strictObject({
  name: claimName,
  value: z.number().meta({
    description:
      'A count, US dollars rounded down to three digits and zeros, whole days, or whole minutes of business time, as the name says',
  }),
  asOf: instant.meta({ description: 'When the books said so' }),
  sample: z.boolean().meta({ description: 'Whether it is of a demonstration’s play money' }),
})
export type Claim = z.infer<typeof claim>

/** With fewer people a figure would identify individuals. */
export const fewestPeople = 5
/** Of fewer payouts, the slowest of twenty is just the slowest. */
export const fewestForP95 = 20
/** How far back how long withdrawals take is looked at. */
export const payoutDays = 90

export const claimsKeptSeconds = 60

export const getClaims = defineEndpoint({
  method: 'GET',
  path: '/claims',
  access: 'public',
  cachedForSeconds: claimsKeptSeconds,
  summary: `Figures about the firm, computed from the books; one that would tell of fewer than ${fewestPeople} people is absent. How long withdrawals take: from being requested to being paid, of those paid in the last ${payoutDays} days`,
  reply: z.strictObject({ status: success, data: z.strictObject({ claims: z.array(claim) }) }),
})
