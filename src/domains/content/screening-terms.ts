/** `screening` of firm.yaml: what a possible match with a list under sanctions stops until two have decided on it. */
import { z } from 'zod'

export const screeningTerms = z.strictObject({
  /** Everything that leaves the account, payouts alone, or nothing. */
  freezes: z
    .enum(['account', 'payouts', 'nothing'], 'must be account, payouts or nothing')
    .default('account'),
})
