import { z } from 'zod'
import { promises } from '../lib/promises.ts'
import { defineEndpoint } from './endpoint.ts'
import { amount, dollars, id, instant, success, text } from './fields.ts'
import { proposalReply } from './proposal.ts'

const terms = {
  title: z.string(),
  range: z.string(),
  minimum: dollars,
  maximum: dollars.nullable(),
  durationDays: z.int(),
  profitPercent: z.int(),
  termsVersion: z.int(),
  riskVersion: z.int(),
  riskWarning: z.string(),
}

export const plan = z.strictObject({
  id: z.string(),
  ...terms,
  available: z.boolean(),
  largestCoverable: dollars,
})
export type Plan = z.infer<typeof plan>

export const getPlans = defineEndpoint({
  method: 'GET',
  path: '/plans',
  access: 'public',
  summary: 'The plans as offered now',
  reply: z.strictObject({ status: success, data: z.strictObject({ plans: z.array(plan) }) }),
})

export const offeredPlan = z.strictObject({ id: z.string(), ...terms, onSale: z.boolean() })
export type OfferedPlan = z.infer<typeof offeredPlan>

/** Terms as they were from some time on. The first ones of a content pack have no maker. */
const pastTerms = z.strictObject({ ...terms, since: instant.nullable(), by: z.string().nullable() })
export type PastTerms = z.infer<typeof pastTerms>

const planWithPast = offeredPlan.extend({ versions: z.array(pastTerms) })
export type PlanWithPast = z.infer<typeof planWithPast>

export const getAllPlans = defineEndpoint({
  method: 'GET',
  path: '/plans/all',
  access: 'read-money',
  summary:
    'Every plan, on sale or not, by its minimum, with all versions of its terms, newest first',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ plans: z.array(planWithPast) }),
  }),
})

/** Words of the firm's own: none of them promises safety. */
export function honest(field: ReturnType<typeof text>, label: string) {
  return field.refine(
    (words) => !promises.test(words),
    `${label} must not promise safety: say what can be lost`,
  )
}

/** What the firm says of a plan, whether in a content pack or in the back office. */
export const planWords = {
  title: honest(text(100, 'Title'), 'The title'),
  // The warning says exactly this, whatever else it says.
  riskWarning: honest(text(2000, 'Risk warning'), 'The risk warning').refine(
    (words) => words.includes('can be lost'),
    'The risk warning must say that money invested can be lost',
  ),
}

function wholeNumber(most: number, message: string) {
  return z.int(message).min(1, message).max(most, message)
}

const planTerms = z.strictObject({
  ...planWords,
  minimum: amount,
  maximum: amount.nullable(),
  durationDays: wholeNumber(3650, 'Days are a whole number from 1 to 3650'),
  profitPercent: wholeNumber(100, 'Percent is a whole number from 1 to 100'),
})
export type PlanTerms = z.output<typeof planTerms>

const inOrder = ({ minimum, maximum }: { minimum: bigint; maximum: bigint | null }) =>
  maximum === null || maximum >= minimum
const outOfOrder = { path: ['maximum'], message: 'The maximum is below the minimum' }

export const planTermsBody = planTerms.refine(inOrder, outOfOrder)

const planReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ plan: offeredPlan }),
})
const doneOrProposed = z.union([planReply, proposalReply])
const planParams = z.strictObject({ planId: id })

export const offerPlan = defineEndpoint({
  method: 'POST',
  path: '/plans',
  access: 'offer-plans',
  status: 201,
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Offers a new plan, for amounts that no other plan takes. 202: a second person must agree, and nothing is offered until then',
  body: planTermsBody,
  reply: doneOrProposed,
})

export const changePlan = defineEndpoint({
  method: 'PATCH',
  path: '/plans/:planId',
  access: 'offer-plans',
  keyed: true,
  reauthentication: 'decision',
  summary:
    'Gives a plan new terms, for new investments only; `termsVersion` is the one that was looked at. 202: a second person must agree',
  params: planParams,
  body: planTerms.extend({ termsVersion: z.int().positive() }).refine(inOrder, outOfOrder),
  reply: doneOrProposed,
})

export const withdrawPlan = defineEndpoint({
  method: 'POST',
  path: '/plans/:planId/withdrawal-from-sale',
  access: 'offer-plans',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Takes a plan off sale; running investments continue',
  params: planParams,
  reply: planReply,
})

export const reofferPlan = defineEndpoint({
  method: 'POST',
  path: '/plans/:planId/return-to-sale',
  access: 'offer-plans',
  keyed: true,
  reauthentication: 'decision',
  summary: 'Puts a plan back on sale under its present terms. 202: a second person must agree',
  params: planParams,
  reply: doneOrProposed,
})
