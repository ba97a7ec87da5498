import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { amount, instant, success } from './fields.ts'
import { user } from './user.ts'

export const largestPlayDeposit = 100_000_000n

export const payInPlayMoney = defineEndpoint({
  method: 'POST',
  path: '/demo/deposits',
  access: 'investor',
  status: 201,
  keyed: true,
  demoOnly: true,
  summary: 'Credits play money to your own account',
  body: z.strictObject({
    amount: amount.refine((cents) => cents <= largestPlayDeposit, 'At most $1,000,000 at a time'),
    asset: z.enum(['BTC', 'USDT'], 'asset is BTC or USDT'),
  }),
  reply: z.strictObject({ status: success, message: z.string(), data: z.strictObject({ user }) }),
})

export const moveClock = defineEndpoint({
  method: 'POST',
  path: '/demo/clock',
  access: 'run-the-house',
  demoOnly: true,
  keyed: true,
  summary: 'Moves business time forward; answers when everything that fell due is settled',
  body: z.strictObject({
    days: z
      .int('days is a whole number from 1 to 365')
      .min(1, 'days is a whole number from 1 to 365')
      .max(365, 'days is a whole number from 1 to 365'),
  }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ now: instant, settled: z.int() }),
  }),
})
