/** `accepted` of firm.yaml: which policies people accept, and how long before they are told of a change. */
import { z } from 'zod'
import { policyPaths } from '../../contract/site.ts'

export const acceptedPolicies = z.strictObject({
  policies: z
    .array(z.enum(policyPaths, `policies must be of ${policyPaths.join(', ')}`))
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'each policy stands once'),
  /** So many whole days before a change counts it is told. */
  noticeDays: z.int().min(1).max(365).default(30),
})
