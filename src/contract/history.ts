/** What an account held over time, where it lay, and the profit. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, success } from './fields.ts'

const point = z.strictObject({
  at: instant,
  /** The item of the activity that made it what it was; none at the beginning and now. */
  entry: id.nullable(),
  balance: dollars,
  /** Set aside for withdrawals, and placed in plans: with the balance they come to the total value. */
  held: dollars,
  invested: dollars,
  /** Of running investments, not yet paid: no part of the total value. */
  accrued: dollars,
  /** What investments brought until then, paid or accrued. */
  earned: dollars,
  /** The same, as staff corrected it. */
  profit: dollars,
})
export type HistoryPoint = z.infer<typeof point>

export const longestHistoryDays = 366

export const getHistory = defineEndpoint({
  method: 'GET',
  path: '/history',
  access: 'signed-in',
  summary:
    'What your account held, and its estimated profit: as they stood at the beginning, after the last movement of each day (UTC), and now',
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
