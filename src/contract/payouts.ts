/** What calls about payouts share, whatever carries these. */
import { z } from 'zod'
import { dollars, id, instant, party } from './fields.ts'

/** How administrators change what carries payouts. */
export const changesPayouts = {
  method: 'POST',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
} as const

/** The withdrawals that are to be paid. `what`: as in “A batch pays at most 100”. */
export const withdrawalsFor = (what: string, most: number) =>
  z
    .array(id)
    .min(1, 'Please choose at least one withdrawal')
    .max(most, `${what} pays at most ${most}`)
    .refine((ids) => new Set(ids).size === ids.length, 'A withdrawal stands twice')

/** An approved withdrawal that waits for a batch or a list. */
export const payableInCoins = z.strictObject({
  withdrawalId: z.string(),
  user: party,
  amount: dollars,
  approvedAt: instant,
})
export type PayableInCoins = z.infer<typeof payableInCoins>

/** A withdrawal that coins pay. */
export const coinPayment = {
  withdrawalId: z.string(),
  user: party,
  amount: dollars,
  address: z
    .string()
    .nullable()
    .meta({ description: 'Null where the request is not what was recorded of it' }),
  isFrozen: z
    .boolean()
    .meta({ description: 'Whether the account of its user is frozen: nothing may leave for it' }),
  paidAt: instant.nullable(),
}
