/**
 * What one administrator alone may bring to or send for people within 24 hours: edits, credits and approvals are added
 * up by their sizes, for each person and for all together. What two have made together isn't counted.
 */
import type { Context, Journaled } from '../../desk/command.ts'
import { centsIfAny } from '../../desk/recall.ts'
import type { Put, Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { actsAlone, doneAloneBy } from './table.ts'

/** Above which two administrators are needed, in cents. */
export type ApprovalLimits = {
  /** For one person; null: one is always enough. */
  secondApprovalAbove: Cents | null
  /** For all people together; null: ten times what it is for one. */
  secondApprovalInAllAbove: Cents | null
}

/** Of a firm that sets none: its first steps, and its samples. */
export const oneIsEnough: ApprovalLimits = {
  secondApprovalAbove: null,
  secondApprovalInAllAbove: null,
}

type Act = { actor: OwnerId | null; person: OwnerId; amount: Cents }

const timesForAll = 10n

/** The sums are read under the administrator's own lock, so that nothing else of theirs is added meanwhile. */
export function needsAlone(
  { secondApprovalAbove }: ApprovalLimits,
  actor: OwnerId | null,
): { owners: OwnerId[]; read: Read[] } {
  return secondApprovalAbove === null || actor === null
    ? { owners: [], read: [] }
    : { owners: [actor], read: [doneAloneBy.of(actor)] }
}

/** Why one isn't enough, in words that follow a sentence, or null. `soFar` is what they have done alone until now. */
export function whyTwo(
  soFar: ReadonlyMap<OwnerId, Cents>,
  limits: ApprovalLimits,
  { person, amount }: Omit<Act, 'actor'>,
): string | null {
  const { secondApprovalAbove: limit } = limits
  if (limit === null || amount === 0n) return null
  const inAllAbove = limits.secondApprovalInAllAbove ?? limit * timesForAll
  const inAll = soFar.values().reduce((sum, cents) => sum + cents, amount)
  if (amount > limit) return `Amounts above ${formatUsd(limit)} need a second, different person.`
  if ((soFar.get(person) ?? 0n) + amount > limit)
    return `With what you alone have done for this person in the last 24 hours it exceeds ${formatUsd(limit)}: a second, different person is needed.`
  if (inAll > inAllAbove)
    return `With what you alone have done in the last 24 hours it exceeds ${formatUsd(inAllAbove)} for all people together: a second, different person is needed.`
  return null
}

const nothing: ReadonlyMap<OwnerId, Cents> = new Map()

export function whyTwoIn(
  world: World,
  limits: ApprovalLimits,
  { actor, ...act }: Act,
): string | null {
  const isCounted = limits.secondApprovalAbove !== null && actor !== null
  return whyTwo(isCounted ? world.fact(doneAloneBy, actor) : nothing, limits, act)
}

/** What is noted of an act that one administrator was enough for. Where no limit is set, nothing is counted. */
export function countedAlone(
  { secondApprovalAbove }: ApprovalLimits,
  { actor, person, amount }: Act,
  { id, kind }: Pick<Context, 'id' | 'kind'>,
): Put[] {
  return secondApprovalAbove === null || actor === null || amount === 0n
    ? []
    : [actsAlone.row({ command: id, actor, person, amount, kind })]
}

/** The limits again, from the journal. */
export function limitsIn(kept: Journaled): ApprovalLimits {
  return {
    secondApprovalAbove: centsIfAny(kept, 'secondApprovalAbove') ?? null,
    secondApprovalInAllAbove: centsIfAny(kept, 'secondApprovalInAllAbove') ?? null,
  }
}

/** The limits as the journal keeps them with a command. */
export function journalOfLimits({
  secondApprovalAbove,
  secondApprovalInAllAbove,
}: ApprovalLimits): Record<string, string> {
  return {
    ...(secondApprovalAbove === null ? {} : { secondApprovalAbove: String(secondApprovalAbove) }),
    ...(secondApprovalInAllAbove === null
      ? {}
      : { secondApprovalInAllAbove: String(secondApprovalInAllAbove) }),
  }
}
