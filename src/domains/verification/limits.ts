/** What a person may bring in, place and send out until more is known of them. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import type { Flow } from '../../contract/verification.ts'
import { refuse } from '../../desk/command.ts'
import type { Fact } from '../../desk/fact.ts'
import type { Read } from '../../desk/read.ts'
import { fitted, type Fitted } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { verificationOf, type Verification } from './state.ts'
import { casesIn, casesOf } from './table.ts'

/** In cents; null: no limit. `day`: in any 24 hours of business time, `whole`: ever. */
export type Allowed = { day: Cents | null; whole: Cents | null }
export type Limits = Record<Flow, Allowed>
/** As the operator's pack has them, by how far somebody is verified. */
export type LimitsByState = Record<'unverified' | 'submitted' | 'verified', Limits>

/** As a command is given them: null where the operator has none. */
export type SetLimits = LimitsByState | null | Fitted

/** `day`: what moved in the last 24 hours; `undone`: of all that ever did, what was taken back. */
export type Lately = { day: Cents; undone: Cents }

/** One way in which money moves, with what of it has moved for somebody. */
export type Moving<F extends Flow = Flow> = { flow: F; lately: Fact<OwnerId, Lately> }

export type Used = { day: Cents; whole: Cents }

const nothingMore: Allowed = { day: null, whole: 0n }

/** Refused for good ends money in and plans; what is theirs can always leave. */
function ofFinal(flow: Flow): Allowed {
  return flow === 'out' ? { day: null, whole: null } : nothingMore
}

export function allowedOf(
  { state, isFinal }: Verification,
  flow: Flow,
  limits: LimitsByState | null,
): Allowed {
  if (isFinal) return ofFinal(flow)
  if (limits === null) return { day: null, whole: null }
  const by = state === 'submitted' || state === 'verified' ? state : 'unverified'
  return limits[by][flow]
}

/** How much more there may be; null: any amount. Never below zero. */
export function roomIn({ day, whole }: Allowed, used: Used): Cents | null {
  const rooms = [
    ...(day === null ? [] : [day - used.day]),
    ...(whole === null ? [] : [whole - used.whole]),
  ]
  if (rooms.length === 0) return null
  const least = rooms.reduce((a, b) => (a < b ? a : b))
  return least > 0n ? least : 0n
}

/** Needs how far somebody is verified, and where there are limits what of this they have used. */
export function needsOfLimits(owner: OwnerId, { lately }: Moving, limits: SetLimits): Read[] {
  if (limits === fitted) return []
  return limits === null ? [casesOf(owner)] : [casesOf(owner), lately.of(owner)]
}

export const verificationIn = (world: World, owner: OwnerId, at: Instant): Verification =>
  verificationOf(casesIn(world, owner), at)

/** What was used of it, of a person whose books are known. */
function usedIn(world: World, owner: OwnerId, { flow, lately }: Moving): Used {
  const { day, undone } = world.fact(lately, owner)
  const { totals } = world.owners.get(owner)!
  const whole = {
    in: totals.deposits + totals.transferredIn,
    invested: totals.principal,
    out: totals.withdrawn + totals.transferredOut + world.balance(owner, 'held'),
  }
  return { day, whole: whole[flow] - undone }
}

export type Asked = { owner: OwnerId; moving: Moving; amount: Cents }

/** How much of it there is still room for, where this amount is more than that; null: it fits. */
export function roomBelow(
  world: World,
  { owner, moving, amount }: Asked,
  limits: SetLimits,
  at: Instant,
): Cents | null {
  if (limits === fitted) return null
  if (verificationIn(world, owner, at).isFinal) return moving.flow === 'out' ? null : 0n
  if (limits === null) return null
  const allowed = allowedOf(verificationIn(world, owner, at), moving.flow, limits)
  const room = roomIn(allowed, usedIn(world, owner, moving))
  return room === null || amount <= room ? null : room
}

const verbs: Record<Flow, string> = { in: 'pay in', invested: 'invest', out: 'send' }

/** Why this amount can't be moved, with what could; or null. */
export function refusalOfLimits(
  world: World,
  asked: Asked,
  limits: SetLimits,
  at: Instant,
): Refusal | null {
  if (limits === fitted) return null
  const { flow } = asked.moving
  const { isFinal } = verificationIn(world, asked.owner, at)
  if (isFinal && flow !== 'out') return refuse('finally_refused')
  const room = roomBelow(world, asked, limits, at)
  if (room === null) return null
  const found = verificationIn(world, asked.owner, at)
  const verb = verbs[flow]
  const now =
    room > 0n
      ? `At present you can ${verb} ${formatUsd(room)} more.`
      : `At present you can ${verb} nothing more.`
  const allowed = allowedOf(found, flow, limits)
  const parts = [
    ...(allowed.day === null ? [] : [`${formatUsd(allowed.day)} in 24 hours`]),
    ...(allowed.whole === null ? [] : [`${formatUsd(allowed.whole)} in all`]),
  ]
  const how =
    found.state === 'verified'
      ? 'Our limit'
      : found.state === 'submitted'
        ? 'Until we have reviewed your documents, the limit'
        : 'Until you are verified, the limit'
  return refuse('beyond_limit', `${how} is ${parts.join(' and ')}. ${now} Nothing was booked.`)
}
