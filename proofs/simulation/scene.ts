/** What a step finds when its turn comes: the present state, and small numbers that pick from it. */
import type { CommandName, CommandOf } from '../../src/domains/nouns.ts'
import type { Asked, Model } from './model.ts'
import { firmsId } from './model-house.ts'
import type { Person } from './model-state.ts'

export const dayMs = 86_400_000
/** The id of no person. */
export const nobody = 'ffffffff-ffff-4fff-bfff-ffffffffffff'

/** What one request can ask for. */
export const largestAmount = 10_000_000_000_000n

export type Sum = { of: 'cents' | 'cash' | 'minimum' | 'below' | 'pool'; cents: bigint }
/** The numbers of a step, which determine everything about it. */
export type Numbers = { by: number; on: number; nth: number; sum: Sum; twist: number }

/** At most this many accounts are open at a time; beyond that only people who have one open one. */
export type Town = { model: Model; submitted: readonly Asked[]; people: number }

/** A command of this kind, its actor, and its id unless any will do. */
export type Drawn<N extends CommandName> = {
  command: CommandOf<N>
  actor: string | null
  id?: string
}

/** How commands of these kinds are made up. */
export type Makers<Names extends CommandName> = { [N in Names]: (scene: Scene) => Drawn<N> }

/** With how often each is drawn, beside all others. */
export type Drafts<Names extends CommandName> = {
  weights: Record<Names, number>
  makers: Makers<Names>
}

/** `user` is its subject; staff now and then take the firm for a user, which is `underStaff`. */
export type Scene = Omit<Numbers, 'sum'> &
  Town & {
    /** How many commands came before. */
    number: number
    /** Of the staff, mostly. */
    actor: string
    user: string
    underStaff: string
    amount: bigint
  }

export function sceneOf({ by, on, nth, sum, twist }: Numbers, town: Town): Scene {
  const { model, submitted } = town
  const user = nth % 64 === 40 ? nobody : somebody(model, on).id
  return {
    ...town,
    by,
    on,
    nth,
    twist,
    number: submitted.length,
    actor: twist % 4 === 3 ? somebody(model, by).id : administrator(model, by),
    user,
    underStaff: nth % 128 === 41 ? firmsId : user,
    amount: amountOf(model, sum, user, nth),
  }
}

/** Mostly what was made lately, sometimes anything: old things are mostly finished. */
export function pick<T>(items: readonly T[], nth: number): T | undefined {
  const latest = nth % 4 === 0 ? items.length : Math.min(items.length, 30)
  return items[items.length - 1 - (nth % latest)]
}

/** Mostly one of the latest that are ready for the step, if there is one; else any. */
export function pickReady<T>(
  items: readonly T[],
  nth: number,
  isReady: (item: T) => boolean,
): T | undefined {
  const ready = nth % 4 === 0 ? [] : items.slice(-60).filter(isReady)
  return pick(ready.length > 0 ? ready : items, nth >> 2)
}

/** Mostly users who can still act; sometimes any person, closed or frozen or staff, who have no money then and can leave. */
export function somebody(model: Model, number: number): Person {
  const open = model.people.filter(({ status, role }) => status !== 'closed' && role === 'user')
  const people = number % 8 === 0 ? model.people : open
  return people[number % people.length]!
}

export function administrator(model: Model, number: number): string {
  const open = model.people.filter(({ role, status }) => role === 'admin' && status !== 'closed')
  const free = open.filter(({ status }) => status === 'active')
  // Now and then a frozen one.
  const some = number % 8 === 0 ? open : free
  return some[number % some.length]!.id
}

function amountOf(model: Model, { of, cents }: Sum, owner: string, nth: number): bigint {
  const offered = model.plans[nth % model.plans.length]!
  const { returns, referral, corrections } = model.firm
  const base = {
    cents: 0n,
    cash: model.person(owner)?.cash.balance ?? 0n,
    minimum: offered.minimum,
    below: offered.below ?? 75_000n,
    pool: [
      returns.balance,
      (returns.balance * 100n) / BigInt(offered.profitPercent),
      referral.balance * 10n,
      corrections.balance,
    ][nth % 4]!,
  }[of]
  if (base + cents <= 0n) return 1n
  return base + cents > largestAmount ? largestAmount : base + cents
}

/** Up to this much of what a person has, where that is little. */
export const within = (amount: bigint, limit: bigint) =>
  limit > 0n && amount > limit ? 1n + (amount % limit) : amount

/** A limit that nothing here reaches: what is done below it still counts. */
export const never = largestAmount * largestAmount

/** Mostly the default, ten times the limit of one person; at times little more than that of one. */
export const limitsOf = (limit: bigint | null, nth: number) => ({
  secondApprovalAbove: limit,
  secondApprovalInAllAbove: limit !== null && nth % 3 === 0 ? limit + limit / 2n : null,
})

/** A reference as somebody else would type it, now and then. */
export function spelled(reference: string, nth: number): string {
  if (nth % 3 === 0) return reference
  return nth % 3 === 1 ? reference.toUpperCase() : reference.replace(' ', '-')
}
