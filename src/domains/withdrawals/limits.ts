/** What being verified, or not, means for money out. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import { refuse } from '../../desk/command.ts'
import type { Read } from '../../desk/read.ts'
import { fitted } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { originsOf, spelled } from '../receipts/origins.ts'
import {
  needsOfLimits,
  refusalOfLimits,
  roomBelow,
  verificationIn,
  type SetLimits,
} from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { casesOf } from '../verification/table.ts'
import { sending } from './sent.ts'
import type { Withdrawal } from './table.ts'

/** `address`: of a bank account or a wallet; null to another user. */
type Sent = {
  owner: OwnerId
  amount: Cents
  type: Withdrawal['type']
  address: string | null
}

export type OfLimits = { limits: SetLimits }

/**
 * Who was refused for good sends money back to where it came from, where that is known; what the firm never saw come from
 * anywhere can go to any place of their own outside.
 */
function refusalOfOrigin(world: World, { owner, type, address }: Sent): Refusal | null {
  if (!isPaidOut(type)) return refuse('finally_refused')
  const origins = world.fact(originsOf, owner)
  return origins.length === 0 || (address !== null && origins.includes(spelled(address)))
    ? null
    : refuse('not_where_it_came_from')
}

export const needsToSend = (owner: OwnerId, { limits }: OfLimits): Read[] =>
  limits === fitted ? [] : [...needsOfLimits(owner, sending, limits), originsOf.of(owner)]

/** Why this person can't send this amount there, or null. */
export function refusalToSend(
  world: World,
  sent: Sent,
  { limits }: OfLimits,
  at: Instant,
): Refusal | null {
  if (limits === fitted) return null
  const { owner, amount } = sent
  return verificationIn(world, owner, at).isFinal
    ? refusalOfOrigin(world, sent)
    : refusalOfLimits(world, { owner, moving: sending, amount }, limits, at)
}

/** To approve a request: how far both sides are verified by now. */
export const needsToApprove = (
  { owner, recipient }: { owner: OwnerId; recipient: OwnerId | null },
  { limits }: OfLimits,
): Read[] => [
  casesOf(owner),
  originsOf.of(owner),
  ...(recipient === null ? [] : needsOfLimits(recipient, arriving, limits)),
]

/** Whether two administrators are needed whatever the amount: its owner was refused for good. */
export const isOfRefused = (world: World, owner: OwnerId, at: Instant): boolean =>
  verificationIn(world, owner, at).isFinal

/** Why a request can't be approved any more, though it could be made. */
export function refusalToApprove(
  world: World,
  { owner, recipient, amount, type, walletAddress: address }: Withdrawal,
  { limits }: OfLimits,
  at: Instant,
): Refusal | null {
  // Decided again it went where it could; the words that said where may have been erased since.
  if (limits !== fitted && isOfRefused(world, owner, at)) {
    const refusal = refusalOfOrigin(world, { owner, amount, type, address })
    if (refusal) return refusal
  }
  return recipient !== null &&
    roomBelow(world, { owner: recipient, moving: arriving, amount }, limits, at) !== null
    ? refuse('recipient_limit')
    : null
}
