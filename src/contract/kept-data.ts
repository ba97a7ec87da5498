/** What is kept about whoever is signed in, and the firm's schedule of it for staff: what, why and until when. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, success } from './fields.ts'

export const keptKinds = [
  'profile',
  'sign-in',
  'money',
  'destinations',
  'requests',
  'answers',
  'verification',
  'views',
  'messages',
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

const scheduled = kept.extend({
  law: z.string().nullable().meta({ description: 'Which the operator’s pack names' }),
  countedFrom: z.string(),
  counted: z
    .string()
    .nullable()
    .meta({ description: 'What `count` counts; null where it isn’t counted' }),
  due: z
    .strictObject({
      now: z.int().meta({ description: 'Whose time has come: they are erased by the next sweep' }),
      next: z
        .strictObject({
          at: instant,
          count: z.int().meta({ description: 'How many end on that day, by UTC' }),
        })
        .nullable(),
    })
    .nullable()
    .meta({ description: 'Null where nothing is erased at a time that is known before' }),
})
export type ScheduledData = z.infer<typeof scheduled>

export const getKeptSchedule = defineEndpoint({
  method: 'GET',
  path: '/kept-schedule',
  access: 'read-audit',
  summary:
    'What is kept about people by kind, in the words that they read: why and by which law, until when, counted from what, how much there is of it in all, and what is due to be erased next',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ schedule: z.array(scheduled) }),
  }),
})
