/** The questions before a first investment. Which answers fit isn't said before they are given: that is the server's alone. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, success } from './fields.ts'

const question = z.strictObject({
  id: z.string(),
  text: z.string(),
  choices: z.array(z.strictObject({ id: z.string(), text: z.string() })),
})
export type Question = z.infer<typeof question>

export const appropriatenessState = z.enum(['none', 'fits', 'paused', 'again']).meta({
  description:
    'Not answered; plans are for them; not for now, until `pausedUntil`; to be answered again, because that has passed',
})
export type AppropriatenessState = z.infer<typeof appropriatenessState>

const appropriateness = z.strictObject({
  state: appropriatenessState,
  pausedUntil: instant.nullable(),
  why: z
    .array(z.string())
    .meta({ description: 'What speaks against it for now, by the answers that were given last' }),
  version: z.int(),
  questions: z.array(question),
})
export type Appropriateness = z.infer<typeof appropriateness>

export const getAppropriateness = defineEndpoint({
  method: 'GET',
  path: '/appropriateness',
  access: 'investor',
  summary: 'The questions before your first investment, and how far you have come with them',
  reply: z.strictObject({ status: success, data: z.strictObject({ appropriateness }) }),
})

export const answerAppropriateness = defineEndpoint({
  method: 'POST',
  path: '/appropriateness',
  access: 'investor',
  keyed: true,
  summary:
    'Answers the questions before your first investment. Where plans aren’t for you now, they pause: 24 hours, from the second time on 7 days',
  body: z.strictObject({
    version: z.int('version is that of the questions').meta({
      description: 'The version of the questions that were read; a stale one gets 409',
    }),
    answers: z
      .record(z.string().max(50), z.string().max(50))
      .refine((answers) => Object.keys(answers).length <= 20, 'These are too many answers')
      .meta({ description: 'The id of the choice, by the id of the question' }),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      appropriateness: z.strictObject({
        state: appropriatenessState,
        pausedUntil: instant.nullable(),
      }),
    }),
  }),
})

const answered = z.strictObject({
  id: z.string(),
  at: instant,
  version: z.int(),
  outcome: z.enum(['fits', 'pause']),
  pausedUntil: instant.nullable(),
  answers: z
    .array(z.strictObject({ question: z.string(), answer: z.string(), fits: z.boolean() }))
    .nullable()
    .meta({ description: 'Null where they were erased, or were of other questions' }),
})
export type AnsweredCheck = z.infer<typeof answered>

export const getUserAppropriateness = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/appropriateness',
  access: 'read-people',
  summary: 'What a user answered to the questions before investing, newest first',
  params: z.strictObject({ userId: id }),
  reply: z.strictObject({ status: success, data: z.strictObject({ checks: z.array(answered) }) }),
})
