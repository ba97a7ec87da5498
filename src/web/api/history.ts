/** The own balance and profit over time. */
import { getHistory } from '../../contract/history.ts'
import { read } from './calls.ts'

export const useHistoryQuery = read(getHistory, ['Me']).useQuery
