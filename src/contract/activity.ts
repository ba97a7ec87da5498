import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, moment, page, success } from './fields.ts'

export const activityItem = z.strictObject({
  id: z.string(),
  at: instant,
  kind: z.string(),
  title: z.string(),
  amount: dollars.nullable(),
  balanceAfter: dollars.nullable(),
  by: z.enum(['you', 'staff', 'system']),
  staffName: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(
    z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  details: z.record(z.string(), z.string()),
})
export type ActivityItem = z.infer<typeof activityItem>

const chosen = {
  kind: z.string().max(60).optional(),
  from: moment.optional(),
  to: moment.optional(),
}
const activityQuery = z.strictObject({ ...page, ...chosen })
const activityReply = z.strictObject({
  status: success,
  data: z.strictObject({ activity: z.array(activityItem), nextCursor: z.string().nullable() }),
})

export const getActivity = defineEndpoint({
  method: 'GET',
  path: '/activity',
  access: 'signed-in',
  summary: 'Everything that happened to your account, newest first',
  query: activityQuery,
  reply: activityReply,
})

export const getUserActivity = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/activity',
  access: 'staff',
  summary: 'Everything that happened to a user’s account',
  params: z.strictObject({ userId: id }),
  query: activityQuery,
  reply: activityReply,
})

export const getFirmActivity = defineEndpoint({
  method: 'GET',
  path: '/treasury/activity',
  access: 'staff',
  summary: 'What was done in the firm’s own name: capital, pools, plans, the clock; newest first',
  query: activityQuery,
  reply: activityReply,
})

export const getActivityCsv = defineEndpoint({
  method: 'GET',
  path: '/activity.csv',
  access: 'signed-in',
  summary: 'The same as comma-separated values, newest first, times in UTC',
  query: z.strictObject(chosen),
  reply: { media: 'text/csv; charset=utf-8' },
})

export const getStatement = defineEndpoint({
  method: 'GET',
  path: '/statements/:file',
  access: 'signed-in',
  summary:
    'The statement of a month, such as 2026-01.pdf: its opening balance, every movement, its closing balance; times in UTC',
  params: z.strictObject({
    file: z
      .string()
      .regex(
        /^[1-9]\d{3}-(0[1-9]|1[0-2])\.pdf$/,
        'A statement is named by its month, such as 2026-01.pdf',
      ),
  }),
  reply: { media: 'application/pdf' },
})

/**
 * Server-sent events: `changed` whenever something has happened to the own account, with the account's version as
 * its id and its data; a page then reloads what it shows. Resumed after the version in `Last-Event-ID`.
 */
export const getEvents = defineEndpoint({
  method: 'GET',
  path: '/events',
  access: 'signed-in',
  summary: 'Tells when something has happened to your account',
  reply: { media: 'text/event-stream' },
})
