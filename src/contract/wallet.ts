/** The firm's wallet, whose keys the server never has: compared with a signer by two, and addresses of it for people. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, messageReply, success, text, txid } from './fields.ts'
import { proposalReply } from './proposal.ts'

/** Of the wallet; bitcoin where it is left out. */
const coin = z.enum(['BTC', 'USDT']).default('BTC')

export const drawAddress = defineEndpoint({
  method: 'POST',
  path: '/wallets/addresses',
  access: 'investor',
  summary: 'Get an address for a coin of your own, for good',
  body: z.strictObject({ coin }),
  keyed: true,
  newBusiness: true,
  status: 201,
  reply: z.strictObject({ status: success, data: z.strictObject({ address: z.string() }) }),
})

/** `new`: nobody has compared it yet. */
const walletStatus = z.enum(['new', 'compared', 'confirmed', 'retired'])

const wallet = z.strictObject({
  descriptor: z.string(),
  network: z.string(),
  threshold: z.int().meta({ description: 'How many of the keys have to sign' }),
  keys: z.array(
    z.strictObject({
      fingerprint: z.string().nullable().meta({ description: 'Null where the key doesn’t say' }),
      path: z.string(),
    }),
  ),
  status: walletStatus,
  addresses: z.int().meta({ description: 'How many were drawn for people' }),
  comparedBy: z.string().nullable(),
  comparedAt: instant.nullable(),
  confirmedBy: z.string().nullable(),
  confirmedAt: instant.nullable(),
})
export type FirmWallet = z.infer<typeof wallet>

/** How the last look at the chain went. */
const watching = z.strictObject({
  lookedAt: instant.nullable(),
  height: z.int().nullable(),
  fault: z.string().nullable(),
  unknown: z.string().nullable(),
  refused: z.int(),
  rate: dollars.nullable(),
  rateAt: instant.nullable(),
  rateSources: z.string().nullable(),
  rateFault: z.string().nullable(),
})
export type Watching = z.infer<typeof watching>

/** Of one coin. */
const watchedWallets = z.strictObject({
  current: wallet.nullable().meta({ description: 'Of the settings; null where there is none' }),
  earlier: z.array(wallet),
  watching: watching.nullable(),
  firstCoins: z.strictObject({ confirmedAt: instant.nullable() }).nullable().meta({
    description:
      'When two confirmed a first deposit and a first payout of the wallet that is used: customers get addresses of it from then on. Null where nobody has to, as in a demonstration, and where no wallet is confirmed',
  }),
})
export type WatchedWallets = z.infer<typeof watchedWallets>

export const getWallets = defineEndpoint({
  method: 'GET',
  path: '/wallets',
  access: 'read-money',
  summary: 'The wallets of the settings, earlier ones, and how their chains are watched',
  polled: true,
  reply: z.strictObject({
    status: success,
    data: watchedWallets.extend({ usdt: watchedWallets }),
  }),
})

export const compareWallet = defineEndpoint({
  method: 'POST',
  path: '/wallets/comparisons',
  access: 'pay-out',
  summary: 'Say which first address your signer shows: two administrators confirm a wallet by it',
  keyed: true,
  reauthentication: 'decision',
  body: z.strictObject({ coin, address: text(100, 'Address') }),
  reply: messageReply,
})

export const proposeFirstCoins = defineEndpoint({
  method: 'POST',
  path: '/wallets/first-coins',
  access: 'pay-out',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Say by which transactions a first deposit came and a first payout left, as an explorer shows them: once another person agrees, customers get addresses of the wallet',
  body: z.strictObject({
    coin: z.enum(['BTC', 'USDT']),
    deposit: txid,
    payout: txid,
  }),
  reply: proposalReply,
})
