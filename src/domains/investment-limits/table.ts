/** How much a person lets themselves place, as it is kept: one row each, once they have set one. */
import { cents, instant, uuid } from '../../desk/column.ts'
import type { Read } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

/** Null: no limit. */
export type Limit = Cents | null

export type KeptLimit = {
  owner: OwnerId
  amount: Limit
  /** What counts from `nextFrom` on; that is null where nothing waits. */
  nextAmount: Limit
  nextFrom: Instant | null
}

export const investmentLimits = new Table<KeptLimit>({
  name: 'investment_limits',
  as: 'investment_limit',
  key: ['owner'],
  owner: 'owner',
  columns: {
    owner: uuid('owner_id'),
    amount: cents('amount', { changes: true }),
    nextAmount: cents('next_amount', { changes: true }),
    nextFrom: instant('next_from', { changes: true }),
  },
})

/** Needs the limit that this owner has set. */
export const limitOf = (owner: OwnerId): Read => investmentLimits.byId(owner)

/** As it counts at a moment: a raise whose time has come is no raise any more. */
export function asOf(kept: KeptLimit | undefined, owner: OwnerId, at: Instant): KeptLimit {
  const { amount, nextAmount, nextFrom } = kept ?? {
    amount: null,
    nextAmount: null,
    nextFrom: null,
  }
  return nextFrom !== null && at >= nextFrom
    ? { owner, amount: nextAmount, nextAmount: null, nextFrom: null }
    : { owner, amount, nextAmount, nextFrom }
}

export const limitIn = (world: World, owner: OwnerId, at: Instant): KeptLimit =>
  asOf(world.get(investmentLimits, owner), owner, at)

/** What still fits beside what is placed; null: no limit. */
export function roomIn(limit: Limit, invested: Cents): Limit {
  if (limit === null) return null
  return limit > invested ? limit - invested : 0n
}
