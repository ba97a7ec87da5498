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

/** The firm's account at a bank, for a transfer. Null where the firm doesn't say it. */
const bankInstructions = z.strictObject({
  holder: z.string().nullable(),
  bank: z.string().nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  account: z.string().nullable(),
  routing: z.string().nullable(),
  reference: z.string().nullable().meta({ description: 'What to write as the text of a transfer' }),
})

export const getDepositAddresses = defineEndpoint({
  method: 'GET',
  path: '/deposit-addresses',
  access: 'signed-in',
  summary: 'The ways to pay in: the firm’s account at a bank, and addresses for coins',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      bank: bankInstructions
        .nullable()
        .meta({ description: 'Null where there is none, as in the demonstration' }),
      addresses: z.array(depositAddress),
    }),
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
