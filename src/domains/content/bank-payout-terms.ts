/** `payouts.bank` of firm.yaml: how the firm's bank wants its files of payouts. */
import { z } from 'zod'
import { inBankLetters } from '../../lib/bank-letters.ts'
import type { BankPayoutTerms } from '../../lib/bank-payout-terms.ts'
import { zone } from './zone.ts'

/** A line of an address, as the file has it. */
const part = (label: string, most: number) =>
  z
    .string(`${label} must be text`)
    .trim()
    .min(1, `${label} is empty`)
    .max(most, `${label} has more than ${most} characters`)
    .refine((words) => inBankLetters(words) !== null, `${label} must be in Latin letters`)

const address = z.strictObject({
  street: part('street', 70).nullable().default(null),
  building: part('building', 16).nullable().default(null),
  postcode: part('postcode', 16).nullable().default(null),
  town: part('town', 35),
  country: z
    .string('country must be two letters, like DE')
    .regex(/^[A-Z]{2}$/, 'country must be two letters, like DE'),
})

export const bankPayoutTerms: z.ZodType<BankPayoutTerms> = z
  .strictObject({
    batchBooking: z.boolean('batchBooking must be true or false').default(false),
    zone,
    creditorAgent: z.boolean('creditorAgent must be true or false').default(false),
    letters: z.enum(['latin', 'any'], 'letters must be latin or any').default('latin'),
    addresses: z
      .enum(['none', 'structured'], 'addresses must be none or structured')
      .default('none'),
    address: address.nullable().default(null),
  })
  .refine(({ addresses, address: own }) => addresses === 'none' || own !== null, {
    path: ['address'],
    message:
      'address is missing: structured addresses need the firm’s own, with its town and country',
  })
