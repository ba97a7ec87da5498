/** Payouts in bitcoin: what waits for a batch, the batches, and one of them. */
import {
  buildPayoutBatch,
  cancelPayoutBatch,
  getFeeRates,
  getPayoutBatch,
  getPayoutBatches,
  getPayoutBatchesCsv,
  getPayoutFile,
  sendPayoutBatch,
  signPayoutBatch,
} from '../../contract/payout-batch.ts'
import { anyWithdrawal, books } from './api.ts'
import { pages, polledEvery, read, send } from './calls.ts'
import { addressOf } from './request.ts'

/** Whatever happens to a request may change what waits. */
export const payoutTags = ['Treasury', ...anyWithdrawal] as const

/** What pays is followed in the chain, of which no event tells. */
export const askedAgain = polledEvery(5_000)

const payoutBatches = pages(getPayoutBatches, payoutTags, { limit: '20' })
const payoutBatch = read(getPayoutBatch, payoutTags)

export const usePayoutBatches = () => payoutBatches.useInfiniteQuery(undefined, askedAgain)
export const usePayoutBatch = (id: string) => payoutBatch.useQuery(id, askedAgain)
export const usePayoutsInCoinsQuery = read(getPayoutBatches, payoutTags, {
  always: { limit: '1' },
}).useQuery
const feeRates = read(getFeeRates, [], { keepUnusedDataFor: 0 })
/** As the node says them now. */
export const useFeeRates = () => feeRates.useQuery(undefined, polledEvery(60_000))
export const useLazyPayoutFileQuery = read(getPayoutFile, [], { keepUnusedDataFor: 0 }).useLazyQuery
export const useBuildPayoutBatchMutation = send(buildPayoutBatch, books).useMutation
/** `bytes`: a PSBT or a transaction, in base64 or hex. */
export const useSignPayoutBatchMutation = send(signPayoutBatch, books).useMutation
export const useSendPayoutBatchMutation = send(sendPayoutBatch, books).useMutation
export const useCancelPayoutBatchMutation = send(cancelPayoutBatch, books).useMutation

/** Where the browser fetches the list as a file. */
export const payoutBatchesCsv = addressOf(getPayoutBatchesCsv, undefined)
