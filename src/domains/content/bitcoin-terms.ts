/** `bitcoin` of firm.yaml: from how much on coins are credited, how deep they must be, and how much of them the firm holds at once. */
import { z } from 'zod'
import { usualSteps, type DepthStep } from '../../lib/confirmations.ts'
import { satoshiFromBitcoin } from '../../lib/bitcoin-amount.ts'
import { centsFromDollars, type Cents } from '../../lib/money.ts'

export const amountInDollars = z
  .number('must be an amount in dollars')
  .transform((value, context): Cents => {
    const cents = centsFromDollars(value)
    if (cents !== null && cents > 0n) return cents
    context.addIssue({ code: 'custom', message: 'must be an amount in dollars, above 0' })
    return z.NEVER
  })

/** A number in quotes: as a float it would lose digits. */
const coins = z.string('must be bitcoin in quotes, like "0.0001"').transform((text, context) => {
  const satoshi = satoshiFromBitcoin(text)
  if (satoshi !== null && satoshi > 0n) return satoshi
  context.addIssue({ code: 'custom', message: 'must be bitcoin in quotes, like "0.0001"' })
  return z.NEVER
})

/** A block once in ten minutes: a hundred are most of a day. */
const oneToHundred = 'must be a whole number of blocks, from 1 to 100'
const blocks = z.int(oneToHundred).min(1, oneToHundred).max(100, oneToHundred)

const confirmations = z
  .array(z.strictObject({ below: amountInDollars.nullable().default(null), blocks }))
  .min(1)
  .refine(
    (steps) =>
      steps.every(({ below }, place) => {
        const before = steps[place - 1]?.below ?? 0n
        const isLast = place === steps.length - 1
        return (below === null) === isLast && (isLast || below! > before)
      }),
    'must rise, and end with a step that has no “below”: it is for everything above',
  )
  .transform((steps): readonly DepthStep[] => steps)

/** Where a transaction is looked at: `{txid}` stands for it. */
export const explorer = z
  .string()
  .regex(
    /^https:\/\/[^\s]+\{txid\}[^\s]*$/,
    'must be an address with {txid} in it, like https://explorer.example/tx/{txid}',
  )
  .nullable()
  .default(null)

export const bitcoinTerms = z.strictObject({
  /** Satoshi. What is less is kept, and credited once more of it has come. */
  minimum: coins.default(10_000n),
  confirmations: confirmations.default(usualSteps),
  /** In cents: for how much the firm holds coins against dollars that it owes. Beyond it deposits wait. Null: any. */
  positionLimit: amountInDollars.nullable().default(null),
  explorer,
})
export type BitcoinTerms = z.output<typeof bitcoinTerms>

/** Where the pack says nothing. */
export const usualTerms: BitcoinTerms = bitcoinTerms.parse({})
