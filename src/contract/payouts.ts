/** What calls about payouts share, whatever carries these. */
import { z } from 'zod'
import { dollars, id, instant, party } from './fields.ts'
import { withdrawalLook } from './withdrawal.ts'

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

/** Why what is approved may not leave now. The second says the same whether a check holds somebody or they aren't compared yet. */
export const payoutStops = ['account_frozen', 'law_check'] as const
export type PayoutStop = (typeof payoutStops)[number]

/** What stands out about where it goes: whoever signs sees it beside the address. */
const looks = z.array(withdrawalLook).meta({ description: 'What stands out about its address' })

/** An approved withdrawal that waits for a batch or a list. */
export const payableInCoins = z.strictObject({
  withdrawalId: z.string(),
  user: party,
  amount: dollars,
  approvedAt: instant,
  looks,
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
  stop: z.enum(payoutStops).nullable().meta({
    description:
      'Why nothing may leave for its user now: the account is frozen, or a check that the law requires goes on',
  }),
  paidAt: instant.nullable(),
  looks,
}
