import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, success } from './fields.ts'

export const plan = z.strictObject({
  id: z.string(),
  title: z.string(),
  range: z.string(),
  minimum: dollars,
  maximum: dollars.nullable(),
  durationDays: z.int(),
  profitPercent: z.int(),
  riskVersion: z.int(),
  riskWarning: z.string(),
  available: z.boolean(),
  largestCoverable: dollars,
})
export type Plan = z.infer<typeof plan>

export const getPlans = defineEndpoint({
  method: 'GET', path: '/plans', access: 'public', summary: 'The plans as offered now',
  reply: z.strictObject({ status: success, data: z.strictObject({ plans: z.array(plan) }) }),
})
