/** What a person and the firm write to each other: one thread each, read by whoever reads people. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { document, getDocumentFile, getDocumentPage, viewDocument } from './document.ts'
import { id, instant, lines, messageReply, page, party, success } from './fields.ts'

/** Stands over every thread, for both sides (rule 8). */
export const neverPays =
  'Nobody ever has to pay anything to receive their money. Whoever asks you to, in our name too, is lying: tell us.'

export const longestMessage = 4000
/** Of a person, in a day. */
export const maxMessagesADay = 30
/** With one message. */
export const maxFiles = 5

/** What they are for, as staff choose one. */
export const templateKinds = {
  rejection: 'A rejection',
  'more-documents': 'More documents',
  received: 'We have it',
  general: 'Other',
} as const
export type TemplateKind = keyof typeof templateKinds

const message = z.strictObject({
  id: z.string(),
  at: instant,
  by: z
    .strictObject({ fullName: z.string() })
    .nullable()
    .meta({ description: 'Who of staff wrote it; null: the person themself' }),
  text: z.string(),
  files: z.array(document),
})
export type Message = z.infer<typeof message>

const thread = z.strictObject({
  messages: z.array(message),
  nextCursor: z.string().nullable(),
  lastId: z
    .string()
    .nullable()
    .meta({ description: 'Of the newest message; an answer says which one it answers' }),
  waits: z.boolean().meta({ description: 'Whether an answer is due' }),
  unread: z.int().meta({ description: 'How many of the firm’s the person hasn’t seen' }),
  readAt: instant.nullable().meta({ description: 'When the person last saw all of it' }),
})
export type Thread = z.infer<typeof thread>

const threadReply = z.strictObject({ status: success, data: thread })
const sentReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ id: z.string() }),
})
const written = lines(longestMessage, 'Message')
const params = z.strictObject({ userId: id })

export const getMessages = defineEndpoint({
  method: 'GET',
  path: '/messages',
  access: 'investor',
  polled: true,
  summary: 'What you and the firm wrote to each other, newest first',
  query: z.strictObject(page),
  reply: threadReply,
})

export const sendMessage = defineEndpoint({
  method: 'POST',
  path: '/messages',
  access: 'investor',
  status: 201,
  keyed: true,
  summary: `Writes to the firm, ${maxMessagesADay} times a day at most; files are documents of the kind message that you added before`,
  body: z.strictObject({
    text: written,
    files: z.array(id).max(maxFiles, `A message can have at most ${maxFiles} files`).default([]),
  }),
  reply: sentReply,
})

export const readMessages = defineEndpoint({
  method: 'POST',
  path: '/messages/read',
  access: 'investor',
  keyed: true,
  summary: 'You have seen everything up to this message',
  body: z.strictObject({ lastId: id }),
  reply: messageReply,
})

export const getUserMessages = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/messages',
  access: 'read-people',
  polled: true,
  summary: 'What a user and the firm wrote to each other, newest first',
  params,
  query: z.strictObject(page),
  reply: threadReply,
})

export const answerMessages = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/messages',
  access: 'answer-messages',
  status: 201,
  keyed: true,
  summary:
    'Writes to a user: refused where something was written meanwhile, and where it reads as if they had to pay to receive their money. They are mailed that there is a message, without its words',
  params,
  body: z.strictObject({
    text: written,
    seen: id
      .nullable()
      .meta({ description: 'The newest message on your screen; null: there is none' }),
  }),
  reply: sentReply,
})

export const settleMessages = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/messages/settled',
  access: 'answer-messages',
  keyed: true,
  summary: 'Says that what a user wrote needs no answer',
  params,
  body: z.strictObject({ seen: id }),
  reply: messageReply,
})

const threadRow = z.strictObject({
  user: party,
  lastAt: instant,
  waitsSince: instant
    .nullable()
    .meta({ description: 'Since when an answer is due; null: none is' }),
  preview: z.string().meta({ description: 'How the newest message begins' }),
  lastBy: z.enum(['person', 'staff']),
})
export type ThreadRow = z.infer<typeof threadRow>

export const getThreads = defineEndpoint({
  method: 'GET',
  path: '/message-threads',
  access: 'read-people',
  polled: true,
  summary:
    'Whom the firm writes with: those who wait for an answer, longest first; or everybody, by their newest message',
  query: z.strictObject({ ...page, list: z.enum(['waiting', 'all']).default('waiting') }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ threads: z.array(threadRow), nextCursor: z.string().nullable() }),
  }),
})

const template = z.strictObject({
  kind: z.enum(Object.keys(templateKinds) as [TemplateKind, ...TemplateKind[]]),
  name: z.string(),
  text: z.string(),
})

export const getTemplates = defineEndpoint({
  method: 'GET',
  path: '/message-templates',
  access: 'answer-messages',
  summary: 'What the operator’s pack has ready to be written to people',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ templates: z.array(template) }),
  }),
})

export const viewMessageFile = defineEndpoint({
  method: 'POST',
  path: '/message-files/:id/view',
  access: 'read-people',
  summary:
    'Opens a file that a user sent with a message: the user sees who did, once an hour. The links are good for this session and for a minute',
  params: z.strictObject({ id }),
  reply: viewDocument.reply,
})

export const getMessageFilePage = defineEndpoint({
  ...getDocumentPage,
  path: '/message-files/:id/pages/:page',
  access: 'read-people',
  summary:
    'A picture of one page of such a file, by a link that POST /message-files/{id}/view gave',
})

export const getMessageFile = defineEndpoint({
  ...getDocumentFile,
  path: '/message-files/:id/file',
  access: 'read-people',
  summary: 'A PDF as it came, by a link that POST /message-files/{id}/view gave',
})
