/** Closing one's own account: what is left in it, asking for it, and the day in which one can still keep it. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, messageReply, success } from './fields.ts'

export type AccountClosingStatus = 'waiting' | 'stopped' | 'lapsed' | 'done'

/** Money and obligations, in the order in which they are told. */
export const leftKinds = [
  ...(['balance', 'held', 'invested', 'promised', 'set-aside'] as const),
  ...(['security', 'owed'] as const),
] as const
export type LeftKind = (typeof leftKinds)[number]

const left = z.strictObject({ what: z.enum(leftKinds), amount: dollars })
export type Left = z.infer<typeof left>

const waiting = z.strictObject({
  askedAt: instant,
  closesFrom: instant,
  waitsFor: z.enum(['law_check']).nullable().meta({
    description: 'What keeps it open beyond that; it closes by itself when this has ended',
  }),
})
export type WaitingClosing = z.infer<typeof waiting>

const accountClosing = z.strictObject({
  left: z.array(left).meta({ description: 'What has to be settled first' }),
  waiting: waiting.nullable().meta({ description: 'Until when the account can still be kept' }),
})

export const getAccountClosing = defineEndpoint({
  method: 'GET',
  path: '/account-closing',
  access: 'investor',
  summary: 'What is left in your account, and whether it is about to close',
  reply: z.strictObject({ status: success, data: z.strictObject({ accountClosing }) }),
})

export const requestClosing = defineEndpoint({
  method: 'POST',
  path: '/account-closing',
  access: 'investor',
  keyed: true,
  reauthentication: 'security',
  summary:
    'Asks to close your account 24 hours later, and to erase your data; refused while money or obligations are left',
  reply: messageReply,
})

export const stopClosing = defineEndpoint({
  method: 'DELETE',
  path: '/account-closing',
  access: 'investor',
  keyed: true,
  evenMailed: true,
  summary: 'Keeps your account: it is not closed',
  reply: messageReply,
})
