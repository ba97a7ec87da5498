/** What a firm needs before it opens, and its opening by two administrators. */
import { approveOpening, getGate, proposeOpening, refuseOpening } from '../../contract/gate.ts'
import { read, send } from './calls.ts'

export const useGateQuery = read(getGate, ['Gate']).useQuery
export const useProposeOpeningMutation = send(proposeOpening, ['Gate']).useMutation
export const useApproveOpeningMutation = send(approveOpening, ['Gate']).useMutation
export const useRefuseOpeningMutation = send(refuseOpening, ['Gate']).useMutation
