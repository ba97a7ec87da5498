/**
 * What people may move until more is known of them. Each person lives under one operator's limits for the whole history,
 * so that what is used of them adds up: three in eight under none, the others under one of three sizes.
 */
import type { LimitsByState } from '../../src/domains/verification/limits.ts'
import type { Model } from './model.ts'
import type { Scene } from './scene.ts'

type Flow = 'in' | 'invested' | 'out'
type Allowed = LimitsByState['verified']['in']

const free: Allowed = { day: null, whole: null }
const each = (limits: Allowed) => ({ in: limits, invested: limits, out: limits })

/** Nothing until something is sent in, and little until it is decided on. */
const narrow: LimitsByState = {
  unverified: each({ day: null, whole: 0n }),
  submitted: each({ day: 6_000n, whole: 40_000n }),
  verified: each({ day: 500_000n, whole: null }),
}
/** By the day alone, also when one is verified. */
const daily: LimitsByState = {
  unverified: {
    in: { day: 60_000n, whole: null },
    invested: { day: 25_000n, whole: null },
    out: { day: 15_000n, whole: null },
  },
  submitted: each({ day: 120_000n, whole: null }),
  verified: { in: free, invested: { day: 400_000n, whole: null }, out: free },
}
/** In all, and by the day for what is sent. */
const wide: LimitsByState = {
  unverified: {
    in: { day: null, whole: 900_000n },
    invested: { day: null, whole: 300_000n },
    out: { day: 50_000n, whole: 200_000n },
  },
  submitted: { in: { day: null, whole: 2_000_000n }, invested: free, out: free },
  verified: each(free),
}

const packs = [null, narrow, daily, wide, null, daily, wide, null]

/** The last digit of an id is as good as drawn. */
export const boundsOf = (owner: string): LimitsByState | null =>
  packs[Number.parseInt(owner.at(-1)!, 16) % packs.length]!

/** What there is just room for, or a cent to either side; any amount where there is no limit. */
export function atLimit(
  { model, nth, amount }: Pick<Scene, 'nth' | 'amount'> & { model: Model },
  owner: string,
  flow: Flow,
): bigint {
  const room = model.roomFor(owner, flow, boundsOf(owner))
  if (room === null) return amount
  const near = room + BigInt(nth % 3) - 1n
  return near > 0n ? near : 1n
}
