/** What is read outside of the books before payouts in coins are put together, and said where something stands in the way. */
import type { Pool } from 'pg'
import { ProblemError, type ProblemCode } from '../../../contract/problems.ts'
import { PayoutFault } from '../../../lib/payout-batch.ts'
import type { Rates } from '../../../platform/bitcoin/rates.ts'
import { NodeFault } from '../../../platform/bitcoin/node.ts'
import { readToCoins, type ToCoins } from '../../withdrawals/to-coins.ts'
import type { InCoins } from '../build.ts'

/** `code`: that nothing could be put together; `nothing`: as in “Nothing was built.” */
export function preparing(code: ProblemCode, nothing: string) {
  const stopped = (message: string) =>
    new ProblemError({ code, message: `${message} Nothing was ${nothing}.` })
  return {
    stopped,
    async rateNow({ rates }: { rates: Rates }): Promise<{ rate: bigint; sources: string[] }> {
      const found = await rates.now()
      if ('rate' in found) return found
      throw stopped(`There is no rate to pay at. ${found.says}`)
    },
    /** Says to whoever asked what stands in the way. */
    async saidPlainly<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (error instanceof PayoutFault || error instanceof NodeFault)
          throw Object.assign(stopped(error.message), { cause: error })
        throw error
      }
    },
  }
}

/** The approved ones, all of them. */
export async function requestsToPay(pool: Pool, ids: readonly string[]): Promise<ToCoins[]> {
  const requests = await readToCoins(pool, ids)
  if (requests.length < ids.length) throw new ProblemError('not_approved')
  return requests
}

/** What of a command is the same in every coin. */
export const commandOf = (
  requests: readonly ToCoins[],
  { rate, sources }: { rate: bigint; sources: readonly string[] },
): Omit<InCoins, 'payments' | 'scripts'> => ({
  rate,
  sources: sources.join(', '),
  owners: [...new Set(requests.map(({ owner }) => owner))],
})
