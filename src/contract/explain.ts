/** How a figure is made up: its lines, whose sum it is, and the entries behind each line. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, success } from './fields.ts'

export const figureName = z.enum([
  'total-value',
  'account-balance',
  'held',
  'invested',
  'estimated-profit',
  'total-profit',
  'accrued-profit',
  'total-investment',
  'total-loss',
])
export type FigureName = z.infer<typeof figureName>

const entry = z.strictObject({
  /** Of the item in the activity that brought it about. */
  id: z.string(),
  at: instant,
  title: z.string(),
  note: z.string().nullable(),
  amount: dollars,
})
export type ExplainedEntry = z.infer<typeof entry>

const line = z.strictObject({
  label: z.string(),
  amount: dollars,
  /** The latest ones, newest first. */
  entries: z.array(entry),
  /** What stands behind the line beside them: how many more there are, and what they come to. */
  earlier: z.strictObject({ count: z.int(), amount: dollars }),
})
export type ExplainedLine = z.infer<typeof line>

export const explanation = z.strictObject({
  figure: figureName,
  /** Of the account, as its own. */
  version: z.int(),
  lines: z.array(line),
  sum: dollars,
})
export type Explanation = z.infer<typeof explanation>

const reply = z.strictObject({ status: success, data: z.strictObject({ explanation }) })

export const getExplanation = defineEndpoint({
  method: 'GET',
  path: '/explain/:figure',
  access: 'signed-in',
  summary:
    'How a figure of your account is made up, down to the entries: everything as it stood at one moment',
  params: z.strictObject({ figure: figureName }),
  reply,
})

export const getUserExplanation = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/explain/:figure',
  access: 'read-people',
  summary: 'The same for a user’s account',
  params: z.strictObject({ userId: id, figure: figureName }),
  reply,
})
