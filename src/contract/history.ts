/** Balance and profit over time. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, success } from './fields.ts'

const point = z.strictObject({
  at: instant,
  balance: dollars,
  /** Paid and accrued until then. */
  profit: dollars,
})
export type HistoryPoint = z.infer<typeof point>

export const longestHistoryDays = 366

export const getHistory = defineEndpoint({
  method: 'GET',
  path: '/history',
  access: 'signed-in',
  summary:
    'Balance and estimated profit of your account: as they stood at the beginning, after the last movement of each day (UTC), and now',
  query: z.strictObject({
    days: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, `days is a whole number from 1 to ${longestHistoryDays}`)
      .transform(Number)
      .refine(
        (days) => days <= longestHistoryDays,
        `days is a whole number from 1 to ${longestHistoryDays}`,
      )
      .optional(),
  }),
  reply: z.strictObject({ status: success, data: z.strictObject({ points: z.array(point) }) }),
})
