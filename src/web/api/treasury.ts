/** The firm's own money, and the clock of the demonstration. */
import { getFirmActivity } from '../../contract/activity.ts'
import { moveClock } from '../../contract/demo.ts'
import { fundPool, getTreasury, payInCapital } from '../../contract/treasury.ts'
import { books } from './api.ts'
import { pages, read, send } from './calls.ts'

export const useTreasuryQuery = read(getTreasury, ['Treasury']).useQuery
export const useFirmActivityInfiniteQuery = pages(getFirmActivity, ['Treasury'], {
  limit: '10',
}).useInfiniteQuery
export const usePayInCapitalMutation = send(payInCapital, ['Treasury', 'Proposals']).useMutation
export const useFundPoolMutation = send(fundPool, ['Treasury', 'Plans', 'Proposals']).useMutation
export const useMoveClockMutation = send(moveClock, books).useMutation
