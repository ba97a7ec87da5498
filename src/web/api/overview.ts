/** What home says beside the figures. */
import { getOverview } from '../../contract/overview.ts'
import { read } from './calls.ts'

export const useOverviewQuery = read(getOverview, ['Me', 'SecondFactors']).useQuery
