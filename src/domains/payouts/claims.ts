/**
 * What has claimed a request: it leaves by one way, so whoever would pay it, or give it back, asks all of them. A way out that isn't
 * listed here pays nothing. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { refusalInBatch } from './batches/match.ts'
import { batchCarrier } from './batches/table.ts'
import { refusalInExport } from './exports/match.ts'
import { exportCarrier } from './exports/table.ts'
import { refusalOnList } from './lists/match.ts'
import { listCarrier } from './lists/table.ts'

type Claiming = {
  carrier: { having(withdrawal: string): Read[] }
  /** Why it keeps a request; null: it doesn't. */
  refusal(world: World, withdrawal: string): Refusal | null
}

const ways = {
  batch: { carrier: batchCarrier, refusal: refusalInBatch },
  list: { carrier: listCarrier, refusal: refusalOnList },
  export: { carrier: exportCarrier, refusal: refusalInExport },
} satisfies Record<string, Claiming>

export type Way = keyof typeof ways

/** Needs all that may have claimed a request. */
export const claimsOn = (withdrawal: string): Read[] =>
  Object.values(ways).flatMap(({ carrier }) => carrier.having(withdrawal))

/** Why a request is claimed; null: it isn't. `beside`: the one that has rules of its own for it. */
export function refusalOfClaims(
  world: World,
  withdrawal: string,
  beside: Way | null = null,
): Refusal | null {
  for (const [way, { refusal }] of Object.entries(ways)) {
    const found = way === beside ? null : refusal(world, withdrawal)
    if (found) return found
  }
  return null
}
