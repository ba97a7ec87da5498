/** How one of staff looks at a list, or reads a bank's columns, saved by a name. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, messageReply, party, success, text } from './fields.ts'
import type { Capability } from './roles.ts'

export const viewedList = z.enum(['users', 'withdrawals', 'audit', 'statements'])
export type ViewedList = z.infer<typeof viewedList>

/**
 * What its page takes: a shared view is shared with those who may do this. Null: how a bank's columns are read decides what is
 * booked, and is applied by itself, so nobody gets another's.
 */
export const seeingList: Record<ViewedList, Capability | null> = {
  users: 'read-people',
  withdrawals: 'read-money',
  audit: 'read-audit',
  statements: null,
}

const name = text(60, 'Name')

const savedView = z.strictObject({
  id: z.string(),
  list: viewedList,
  name: z.string(),
  query: z.string().meta({ description: 'As it stands in the address of the list' }),
  isShared: z.boolean().meta({ description: 'Whether all see it who may see the list' }),
  by: party.meta({ description: 'Who saved it' }),
  mayChange: z.boolean().meta({
    description: 'Whether you may change and remove it: it is yours, or you give roles',
  }),
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
  summary:
    'Your own saved views of all lists, and those that others of staff share of lists that you may see, by name',
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
  summary:
    'Renames one of your saved views, shares it with all who may see its list, or ends that; of shared ones also whoever gives roles',
  params: z.strictObject({ id }),
  body: z
    .strictObject({ name: name.optional(), isShared: z.boolean().optional() })
    .refine(
      (body) => Object.values(body).some((value) => value !== undefined),
      'Nothing to change',
    ),
  reply: viewReply,
})

export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/saved-views/:id',
  access: 'work-here',
  summary: 'Deletes one of your saved views; of shared ones also whoever gives roles',
  params: z.strictObject({ id }),
  reply: messageReply,
})
