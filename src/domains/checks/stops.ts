/** What a check that holds stops, as the rules of others ask for it. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { comparedNow, isCompared } from './compared.ts'
import { checksOf, holdingIn } from './table.ts'

/** Needs what says whether this person's money may leave. */
export const needsOfChecks = (owner: OwnerId): Read[] => [checksOf(owner), isCompared.of(owner)]

/** One refusal for all: it tells nobody which it is. */
export const waitsForCheck = refuse('law_check')

/**
 * Nothing leaves for somebody whom a check holds, or who isn't compared with the lists as they are now: it waits for the worker. Both
 * are said in the same words.
 */
export const refusalOfLeaving = (world: World, owner: OwnerId): Refusal | null =>
  !world.fact(isCompared, owner) ||
  holdingIn(world, owner).some(({ freezes }) => freezes !== 'nothing')
    ? waitsForCheck
    : null

/** A freeze by a check is lifted by its end alone. */
export const refusalOfUnfreezing = (world: World, owner: OwnerId): Refusal | null =>
  holdingIn(world, owner).some(({ freezes }) => freezes === 'account') ? waitsForCheck : null

/** What was found is erased with the person: not before it is decided that it is somebody else. */
export const refusalOfErasing = (world: World, owner: OwnerId): Refusal | null =>
  holdingIn(world, owner).length > 0 ? waitsForCheck : null

/** SQL: a check holds this owner's money. */
export const heldByCheck = (owner: string): string =>
  `exists (select from checks held where held.owner_id = ${owner} and held.status <> 'cleared' and held.freezes <> 'nothing')`

/** SQL of the same rule as `refusalOfLeaving`. */
export const waitsToLeave = (owner: string): string =>
  `(${heldByCheck(owner)} or not ${comparedNow(owner)})`
