/** What the rules of payouts ask while payouts are blocked. */
import type { Refusal } from '../../../contract/problems.ts'
import { refuse, type Context } from '../../../desk/command.ts'
import type { Put } from '../../../desk/read.ts'
import type { World } from '../../../desk/world.ts'
import type { OwnerId } from '../../../ledger/core/chart.ts'
import {
  earlierPayouts,
  isSameReference,
  openBlockIn,
  openPayoutsIn,
  payoutBlocks,
  type EarlierPayout,
  type PayoutBlock,
} from './table.ts'

/** What somebody agreed to isn't what there is now. */
export const changed = (block: PayoutBlock): Put =>
  payoutBlocks.row({ ...block, version: block.version + 1 })

/** `request`: what is paid, a receipt where that is sent back. */
type Paid = Pick<EarlierPayout, 'kind' | 'person' | 'reference' | 'amount'> & { request: string }

/**
 * What a payout is while others are blocked: of an earlier one, the rows that match it; otherwise a refusal. Nothing
 * where payouts aren't blocked.
 */
export function matchEarlier(
  world: World,
  { kind, person, request, reference, amount }: Paid,
  { actor, at }: Pick<Context, 'actor' | 'at'>,
): Put[] | Refusal {
  const block = openBlockIn(world)
  if (!block) return []
  const open = openPayoutsIn(world)
  // What was paid already is matched by that payout alone: not by one that somebody lists for it.
  const known = open.filter((one) => one.request === request)
  const payout = (known.length > 0 ? known : open).find(
    (one) =>
      one.kind === kind &&
      one.person === person &&
      one.amount === amount &&
      isSameReference(one.reference, reference),
  )
  return payout
    ? [
        changed(block),
        earlierPayouts.row({ ...payout, status: 'matched', settledAt: at, settledBy: actor }),
      ]
    : refuse('payouts_blocked')
}

/** Why what was perhaps paid already can't go back to the balance; null: it wasn't. */
export const refusalOfRelease = (world: World, request: string): Refusal | null =>
  openPayoutsIn(world).some((payout) => payout.request === request)
    ? refuse('paid_before_restore')
    : null

/** Why money can't leave this person for another; null: it can. */
export const refusalOfTransfer = (world: World, owner: OwnerId): Refusal | null =>
  openPayoutsIn(world).some(({ person }) => person === owner) ? refuse('paid_before_restore') : null
