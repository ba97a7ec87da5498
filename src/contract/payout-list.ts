/** Payouts in USDT: lists that are made here, signed and sent elsewhere line by line, and found again on the chain. */
import { z } from 'zod'
import { asCsv, defineEndpoint } from './endpoint.ts'
import { difference, dollars, id, instant, messageReply, page, party, success } from './fields.ts'
import { changesPayouts, coinPayment, payableInCoins, withdrawalsFor } from './payouts.ts'

/** `recalled`: cancelled after its release, while something that was signed for it may still count; `void`: nothing can any more; `cancelled`: it was never released. */
export const listStatus = z.enum(['built', 'released', 'recalled', 'paid', 'cancelled', 'void'])
export type ListStatus = z.infer<typeof listStatus>

export const maxListed = 100

const usdt = z.string().meta({ description: 'USDT, with up to six decimals' })

export const payoutList = z.strictObject({
  id: z.string(),
  status: listStatus,
  amount: dollars,
  quantity: usdt,
  rate: z.string().meta({ description: 'US dollars for one USDT' }),
  payments: z.int(),
  paid: z.int(),
  builtAt: instant,
  builtBy: party,
  releasedAt: instant.nullable(),
  releasedBy: party.nullable(),
  endedAt: instant.nullable(),
  freeIn: z.int().nullable().meta({
    description:
      'Of a list that was cancelled after its release: after how many more blocks its withdrawals are free',
  }),
})
export type PayoutList = z.infer<typeof payoutList>

export const listPayment = z.strictObject({
  ...coinPayment,
  quantity: usdt,
  reference: z.string().nullable().meta({ description: 'Its transaction, and the log in it' }),
  explorer: z.string().nullable().meta({ description: 'Where the transaction can be looked at' }),
})
export type ListPayment = z.infer<typeof listPayment>

export const getPayoutLists = defineEndpoint({
  method: 'GET',
  path: '/payout-lists',
  access: 'read-money',
  summary:
    'Lists of payouts in USDT, newest first, and the approved withdrawals that no list pays yet',
  polled: true,
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      from: z.strictObject({ address: z.string(), coins: usdt }).nullable().meta({
        description:
          'The firm’s own address that pays, and what it had when the chain was last read; null where the firm takes no USDT, or its account is not confirmed',
      }),
      lists: z.array(payoutList),
      waiting: z.array(payableInCoins),
      onLists: z
        .array(z.strictObject({ withdrawalId: z.string(), listId: z.string() }))
        .meta({ description: 'The approved requests that a list may still pay' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

const params = z.strictObject({ id })

export const getPayoutListsCsv = defineEndpoint({
  ...asCsv,
  path: '/payout-lists.csv',
  access: 'read-money',
})

export const getPayoutList = defineEndpoint({
  method: 'GET',
  path: '/payout-lists/:id',
  access: 'read-money',
  summary: 'One list of payouts in USDT, with whom it pays',
  polled: true,
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      list: payoutList,
      difference,
      from: z.string().meta({ description: 'Paying address' }),
      payments: z.array(listPayment),
      cancelledBy: party.nullable(),
    }),
  }),
})

export const buildPayoutList = defineEndpoint({
  ...changesPayouts,
  path: '/payout-lists',
  summary: 'Puts approved withdrawals to addresses on TRON on a list, with what each is paid',
  body: z.strictObject({
    withdrawals: withdrawalsFor('A list', maxListed),
  }),
  status: 201,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string() }),
  }),
})

export const releasePayoutList = defineEndpoint({
  ...changesPayouts,
  access: 'agree-to-money',
  path: '/payout-lists/:id/release',
  summary:
    'Lets a list be downloaded, signed and sent; above the limit by somebody else than whoever made it. What is sent along must match it',
  params,
  body: z.strictObject({ amount: dollars, payments: z.int() }),
  reply: messageReply,
})

export const getPayoutListFile = defineEndpoint({
  method: 'GET',
  path: '/payout-lists/:id/file',
  access: 'pay-out',
  summary:
    'What is signed and sent elsewhere: a CSV file of the lines of a released list that are not paid yet, one transaction for each',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ name: z.string(), csv: z.string() }),
  }),
})

export const cancelPayoutList = defineEndpoint({
  ...changesPayouts,
  path: '/payout-lists/:id/removal',
  summary:
    'Cancels a list. Where it was released its withdrawals are kept for a day of blocks, until nothing that was signed for it can count any more',
  params,
  reply: messageReply,
})
