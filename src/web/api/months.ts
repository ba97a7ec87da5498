/** The months of the books. */
import { getMonths, proposeMonthClosing, proposeMonthReopening } from '../../contract/months.ts'
import { read, send } from './calls.ts'

// What is reconciled, settled or agreed to changes what can be closed.
export const useMonthsQuery = read(getMonths, ['Treasury', 'Proposals']).useQuery
export const useProposeMonthClosingMutation = send(proposeMonthClosing, ['Proposals']).useMutation
export const useProposeMonthReopeningMutation = send(proposeMonthReopening, [
  'Proposals',
]).useMutation
