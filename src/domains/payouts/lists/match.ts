/** What the rules of requests ask: a request that coins may still pay is neither paid by hand nor given back. Pure. */
import type { Refusal } from '../../../contract/problems.ts'
import { refuse } from '../../../desk/command.ts'
import type { World } from '../../../desk/world.ts'
import { listCarrier, mayPay } from './table.ts'

/** Why a list of payouts in USDT keeps a request; null: none does. */
export function refusalOnList(world: World, withdrawal: string): Refusal | null {
  const list = listCarrier.claimsOf(world, withdrawal).find(mayPay)
  if (!list) return null
  return list.status === 'recalled'
    ? refuse(
        'in_a_batch',
        'A list of payouts that was released and given up could still pay this request. Nothing was booked: nothing that was signed for that list counts any more a day of blocks after it was given up, and then the request is free.',
      )
    : refuse(
        'in_a_batch',
        'A list of payouts in USDT may still pay this request. Nothing was booked: give that list up first.',
      )
}
