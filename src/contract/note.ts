/** What staff write about a user for each other. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, lines, page, success } from './fields.ts'

const note = z.strictObject({ id: z.string(), at: instant, by: z.string(), text: z.string() })
export type Note = z.infer<typeof note>

export const longestNote = 2000

const params = z.strictObject({ userId: id })

export const getNotes = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/notes',
  access: 'read-people',
  summary: 'What staff have noted about a user, newest first',
  params,
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ notes: z.array(note), nextCursor: z.string().nullable() }),
  }),
})

export const writeNote = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/notes',
  access: 'write-notes',
  status: 201,
  keyed: true,
  summary:
    'Adds a note about a user, seen by staff only; it is never changed, and erased with the person',
  params,
  body: z.strictObject({ text: lines(longestNote, 'Note') }),
  reply: z.strictObject({ status: success, message: z.string(), data: z.strictObject({ note }) }),
})
