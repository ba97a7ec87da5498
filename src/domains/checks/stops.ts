/** What a check that holds stops, as the rules of others ask for it. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Put, Read } from '../../desk/read.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { comparedNow, isCompared } from './compared.ts'
import { checks, checksIn, checksOf, holdingIn, type Check } from './table.ts'

/** Needs what says whether this person's money may leave. */
export const needsOfChecks = (owner: OwnerId): Read[] => [checksOf(owner), isCompared.of(owner)]

/** One refusal for all: it tells nobody which it is. */
export const waitsForCheck = refuse('law_check')

/** As the pack had it then; who was confirmed to be listed is paid nothing, whatever it says. */
const stopsPayouts = ({ freezes, status }: Check) => status === 'confirmed' || freezes !== 'nothing'

/** New business ends with a confirmed match, whatever the pack says. */
export const refusalOfBusiness = (world: World, owner: OwnerId): Refusal | null =>
  checksIn(world, owner).some(({ status }) => status === 'confirmed') ? waitsForCheck : null

/**
 * Nothing leaves for somebody whom a check holds, or who isn't compared with the lists as they are now: it waits for the worker. Both
 * are said in the same words.
 */
export const refusalOfLeaving = (world: World, owner: OwnerId): Refusal | null =>
  !world.fact(isCompared, owner) || holdingIn(world, owner).some(stopsPayouts)
    ? waitsForCheck
    : null

/** While a check stops payouts, nothing is lent either. */
export const refusalWhileChecked = (world: World, owner: OwnerId): Refusal | null =>
  refusalOfBusiness(world, owner) ??
  (holdingIn(world, owner).some(stopsPayouts) ? waitsForCheck : null)

/** A freeze by a check is lifted by its end alone. */
export const refusalOfUnfreezing = (world: World, owner: OwnerId): Refusal | null =>
  holdingIn(world, owner).some(({ freezes }) => freezes === 'account') ? waitsForCheck : null

const freezingAlone = (world: World, owner: OwnerId) =>
  checksIn(world, owner).find(({ froze }) => froze)

/** An account that a check alone has frozen can be frozen once more: that freeze is somebody's own, with its own reason. */
export const canBeFrozen = (world: World, { id, status }: Owner): boolean =>
  status === 'active' || (status === 'frozen' && freezingAlone(world, id) !== undefined)

/** What makes a freeze outlast the check that has frozen the account before: its end lifts only what it put on. */
export function keepFrozen(world: World, { id }: Owner): Put[] {
  const check = freezingAlone(world, id)
  return check ? [checks.row({ ...check, froze: false })] : []
}

/** What was found is erased with the person: not before it is decided that it is somebody else. */
export const refusalOfErasing = (world: World, owner: OwnerId): Refusal | null =>
  holdingIn(world, owner).length > 0 ? waitsForCheck : null

/** SQL of the same rule as `refusalOfErasing`. */
export const keptByCheck = (owner: string): string =>
  `exists (select from checks held where held.owner_id = ${owner} and held.status <> 'cleared')`

/** SQL of `stopsPayouts`: a check holds this owner's money. */
export const heldByCheck = (owner: string): string =>
  `exists (select from checks held where held.owner_id = ${owner} and held.status <> 'cleared' and (held.status = 'confirmed' or held.freezes <> 'nothing'))`

/** SQL: a check alone has frozen this owner's account. */
export const frozenByCheckAlone = (owner: string): string =>
  `exists (select from checks held where held.owner_id = ${owner} and held.froze)`

/** SQL of the same rule as `refusalOfLeaving`. */
export const waitsToLeave = (owner: string): string =>
  `(${heldByCheck(owner)} or not ${comparedNow(owner)})`
