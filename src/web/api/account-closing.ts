/** Closing one's own account: what is left in it, asking for it, and keeping it after all. */
import { getAccountClosing, requestClosing, stopClosing } from '../../contract/account-closing.ts'
import { read, send } from './calls.ts'

const changed = ['Closing', 'Activity'] as const

export const useAccountClosingQuery = read(getAccountClosing, ['Closing', 'Me']).useQuery
export const useRequestClosingMutation = send(requestClosing, changed).useMutation
export const useStopClosingMutation = send(stopClosing, changed).useMutation
