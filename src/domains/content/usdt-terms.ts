/** `usdt` of firm.yaml: from how much on USDT is credited, and how much of it the firm holds at once. How deep it must be is a constant. */
import { z } from 'zod'
import { millionthsFromUsdt } from '../../lib/coin-amount.ts'
import { amountInDollars, explorer } from './bitcoin-terms.ts'

/** A number in quotes: as a float it would lose digits. */
const coins = z.string('must be USDT in quotes, like "10"').transform((text, context) => {
  const millionths = millionthsFromUsdt(text)
  if (millionths !== null && millionths > 0n) return millionths
  context.addIssue({ code: 'custom', message: 'must be USDT in quotes, like "10"' })
  return z.NEVER
})

export const usdtTerms = z.strictObject({
  /** Millionths. What is less is kept, and credited once more of it has come. */
  minimum: coins.default(10_000_000n),
  /** In cents: for how much the firm holds USDT against dollars that it owes. Beyond it deposits wait. Null: any. */
  positionLimit: amountInDollars.nullable().default(null),
  explorer,
})

/** Where the pack says nothing. */
export const usualUsdtTerms = usdtTerms.parse({})
