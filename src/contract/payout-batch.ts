/** Payouts in coins: batches that are built here, signed by what the operator has, and followed in the chain. */
import { z } from 'zod'
import { asCsv, defineEndpoint } from './endpoint.ts'
import { difference, dollars, id, instant, messageReply, page, party, success } from './fields.ts'
import { changesPayouts, coinPayment, payableInCoins, withdrawalsFor } from './payouts.ts'

/** `cancelled`: it was never sent from here; `void`: something else spends a coin of it, and it can never confirm; `settled`: its network fee is booked. */
export const batchStatus = z.enum(['built', 'sent', 'paid', 'settled', 'cancelled', 'void'])
export type BatchStatus = z.infer<typeof batchStatus>

/** What the chain says of it, as it was last read. */
export const batchPlace = z.enum(['unseen', 'waiting', 'confirming', 'deep', 'replaced'])
export type BatchPlace = z.infer<typeof batchPlace>

export const maxPayments = 100
export const maxFeeRate = 1000
/** In bytes: fifty coins with the transactions that made them. */
export const largestSigned = 12_000_000

const satoshi = z.int().meta({ description: 'Satoshi' })

export const payoutBatch = z.strictObject({
  id: z.string(),
  txid: z.string(),
  explorer: z.string().nullable().meta({ description: 'Where the transaction can be looked at' }),
  replaces: z.string().nullable().meta({ description: 'Which batch it was built instead of' }),
  replacedBy: z.string().nullable().meta({ description: 'The batch that was built instead of it' }),
  status: batchStatus,
  amount: dollars,
  quantity: satoshi,
  rate: z.string().meta({ description: 'US dollars for one bitcoin' }),
  feeRate: z.int().meta({ description: 'Satoshi per virtual byte' }),
  fee: satoshi,
  payments: z.int(),
  isSigned: z.boolean(),
  isSignedInPart: z.boolean(),
  place: batchPlace,
  confirmations: z.int(),
  needed: z.int(),
  builtAt: instant,
  builtBy: party,
  sentAt: instant.nullable(),
  sentBy: party.nullable(),
  endedAt: instant.nullable(),
  spentBy: z.string().nullable().meta({ description: 'The transaction that spends a coin of it' }),
})
export type PayoutBatch = z.infer<typeof payoutBatch>

export const batchPayment = z.strictObject({
  ...coinPayment,
  quantity: satoshi,
  output: z.int(),
  reference: z.string(),
})
export type BatchPayment = z.infer<typeof batchPayment>

export const getPayoutBatches = defineEndpoint({
  method: 'GET',
  path: '/payout-batches',
  access: 'read-money',
  summary:
    'Batches of payouts in bitcoin, newest first, and the approved withdrawals that no batch pays yet',
  polled: true,
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      network: z
        .enum(['main', 'test', 'regtest'])
        .nullable()
        .meta({ description: 'Null where the firm takes no bitcoin' }),
      batches: z.array(payoutBatch),
      waiting: z.array(payableInCoins),
      inBatches: z
        .array(z.strictObject({ withdrawalId: z.string(), batchId: z.string() }))
        .meta({ description: 'The approved requests that a batch is to pay' }),
      nextCursor: z.string().nullable(),
    }),
  }),
})

const satoshiPerByte = z.int().meta({ description: 'Satoshi per virtual byte, rounded up' })

export const feeRates = z.strictObject({
  at: instant.meta({ description: 'When the node was asked' }),
  minimum: satoshiPerByte.nullable().meta({
    description: 'The least that the node keeps among what waits to be mined; null: it doesn’t say',
  }),
  proposals: z
    .array(z.strictObject({ blocks: z.int(), feeRate: satoshiPerByte }))
    .meta({ description: 'For a place within so many blocks; empty: it has seen too little' }),
  fault: z.string().nullable().meta({ description: 'Why the node proposes nothing now' }),
})
export type FeeRates = z.infer<typeof feeRates>

export const getFeeRates = defineEndpoint({
  method: 'GET',
  path: '/payout-fee-rates',
  access: 'read-money',
  summary:
    'What the operator’s own Bitcoin node proposes to pay for a place in a block; no batch takes it by itself',
  polled: true,
  reply: z.strictObject({ status: success, data: feeRates }),
})

const params = z.strictObject({ id })

export const getPayoutBatchesCsv = defineEndpoint({
  ...asCsv,
  path: '/payout-batches.csv',
  access: 'read-money',
})

export const getPayoutBatch = defineEndpoint({
  method: 'GET',
  path: '/payout-batches/:id',
  access: 'read-money',
  summary: 'One batch of payouts in bitcoin, with whom it pays and who did what to it',
  polled: true,
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      batch: payoutBatch,
      difference,
      payments: z.array(batchPayment),
      signatures: z
        .array(z.strictObject({ at: instant, by: party }))
        .meta({ description: 'Each file of a signer that was taken, the earliest first' }),
      cancelledBy: party.nullable(),
      sentFeeRate: z.int().nullable().meta({
        description:
          'The highest fee rate of what was sent and spends the same coin: what is built instead pays more. Null: nothing was sent',
      }),
    }),
  }),
})

export const buildPayoutBatch = defineEndpoint({
  ...changesPayouts,
  path: '/payout-batches',
  summary:
    'Puts approved withdrawals to Bitcoin addresses into one transaction, to be signed elsewhere; or builds a batch anew that pays more for its place in a block',
  body: z.strictObject({
    withdrawals: withdrawalsFor('A batch', maxPayments),
    feeRate: z
      .int('The fee is a whole number of satoshi per virtual byte')
      .min(1, 'The fee is at least 1 satoshi per virtual byte')
      .max(maxFeeRate, `The fee is at most ${maxFeeRate} satoshi per virtual byte`),
    replaces: id.nullish(),
    walletId: id
      .nullish()
      .meta({ description: 'Whose coins are spent; the confirmed wallet’s, unless said' }),
  }),
  status: 201,
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string(), txid: z.string() }),
  }),
})

export const getPayoutFile = defineEndpoint({
  method: 'GET',
  path: '/payout-batches/:id/file',
  access: 'pay-out',
  summary: 'What a signer signs: a PSBT in base64, with the signatures that there are already',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ name: z.string(), psbt: z.string() }),
  }),
})

export const signPayoutBatch = defineEndpoint({
  ...changesPayouts,
  path: '/payout-batches/:id/signatures',
  summary:
    'Takes what a signer made of it: a PSBT or the finished transaction, compared with what was built; partial signatures are combined',
  params,
  bytes: true,
  largestBody: largestSigned,
  reply: messageReply,
})

export const sendPayoutBatch = defineEndpoint({
  ...changesPayouts,
  access: 'agree-to-money',
  path: '/payout-batches/:id/sending',
  summary:
    'Hands a signed batch to the network, once and for all; above the limit by somebody else than whoever built it. What is sent along must match it',
  params,
  body: z.strictObject({
    txid: z.string().regex(/^[\da-f]{64}$/, 'This is no id of a transaction'),
  }),
  reply: messageReply,
})

export const cancelPayoutBatch = defineEndpoint({
  ...changesPayouts,
  path: '/payout-batches/:id/removal',
  summary: 'Cancels a batch that was never sent; its withdrawals wait again',
  params,
  reply: messageReply,
})
