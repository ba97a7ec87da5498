/** `verification` of firm.yaml: whom the firm serves, what may be moved until somebody is verified, and how long it must keep what they sent in. */
import { z } from 'zod'
import { text } from '../../contract/fields.ts'
import { isCountry } from '../../lib/countries.ts'
import { centsFromDollars, largestAmount, type Cents } from '../../lib/money.ts'

const amount = z
  .number('must be an amount in dollars')
  .transform((dollars, context): Cents => {
    const cents = centsFromDollars(dollars)
    // A whole may be more than one request can be about.
    if (cents !== null && cents >= 0n && cents <= largestAmount * 1000n) return cents
    context.addIssue({ code: 'custom', message: 'must be an amount in dollars, of 0 or more' })
    return z.NEVER
  })
  .nullable()
  .default(null)

/** What isn't said has no limit. */
const allowed = z.strictObject({ day: amount, whole: amount }).default({ day: null, whole: null })
const limits = z.strictObject({ in: allowed, invested: allowed, out: allowed })

/** The law of most places asks for more; a person who is younger can agree to nothing. */
const youngest = 18

const code = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two capital letters of ISO 3166-1, such as DE')
  .refine(isCountry, 'is no country of ISO 3166-1')
const codes = z.array(code)

const countries = z.union([
  z.literal('any').transform(() => null),
  z.array(code).min(1, 'must name a country at least, or be: any'),
])

export const verificationTerms = z.strictObject({
  countries,
  /** Where nobody is served, whatever else is said, and whose people are looked at more closely. */
  notServed: codes.optional(),
  highRisk: codes.optional(),
  /** In dollars: whoever has more here and has sent in no proof of income is looked at more closely. */
  incomeProofAbove: amount.unwrap().unwrap().optional(),
  /** How old a proof of address may be. */
  proofOfAddressMonths: z.int().min(1).max(24).optional(),
  minimumAge: z.int().min(youngest, `must be ${youngest} at least`).max(120).default(youngest),
  /** So many years after an account is closed what was sent in stays, by which law; 0: it is erased with the account. */
  kept: z
    .strictObject({
      years: z.int().min(0).max(30),
      law: text(300, 'law').nullable().default(null),
    })
    .refine(({ years, law }) => years === 0 || law !== null, {
      message: 'must name the law that asks for it',
      path: ['law'],
    })
    .default({ years: 0, law: null }),
  limits: z.strictObject({ unverified: limits, submitted: limits, verified: limits }),
})
