/** Payouts in USDT: what waits for a list, the lists, and one of them. */
import {
  buildPayoutList,
  cancelPayoutList,
  getPayoutList,
  getPayoutListFile,
  getPayoutLists,
  getPayoutListsCsv,
  releasePayoutList,
} from '../../contract/payout-list.ts'
import { books } from './api.ts'
import { pages, read, send } from './calls.ts'
import { addressOf } from './request.ts'
import { askedAgain, payoutTags } from './payout-batches.ts'

const payoutLists = pages(getPayoutLists, payoutTags, { limit: '20' })
const payoutList = read(getPayoutList, payoutTags)

export const usePayoutLists = () => payoutLists.useInfiniteQuery(undefined, askedAgain)
export const usePayoutList = (id: string) => payoutList.useQuery(id, askedAgain)
export const usePayoutsInUsdtQuery = read(getPayoutLists, payoutTags, {
  always: { limit: '1' },
}).useQuery
export const usePayingAddress = () =>
  usePayoutsInUsdtQuery(undefined, askedAgain).data?.data.from ?? null
export const useLazyPayoutListFileQuery = read(getPayoutListFile, [], {
  keepUnusedDataFor: 0,
}).useLazyQuery
export const useBuildPayoutListMutation = send(buildPayoutList, books).useMutation
export const useReleasePayoutListMutation = send(releasePayoutList, books).useMutation
export const useCancelPayoutListMutation = send(cancelPayoutList, books).useMutation

/** Where the browser fetches the list as a file. */
export const payoutListsCsv = addressOf(getPayoutListsCsv, undefined)
