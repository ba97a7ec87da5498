/** Random samples of users that an auditor draws, and what was reviewed of them. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, lines, messageReply, page, party, reason, success } from './fields.ts'

export const largestSample = 50

const sample = z.strictObject({
  id: z.string(),
  drawnAt: instant,
  drawnBy: party,
  size: z.int(),
  among: z.int().meta({ description: 'How many users there were to draw from' }),
  lookedAt: z.int(),
  closed: z.int().meta({ description: 'How many of them have left since, not looked at' }),
})
export type Sample = z.infer<typeof sample>

const mark = z.strictObject({
  id: z.string(),
  by: party,
  at: instant,
  note: z.string().nullable(),
  withdrawn: z
    .strictObject({ at: instant, reason: z.string().nullable() })
    .nullable()
    .meta({ description: 'Null where it counts' }),
})
export type Mark = z.infer<typeof mark>

const sampledUser = z.strictObject({
  user: party,
  closed: z.boolean(),
  marks: z.array(mark).meta({ description: 'Oldest first; one at most counts' }),
})
export type SampledUser = z.infer<typeof sampledUser>

export const getSamples = defineEndpoint({
  method: 'GET',
  path: '/samples',
  access: 'read-audit',
  summary: 'Samples of users that were drawn, newest first. None is ever taken off the list',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ samples: z.array(sample), nextCursor: z.string().nullable() }),
  }),
})

const params = z.strictObject({ id })

export const getSample = defineEndpoint({
  method: 'GET',
  path: '/samples/:id',
  access: 'read-audit',
  summary: 'A sample in the order in which it was drawn, and what was reviewed of it',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ sample, users: z.array(sampledUser) }),
  }),
})

export const drawSample = defineEndpoint({
  method: 'POST',
  path: '/samples',
  access: 'draw-samples',
  keyed: true,
  status: 201,
  summary:
    'Draws users at random, by an auditor: by the server, and recorded, so that who was drawn can’t be chosen',
  body: z.strictObject({
    size: z
      .int(`Enter a number from 1 to ${largestSample}`)
      .min(1, `Enter a number from 1 to ${largestSample}`)
      .max(largestSample, `Enter a number from 1 to ${largestSample}`),
  }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string() }),
  }),
})

export const markReviewed = defineEndpoint({
  method: 'POST',
  path: '/samples/:id/marks',
  access: 'draw-samples',
  keyed: true,
  status: 201,
  summary:
    'Marks a user of a sample as reviewed, by an auditor. The user sees that, and not the note',
  params,
  body: z.strictObject({ userId: id, note: lines(1000, 'Note') }),
  reply: messageReply,
})

export const withdrawReviewMark = defineEndpoint({
  method: 'POST',
  path: '/sample-marks/:id/withdrawal',
  access: 'draw-samples',
  keyed: true,
  summary: 'Takes back a mark of one’s own, with a reason. Both stay listed',
  params,
  body: z.strictObject({ reason }),
  reply: messageReply,
})
