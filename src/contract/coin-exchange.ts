/** How the firm closes its open position in coins, each way by two administrators; and how books and chain compare. */
import { z } from 'zod'
import { borneKinds, coinEntryKinds } from '../lib/coin-entry.ts'
import { coins } from './coin-deposit.ts'
import { coinItemKind } from './coin-items.ts'
import { asCsv, defineEndpoint } from './endpoint.ts'
import { amount, dollars, instant, page, party, reason, success, txid } from './fields.ts'
import { proposalReply } from './proposal.ts'
import { reference } from './receipt.ts'

/** `sale` and `purchase`: bitcoin for dollars, of USDT with `usdt-` before; `cover`: capital for what coins have lost; `usdt-fee`: capital for fees in TRX. */
export const coinEntryKind = z.enum(coinEntryKinds)

const coinEntry = z.strictObject({
  id: z.string(),
  kind: coinEntryKind,
  quantity: coins.nullable().meta({ description: 'Of a sale with the network’s fee' }),
  amount: dollars,
  txid: z.string().nullable().meta({ description: 'By which the coins left the wallet or came' }),
  reference: z.string(),
  rate: dollars.nullable().meta({ description: 'Of one coin, by this entry' }),
  lastRate: dollars
    .nullable()
    .meta({ description: 'As it was settled last when this was recorded' }),
  offBy: z
    .string()
    .nullable()
    .meta({ description: 'By how many percent its rate is above the last, or below: "-12.5"' }),
  reason: z.string().nullable(),
  firstAt: instant.meta({ description: 'When the first of two agreed to it' }),
  firstBy: party,
  bookedAt: instant,
  bookedBy: party,
})
export type CoinEntry = z.infer<typeof coinEntry>

export const getCoinEntries = defineEndpoint({
  method: 'GET',
  path: '/coin-entries',
  access: 'read-money',
  summary: 'Exchanged coins and covered positions that are booked, newest first',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ entries: z.array(coinEntry), nextCursor: z.string().nullable() }),
  }),
})

export const getCoinEntriesCsv = defineEndpoint({
  ...asCsv,
  path: '/coin-entries.csv',
  access: 'read-money',
})

const exchangeable = z.strictObject({
  kind: coinEntryKind.exclude(borneKinds),
  quantity: z
    .string('Please enter an amount of coins such as 0.25')
    .trim()
    .regex(/^\d{1,12}(?:\.\d{1,8})?$/, 'Please enter an amount of coins such as 0.25')
    .meta({ description: 'Bitcoin with up to eight decimals, or USDT with up to six' }),
  amount,
  txid,
  reference,
  reason: reason.nullish(),
})
const proposes = {
  method: 'POST',
  access: 'book-money',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  reply: proposalReply,
} as const

export const recordCoinExchange = defineEndpoint({
  ...proposes,
  path: '/coin-exchanges',
  summary:
    'Records coins of the wallet that were sold, or bought for it; somebody else must agree, which books it. The reply says how far the rate is from the last',
  body: exchangeable,
})

const borne = z.strictObject({ amount, reference, reason: reason.nullish() })

export const recordPositionCover = defineEndpoint({
  ...proposes,
  path: '/position-covers',
  summary:
    'Records that capital bears what coins have lost in dollars; somebody else must agree, which books it',
  body: borne,
})

export const recordNetworkFees = defineEndpoint({
  ...proposes,
  path: '/network-fees',
  summary:
    'Records what TRX for fees of the network have cost, in dollars, as the firm’s own cost; somebody else must agree, which books it',
  body: borne,
})

const signedCoins = z.string().meta({ description: 'Bitcoin; below zero with a minus' })

export const coinItem = z.strictObject({
  kind: coinItemKind,
  coins: signedCoins.meta({ description: 'What the chain has more, or less, by it' }),
  count: z.int(),
  txid: z.string().nullable().meta({ description: 'Of what is named one by one' }),
  stopsPayouts: z.boolean(),
})

const coinPosition = z.strictObject({
  books: signedCoins.meta({ description: 'What the books say that the wallet has' }),
  chain: coins.meta({ description: 'What the chain has unspent at the firm’s addresses' }),
  items: z.array(coinItem).meta({ description: 'What is known of the difference' }),
  difference: signedCoins.meta({ description: 'What is left of it, unexplained' }),
  payoutsStopped: z
    .string()
    .nullable()
    .meta({ description: 'Why, in sentences; null: they go on' }),
  owed: dollars.meta({ description: 'To people, against coins' }),
  rate: z.strictObject({ dollars, at: instant, sources: z.string() }).nullable(),
  value: dollars.nullable().meta({ description: 'Of the coins in the books at that rate' }),
  open: dollars.nullable().meta({ description: 'That value less what is owed' }),
  limit: dollars.nullable().meta({ description: 'Beyond it deposits wait; null: none' }),
  room: dollars.nullable().meta({ description: 'What of the limit is left' }),
  read: z.strictObject({
    height: z.int().nullable(),
    secondsAgo: z.int().nullable().meta({ description: 'Null: the chain was never read' }),
    fault: z.string().nullable().meta({ description: 'Why the node could not be read' }),
    rateFault: z.string().nullable().meta({ description: 'Why there is no rate' }),
    refused: z.int().meta({ description: 'Deposits that are not what was recorded of them' }),
  }),
})
export type CoinPosition = z.infer<typeof coinPosition>

const usdtCoins = z.string().meta({ description: 'USDT, with up to six decimals and a sign' })

const usdtPosition = z.strictObject({
  books: usdtCoins,
  chain: usdtCoins.meta({ description: 'What came to the firm’s addresses less what left them' }),
  items: z.array(coinItem.omit({ stopsPayouts: true }).extend({ coins: usdtCoins })),
  difference: usdtCoins.meta({ description: 'What is left of it, unexplained' }),
  differs: z
    .string()
    .nullable()
    .meta({ description: 'What must not be, in sentences; null: nothing' }),
  rate: z.strictObject({ dollars, at: instant, sources: z.string() }).nullable(),
  height: z.int().nullable().meta({ description: 'Of the last block that was read' }),
  node: z
    .strictObject({
      askedAt: instant,
      proofs: z.array(
        z.strictObject({
          what: z.string().meta({ description: 'What it has to prove' }),
          found: z
            .string()
            .nullable()
            .meta({ description: 'What is wrong; null: it has proved this' }),
        }),
      ),
    })
    .nullable()
    .meta({
      description:
        'What the TRON node has proved to this server, asked once a day, and each minute where something is wrong; null: it is being asked',
    }),
})
export type UsdtPosition = z.infer<typeof usdtPosition>

export const getCoinPosition = defineEndpoint({
  method: 'GET',
  path: '/coin-position',
  access: 'read-money',
  summary:
    'Bitcoin in the books and on the chain with everything that is known between the two, and the firm’s open position',
  polled: true,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      position: coinPosition.nullable().meta({ description: 'Null where the firm takes none' }),
      usdt: usdtPosition
        .nullable()
        .meta({ description: 'USDT on TRON; null where the firm takes none' }),
    }),
  }),
})
