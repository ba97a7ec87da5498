/** Money in. */
import { payInPlayMoney } from '../../contract/demo.ts'
import { getDepositAddresses, getDeposits } from '../../contract/deposit.ts'
import { ownMoney } from './api.ts'
import { pages, read, send } from './calls.ts'
import type { Reply } from './request.ts'

export type DepositAddress = Reply<typeof getDepositAddresses>['data']['addresses'][number]

export const usePayInMutation = send(payInPlayMoney, ownMoney).useMutation
export const useDepositAddressesQuery = read(getDepositAddresses).useQuery
// Every deposit is an entry of the own activity too, so what says that the one has grown says it of the other.
export const useDepositsInfiniteQuery = pages(getDeposits, ['Activity'], {
  limit: '10',
}).useInfiniteQuery
