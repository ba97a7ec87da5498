/** Coins that arrive at one's own addresses, from seen to credited. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, success } from './fields.ts'

export const coins = z.string().meta({ description: 'Bitcoin, with up to eight decimals' })
const anyCoins = z
  .string()
  .meta({ description: 'Bitcoin with up to eight decimals, or USDT with up to six' })

/**
 * `seen`: in no block yet; `confirming`: in a block that isn't deep enough; `held-up`: deep enough, and waits for what `heldUpBy`
 * says; `aside`: beyond a limit, in one's name; `gone`: replaced or forgotten before it was credited.
 */
export const coinDepositState = z.enum([
  'seen',
  'confirming',
  'held-up',
  'credited',
  'aside',
  'gone',
])

const coinDeposit = z.strictObject({
  txid: z.string(),
  output: z.int().meta({ description: 'Of USDT the place of the log in its transaction' }),
  coins: anyCoins,
  state: coinDepositState,
  confirmations: z.int(),
  needed: z.int().meta({ description: 'Confirmations until it is credited' }),
  heldUpBy: z.enum(['minimum', 'rate', 'position', 'check']).nullable(),
  amount: dollars.nullable().meta({ description: 'As credited; null before' }),
  rate: dollars.nullable().meta({ description: 'Of one coin, as credited; null before' }),
  at: instant.meta({ description: 'When it was first seen' }),
  explorer: z.string().nullable().meta({ description: 'Where the transaction can be looked at' }),
})
export type CoinDeposit = z.infer<typeof coinDeposit>

const shownRate = z.strictObject({
  dollars,
  at: instant,
  /** Beside the time: the reader's clock may be another. */
  ageMs: z.int().meta({ description: 'Milliseconds since it was read, as this was answered' }),
  sources: z.string(),
})

const coinsForMe = z.strictObject({
  network: z.enum(['main', 'test', 'regtest', 'tron', 'tron-sample']),
  /** Null until it is asked for. */
  address: z
    .strictObject({
      address: z.string(),
      uri: z.string().meta({ description: 'BIP 21; of USDT the address' }),
    })
    .nullable(),
  /** Why no address can be had or shown at the moment; null: one can. */
  closed: z.string().nullable(),
  minimum: anyCoins.meta({ description: 'Less is kept, and credited once more of it has come' }),
  steps: z.array(z.strictObject({ below: dollars.nullable(), blocks: z.int() })),
  rate: shownRate.nullable(),
  deposits: z.array(coinDeposit).meta({ description: 'The latest fifty, newest first' }),
})
export type CoinsForMe = z.infer<typeof coinsForMe>

export const getCoinDeposits = defineEndpoint({
  method: 'GET',
  path: '/coin-deposits',
  access: 'signed-in',
  summary: 'Your own addresses for coins, and what has arrived there',
  polled: true,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      bitcoin: coinsForMe.nullable().meta({ description: 'Null where the firm takes none' }),
      usdt: coinsForMe.nullable().meta({
        description:
          'On TRON; shown once 20 blocks that stay are above it. Null where the firm takes none',
      }),
    }),
  }),
})
