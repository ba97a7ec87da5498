import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, page, success } from './fields.ts'

/** Where coins are sent to. What is not usable must not be sent to, and its note says why. */
const depositAddress = z.strictObject({
  asset: z.string(),
  network: z.string(),
  address: z.string(),
  usable: z.boolean(),
  note: z.string(),
})

export const getDepositAddresses = defineEndpoint({
  method: 'GET',
  path: '/deposit-addresses',
  access: 'signed-in',
  summary: 'The addresses for paying in',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ addresses: z.array(depositAddress) }),
  }),
})

export const getDeposits = defineEndpoint({
  method: 'GET',
  path: '/deposits',
  access: 'signed-in',
  summary: 'Your deposits, newest first',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      deposits: z.array(
        z.strictObject({
          id: z.string(),
          at: instant,
          amount: dollars,
          asset: z.string().nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
})
