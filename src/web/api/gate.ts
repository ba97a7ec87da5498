/** What a firm needs before it opens, and its opening by two administrators. */
import { getGate, proposeOpening } from '../../contract/gate.ts'
import { read, send } from './calls.ts'

export const useGateQuery = read(getGate, ['Gate']).useQuery
export const useProposeOpeningMutation = send(proposeOpening, ['Gate', 'Proposals']).useMutation
