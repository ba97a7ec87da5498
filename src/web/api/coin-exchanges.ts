/** The firm's position in coins, and how two administrators close it. */
import {
  getCoinEntries,
  getCoinEntriesCsv,
  getCoinPosition,
  recordCoinExchange,
  recordNetworkFees,
  recordPositionCover,
} from '../../contract/coin-exchange.ts'
import { books } from './api.ts'
import { pages, polledEvery, read, send } from './calls.ts'
import { addressOf } from './request.ts'

const coinPosition = read(getCoinPosition, ['Treasury'])
export const useCoinPosition = () => coinPosition.useQuery(undefined, polledEvery(10_000))

export const useCoinEntriesInfiniteQuery = pages(getCoinEntries, ['Treasury']).useInfiniteQuery
export const useRecordCoinExchangeMutation = send(recordCoinExchange, books).useMutation
export const useRecordNetworkFeesMutation = send(recordNetworkFees, books).useMutation
export const useRecordPositionCoverMutation = send(recordPositionCover, books).useMutation

/** Where the browser fetches the list as a file. */
export const coinEntriesCsv = addressOf(getCoinEntriesCsv, undefined)
