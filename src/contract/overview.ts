/** What home says beside the figures: how far somebody has come, and what matters now. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, success } from './fields.ts'

/** How long home says that something matured. */
export const maturedWithinDays = 3

const overview = z.strictObject({
  begun: z.boolean().meta({ description: 'Whether any money has ever moved in your account' }),
  secured: z.boolean().meta({ description: 'Whether you have a second factor' }),
  holdUntil: instant.nullable().meta({
    description:
      'Until when, after a change of your sign-in, money can only be sent to destinations that were paid before',
  }),
  matured: z
    .strictObject({ count: z.int(), amount: dollars })
    .nullable()
    .meta({
      description: `How many investments matured within the last ${maturedWithinDays} days, and what they paid; null where none did`,
    }),
  nextMaturity: z
    .strictObject({ at: instant, amount: dollars, reinvested: dollars })
    .nullable()
    .meta({
      description:
        'When the next investment matures, what it comes to with its profit, and how much of that is chosen to be invested again',
    }),
  undone: dollars.meta({ description: 'How much of all that you ever invested was undone' }),
})
export type HomeOverview = z.infer<typeof overview>

export const getOverview = defineEndpoint({
  method: 'GET',
  path: '/overview',
  access: 'signed-in',
  summary: 'What home says beside the figures of your account',
  reply: z.strictObject({ status: success, data: z.strictObject({ overview }) }),
})
