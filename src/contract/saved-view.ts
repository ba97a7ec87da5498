/** How one of staff looks at a list, or reads a bank's columns, saved by a name. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, messageReply, success, text } from './fields.ts'

export const viewedList = z.enum(['users', 'withdrawals', 'audit', 'statements'])
export type ViewedList = z.infer<typeof viewedList>

const name = text(60, 'Name')

const savedView = z.strictObject({
  id: z.string(),
  list: viewedList,
  name: z.string(),
  query: z.string().meta({ description: 'As it stands in the address of the list' }),
})
export type SavedView = z.infer<typeof savedView>

const viewReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ view: savedView }),
})

export const getSavedViews = defineEndpoint({
  method: 'GET',
  path: '/saved-views',
  access: 'work-here',
  summary: 'Your own saved views of all lists, by name',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ views: z.array(savedView) }),
  }),
})

export const saveView = defineEndpoint({
  method: 'POST',
  path: '/saved-views',
  access: 'work-here',
  status: 201,
  summary: 'Saves how you look at a list, by a name; up to 20 for each list',
  body: z.strictObject({
    list: viewedList,
    name,
    query: z
      .string()
      .max(1000, 'This view is too long to be saved')
      .regex(/^[\x21-\x7e]*$/, 'This view cannot be saved'),
  }),
  reply: viewReply,
})

export const renameView = defineEndpoint({
  method: 'PATCH',
  path: '/saved-views/:id',
  access: 'work-here',
  summary: 'Renames one of your saved views',
  params: z.strictObject({ id }),
  body: z.strictObject({ name }),
  reply: viewReply,
})

export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/saved-views/:id',
  access: 'work-here',
  summary: 'Deletes one of your saved views',
  params: z.strictObject({ id }),
  reply: messageReply,
})
