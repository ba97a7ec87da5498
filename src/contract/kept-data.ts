/** What is kept about whoever is signed in: what, why and until when. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { success } from './fields.ts'

export const keptKinds = [
  'profile',
  'sign-in',
  'money',
  'destinations',
  'requests',
  'answers',
  'verification',
  'views',
  'mails',
  'notes',
  'copies',
  'log',
  'backups',
] as const

const kept = z.strictObject({
  kind: z.enum(keptKinds),
  title: z.string(),
  what: z.string(),
  why: z.string(),
  until: z.string(),
  count: z
    .int()
    .nullable()
    .meta({ description: 'How many there are; null where it isn’t counted' }),
})
export type KeptData = z.infer<typeof kept>

export const getKeptData = defineEndpoint({
  method: 'GET',
  path: '/kept-data',
  access: 'signed-in',
  summary: 'What is kept about you, why and until when, in words; GET /archives has all of it',
  reply: z.strictObject({ status: success, data: z.strictObject({ kept: z.array(kept) }) }),
})
