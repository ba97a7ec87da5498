/** What staff search for by a few words: the first of whatever matches. */
import { getFound } from '../../contract/found.ts'
import { getUsers } from '../../contract/user.ts'
import { getAllWithdrawals } from '../../contract/withdrawal.ts'
import { read } from './calls.ts'

const first = { always: { limit: '6' } }

export const useFoundUsersQuery = read(getUsers, ['User'], first).useQuery
export const useFoundWithdrawalsQuery = read(getAllWithdrawals, ['Withdrawals'], first).useQuery
export const useNamedExactlyQuery = read(getFound, ['User', 'Withdrawals']).useQuery
