/** `screening` of firm.yaml: which lists under sanctions there must be, and what a possible match stops until two have decided on it. */
import { z } from 'zod'
import { screeningLists, type ListName } from '../../contract/screening-lists.ts'

export const screeningTerms = z.strictObject({
  /** Everything that leaves the account, payouts alone, or nothing. */
  freezes: z
    .enum(['account', 'payouts', 'nothing'], 'must be account, payouts or nothing')
    .default('account'),
  /** The gate misses one that isn't loaded: nobody takes it away in the database unseen. */
  lists: z
    .array(
      z.enum(
        Object.keys(screeningLists) as [ListName, ...ListName[]],
        `must be of ${Object.keys(screeningLists).join(', ')}`,
      ),
    )
    .default([]),
})
