/** What the links in emails do without signing in. */
import { cancelByLink, freezeByLink, getRequestByLink } from '../../contract/mailed-acts.ts'
import { read, send } from './calls.ts'

export const useRequestByLinkQuery = read(getRequestByLink).useQuery
export const useCancelByLinkMutation = send(cancelByLink).useMutation
export const useFreezeByLinkMutation = send(freezeByLink).useMutation
