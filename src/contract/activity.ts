import { z } from 'zod'
import { activityGroups, byStaff, profitPaid } from './activity-groups.ts'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, moment, page, searchWords, success } from './fields.ts'

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
  /** The person's own request or investment that it is about. */
  about: z.strictObject({ noun: z.enum(['withdrawal', 'investment']), id: z.string() }).nullable(),
  details: z.record(z.string(), z.string()),
})
export type ActivityItem = z.infer<typeof activityItem>

const chosen = {
  kind: z
    .string()
    .max(60)
    .optional()
    .meta({
      description: `A kind, or a group of them: ${Object.keys(activityGroups).join(', ')}; ${byStaff}: what staff did; ${profitPaid}: what paid a profit`,
    }),
  from: moment.optional(),
  to: moment.optional(),
  search: searchWords
    .optional()
    .meta({ description: 'Words and amounts of what an item shows, all of which it must have' }),
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
  access: 'read-people',
  summary: 'Everything that happened to a user’s account',
  params: z.strictObject({ userId: id }),
  query: activityQuery,
  reply: activityReply,
})

export const getFirmActivity = defineEndpoint({
  method: 'GET',
  path: '/treasury/activity',
  access: 'read-money',
  summary: 'What was done in the firm’s own name: capital, pools, plans, the clock; newest first',
  query: activityQuery,
  reply: activityReply,
})

/** The beginnings of a year's months, where the reader is, and of the one after it. */
const maxBounds = 13

const sumsQuery = z.strictObject({
  ...chosen,
  bounds: z
    .string()
    .max(maxBounds * 30)
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(moment)
        .min(2, 'bounds are two moments or more')
        .max(maxBounds, `bounds are at most ${maxBounds} moments`)
        .refine(
          (all) => all.every((one, at) => at === 0 || Date.parse(all[at - 1]!) < Date.parse(one)),
          'bounds are moments in the order of time, none of them twice',
        ),
    )
    .optional()
    .meta({
      description:
        'Moments with commas between them: each period ends where the next begins. Without them, all of it is one period.',
    }),
})
const sums = z.strictObject({
  from: instant,
  to: instant,
  count: z.int(),
  /** What came to the account and what left it: money that is held or placed has done neither. */
  moneyIn: dollars,
  moneyOut: dollars,
  /** What the amounts of the items come to, which is what they did to the balance. */
  balanceChange: dollars,
  /** With what came and what left between; null where the items are chosen. */
  value: z
    .strictObject({
      opening: dollars,
      closing: dollars,
      invested: dollars.meta({ description: 'Of the closing value, what is in running plans' }),
    })
    .nullable()
    .meta({ description: 'What the whole account was worth before the period and after it' }),
})
export type ActivitySums = z.infer<typeof sums>
const sumsReply = z.strictObject({
  status: success,
  data: z.strictObject({ sums: z.array(sums) }),
})

export const getActivitySums = defineEndpoint({
  method: 'GET',
  path: '/activity/sums',
  access: 'signed-in',
  summary: 'What the items of your activity come to, in periods one after the other',
  query: sumsQuery,
  reply: sumsReply,
})

export const getUserActivitySums = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/activity/sums',
  access: 'read-people',
  summary: 'What the items of a user’s activity come to, in periods one after the other',
  params: z.strictObject({ userId: id }),
  query: sumsQuery,
  reply: sumsReply,
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
    'The statement of a month or a year, such as 2026-01.pdf or 2026.pdf: its opening balance, every movement, its closing balance, and of a year the profit by plan and day; times in UTC',
  params: z.strictObject({
    file: z
      .string()
      .regex(
        /^[1-9]\d{3}(-(0[1-9]|1[0-2]))?\.pdf$/,
        'A statement is named by its month or its year, such as 2026-01.pdf or 2026.pdf',
      ),
  }),
  reply: { media: 'application/pdf' },
})

export const getYearCsv = defineEndpoint({
  method: 'GET',
  path: '/statements/years/:file',
  access: 'signed-in',
  summary:
    'Every movement of the balance in a year, oldest first, as comma-separated values, such as 2026.csv',
  params: z.strictObject({
    file: z.string().regex(/^[1-9]\d{3}\.csv$/, 'A year is named like 2026.csv'),
  }),
  reply: { media: 'text/csv; charset=utf-8' },
})

/**
 * Server-sent events: `changed` whenever something has happened to the own account, with the account's version as
 * its id and its data; a page then reloads what it shows. Resumed after the version in `Last-Event-ID`.
 */
export const getEvents = defineEndpoint({
  method: 'GET',
  path: '/events',
  access: 'signed-in',
  beforeOpening: true,
  summary: 'Tells when something has happened to your account',
  reply: { media: 'text/event-stream' },
})

/**
 * What the events of staff say: `changed` carries it as JSON, `everything` that more has changed than is listed, or that
 * nobody knows any more what, and `ended` the code for which the same call would be refused now.
 */
export type StaffNews = { withdrawals: string[]; users: string[] }

export const getStaffEvents = defineEndpoint({
  method: 'GET',
  path: '/events/staff',
  access: 'work-here',
  beforeOpening: true,
  summary:
    'Tells staff which requests and which users something has happened to, by their ids; resumed after Last-Event-ID',
  reply: { media: 'text/event-stream' },
})
