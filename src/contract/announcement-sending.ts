/**
 * What staff announce to all, or to whom a filter names: agreed to by two, and sent at a pace. A file of its own, which no page of
 * investors loads.
 */
import { z } from 'zod'
import { asksForPayment } from '../lib/asks-for-payment.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  id,
  instant,
  lines,
  messageReply,
  page,
  party,
  success,
  text,
  toldReason,
} from './fields.ts'
import { honest } from './plan.ts'
import { proposalReply } from './proposal.ts'
import { country } from './verification.ts'

export const longestTitle = 100
export const longestAnnouncement = 2000

export const announcementStates = {
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
} as const
export type AnnouncementState = keyof typeof announcementStates
const state = z.enum(Object.keys(announcementStates) as [AnnouncementState, ...AnnouncementState[]])

/** How an account stands that an announcement can be for alone. */
export const audienceStatuses = { active: 'Active accounts', frozen: 'Frozen accounts' } as const
export type AudienceStatus = keyof typeof audienceStatuses
const status = z.enum(Object.keys(audienceStatuses) as [AudienceStatus, ...AudienceStatus[]])

const audience = {
  plan: id.nullable().meta({ description: 'Only who holds this plan; null: whatever they hold' }),
  status: status.nullable().meta({ description: 'Only such accounts; null: all that are open' }),
  country: country
    .nullable()
    .meta({ description: 'Only who is verified and lives there; null: wherever they live' }),
}

/** Words of the firm's own for people: they promise nothing, ask for no payment, and lead nowhere else. */
const words = z
  .strictObject({
    title: honest(text(longestTitle, 'Title'), 'The title'),
    text: honest(lines(longestAnnouncement, 'Text'), 'The text'),
    isMailed: z.boolean().meta({ description: 'Whether it is sent by email too' }),
    ...audience,
  })
  .superRefine(({ title, text: body }, context) => {
    // Half of it in each is none that either shows.
    const fault = asksForPayment(title) ?? asksForPayment(`${title}.\n${body}`)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['text'], message: fault })
  })

const sent = z.strictObject({
  id: z.string(),
  at: instant.meta({ description: 'When the second agreed' }),
  by: z.array(party).meta({ description: 'The two who agreed, the first first' }),
  title: z.string(),
  text: z.string(),
  isMailed: z.boolean(),
  plan: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
  status: status.nullable(),
  country: z.string().nullable(),
  state,
  stateAt: instant,
  stoppedBy: party.nullable(),
  expected: z.int().meta({ description: 'How many it reached when it was proposed' }),
  reached: z.int().meta({ description: 'How many got it so far' }),
  read: z.int().meta({ description: 'How many of them have opened it' }),
})
export type SentAnnouncement = z.infer<typeof sent>

export const getAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/staff-announcements',
  access: 'read-people',
  polled: true,
  summary: 'What two of staff have announced, newest first, and how far each has come',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ announcements: z.array(sent), nextCursor: z.string().nullable() }),
  }),
})

const reader = z.strictObject({
  user: party,
  at: instant.meta({ description: 'When they got it' }),
  isMailed: z.boolean(),
  readAt: instant.nullable(),
})
export type AnnouncementReader = z.infer<typeof reader>

const params = z.strictObject({ id })

export const getAnnouncementReaders = defineEndpoint({
  method: 'GET',
  path: '/staff-announcements/:id/people',
  access: 'read-people',
  summary: 'Whom an announcement reached, and when each opened it',
  params,
  query: z.strictObject({ ...page, list: z.enum(['all', 'read', 'unread']).default('all') }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ people: z.array(reader), nextCursor: z.string().nullable() }),
  }),
})

export const countAudience = defineEndpoint({
  method: 'GET',
  path: '/staff-announcements/audience',
  access: 'announce',
  summary: 'How many an announcement would reach now',
  query: z.strictObject({
    plan: id.optional(),
    status: status.optional(),
    country: country.optional(),
  }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      reaches: z.int(),
      plans: z.array(z.strictObject({ id: z.string(), title: z.string() })).meta({
        description: 'Those that an announcement can be for, on sale or not',
      }),
    }),
  }),
})

const deciding = {
  method: 'POST',
  access: 'announce',
  keyed: true,
  reauthentication: 'decision',
} as const

export const proposeAnnouncement = defineEndpoint({
  ...deciding,
  path: '/staff-announcements',
  status: 202,
  summary:
    'Proposes an announcement: it is sent once another has agreed to exactly these words and to whom they go. Refused where it reads as if something had to be paid, or leads to another place',
  body: words,
  reply: proposalReply,
})

export const stopAnnouncement = defineEndpoint({
  ...deciding,
  path: '/staff-announcements/:id/stop',
  summary: 'Stops the sending of an announcement; who got it keeps it. It goes on by two only',
  params,
  body: z.strictObject({ reason: toldReason }),
  reply: messageReply,
})

export const resumeAnnouncement = defineEndpoint({
  ...deciding,
  path: '/staff-announcements/:id/resuming',
  status: 202,
  summary: 'Proposes that the sending of a stopped announcement goes on',
  params,
  reply: proposalReply,
})
