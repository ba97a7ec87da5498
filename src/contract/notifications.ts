/** What the bell tells: what others did in somebody's account, and what concerns its security, whoever did it. */
import { z } from 'zod'
import { activityItem } from './activity.ts'
import { choicesOf } from './choices.ts'
import { defineEndpoint } from './endpoint.ts'
import { success } from './fields.ts'

/** What a person may switch off, by the name of the email that tells of the same. Everything else is always told. */
export const topicsOfBell = [
  'deposit-received',
  'investment-matured',
  'withdrawal-decided',
  'withdrawal-paid',
] as const
export type NotificationTopic = (typeof topicsOfBell)[number]

/** How many the list has, and up to where the new ones are counted. */
export const latestNotifications = 20
export const maxCounted = 100

const notification = activityItem.extend({
  version: z.int().meta({ description: 'Its place in your activity' }),
  isNew: z.boolean().meta({ description: 'Whether you haven’t read up to it' }),
})
export type Notification = z.infer<typeof notification>

export const getNotifications = defineEndpoint({
  method: 'GET',
  path: '/notifications',
  access: 'signed-in',
  polled: true,
  summary: `What others did in your account, and what concerns its security: the latest ${latestNotifications}, newest first`,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      newCount: z
        .int()
        .meta({ description: `How many are new; ${maxCounted} are that many or more` }),
      notifications: z.array(notification),
    }),
  }),
})

export const markNotifications = defineEndpoint({
  method: 'POST',
  path: '/notifications/read',
  access: 'signed-in',
  summary: 'Marks what your activity has up to a place as read. What was read stays read',
  body: z.strictObject({
    upTo: z.int('upTo is a place in your activity').min(0, 'upTo is a place in your activity'),
  }),
  reply: z.strictObject({ status: success, data: z.strictObject({ readUpTo: z.int() }) }),
})

const choices = choicesOf(topicsOfBell)
export type NotificationChoices = z.infer<typeof choices>

const choicesReply = z.strictObject({
  status: success,
  data: z.strictObject({ notifications: choices }),
})

export const getNotificationChoices = defineEndpoint({
  method: 'GET',
  path: '/notification-choices',
  access: 'signed-in',
  summary: 'What the bell tells, of what can be switched off',
  reply: choicesReply,
})

export const changeNotificationChoices = defineEndpoint({
  method: 'PATCH',
  path: '/notification-choices',
  access: 'signed-in',
  summary: 'Switches on and off what the bell tells; what isn’t named stays as it is',
  body: choices.partial(),
  reply: choicesReply,
})
