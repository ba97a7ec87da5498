/** Payouts in USDT: lists that are made here, signed and sent elsewhere line by line, and found again on the chain. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { difference, dollars, id, instant, messageReply, page, success } from './fields.ts'

/** `recalled`: given up after its release, while something that was signed for it may still count; `void`: nothing can any more; `dropped`: it was never released. */
export const listStatus = z.enum(['built', 'released', 'recalled', 'paid', 'dropped', 'void'])
export type ListStatus = z.infer<typeof listStatus>

export const maxListed = 100

const usdt = z.string().meta({ description: 'USDT, with up to six decimals' })
const party = z.strictObject({ id: z.string(), fullName: z.string() })

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
      'Of a list that was given up after its release: after how many more blocks its withdrawals are free',
  }),
})
export type PayoutList = z.infer<typeof payoutList>

export const listPayment = z.strictObject({
  withdrawalId: z.string(),
  user: party,
  amount: dollars,
  quantity: usdt,
  address: z
    .string()
    .nullable()
    .meta({ description: 'Null where the request is not what was recorded of it' }),
  isFrozen: z
    .boolean()
    .meta({ description: 'Whether the account of its user is frozen: nothing may leave for it' }),
  reference: z.string().nullable().meta({ description: 'Its transaction, and the log in it' }),
  explorer: z.string().nullable().meta({ description: 'Where the transaction can be looked at' }),
  paidAt: instant.nullable(),
})
export type ListPayment = z.infer<typeof listPayment>

const payable = z.strictObject({
  withdrawalId: z.string(),
  user: party,
  amount: dollars,
  approvedAt: instant,
})

export const getPayoutLists = defineEndpoint({
  method: 'GET',
  path: '/payout-lists',
  access: 'staff',
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
      waiting: z.array(payable),
      onLists: z
        .array(z.strictObject({ withdrawalId: z.string(), listId: z.string() }))
        .meta({ description: 'The approved requests that a list may still pay' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

const params = z.strictObject({ id })

export const getPayoutList = defineEndpoint({
  method: 'GET',
  path: '/payout-lists/:id',
  access: 'staff',
  summary: 'One list of payouts in USDT, with whom it pays',
  polled: true,
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      list: payoutList,
      difference,
      from: z.string().meta({ description: 'The address that pays' }),
      payments: z.array(listPayment),
      droppedBy: party.nullable(),
    }),
  }),
})

const changes = {
  method: 'POST',
  access: 'admin',
  keyed: true,
  reauthentication: 'decision',
} as const

export const buildPayoutList = defineEndpoint({
  ...changes,
  path: '/payout-lists',
  summary: 'Puts approved withdrawals to addresses on TRON on a list, with what each is paid',
  body: z.strictObject({
    withdrawals: z
      .array(id)
      .min(1, 'Please choose at least one withdrawal')
      .max(maxListed, `A list pays at most ${maxListed}`)
      .refine((ids) => new Set(ids).size === ids.length, 'A withdrawal stands twice'),
  }),
  status: 201,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string() }),
  }),
})

export const releasePayoutList = defineEndpoint({
  ...changes,
  path: '/payout-lists/:id/release',
  summary:
    'Lets a list be downloaded, signed and sent; above the limit by another administrator than who made it. What is sent along must match it',
  params,
  body: z.strictObject({ amount: dollars, payments: z.int() }),
  reply: messageReply,
})

export const getPayoutListFile = defineEndpoint({
  method: 'GET',
  path: '/payout-lists/:id/file',
  access: 'admin',
  summary:
    'What is signed and sent elsewhere: a CSV file of the lines of a released list that are not paid yet, one transaction for each',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ name: z.string(), csv: z.string() }),
  }),
})

export const dropPayoutList = defineEndpoint({
  ...changes,
  path: '/payout-lists/:id/removal',
  summary:
    'Gives a list up. Where it was released its withdrawals are kept for a day of blocks, until nothing that was signed for it can count any more',
  params,
  reply: messageReply,
})
