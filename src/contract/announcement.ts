/** What the firm has announced, as who got it reads it. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, page, success } from './fields.ts'

const own = z.strictObject({
  id: z.string(),
  at: instant,
  title: z.string(),
  text: z.string(),
  readAt: instant.nullable().meta({ description: 'When you opened it first' }),
})
export type OwnAnnouncement = z.infer<typeof own>

export const getOwnAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/announcements',
  access: 'investor',
  polled: true,
  summary: 'What the firm has announced to you, newest first',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      announcements: z.array(own),
      unread: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const readAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/announcements/:id/read',
  access: 'investor',
  keyed: true,
  summary: 'You have opened this announcement',
  params: z.strictObject({ id }),
  reply: messageReply,
})
